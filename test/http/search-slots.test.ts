import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { findTickets, searchSlots } from '../../src/http/search.ts';

const nothing = { embeddingModel: null, milliseconds: { embedding: 0, search: 0 }, sent: [] };

/** Searches of a tenant, which end when they are told to. */
const searching = () => {
  const ends: (() => void)[] = [];
  const outcomes: string[] = [];
  const dependencies: Parameters<typeof findTickets>[0] = {
    findCollection: (caller, id) => Promise.resolve({ id, userId: caller.userId, notNames: [] } as never),
    search: ({ query }) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ends.push(() => resolve(undefined));
      return promise.then(() => ({ question: query, sources: [], work: nothing }));
    },
    sourcesLeft: ({ sources }) => Promise.resolve(sources),
    searched: ({ outcome }) => outcomes.push(outcome),
    limit: searchSlots(),
    record: undefined,
    newId: () => '',
  };
  const ask = (userId: string, { waitsForModel = false, reply = () => Promise.resolve(undefined) } = {}) => {
    const leaving = new AbortController();
    const caller = { userId, scopes: [], collections: null };
    const waiter = { customer: userId, signal: leaving.signal };
    const asked = { collectionId: 'c', query: 'Не печатает', generateAnswer: waitsForModel, waitsForModel };
    const result = findTickets(
      dependencies,
      { ...asked, caller, surface: 'api', isRecorded: false, waiter },
      async () => {
        await reply();
        return { outcome: 'sources-only' };
      },
    );
    return { result, leave: () => leaving.abort(new Error('left')) };
  };
  return { ask, ends, outcomes };
};

const settled = async () => {
  for (let count = 0; count < 20; count += 1) await setImmediate();
};

test('sixteen searches of a tenant run at a time, one that waits ends with its client, and another tenant does not wait', async (t) => {
  const { ask, ends, outcomes } = searching();
  const some = Array.from({ length: 17 }, () => ask('a'));
  const last = ask('a');
  await settled();
  t.is(ends.length, 16);
  last.leave();
  await t.throwsAsync(last.result, { message: 'left' });
  t.deepEqual(outcomes, ['abandoned']);
  const other = ask('b');
  await settled();
  t.is(ends.length, 17);
  ends[16]?.();
  await other.result;
  ends[0]?.();
  await some[0]?.result;
  await settled();
  t.is(ends.length, 18);
  for (const end of ends) end();
  await Promise.all(some.map(({ result }) => result));
  t.is(ends.length, 18);
});

test('a search has its slot until its reply is written, unless that waits for a model', async (t) => {
  const { ask, ends } = searching();
  const written = Promise.withResolvers<undefined>();
  const reply = () => written.promise;
  const slow = Array.from({ length: 20 }, () => ask('a', { waitsForModel: true, reply }));
  for (let count = 0; count < 20; count += 1) {
    await settled();
    ends[count]?.();
  }
  await settled();
  t.is(ends.length, 20);
  const short = Array.from({ length: 17 }, () => ask('a', { reply }));
  await settled();
  t.is(ends.length, 36);
  for (const end of ends) end();
  await settled();
  t.is(ends.length, 36, 'the replies are not written');
  written.resolve(undefined);
  await settled();
  for (const end of ends) end();
  await Promise.all([...slow, ...short].map(({ result }) => result));
});
