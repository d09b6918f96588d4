import test, { type ExecutionContext } from 'ava';
import { gatewayAnswers, type GatewayAnswersOptions } from '../../../src/adapters/gateway/answers.ts';
import { startGateway } from '../../support/gateway.ts';
import {
  answering,
  type Behaviour,
  breakingOff,
  flooding,
  hanging,
  resetting,
  saying,
} from '../../support/gateway-behaviours.ts';

const apiKey = 'sk-Test/0123+"45=é';
const sources = [
  { ticketId: '7', score: 0.9, fullText: 'Категория: Сеть\nПроблема: Нет сети\nРешение: Перезагрузите роутер.' },
  { ticketId: 'A-1', score: 0.5, fullText: 'Категория: \nПроблема: Нет звука\nРешение: Включите звук.' },
];

/** Starts a gateway and an answer writer that calls it. */
const setUp = async (t: ExecutionContext, options: Partial<GatewayAnswersOptions> = {}) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const writer = gatewayAnswers({ gateway: { url: gateway.url, apiKey }, model: 'test-model', ...options });
  const write = (behaviour?: Behaviour) => {
    if (behaviour) gateway.chat.next(behaviour);
    return writer.write({ question: 'Нет интернета', sources });
  };
  return { gateway, chat: gateway.chat, write };
};

test('the model gets instruction, tickets and question, and its reply is returned unchanged', async (t) => {
  const { chat, write } = await setUp(t);
  t.deepEqual(await write(), {
    kind: 'written',
    text: 'В похожем случае помогло это: Перезагрузите роутер.\n\nОсновано на тикете №7',
  });
  t.deepEqual(await write(saying(' Да. ')), { kind: 'written', text: ' Да. ' });
  const [request] = chat.requests;
  t.is(request?.path, '/v1/chat/completions');
  t.is(request?.headers.authorization, `Bearer ${apiKey}`);
  t.is(request?.body.model, 'test-model');
  const [system, user, ...more] = request?.body.messages ?? [];
  t.is(more.length, 0);
  t.regex(system?.role === 'system' ? system.content : '', /Недостаточно информации в истории обращений\./u);
  const prompt = user?.role === 'user' ? user.content : '';
  for (const text of [...sources.map(({ fullText }) => fullText), 'Нет интернета']) t.true(prompt.includes(text));
});

test('every request has another marker, the injected one', async (t) => {
  const words = ['m1', 'm2'];
  const { chat, write } = await setUp(t, { random: () => words.shift() ?? '' });
  await write();
  await write();
  t.deepEqual(
    chat.requests.map(({ body }) => /<<<ВОПРОС (.+)/u.exec(body.messages?.[1]?.content ?? '')?.[1]),
    ['m1', 'm2'],
  );
});

test('without an injected marker each is long and different', async (t) => {
  const { chat, write } = await setUp(t);
  for (let call = 0; call < 3; call += 1) await write();
  const markers = chat.requests.map(
    ({ body }) => /<<<ВОПРОС ([0-9a-f]{32})\n/u.exec(body.messages?.[1]?.content ?? '')?.[1],
  );
  t.false(markers.includes(undefined));
  t.is(new Set(markers).size, 3);
});

test('a status other than 200 becomes the error text with the body, and is not tried again', async (t) => {
  const { gateway, chat, write } = await setUp(t);
  for (const status of [201, 400, 401, 404, 429, 500, 503]) {
    const outcome = await write(answering(status, '{"error":"перегружен"}\n', { 'Retry-After': '0' }));
    t.deepEqual(outcome, { kind: 'failed', message: `LLM API error [${status}]: {"error":"перегружен"}` });
  }
  t.deepEqual(await write(answering(307, 'там', { Location: `${gateway.url}/chat/completions` })), {
    kind: 'failed',
    message: 'LLM API error [307]: там',
  });
  t.deepEqual(await write(answering(502)), { kind: 'failed', message: 'LLM API error [502]: ' });
  t.is(chat.requests.length, 9);
});

const failure = async (outcome: ReturnType<Awaited<ReturnType<typeof setUp>>['write']>) => {
  const result = await outcome;
  return result.kind === 'failed' ? result.message : 'no failure';
};

test('a body is shown without control characters, and only its first 2 000 characters', async (t) => {
  const { write } = await setUp(t);
  t.is(
    await failure(write(answering(500, 'од\u0000ин\r\n\tдва\u0007\u009b\u007f\n'))),
    'LLM API error [500]: один два',
  );
  t.is(await failure(write(answering(500, '😀'.repeat(3000)))), `LLM API error [500]: ${'😀'.repeat(2000)}`);
});

test('the status is shown even if the body never ends or breaks off', async (t) => {
  const { write } = await setUp(t);
  t.is(await failure(write(flooding(503))), `LLM API error [503]: ${' '.repeat(2000)}`);
  t.is(await failure(write(breakingOff(502, 'Bad gate'))), 'LLM API error [502]: Bad gate');
});

test('every trace of the key is masked, in any encoding', async (t) => {
  const { write } = await setUp(t);
  const html = apiKey.replace('"', '&quot;').replace('é', '&#233;').replace('+', '&#x2B;');
  for (const trace of [
    apiKey,
    `Bearer ${apiKey}`,
    JSON.stringify({ key: apiKey }),
    JSON.stringify(JSON.stringify({ key: apiKey })),
    apiKey.replace('/', '\\/').replace('é', '\\u00E9'),
    encodeURIComponent(apiKey),
    encodeURIComponent(apiKey).toLowerCase(),
    encodeURIComponent(encodeURIComponent(apiKey)),
    encodeURI(apiKey),
    html,
    apiKey.toUpperCase(),
    'x'.repeat(1990) + apiKey,
    `${'x'.repeat(1990)}\u0000${apiKey}`,
  ]) {
    const message = await failure(write(answering(401, `Wrong key ${trace}, and ${trace}!`)));
    t.regex(message, /^LLM API error \[401\]: Wrong key /);
    t.notRegex(message, /sk-test|0123|%2b|45=/i, trace);
  }
  t.is(await failure(write(answering(401, `a ${apiKey} b`))), 'LLM API error [401]: a *** b');
  t.notRegex(await failure(write(breakingOff(401, `Wrong key ${apiKey.slice(0, 9)}`))), /sk-Te/);
});

test('without a key nothing is masked and no credential is sent', async (t) => {
  const { gateway, chat } = await setUp(t);
  const writer = gatewayAnswers({ gateway: { url: gateway.url, apiKey: undefined }, model: 'm' });
  chat.next(answering(500, 'Wrong key sk-x'));
  t.deepEqual(await writer.write({ question: '?', sources }), {
    kind: 'failed',
    message: 'LLM API error [500]: Wrong key sk-x',
  });
  t.is(chat.requests[0]?.headers.authorization, undefined);
});

for (const [name, behaviour, detail] of [
  ['that is no JSON', answering(200, '<html>'), 'the reply is not JSON'],
  ['that is empty', answering(200), 'the reply is not JSON'],
  ['that is null', answering(200, 'null'), 'no choices'],
  ['without choices', answering(200, '{}'), 'no choices'],
  ['with no choice', answering(200, '{"choices":[]}'), 'no choices'],
  ['with choices that are no list', answering(200, '{"choices":{"0":1}}'), 'no choices'],
  ['with an error in place of choices', answering(200, '{"error":{"message":"занят\\n"}}'), 'no choices: занят'],
  ['with a choice without a message', answering(200, '{"choices":[{}]}'), 'the answer is empty'],
  ['whose message has no text', answering(200, '{"choices":[{"message":{"content":null}}]}'), 'the answer is empty'],
  ['whose text is blank', saying(' \n '), 'the answer is empty'],
  ['of more than 1 MiB', flooding(), 'the gateway sent more than 1 MiB'],
  ['that breaks off', breakingOff(200, '{"choices"'), 'the gateway could not be reached (UND_ERR_SOCKET)'],
] as const) {
  test(`a reply ${name} is an error of the response`, async (t) => {
    const { chat, write } = await setUp(t);
    t.is(await failure(write(behaviour)), `LLM response error: ${detail}`);
    t.is(chat.requests.length, 1);
  });
}

test('an error in place of choices is shown shortened and without the key', async (t) => {
  const { write } = await setUp(t);
  const message = await failure(write(answering(200, JSON.stringify({ error: `${apiKey} ${'x'.repeat(500)}` }))));
  t.regex(message, /^LLM response error: no choices: \*\*\* x{196}$/);
});

test('time-out and missing connection are errors of the response, each after one attempt', async (t) => {
  const { gateway, chat, write } = await setUp(t, { timeoutMs: 3_000 });
  t.is(await failure(write(hanging)), 'LLM response error: the gateway did not answer within 3 s');
  const unreachable = /^LLM response error: the gateway could not be reached \([A-Z_]+\)$/;
  t.regex(await failure(write(resetting)), unreachable);
  t.is(chat.requests.length, 2);
  await gateway.close();
  t.regex(await failure(write()), unreachable);
});
