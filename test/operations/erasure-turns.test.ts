import test from 'ava';
import { fileChecks, type ErasedFromLog } from '../../src/operations/erasure-files.ts';
import { erasureTexts } from '../../src/operations/erasure-texts.ts';
import { tenantTurns } from '../../src/operations/erasure-turns.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import { erasure } from '../../src/domain/erasure.ts';
import { stateAfter } from '../../src/domain/decider.ts';
import { erasureRequested } from '../support/events.ts';

const keyOf = (tenantId: string, number: number) => ({
  ...{ tenantId, collectionId: tenantId, erasureId: `${tenantId}${number}`, position: BigInt(number) },
});

test('tenants take turns, also from one round to the next: one with many erasures delays no other', (t) => {
  const turns = tenantTurns();
  const many = Array.from({ length: 20 }, (_, number) => keyOf('a', number));
  const first = turns([...many, keyOf('b', 30), keyOf('b', 31)]);
  t.deepEqual(
    [first(), first(), first(), first(), first()].map((key) => key?.erasureId),
    ['a0', 'b30', 'a1', 'b31', 'a2'],
  );
  // The round was over then; a tenant that has had no turn yet comes first, and `a`, which had the last one, at last.
  const second = turns([...many.slice(3), keyOf('b', 32), keyOf('c', 40)]);
  t.deepEqual(
    [second(), second(), second(), second()].map((key) => key?.erasureId),
    ['c40', 'b32', 'a3', 'a4'],
  );
});

/** An erasure of one ticket whose stream is erased. */
const erasedFromLog = (tenantId: string, position: bigint): ErasedFromLog => {
  const event = erasureRequested({ tenantId, collectionId: `of-${tenantId}`, ticketIds: ['1'] }, `e-${tenantId}`);
  const state = stateAfter(erasure, [event]);
  if (state.status === 'missing') throw new Error('It is not requested');
  return { erasure: state, position };
};

test('one rewrite and one search serve all erasures that wait; those of tenants whose earlier uploads run wait for these', async (t) => {
  let searches = 0;
  const rewrites: (readonly string[])[] = [];
  let result: string | undefined | typeof idle = idle;
  const kept = { save: () => Promise.resolve(), load: () => Promise.resolve([]), remove: () => Promise.resolve() };
  const running = [
    { userId: 'b', position: 3n },
    { userId: 'c', position: 9n },
  ];
  const check = fileChecks(
    {
      store: {} as never,
      questions: {} as never,
      searchLog: () => Promise.reject(new Error('Nothing was found')),
      uploads: { running: () => Promise.resolve(running as never), tickets: () => Promise.resolve([]) },
      files: { search: () => Promise.resolve({ files: (searches += 1), bytes: 1, found: new Map() }) },
      eraseTraces: (tenants) => {
        rewrites.push([...tenants]);
        return Promise.resolve(result);
      },
    },
    erasureTexts({ ...kept, ids: () => Promise.resolve([]) }),
    () => 0,
  );
  const waiting = ['a', 'b', 'c', 'd'].map((tenant) => erasedFromLog(tenant, 5n));
  const resultsOf = async () => [...(await check(waiting))].map(([id, seen]) => [id, 'proof' in seen]);
  // It is not their turn: only what is known without a rewrite is told.
  t.deepEqual(await resultsOf(), [['e-b', false]]);
  t.is(searches, 0);
  result = undefined;
  t.deepEqual((await resultsOf()).toSorted(), [
    ['e-a', true],
    ['e-b', false],
    ['e-c', true],
    ['e-d', true],
  ]);
  t.is(searches, 1);
  // It is for the tenants that it serves: those that wait for uploads have no part in it.
  t.deepEqual(rewrites, [
    ['a', 'c', 'd'],
    ['a', 'c', 'd'],
  ]);
  result = 'events.db is in use';
  t.like((await check(waiting)).get('e-a'), { waitsFor: 'events.db is in use' });
});
