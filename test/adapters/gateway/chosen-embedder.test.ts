import test from 'ava';
import { chosenEmbedder } from '../../../src/adapters/gateway/chosen-embedder.ts';
import { startGatewayEmbedder } from '../../support/gateway-embedder.ts';

const maxCharacters = 8000;

test('a model that gives the chosen length by itself is not asked for one', async (t) => {
  const { gateway, calls, embedder: configured } = await startGatewayEmbedder(t);
  const { length } = await configured.embedQuery('Нет сети');
  const chosen = { model: 'chosen-model', dimensions: length };
  const embedder = chosenEmbedder({ gateway: { url: gateway.url, apiKey: undefined }, maxCharacters }, chosen);
  t.is((await embedder.embedTickets(['Нет сети', 'Нет звука']))[0]?.length, length);
  t.deepEqual([embedder.model, embedder.dimensions()], ['chosen-model', length]);
  t.deepEqual(calls.requests.at(-1)?.body, { model: 'chosen-model', input: ['Нет сети', 'Нет звука'] });
});

test('a model that gives another length is asked for the chosen one from then on', async (t) => {
  const { gateway, calls } = await startGatewayEmbedder(t);
  const chosen = { model: 'chosen-model', dimensions: 7 };
  const embedder = chosenEmbedder({ gateway: { url: gateway.url, apiKey: undefined }, maxCharacters }, chosen);
  t.is((await embedder.embedQuery('Нет сети')).length, 7);
  t.is((await embedder.embedTickets(['Нет звука']))[0]?.length, 7);
  t.deepEqual(
    calls.requests.map(({ body }) => body.dimensions),
    [undefined, 7, 7],
  );
});
