import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { gatewayEmbedder } from '../../../src/adapters/gateway/embedder.ts';
import { EmbeddingFailed } from '../../../src/domain/errors.ts';
import { apiKey, startGatewayEmbedder } from '../../support/gateway-embedder.ts';
import {
  answering,
  type Behaviour,
  type EmbeddingRow,
  flooding,
  late,
  rows,
} from '../../support/gateway-behaviours.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Заявка номер ${index}`);

const changed = (change: (row: EmbeddingRow) => unknown): Behaviour =>
  rows(([first, ...rest]) => [first && change(first), ...rest]);
const withNumber = (text: string): Behaviour =>
  answering(200, `{"data":[{"index":0,"embedding":[1,${text}]},{"index":1,"embedding":[1,2]}]}`);

test('texts are sent with the model and the key, and their vectors are returned in their order', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  const vectors = await embedder.embedTickets(['Нет сети', 'Нет звука']);
  const [request] = calls.requests;
  t.is(request?.headers.authorization, `Bearer ${apiKey}`);
  t.deepEqual(request?.body, { model: 'test-model', input: ['Нет сети', 'Нет звука'] });
  t.deepEqual(vectors, [await embedder.embedQuery('Нет сети'), await embedder.embedQuery('Нет звука')]);
  t.notDeepEqual(vectors[0], vectors[1]);
  t.true(vectors[0] instanceof Float32Array);
});

test('without a key no credential is sent, and a slash at the end of the address does not count', async (t) => {
  const { gateway, calls } = await startGatewayEmbedder(t);
  const plain = { gateway: { url: `${gateway.url}/`, apiKey: undefined }, model: 'm', dimensions: undefined };
  await gatewayEmbedder({ ...plain, maxCharacters: 100 }).embedQuery('Нет сети');
  t.is(calls.requests[0]?.headers.authorization, undefined);
  t.is(calls.requests[0]?.path, '/v1/embeddings');
});

test('dimensions are requested only if they are configured, and are known from the start then', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { dimensions: 64 });
  t.is(embedder.dimensions(), 64);
  t.is((await embedder.embedQuery('Нет сети')).length, 64);
  t.is(calls.requests[0]?.body.dimensions, 64);
});

test('the default model has 1536 dimensions without a request', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { model: 'text-embedding-3-small' });
  t.is(embedder.dimensions(), 1536);
  await t.throwsAsync(embedder.embedQuery('Нет сети'), { message: /a vector of 256 dimensions in place of 1536$/ });
  t.false('dimensions' in (calls.requests[0]?.body ?? {}));
});

test('dimensions that are not configured are those of the first reply, and enforced from then on', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  t.is(embedder.dimensions(), undefined);
  await embedder.embedQuery('Нет сети');
  t.is(embedder.dimensions(), 256);
  calls.next(rows(() => [{ index: 0, embedding: [1, 2, 3] }]));
  await t.throwsAsync(embedder.embedQuery('Нет сети'), { instanceOf: EmbeddingFailed });
  t.is(embedder.dimensions(), 256);
});

test('a text is cut by characters, none of them halved', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { maxCharacters: 3 });
  await embedder.embedTickets(['а😀бв', 'аб', '😀😀😀😀']);
  await embedder.embedQuery('а😀бв');
  t.deepEqual(calls.requests[0]?.body.input, ['а😀б', 'аб', '😀😀😀']);
  t.deepEqual(calls.requests[1]?.body.input, ['а😀б']);
});

test('many tickets are sent in small batches, at most four at a time, and their vectors returned in order', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  // No reply before four requests are open, and time enough for a fifth.
  calls.always(async (exchange) => {
    while (calls.maxConcurrent() < 4) await setTimeout(5);
    await late(20)(exchange);
  });
  const all = texts(300);
  const [one, two] = await Promise.all([embedder.embedTickets(all), embedder.embedTickets(texts(100))]);
  t.is(calls.maxConcurrent(), 4);
  t.true(calls.requests.every(({ body }) => (body.input ?? []).length <= 32));
  t.is(one.length, 300);
  t.deepEqual(one.slice(0, 100), two);
  t.deepEqual(one[299], await embedder.embedQuery(all[299] ?? ''));
});

test('no request carries more than 128 000 characters of many texts, and no texts need no request', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { maxCharacters: 200_000 });
  await embedder.embedTickets(['а'.repeat(100_000), 'б'.repeat(100_000), 'в', 'г'.repeat(150_000)]);
  t.deepEqual(calls.requests.map(({ body }) => body.input?.length).sort(), [1, 1, 2]);
  t.deepEqual(await embedder.embedTickets([]), []);
  t.is(calls.requests.length, 3);
});

for (const [name, behaviour] of Object.entries<Behaviour>({
  'that is no JSON': answering(200, '<html>'),
  'without data': answering(200, '{}'),
  'whose data is no list of objects': answering(200, '{"data":[1,null]}'),
  'with a vector too few': rows(([first]) => [first]),
  'with a vector too many': rows((data) => [...data, { index: 2, embedding: [1] }]),
  'with one vector shorter than the other': changed((row) => ({ ...row, embedding: row.embedding.slice(1) })),
  'with empty vectors': rows((data) => data.map((row) => ({ ...row, embedding: [] }))),
  'with null in a vector': withNumber('null'),
  'with NaN in a vector': withNumber('NaN'),
  'with a word in a vector': withNumber('"1"'),
  'with a number beyond float32': withNumber('1e39'),
  'with a zero vector': changed((row) => ({ ...row, embedding: row.embedding.map(() => 0) })),
  'with a vector that is zero as float32': changed((row) => ({ ...row, embedding: row.embedding.map(() => 1e-60) })),
  'with base64 in place of numbers': changed((row) => ({ ...row, embedding: 'AACAPw==' })),
  'with an index twice': changed((row) => ({ ...row, index: 1 })),
  'with an index out of range': changed((row) => ({ ...row, index: 2 })),
  'with an index that is no number': changed((row) => ({ ...row, index: '0' })),
})) {
  test(`a reply ${name} is a failed reply`, async (t) => {
    const { calls, embedder } = await startGatewayEmbedder(t);
    calls.next(behaviour);
    await t.throwsAsync(embedder.embedTickets(['Нет сети', 'Нет звука']), {
      instanceOf: EmbeddingFailed,
      message: /^Embedding gateway sent an unusable reply: [\w \d]+$/,
    });
    t.is(embedder.dimensions(), undefined);
    t.is(calls.requests.length, 1);
  });
}

test('vectors are ordered by their index, or by position if there is none', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  const wanted = await embedder.embedTickets(['Нет сети', 'Нет звука', 'Нет света']);
  calls.next(rows((data) => data.toReversed()));
  t.deepEqual(await embedder.embedTickets(['Нет сети', 'Нет звука', 'Нет света']), wanted);
  calls.next(rows((data) => data.map(({ embedding }) => ({ embedding }))));
  t.deepEqual(await embedder.embedTickets(['Нет сети', 'Нет звука', 'Нет света']), wanted);
});

test('a reply without end is read up to 64 MiB and fails', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  calls.next(flooding());
  await t.throwsAsync(embedder.embedQuery('Нет сети'), { message: 'Embedding gateway sent more than 64 MiB' });
  t.is(calls.requests.length, 1);
});
