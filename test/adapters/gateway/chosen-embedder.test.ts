import test from 'ava';
import { chosenEmbedder } from '../../../src/adapters/gateway/chosen-embedder.ts';
import { startGatewayEmbedder } from '../../support/gateway-embedder.ts';

const maxCharacters = 8000;

test('no dimensions are requested of a model whose vectors have the chosen length', async (t) => {
  const { gateway, calls, embedder: configured } = await startGatewayEmbedder(t);
  const { length } = await configured.embedQuery('Нет сети');
  const chosen = { model: 'chosen-model', dimensions: length };
  const embedder = chosenEmbedder({ gateway: { url: gateway.url, apiKey: undefined }, maxCharacters }, chosen);
  t.is((await embedder.embedTickets(['Нет сети', 'Нет звука']))[0]?.length, length);
  t.deepEqual([embedder.model, embedder.dimensions()], ['chosen-model', length]);
  t.deepEqual(calls.requests.at(-1)?.body, { model: 'chosen-model', input: ['Нет сети', 'Нет звука'] });
});

test('the chosen dimensions are requested of a model whose vectors have another length', async (t) => {
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
