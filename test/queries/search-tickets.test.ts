import test from 'ava';
import { EmbeddingFailed, ModelChanged, Unavailable } from '../../src/domain/errors.ts';
import type { EmbeddingModel } from '../../src/domain/events.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Hit, IndexSnapshot, TicketIndex } from '../../src/ports/ticket-index.ts';
import { type Search, searchTickets, writeAnswer } from '../../src/queries/search-tickets.ts';
import { collectionId, hitOf, tenantId } from '../support/indexed-tickets.ts';

const old = { model: 'old', dimensions: 2 };
const now = { model: 'now', dimensions: 3 };
const search = { tenantId, collectionId, query: 'Не приходит письмо', generateAnswer: false };

type Models = {
  readonly stale: EmbeddingModel | undefined;
  readonly current: EmbeddingModel | undefined;
  /** Models whose embedder fails. */
  readonly failing?: (model: string) => boolean;
  /** What is found; by default a ticket of the model's name. */
  readonly hits?: readonly Hit[];
};

const levels = { verySimilar: 0.7, similar: 0.4 };

/** A search over an index whose stale snapshot may have another model than the current one; `calls` lists the calls in order. */
const searching = ({ stale, current, failing = () => false, hits }: Models) => {
  const calls: string[] = [];
  const decided: unknown[] = [];
  const answerOdds: Embedder['answerOdds'] = (question, found) => {
    decided.push([question, found.map(({ ticketId }) => ticketId)]);
    return 2;
  };
  const indexOf = (model: EmbeddingModel | undefined): IndexSnapshot | undefined =>
    model && {
      model,
      nearest: ({ vector }) => {
        calls.push(`nearest by ${vector.length}`);
        if (model !== current) throw new ModelChanged();
        return Promise.resolve(hits ?? [hitOf(model.model)]);
      },
    };
  const index: TicketIndex = {
    snapshot: (how) => {
      calls.push(how?.allowStale ? 'stale' : 'current');
      return Promise.resolve(indexOf(how?.allowStale ? stale : current));
    },
  };
  const embedder = (model: EmbeddingModel): Embedder => ({
    model: model.model,
    dimensions: () => undefined,
    similarityLevels: model === now ? levels : undefined,
    scoreNoise: model === now ? 0.02 : undefined,
    answerOdds: model === now ? answerOdds : undefined,
    batchSize: 1,
    embedTickets: () => Promise.resolve([]),
    embedQuery: () =>
      failing(model.model)
        ? Promise.reject(new EmbeddingFailed(`No answer from ${model.model}`))
        : Promise.resolve(new Float32Array(model.dimensions).fill(1)),
  });
  const embedders = { configured: embedder(now), of: embedder, named: () => undefined };
  const run = (wanted?: Partial<Search>) => searchTickets({ index, embedders })({ ...search, ...wanted });
  const ids = async () => (await run()).sources.map(({ ticketId }) => ticketId);
  return { ids, calls, run, decided, index, embedders };
};

test('tenants take turns: of 30 searches of one that are embedded in this thread, hardly any end before the one of another', async (t) => {
  const { index, embedders } = searching({ stale: now, current: now });
  const busy = (model: EmbeddingModel): Embedder => ({
    ...embedders.of(model),
    embedQuery: () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return Promise.resolve(new Float32Array(model.dimensions).fill(1));
    },
  });
  const run = searchTickets({ index, embedders: { ...embedders, of: busy } });
  let ended = 0;
  const many = Array.from({ length: 30 }, async (_, number) => {
    await run({ ...search, query: `Не приходит письмо ${number}` });
    ended += 1;
  });
  await run({ ...search, tenantId: 'another' });
  t.true(ended <= 5, String(ended));
  await Promise.all(many);
});

test('a search uses the stale snapshot, and calls nothing else', async (t) => {
  const { ids, calls } = searching({ stale: now, current: now });
  t.deepEqual(await ids(), ['now']);
  t.deepEqual(calls, ['stale', 'nearest by 3']);
});

test('for different solutions more neighbours are read, and still more only if these have fewer than are returned', async (t) => {
  const ticket = (id: number, solution: string) => ({
    ...hitOf(String(id)),
    fullText: `Категория: \nПроблема: Беда ${id}\nРешение: ${solution}`,
  });
  const countsFor = async (hits: readonly Hit[], isDistinct?: boolean) => {
    const counts: number[] = [];
    const { embedders } = searching({ stale: now, current: now });
    const nearest: IndexSnapshot['nearest'] = ({ count }) => {
      counts.push(count);
      return Promise.resolve(hits.slice(0, count));
    };
    const index: TicketIndex = { snapshot: () => Promise.resolve({ model: now, nearest }) };
    const { sources } = await searchTickets({ index, embedders })({ ...search, isDistinct });
    return [counts, sources.map(({ copies }) => copies?.length)];
  };
  const different = Array.from({ length: 200 }, (_, id) => ticket(id, `Решение ${id}`));
  const same = Array.from({ length: 200 }, (_, id) => ticket(id, 'Одно решение'));
  t.deepEqual(await countsFor(different), [[5], [undefined, undefined, undefined, undefined, undefined]]);
  t.deepEqual(await countsFor(different, true), [[10], [0, 0, 0, 0, 0]]);
  t.deepEqual(await countsFor([...same.slice(0, 5), ...different], true), [[10], [4, 0, 0, 0, 0]]);
  t.deepEqual(await countsFor([...same.slice(0, 20), ...different], true), [
    [10, 30],
    [19, 0, 0, 0, 0],
  ]);
  t.deepEqual(await countsFor(same, true), [[10, 30], [29]]);
  t.deepEqual(await countsFor(same.slice(0, 20), true), [[10, 30], [19]]);
});

test('before a model was chosen nothing is found', async (t) => {
  t.deepEqual(await searching({ stale: undefined, current: undefined }).ids(), []);
});

test('if another model is in use, the query is embedded with that one and the search repeated', async (t) => {
  const { ids, calls } = searching({ stale: old, current: now });
  t.deepEqual(await ids(), ['now']);
  t.deepEqual(calls, ['stale', 'nearest by 2', 'current', 'nearest by 3']);
});

test('a stale model that can no longer be called is replaced by the one in use', async (t) => {
  const { ids } = searching({ stale: old, current: now, failing: (model) => model === 'old' });
  t.deepEqual(await ids(), ['now']);
});

test('an error of the model in use is thrown, and it is not called again', async (t) => {
  const { ids, calls } = searching({ stale: now, current: now, failing: () => true });
  await t.throwsAsync(ids(), { instanceOf: EmbeddingFailed, message: 'No answer from now' });
  t.deepEqual(calls, ['stale', 'current']);
});

test('a model that changes again and again is an error for the caller, not an endless search', async (t) => {
  const index: TicketIndex = {
    snapshot: () => Promise.resolve({ model: old, nearest: () => Promise.reject(new ModelChanged()) }),
  };
  const vector = Promise.resolve(Float32Array.of(1, 1));
  const embedder = {
    model: 'old',
    dimensions: () => 2,
    batchSize: 1,
    embedTickets: () => Promise.resolve([]),
    embedQuery: () => vector,
  };
  const embedders = { configured: embedder, of: () => embedder, named: () => undefined };
  const error = await t.throwsAsync(searchTickets({ index, embedders })(search), { instanceOf: Unavailable });
  t.is(error.message, 'The model was changed; search again');
});

test('a search for sources and one for the answer embed the query once', async (t) => {
  let calls = 0;
  const vector = () => {
    calls += 1;
    return Promise.resolve(Float32Array.of(1, 1));
  };
  const hit = hitOf('7');
  const index: TicketIndex = { snapshot: () => Promise.resolve({ model: old, nearest: () => Promise.resolve([hit]) }) };
  const embedder: Embedder = {
    model: 'old',
    dimensions: () => 2,
    batchSize: 1,
    embedTickets: () => Promise.resolve([]),
    embedQuery: vector,
  };
  const embedders = { configured: embedder, of: () => embedder, named: () => undefined };
  const run = searchTickets({ index, embedders });
  await run(search);
  t.deepEqual((await run({ ...search, generateAnswer: true })).sources, [hit]);
  t.is(calls, 1);
});

test('a query of masks, marks and links alone has no words: nothing is embedded and nothing found', async (t) => {
  for (const query of [
    '[ИМЯ] [ТЕЛЕФОН]',
    'Иванов Пётр, +7 912 345-67-89',
    'a@example.com',
    '?! …',
    'https://example.com/a',
  ]) {
    const { run, calls } = searching({ stale: now, current: now });
    t.deepEqual((await run({ query })).sources, [], query);
    t.deepEqual(calls, [], query);
  }
  t.is((await searching({ stale: now, current: now }).run({ query: '[ИМЯ]: 500' })).sources.length, 1);
});

test('a search has the levels of the model that it was answered with, and none of another', async (t) => {
  t.is((await searching({ stale: now, current: now }).run()).similarityLevels, levels);
  t.is((await searching({ stale: now, current: old }).run()).similarityLevels, undefined);
});

test('a search for an answer has the odds of one, by the model that found the tickets; one for sources alone has none', async (t) => {
  const search = searching({ stale: now, current: now });
  t.is((await search.run({ generateAnswer: true })).answerOdds, 2);
  t.is((await search.run()).answerOdds, undefined);
  t.deepEqual(search.decided, [['Не приходит письмо', ['now']]]);
  t.is((await searching({ stale: now, current: old }).run({ generateAnswer: true })).answerOdds, undefined);
});

test('a flagged ticket stays where it was found, and an answer is decided and written from one that is as near', async (t) => {
  const hits = [
    { ...hitOf('1'), isFlagged: true },
    { ...hitOf('2'), score: 0.99 },
    { ...hitOf('3'), score: 0.9 },
  ];
  const search = searching({ stale: now, current: now, hits });
  const found = await search.run({ generateAnswer: true });
  t.deepEqual(found.sources, hits);
  t.deepEqual(search.decided, [['Не приходит письмо', ['2', '1', '3']]]);
  const given: (readonly string[])[] = [];
  const answer = writeAnswer({
    ...{ model: 'chat', promptVersion: 2 },
    write: ({ sources }) => {
      given.push(sources.map(({ ticketId }) => ticketId));
      return Promise.resolve({ kind: 'written', text: 'Проверьте почту.' });
    },
  });
  t.deepEqual((await answer(found)).cited, ['2']);
  t.deepEqual((await answer({ ...found, scoreNoise: undefined })).cited, ['1']);
  t.deepEqual(given, [
    ['2', '1', '3'],
    ['1', '2', '3'],
  ]);
});
