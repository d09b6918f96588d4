import test from 'ava';
import { canonicalJson } from '../../src/platform/canonical-json.ts';
import { erasure, stepsOf } from '../../src/domain/erasure.ts';
import type { ErasureAmended, ErasureProven } from '../../src/domain/erasure-events.ts';
import { ErasureNotFound } from '../../src/domain/errors.ts';
import { specificationOf } from '../support/decider-specification.ts';
import { erasureRequested } from '../support/events.ts';

const spec = specificationOf(erasure);
const requested = erasureRequested({ tenantId: 'u1', collectionId: 'c1', ticketIds: ['1', '2'] }, 'e1');
const proof = { step: 'index', found: { rows: 0 } } as const;
const owner = { erasureId: 'e1', userId: 'u1', collectionId: 'c1' };
const proven: ErasureProven = { type: 'ErasureProven', data: { ...owner, ...proof } };

test('an erasure is requested once, and its steps are proven once', (t) => {
  const request = { type: 'RequestErasure', data: requested.data } as const;
  const prove = { type: 'ProveStep', proof } as const;
  spec(t).given().when(request).then(requested);
  spec(t).given(requested).when(request).then();
  spec(t).given(requested).when(prove).then(proven);
  spec(t).given(requested, proven).when(prove).then();
  spec(t).given().when(prove).thenRefused(ErasureNotFound);
});

test('a ticket that has had events since it was read is recorded as it is, once', (t) => {
  const [first, second] = requested.data.tickets;
  if (!first || !second) return t.fail();
  const upload = { uploadId: 'may', index: 3, row: null, outcome: 'updated' } as const;
  const changed = {
    ...first,
    revisions: 2,
    positions: [...first.positions, '99'],
    uploads: [...first.uploads, upload],
  };
  const amended: ErasureAmended = { type: 'ErasureAmended', data: { ...owner, tickets: [changed] } };
  const amend = { type: 'AmendErasure', tickets: [changed, second] } as const;
  spec(t).given(requested).when(amend).then(amended);
  spec(t).given(requested, amended).when(amend).then();
  spec(t).given().when(amend).thenRefused(ErasureNotFound);
  const after = [requested, amended].reduce(erasure.evolve, erasure.initialState);
  t.deepEqual('tickets' in after && after.tickets, [changed, second]);
});

test('the positions of the erased events are those of the proof if it names them', (t) => {
  const positions = ['7', '9'];
  const named: ErasureProven = { type: 'ErasureProven', data: { ...owner, step: 'event_log', found: {}, positions } };
  const after = [requested, proven, named].reduce(erasure.evolve, erasure.initialState);
  t.like(after, { status: 'requested', positions });
  t.deepEqual('proven' in after && [...after.proven], ['index', 'event_log']);
});

test('an erasure is held back once, and not after its texts were found to be gone', (t) => {
  const hold = { type: 'HoldBackErasure', left: 3 } as const;
  const held = { type: 'ErasureHeldBack', data: { ...owner, left: 3 } } as const;
  const gone: ErasureProven = { type: 'ErasureProven', data: { ...owner, step: 'read_models', found: {} } };
  spec(t).given(requested).when(hold).then(held);
  spec(t).given(requested, held).when(hold).then();
  spec(t).given(requested, gone).when(hold).then();
  spec(t).given().when(hold).thenRefused(ErasureNotFound);
});

test('only a log on a server has a disk to wait for', (t) => {
  t.deepEqual(stepsOf({ hasLogServer: false }), ['hidden', 'event_log', 'answers', 'read_models', 'index', 'uploads']);
  t.is(stepsOf({ hasLogServer: true }).at(-1), 'log_disk');
});

test('canonical JSON is that of RFC 8785', (t) => {
  // The example of its section 3.2.2, and the order of names of 3.2.3.
  const numbers = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27];
  const text = '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/';
  t.is(
    canonicalJson({ numbers, string: text, literals: [null, true, false] }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))) as object);
  t.deepEqual(sorted.toSorted(), names.toSorted());
  t.is(
    canonicalJson(Object.fromEntries(names.map((name) => [`-${name}`, 0]))),
    '{"-\\r":0,"-1":0,"-\u0080":0,"-\u00f6":0,"-\u20ac":0,"-\ud83d\ude00":0,"-\ufb33":0}',
  );
});
