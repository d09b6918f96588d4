import test from 'ava';
import { fileChecks, type ErasedFromLog } from '../../src/operations/erasure-files.ts';
import { erasureTexts } from '../../src/operations/erasure-texts.ts';
import { recheckSchedule, seldomListed, tenantTurns } from '../../src/operations/erasure-turns.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import { erasure } from '../../src/domain/erasure.ts';
import { stateAfter } from '../../src/domain/decider.ts';
import { erasureRequested } from '../support/events.ts';

const keyOf = (tenantId: string, number: number) => ({
  ...{ tenantId, collectionId: tenantId, erasureId: `${tenantId}${number}`, position: BigInt(number) },
});

/** Erasures with so many turns of so many milliseconds each; `order` are the tenants of the turns. */
const takingTurns = (turnsOf: Readonly<Record<string, { readonly turns: number; readonly ms: number }>>) => {
  let time = 0;
  const order: string[] = [];
  const turns = tenantTurns(
    async function* ({ tenantId, erasureId }) {
      const { turns: count = 1, ms = 5 } = turnsOf[tenantId] ?? {};
      for (let turn = 1; ; turn += 1) {
        order.push(tenantId);
        time += ms;
        await Promise.resolve();
        if (turn === count) return erasureId;
        yield;
      }
    },
    () => time,
  );
  const { signal: term } = new AbortController();
  const run = async (keys: Parameters<typeof turns.advance>[0], maxTurns = Infinity, inTerm = term) => {
    const end = order.length + maxTurns;
    const ended: string[] = [];
    const isOver = () => order.length >= end;
    for await (const [, erasureId] of turns.advance(keys, { term: inTerm, isOver })) ended.push(erasureId);
    return ended;
  };
  return { run, order, areUnderWay: turns.areUnderWay };
};

test('a tenant with large erasures, or many, delays no other', async (t) => {
  const many = Array.from({ length: 20 }, (_, number) => keyOf('a', number));
  const small = takingTurns({});
  t.deepEqual((await small.run([...many, keyOf('b', 30), keyOf('b', 31)])).slice(0, 4), ['a0', 'b30', 'a1', 'b31']);
  const large = takingTurns({ a: { turns: 20, ms: 100 }, b: { turns: 6, ms: 5 } });
  t.is((await large.run([...many, keyOf('b', 30)]))[0], 'b30');
  t.is(large.order.slice(0, 10).join(''), 'abbbbbbaaa');
});

test('an erasure that has not ended goes on in the next round, and begins anew where another process has led since', async (t) => {
  const { run, order, areUnderWay } = takingTurns({ a: { turns: 6, ms: 20 } });
  const keys = [keyOf('a', 1), keyOf('a', 2)];
  t.deepEqual(await run(keys, 4), []);
  t.true(areUnderWay());
  // A tenant that comes later owes nothing of what others have used before.
  t.deepEqual(await run([...keys, keyOf('c', 3)], 3), ['c3', 'a1']);
  t.is(order.join(''), 'aaaacaa');
  const ended = new AbortController();
  await run([keyOf('a', 2)], 5, ended.signal);
  ended.abort();
  t.deepEqual(await run([keyOf('a', 2)], 5), []);
  t.deepEqual(await run([], 1), ['a2']);
  t.false(areUnderWay());
});

test('of more tenants than have an erasure in memory, the others begin when one has ended', async (t) => {
  const tenants = Array.from({ length: 17 }, (_, number) => `t${number}`);
  const { run, order } = takingTurns(Object.fromEntries(tenants.map((tenant) => [tenant, { turns: 2, ms: 5 }])));
  const ended = await run(tenants.map((tenant, number) => keyOf(tenant, number)));
  t.is(ended.length, 17);
  t.is(new Set(order.slice(0, 17)).size, 16);
});

const requestedAt = new Date('2026-05-01T10:00:00Z');

/** An erasure of one ticket whose stream is erased. */
const erasedFromLog = (tenantId: string, position: bigint): ErasedFromLog => {
  const event = erasureRequested({ tenantId, collectionId: `of-${tenantId}`, ticketIds: ['1'] }, `e-${tenantId}`);
  const state = stateAfter(erasure, [event]);
  if (state.status === 'missing') throw new Error('It is not requested');
  return { erasure: { ...state, requestedAt }, position };
};

test('one rewrite and one search serve all erasures that wait; those of tenants whose earlier uploads run, or whose earlier bodies are on disk, or whose answers came meanwhile, wait for these', async (t) => {
  let searches = 0;
  const rewrites: (readonly string[])[] = [];
  let result: string | undefined | typeof idle = idle;
  const late = new Set<string>();
  const kept = { save: () => Promise.resolve(), load: () => Promise.resolve([]), remove: () => Promise.resolve() };
  const running = [
    { userId: 'b', position: 3n },
    { userId: 'c', position: 9n },
  ];
  const after = (tenantId: string, erasedBefore: bigint) => ({ tenantId, erasedBefore, id: '' });
  let bodies = [after('d', 0n), after('d', 4n), after('c', 5n)];
  const check = fileChecks(
    {
      store: { readPage: () => Promise.resolve([{}]) } as never,
      questions: {
        erased: ({ collectionId }: { readonly collectionId: string }) =>
          Promise.resolve(late.has(collectionId) ? [{ answerId: '' }] : []),
      } as never,
      searchLog: () => Promise.reject(new Error('Nothing was found')),
      uploads: { running: () => Promise.resolve(running as never) },
      files: {
        bodies: () => Promise.resolve(bodies),
        search: () => Promise.resolve({ files: (searches += 1), bytes: 1, found: new Map() }),
      },
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
  t.deepEqual(await resultsOf(), [
    ['e-b', false],
    ['e-d', false],
  ]);
  // What comes of an account after its deletion is no other copy.
  t.deepEqual([...(await check([{ ...erasedFromLog('c', 5n), isAccount: true }])).keys()], ['e-c']);
  t.like((await check(waiting)).get('e-d'), { waitsFor: '2 files that were being sent or read may hold the texts' });
  t.is(searches, 0);
  bodies = [after('c', 5n)];
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
    ['a', 'c'],
    ['a', 'c'],
    ['a', 'c', 'd'],
  ]);
  // What an answer has that came meanwhile is in an event, and would be no trace.
  late.add('of-a');
  const seen = await check(waiting);
  t.like(seen.get('e-a'), { waitsFor: 'an answer from the tickets was recorded meanwhile', soon: true });
  t.true('proof' in (seen.get('e-c') ?? {}));
  result = 'events.db is in use';
  t.like((await check(waiting)).get('e-a'), { waitsFor: 'events.db is in use' });
});

test('looks at files are counted through what an erasure waits for between them, and anew once it has not waited', (t) => {
  let time = 0;
  const { leftTexts, checked, isDue } = recheckSchedule({ first: 1, max: 4, looks: 3, afterLast: 100 }, () => time);
  for (const waits of ['soon', 'later'] as const) {
    t.false(leftTexts('a', false));
    t.false(isDue('a'));
    checked('a', waits);
    t.is(isDue('a'), waits === 'soon');
    t.false(leftTexts('a', false));
    checked('a', waits);
    t.true(leftTexts('a', false));
    time += 99;
    t.false(isDue('a'));
    time += 1;
    t.true(isDue('a'));
    checked('a', 'no');
  }
});

test('a list that takes long is read for a share of the time only', async (t) => {
  let [time, lists, costs] = [1_000, 0, 0];
  const listed = seldomListed(
    async () => {
      lists += 1;
      time += costs;
      return Promise.resolve([lists]);
    },
    () => time,
  );
  t.deepEqual([await listed(), await listed()], [[1], [2]], 'one that costs nothing is always new');
  costs = 50;
  t.deepEqual(await listed(), [3]);
  time += 449;
  t.deepEqual(await listed(), [3]);
  time += 1;
  t.deepEqual(await listed(), [4]);
});
