import test from 'ava';
import { gatewayEmbedder } from '../../../src/adapters/gateway/embedder.ts';
import { EmbeddingFailed, EmbeddingRefused } from '../../../src/domain/errors.ts';
import { apiKey, startGatewayEmbedder } from '../../support/gateway-embedder.ts';
import {
  answering,
  type Behaviour,
  breakingOff,
  flooding,
  hanging,
  refusing,
  resetting,
} from '../../support/gateway-behaviours.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Заявка номер ${index}`);

for (const [name, behaviour] of Object.entries<Behaviour>({
  'status 429': answering(429),
  'status 500': answering(500),
  'status 503': answering(503),
  'a dropped connection': resetting,
  'a reply that breaks off': breakingOff(200, '{"data":[{"index":0'),
})) {
  test(`after ${name} tickets are tried again, five times in all`, async (t) => {
    const { calls, embedder, waits } = await startGatewayEmbedder(t);
    calls.next(behaviour, 4);
    t.is((await embedder.embedTickets(['Нет сети'])).length, 1);
    t.is(calls.requests.length, 5);
    t.deepEqual(waits, [500, 1000, 2000, 4000]);
    calls.next(behaviour, 5);
    await t.throwsAsync(embedder.embedTickets(['Нет сети']), { instanceOf: EmbeddingFailed });
    t.is(calls.requests.length, 10);
  });

  test(`after ${name} a query is tried again`, async (t) => {
    const { calls, embedder, waits } = await startGatewayEmbedder(t);
    calls.next(behaviour, 2);
    t.is((await embedder.embedQuery('Нет сети')).length, 256);
    t.deepEqual(waits, [200, 400]);
  });
}

test('waits are shortened at random by up to half', async (t) => {
  const waits: number[] = [];
  const sleep = (milliseconds: number) => Promise.resolve(waits.push(milliseconds));
  const { calls, embedder } = await startGatewayEmbedder(t, { timing: { sleep, random: () => 0 } });
  calls.next(answering(503), 2);
  await embedder.embedTickets(['Нет сети']);
  t.deepEqual(waits, [250, 500]);
});

test('Retry-After is respected in seconds and as a date, within bounds', async (t) => {
  const { calls, embedder, waits } = await startGatewayEmbedder(t);
  for (const value of ['3', 'Thu, 01 Jan 2026 00:00:07 GMT', '86400', 'soon']) {
    calls.next(answering(429, '', { 'Retry-After': value }));
    await embedder.embedTickets(['Нет сети']);
  }
  t.deepEqual(waits, [3000, 7000, 60_000, 500]);
});

test('a query does not wait longer than its time-out', async (t) => {
  const { calls, embedder, waits } = await startGatewayEmbedder(t);
  calls.next(answering(429, '', { 'Retry-After': '31' }));
  await t.throwsAsync(embedder.embedQuery('Нет сети'), {
    instanceOf: EmbeddingFailed,
    message: 'Embedding gateway answered 429',
  });
  t.is(calls.requests.length, 1);
  t.deepEqual(waits, []);
});

test('a query without a reply ends at the time-out of all its attempts', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, {}, 1_500);
  calls.always(hanging);
  await t.throwsAsync(embedder.embedQuery('Нет сети'), {
    instanceOf: EmbeddingFailed,
    message: 'Embedding gateway did not answer within 1.5 s',
  });
  t.is(calls.requests.length, 1);
});

test('each attempt for tickets has its own time-out', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t, {}, 1_500);
  calls.next(hanging, 2);
  t.is((await embedder.embedTickets(['Нет сети'])).length, 1);
  t.is(calls.requests.length, 3);
});

test('a refused batch is refused at once, as content', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  for (const status of [400, 413]) {
    calls.always(refusing('яд', status));
    const error = await t.throwsAsync(embedder.embedTickets(['Нет сети', 'это яд']), { instanceOf: EmbeddingRefused });
    t.is(error.message, `Embedding gateway refused the text with ${status}`);
    await t.throwsAsync(embedder.embedQuery('яд'), { instanceOf: EmbeddingRefused });
    t.is((await embedder.embedTickets(['Нет сети'])).length, 1);
  }
  t.is(calls.requests.length, 6);
});

test('other refusals and redirects fail at once', async (t) => {
  const { gateway, calls, embedder } = await startGatewayEmbedder(t);
  for (const status of [401, 403, 404, 422, 204]) {
    calls.next(answering(status));
    await t.throwsAsync(embedder.embedTickets(['Нет сети']), {
      instanceOf: EmbeddingFailed,
      message: `Embedding gateway answered ${status}`,
    });
  }
  for (const status of [301, 302, 307, 308]) {
    calls.next(answering(status, '', { Location: `${gateway.url}/embeddings` }));
    await t.throwsAsync(embedder.embedQuery('Нет сети'), {
      message: `Embedding gateway answered ${status}, a redirect`,
    });
  }
  t.is(calls.requests.length, 9);
});

test('the body of a refusal is not read', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  calls.next(flooding(401));
  await t.throwsAsync(embedder.embedQuery('Нет сети'), { message: 'Embedding gateway answered 401' });
});

test('after a batch has failed, no further batch of the same tickets is sent', async (t) => {
  const { calls, embedder } = await startGatewayEmbedder(t);
  calls.always(answering(401));
  await t.throwsAsync(embedder.embedTickets(texts(320)), { message: 'Embedding gateway answered 401' });
  t.true(calls.requests.length <= 4);
  calls.always(({ reply }) => reply());
  t.is((await embedder.embedTickets(texts(100))).length, 100);
});

test('the error of an unreachable gateway does not contain its address', async (t) => {
  const { gateway, embedder } = await startGatewayEmbedder(t);
  await gateway.close();
  await t.throwsAsync(embedder.embedQuery('Нет сети'), {
    instanceOf: EmbeddingFailed,
    message: /^Embedding gateway could not be reached \([A-Z_]+\)$/,
  });
});

test('no error contains the key, the address, a body or a text', async (t) => {
  const { gateway, calls, embedder, waits } = await startGatewayEmbedder(t);
  const echo: Behaviour = ({ request, response }) => {
    response.writeHead(waits.length % 2 === 0 ? 500 : 401).end(JSON.stringify(request));
  };
  const brokenKey = gatewayEmbedder({
    gateway: { url: gateway.url, apiKey: `${apiKey}\nx` },
    model: 'm',
    dimensions: undefined,
    maxCharacters: 100,
    timing: { sleep: () => Promise.resolve() },
  });
  for (const behaviour of [echo, resetting, answering(400, apiKey), answering(200, apiKey)]) {
    calls.always(behaviour);
    for (const failing of [
      embedder.embedQuery('Секрет'),
      embedder.embedTickets(['Секрет']),
      brokenKey.embedQuery('Секрет'),
    ]) {
      const error = await t.throwsAsync(failing);
      t.notRegex(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`, /sk-test|127\.0\.0\.1|Секрет/);
      t.is(error.cause, undefined);
    }
  }
});
