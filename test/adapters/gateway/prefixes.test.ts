import test, { type ExecutionContext } from 'ava';
import { gatewayEmbedders } from '../../../src/adapters/gateway/embedders.ts';
import { startGateway } from '../../support/gateway.ts';
import { startGatewayEmbedder } from '../../support/gateway-embedder.ts';

const model = 'e5 ["query: ","passage: "]';

test('each text gets the prefix of its kind, and the gateway the bare name', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { model });
  await embedder.embedTickets(['Нет сети', 'Нет звука']);
  await embedder.embedQuery('Нет сети');
  t.deepEqual(
    calls.requests.map(({ body }) => body),
    [
      { model: 'e5', input: ['passage: Нет сети', 'passage: Нет звука'] },
      { model: 'e5', input: ['query: Нет сети'] },
    ],
  );
  t.is(embedder.model, model);
  t.is((await startGatewayEmbedder(t, { model: 'e5 ["",""]' })).embedder.model, 'e5');
});

test('a known length is that of the bare name', async (t) => {
  const { embedder } = await startGatewayEmbedder(t, { model: 'text-embedding-3-small ["q",""]' });
  t.is(embedder.dimensions(), 1536);
});

test('the prefix counts towards the characters that are sent, in one text and in a request', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, { model, maxCharacters: 15 });
  await embedder.embedTickets(['Нет сети в офисе']);
  await embedder.embedQuery('Нет сети в офисе');
  t.deepEqual(
    calls.requests.map(({ body }) => body.input),
    [['passage: Нет се'], ['query: Нет сети']],
  );
  const long = await startGatewayEmbedder(t, { model, maxCharacters: 100_000 });
  await long.embedder.embedTickets(['x'.repeat(64_000), 'x'.repeat(63_990)]);
  t.is(long.calls.requests.length, 2, 'both together have 128 008 characters');
});

const embeddersWithPrefixes = async (t: ExecutionContext) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const inputOf = async (text: string, embed?: (text: string) => Promise<unknown>) => {
    await embed?.(text);
    const { body } = gateway.embeddings.requests.at(-1) ?? {};
    return `${body?.model} ${body?.input?.[0]}`;
  };
  const similarityLevels = { verySimilar: 0.9, similar: 0.8 };
  const embedders = gatewayEmbedders({
    ...{ gateway: { url: gateway.url, apiKey: undefined }, model, maxCharacters: 8000 },
    ...{ dimensions: undefined, similarityLevels },
  });
  return { embedders, inputOf };
};

test('the chosen model is called with its own prefixes, whatever is configured', async (t) => {
  const { embedders, inputOf } = await embeddersWithPrefixes(t);
  for (const [chosen, sent] of [
    ['e5', 'e5 Нет сети'],
    ['e5 ["q: ",""]', 'e5 q: Нет сети'],
    [model, 'e5 query: Нет сети'],
    ['frida ["search_query: ","search_document: "]', 'frida search_query: Нет сети'],
  ] as const) {
    const embedder = embedders.of({ model: chosen, dimensions: 256 });
    t.is(await inputOf('Нет сети', embedder?.embedQuery), sent);
    t.is(embedder?.model, chosen);
    t.is(embedder?.similarityLevels !== undefined, chosen === model, 'levels are those of the configured model alone');
  }
});

test('a model to change to has the configured prefixes if it is the configured one, and those of its name otherwise', async (t) => {
  const { embedders, inputOf } = await embeddersWithPrefixes(t);
  const sent = (name: string) => inputOf('Нет сети', embedders.named(name, undefined)?.embedQuery);
  t.is(await sent('e5'), 'e5 query: Нет сети');
  t.is(await sent(model), 'e5 query: Нет сети');
  t.is(await sent('e5 ["",""]'), 'e5 Нет сети');
  t.is(await sent('e5 ["q: ",""]'), 'e5 q: Нет сети');
  t.is(await sent('other'), 'other Нет сети');
});
