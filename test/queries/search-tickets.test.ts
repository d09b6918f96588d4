import test from 'ava';
import { EmbeddingFailed, ModelChanged, Unavailable } from '../../src/domain/errors.ts';
import type { EmbeddingModel } from '../../src/domain/events.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Hit, IndexSnapshot, TicketIndex } from '../../src/ports/ticket-index.ts';
import { searchTickets } from '../../src/queries/search-tickets.ts';
import { collectionId, tenantId } from '../support/indexed-tickets.ts';

const old = { model: 'old', dimensions: 2 };
const now = { model: 'now', dimensions: 3 };
const search = { tenantId, collectionId, query: 'Не приходит письмо', generateAnswer: false };

type World = {
  readonly remembered: EmbeddingModel | undefined;
  readonly inUse: EmbeddingModel | undefined;
  /** Fails in place of embedding. */
  readonly failing?: (model: string) => boolean;
};

/** A search over an index that remembers one model and has another in use; `asked` tells what was asked in what order. */
const searching = ({ remembered, inUse, failing = () => false }: World) => {
  const asked: string[] = [];
  const indexOf = (model: EmbeddingModel | undefined): IndexSnapshot | undefined =>
    model && {
      model,
      nearest: ({ vector }) => {
        asked.push(`nearest by ${vector.length}`);
        if (model !== inUse) throw new ModelChanged();
        const hit: Hit = { ticketId: model.model, score: 1, category: '', fullText: '' };
        return Promise.resolve([hit]);
      },
    };
  const index: TicketIndex = {
    snapshot: (how) => {
      asked.push(how?.allowStale ? 'remembered' : 'in use');
      return Promise.resolve(indexOf(how?.allowStale ? remembered : inUse));
    },
  };
  const embedder = (model: EmbeddingModel): Embedder => ({
    ...{ model: model.model, dimensions: () => undefined, batchSize: 1, embedTickets: () => Promise.resolve([]) },
    embedQuery: () =>
      failing(model.model)
        ? Promise.reject(new EmbeddingFailed(`No answer from ${model.model}`))
        : Promise.resolve(new Float32Array(model.dimensions).fill(1)),
  });
  const embedders = { configured: embedder(now), of: embedder, named: () => undefined };
  const answers = { write: () => Promise.reject(new Error('Nobody asked for an answer')) };
  const ids = async () =>
    (await searchTickets({ index, embedders, answers })(search)).sources.map(({ ticketId }) => ticketId);
  return { ids, asked };
};

test('a search takes the index as it is remembered, and asks nothing else', async (t) => {
  const { ids, asked } = searching({ remembered: now, inUse: now });
  t.deepEqual(await ids(), ['now']);
  t.deepEqual(asked, ['remembered', 'nearest by 3']);
});

test('before a model was chosen nothing is found', async (t) => {
  t.deepEqual(await searching({ remembered: undefined, inUse: undefined }).ids(), []);
});

test('where another model came into use, the query is embedded with that one and asked again', async (t) => {
  const { ids, asked } = searching({ remembered: old, inUse: now });
  t.deepEqual(await ids(), ['now']);
  t.deepEqual(asked, ['remembered', 'nearest by 2', 'in use', 'nearest by 3']);
});

test('a remembered model that can no longer be called gives way to the one in use', async (t) => {
  const { ids } = searching({ remembered: old, inUse: now, failing: (model) => model === 'old' });
  t.deepEqual(await ids(), ['now']);
});

test('where the model in use fails its failure is told, and it is not called again', async (t) => {
  const { ids, asked } = searching({ remembered: now, inUse: now, failing: () => true });
  await t.throwsAsync(ids(), { instanceOf: EmbeddingFailed, message: 'No answer from now' });
  t.deepEqual(asked, ['remembered', 'in use']);
});

test('a model that changes again and again is an error for the caller, not an endless search', async (t) => {
  const index: TicketIndex = {
    snapshot: () => Promise.resolve({ model: old, nearest: () => Promise.reject(new ModelChanged()) }),
  };
  const vector = Promise.resolve(Float32Array.of(1, 1));
  const embedder = {
    ...{ model: 'old', dimensions: () => 2, batchSize: 1 },
    ...{ embedTickets: () => Promise.resolve([]), embedQuery: () => vector },
  };
  const embedders = { configured: embedder, of: () => embedder, named: () => undefined };
  const answers = { write: () => Promise.reject(new Error('Nobody asked for an answer')) };
  const error = await t.throwsAsync(searchTickets({ index, embedders, answers })(search), { instanceOf: Unavailable });
  t.is(error.message, 'The model was changed; search again');
});

test('sources first and their answer next embed the query once', async (t) => {
  let calls = 0;
  const vector = () => {
    calls += 1;
    return Promise.resolve(Float32Array.of(1, 1));
  };
  const hit: Hit = { ticketId: '7', score: 1, category: '', fullText: '' };
  const index: TicketIndex = { snapshot: () => Promise.resolve({ model: old, nearest: () => Promise.resolve([hit]) }) };
  const embedder: Embedder = {
    ...{ model: 'old', dimensions: () => 2, batchSize: 1 },
    ...{ embedTickets: () => Promise.resolve([]), embedQuery: vector },
  };
  const embedders = { configured: embedder, of: () => embedder, named: () => undefined };
  const answers = { write: () => Promise.resolve({ kind: 'written', text: 'Проверьте почту.' } as const) };
  const run = searchTickets({ index, embedders, answers });
  t.is((await run(search)).answer, null);
  t.is((await run({ ...search, generateAnswer: true })).answer, 'Проверьте почту.\nОсновано на тикете №7');
  t.is(calls, 1);
});
