import test from 'ava';
import fc from 'fast-check';
import type { AccountEvent } from '../../src/domain/account-events.ts';
import { account, type AccountState } from '../../src/domain/account.ts';
import { collection } from '../../src/domain/collection.ts';
import { type Decider, decisive, stateAfter } from '../../src/domain/decider.ts';
import { erasure, type ErasureEvent } from '../../src/domain/erasure.ts';
import { type Fact, type NewEvent, noUndoCounts, noUploadCounts } from '../../src/domain/events.ts';
import { gap } from '../../src/domain/gap.ts';
import { upload, type UploadEvent } from '../../src/domain/upload.ts';
import { namingEarlier, readDecisive } from '../../src/ports/decisive-events.ts';
import { countingReads } from '../support/counting-reads.ts';
import { erasureProven, erasureRequested } from '../support/events.ts';
import { pagesOf } from '../support/ticket-stream.ts';

const owner = { collectionId: 'c', userId: 'u' };
const name = { gapId: 'g', ...owner };

const ofCollection = fc.oneof(
  fc.record({ name: fc.option(fc.string(), { nil: undefined }), ticketUrl: fc.option(fc.string()) }).map((given) => ({
    type: 'CollectionConfigured' as const,
    data: { ...owner, ticketUrl: given.ticketUrl, ...(given.name !== undefined && { name: given.name }) },
  })),
  fc.record({ source: fc.constantFrom('a', 'b', 'c'), cursor: fc.option(fc.string()) }).map((given) => ({
    type: 'SyncAdvanced' as const,
    data: { ...owner, ...given },
  })),
);
const ofGap = fc.constantFrom(
  { type: 'GapDismissed' as const, data: name },
  { type: 'GapRestored' as const, data: name },
  { type: 'GapClosed' as const, data: { ...name, ticketIds: [], tried: 1, answered: 1 } },
  { type: 'GapReopened' as const, data: { ...name, tried: 1, answered: 0 } },
);

/** As streams are read: those that say the state before the newest event, and this. */
const asRead = <Event>(events: readonly Event[], subjects: Parameters<typeof decisive<Event>>[1]) => {
  let read: readonly Event[] = [];
  for (const event of events) read = [...decisive(read, subjects), event];
  return read;
};

test('the events of a collection or a gap that a command reads say the state that all of them make, and are few', (t) => {
  const created = { type: 'CollectionCreated' as const, data: { ...owner, name: 'x' } };
  fc.assert(
    fc.property(fc.array(ofCollection, { maxLength: 60 }), (events) => {
      const { subjects } = collection;
      const all = [created, ...events];
      const read = asRead(all, (event) => subjects?.(event) ?? { says: [] });
      t.deepEqual(stateAfter(collection, read), stateAfter(collection, all));
      t.true(read.length <= 8);
    }),
  );
  fc.assert(
    fc.property(fc.array(ofGap, { maxLength: 60 }), (events) => {
      const { subjects } = gap;
      const read = asRead(events, (event) => subjects?.(event) ?? { says: [] });
      t.deepEqual(stateAfter(gap, read), stateAfter(gap, events));
      t.true(read.length <= 3);
    }),
  );
});

const ofAccount = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('create', 'rename', 'revoke'),
      keyId: fc.constantFrom('a', 'b', 'c'),
      name: fc.string(),
    }),
    fc.record({ kind: fc.constantFrom('password', 'old password', 'sessions', 'API key', 'again'), name: fc.string() }),
  ),
  { maxLength: 60 },
);

type OfAccount = { readonly kind: string; readonly keyId?: string; readonly name: string };

/** As its deciders write them: tokens are valid from ever later seconds on. */
const accountEvent = ({ kind, keyId = '', name }: OfAccount, second: number): AccountEvent => {
  const userId = 'u';
  const key = { userId, keyId, name };
  switch (kind) {
    case 'create':
      return {
        type: 'AccessKeyCreated',
        data: { ...key, scopes: ['search'], collections: null, expiresAt: null, fingerprint: name },
      };
    case 'rename':
      return { type: 'AccessKeyRenamed', data: key };
    case 'revoke':
      return { type: 'AccessKeyRevoked', data: { userId, keyId } };
    case 'password':
      return { type: 'PasswordReplaced', data: { userId, passwordHash: name, tokensFrom: second } };
    case 'old password':
      return { type: 'PasswordReplaced', data: { userId, passwordHash: name } };
    case 'sessions':
      return { type: 'SessionsEnded', data: { userId, tokensFrom: second } };
    case 'API key':
      return { type: 'ApiKeyRotated', data: { userId, sealedApiKey: name, apiKeyFingerprint: name } };
    default:
      return { type: 'AccountDeleted', data: { userId, erasureId: 'e' } };
  }
};

const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId: 'u', email: 'e', passwordHash: 'h', plan: 'free', sealedApiKey: 's', apiKeyFingerprint: 'f' },
};

/** A stream in memory whose events name those before them, or as earlier versions wrote it. */
const streamOf = (events: readonly Fact[], decider: Pick<Decider<never, unknown, never>, 'subjects'>, from: number) => {
  const metadata = { at: '2026-01-02T03:04:05.000Z', commandId: 'c' };
  let named: readonly NewEvent[] = [];
  for (const [index, fact] of events.entries()) {
    const event = { ...fact, id: String(index), metadata };
    const past = named.map((one, revision) => ({ ...one, revision }));
    named = [...named, ...(index < from ? [event] : namingEarlier(past, [event], decider))];
  }
  return named.map((event, revision) => ({ ...event, stream: 's', revision, position: BigInt(revision + 1) }));
};

/** With the keys by their ids: one that is created twice, as none is, has the place of the first time or of the second. */
const inOrder = (state: AccountState) =>
  state.status === 'missing'
    ? state
    : { ...state, keys: [...state.keys].toSorted(([one], [other]) => (one < other ? -1 : 1)) };

test('what is read of an account is what all of its events make it, also where earlier versions have written a part of them', async (t) => {
  const property = fc.asyncProperty(ofAccount, fc.nat(60), async (steps, from) => {
    const facts = [
      registered,
      ...steps.flatMap((step, index): readonly AccountEvent[] => {
        const event = accountEvent(step, index + 1);
        return event.type === 'AccountDeleted' ? [event, registered] : [event];
      }),
    ];
    const all = streamOf(facts, account, from);
    const streams = { ...pagesOf(all, 7), read: () => Promise.reject(new Error('A whole stream was read')) };
    const read = await readDecisive(streams, 's', account);
    t.deepEqual(inOrder(stateAfter(account, read)), inOrder(stateAfter(account, all)));
    t.is(read.at(-1), all.at(-1));
    t.true(read.length <= 12, String(read.length));
  });
  await fc.assert(property, { numRuns: 200 });
});

test('of an upload that was begun again and again, and of an erasure in many parts, few events are read', async (t) => {
  const name = { uploadId: 'u', userId: 'me', collectionId: 'c' };
  const attempt = (run: string): readonly UploadEvent[] => [
    { type: 'UploadResumed', data: { ...name, run } },
    { type: 'UploadProgressed', data: { ...name, run, figures: noUploadCounts, skipped: [] } },
    { type: 'UploadInterrupted', data: { ...name, run, stored: 0, detail: 'gone' } },
  ];
  const started = { ...name, run: '0', surface: 'api', fileName: null, format: null, digest: 'aa' } as const;
  const ofUpload: readonly UploadEvent[] = [
    { type: 'UploadStarted', data: started },
    ...Array.from({ length: 50 }, (_, run) => attempt(String(run))).flat(),
    { type: 'UploadUndoStarted', data: { ...name, undoId: 'x', surface: 'web', keepsByHand: true } },
    ...Array.from({ length: 50 }, (_, after) => ({
      ...{ type: 'UploadUndoProgressed' as const },
      data: { ...name, undoId: 'x', after, figures: noUndoCounts },
    })),
    { type: 'UploadUndone', data: { ...name, undoId: 'x', figures: noUndoCounts } },
    { type: 'UploadExpired', data: { ...name, bytes: 0 } },
  ];
  for (let length = 1; length <= ofUpload.length; length += 1) {
    const all = streamOf(ofUpload.slice(0, length), upload, 0);
    const read = await readDecisive({ ...pagesOf(all), read: () => Promise.resolve([]) }, 's', upload);
    t.deepEqual(stateAfter(upload, read), stateAfter(upload, all), String(length));
    t.true(read.length <= 6);
  }
  const keys = Array.from({ length: 100 }, (_, key) =>
    accountEvent({ kind: 'create', keyId: String(key), name: '' }, 0),
  );
  const ofKeys = streamOf([registered, ...keys, accountEvent({ kind: 'sessions', name: '' }, 1)], account, 0);
  const counted = countingReads({
    ...pagesOf(ofKeys),
    read: () => Promise.resolve([]),
    appendAll: () => Promise.resolve([]),
  });
  t.is((await readDecisive(counted.streams, 's', account)).length, 102);
  t.true(counted.reads().pages <= 3, 'events that follow each other are read at once');

  const requested = erasureRequested({ tenantId: 'u1', collectionId: 'c1', ticketIds: ['1', '2'] }, 'e1');
  const [ticket] = requested.data.tickets;
  if (!ticket) return t.fail();
  const owner = { erasureId: 'e1', userId: 'u1', collectionId: 'c1' };
  const ofErasure: readonly ErasureEvent[] = [
    requested,
    ...Array.from({ length: 50 }, (_, part) => ({
      ...{ type: 'ErasureAmended' as const },
      data: { ...owner, tickets: [{ ...ticket, positions: [String(part)] }] },
    })),
    erasureProven(requested, 'hidden'),
    { type: 'ErasureHeldBack', data: { ...owner, left: 1 } },
  ];
  const all = streamOf(ofErasure, erasure, 0);
  const read = await readDecisive({ ...pagesOf(all), read: () => Promise.resolve([]) }, 's', erasure);
  t.deepEqual(stateAfter(erasure, read), stateAfter(erasure, all));
  t.is(read.length, 4);
});
