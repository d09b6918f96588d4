import test, { type ExecutionContext } from 'ava';
import { gatewayAnswers, type GatewayAnswersOptions } from '../../../src/adapters/gateway/answers.ts';
import type { WrittenAnswer } from '../../../src/ports/answer-writer.ts';
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
import { chunk, directed, repeating, streaming, streamsOf } from '../../support/gateway-streams.ts';

const apiKey = 'sk-Test-0123456789';
const sources = [{ ticketId: '7', score: 0.9, fullText: 'Категория: \nПроблема: Нет сети\nРешение: Перезагрузите.' }];

type Followed = { readonly written: WrittenAnswer; readonly pieces: readonly string[] };

/** An answer writer with a gateway that behaves so, followed to its end. */
const setUp = async (t: ExecutionContext, options: Partial<GatewayAnswersOptions> = {}) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const writer = gatewayAnswers({ gateway: { url: gateway.url, apiKey }, model: 'test-model', ...options });
  const follow = async (behaviour?: Behaviour, signal = new AbortController().signal): Promise<Followed> => {
    if (behaviour) gateway.chat.next(behaviour);
    const pieces: string[] = [];
    const onText = (text: string) => void pieces.push(text);
    const written = await writer.write({ question: 'Нет интернета', sources }, { onText, signal });
    return { written, pieces };
  };
  return { gateway, chat: gateway.chat, follow };
};

const failed = (detail: string): WrittenAnswer => ({ kind: 'failed', message: `LLM response error: ${detail}` });
const pieces = ['Переза', 'грузите ', 'роутер 😀', '.\n\nОсновано на тикете №7'];
const text = pieces.join('');

test('a followed answer is asked for as a stream, one that is not is asked for as a whole', async (t) => {
  const { chat, follow, gateway } = await setUp(t);
  const { written, pieces: shown } = await follow();
  t.true(shown.length > 5, 'word by word');
  t.deepEqual(written, { kind: 'written', text: shown.join('') });
  const writer = gatewayAnswers({ gateway: { url: gateway.url, apiKey }, model: 'test-model' });
  t.deepEqual(await writer.write({ question: 'Нет интернета', sources }), written);
  t.deepEqual(
    chat.requests.map(({ body, headers }) => [body.stream, headers.accept]),
    [
      [true, 'text/event-stream, application/json'],
      [undefined, 'application/json'],
    ],
  );
});

for (const [name, eventsOf] of Object.entries(streamsOf)) {
  test(`an answer grows piece by piece as ${name} sends it, however its bytes are divided`, async (t) => {
    const { follow } = await setUp(t);
    t.deepEqual(await follow(streaming(eventsOf(pieces))), { written: { kind: 'written', text }, pieces });
    for (const bytesAtOnce of [1, 2, 3, 7])
      for (const lineEnd of ['\n', '\r\n', '\r'])
        t.deepEqual(
          await follow(streaming(eventsOf(pieces), { bytesAtOnce, lineEnd })),
          { written: { kind: 'written', text }, pieces },
          `${bytesAtOnce} bytes, ${JSON.stringify(lineEnd)}`,
        );
  });
}

const parts = pieces.map((content) => chunk({ content }));

for (const [name, events, options] of [
  ['without [DONE]', [...parts, chunk({}, 'stop')]],
  ['without a reason of its end', [...parts, '[DONE]']],
  ['with an empty reason in each event', [...pieces.map((content) => chunk({ content }, '')), '[DONE]']],
  ['that was cut by its length', [...parts, chunk({}, 'length'), '[DONE]']],
  ['whose end repeats the whole', [...parts, chunk({ content: text }, 'stop'), '[DONE]']],
  ['that ends more than once', [...parts, chunk({}, 'stop'), chunk({ content: 'ещё' }, 'stop'), '[DONE]', '[DONE]']],
  ['whose connection stays open after it', [...parts, chunk({}, 'stop')], { end: 'open' }],
  ['that breaks after its end', [...parts, chunk({}, 'stop')], { end: 'broken' }],
  ['of another type', streamsOf.OpenAI(pieces), { type: 'text/plain' }],
  ['with reasoning before', [chunk({ reasoning_content: 'Думаю' }), chunk({ reasoning: 'ещё' }), ...parts, '[DONE]']],
  ['with comments and unknown events between', [': ping', '{}', '{"choices":[]}', chunk(null), ...parts, '[DONE]']],
] as const) {
  test(`a streamed answer ${name} is the whole answer`, async (t) => {
    const { follow } = await setUp(t);
    t.deepEqual(await follow(streaming(events, options)), { written: { kind: 'written', text }, pieces });
  });
}

test('the halves of a character in two pieces are shown together, and one alone is not left alone', async (t) => {
  const { follow } = await setUp(t);
  const halves = [chunk({ content: 'a\uD83D' }), chunk({ content: '\uDE00b' }), chunk({ content: 'c\uD83D' }, 'stop')];
  const { written, pieces: shown } = await follow(streaming(halves));
  t.deepEqual(written, { kind: 'written', text: 'a😀bc\uFFFD' });
  t.deepEqual(shown, ['a', '😀b', 'c']);
});

const message = (content: string) => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] });

for (const [name, behaviour] of [
  ['plain JSON', saying(text)],
  ['plain JSON on many lines', answering(200, JSON.stringify(message(text), undefined, 2))],
  ['one event with the whole message', streaming([message(text), '[DONE]'])],
] as const) {
  test(`a gateway that cannot stream may answer ${name}`, async (t) => {
    const { chat, follow } = await setUp(t);
    t.deepEqual(await follow(behaviour), { written: { kind: 'written', text }, pieces: [text] });
    t.is(chat.requests.length, 1);
  });
}

test('a gateway that refuses to stream is asked for the whole; any other refusal is final', async (t) => {
  const { chat, follow } = await setUp(t);
  for (const status of [400, 422, 501]) {
    chat.next(answering(status, '{"error":"`stream` is not supported"}'));
    t.deepEqual(await follow(saying(text)), { written: { kind: 'written', text }, pieces: [text] });
  }
  t.deepEqual(
    chat.requests.map(({ body }) => body.stream),
    [true, undefined, true, undefined, true, undefined],
  );
  for (const [status, body] of [
    [400, 'No such model'],
    [503, 'Upstream'],
  ] as const) {
    const message = `LLM API error [${status}]: ${body}`;
    t.deepEqual(await follow(answering(status, body)), { written: { kind: 'failed', message }, pieces: [] });
  }
  t.is(chat.requests.length, 8);
});

for (const [name, behaviour, detail] of [
  ['that is no JSON', answering(200, '<html>'), 'the reply is not JSON'],
  ['that is empty', answering(200), 'the reply is not JSON'],
  ['of comments only', streaming([': ping']), 'the reply is not JSON'],
  ['that is a whole without choices', answering(200, '{"choices":[]}'), 'no choices'],
  ['without any choice', streaming(['{}', '{"choices":[]}', '[DONE]']), 'no choices'],
  ['with an error at once', streaming([{ error: { message: 'занят\n', code: 502 } }]), 'no choices: занят'],
  ['whose text is blank', streaming([chunk({ content: ' ' }), chunk({}, 'stop')]), 'the answer is empty'],
  ['that has a role alone', streaming([chunk({ role: 'assistant' }), '[DONE]']), 'the answer is empty'],
  ['that is a whole of more than 1 MiB', flooding(), 'the gateway sent more than 16 MiB'],
  ['that is a whole of 2 MiB', saying('a'.repeat(2 ** 21)), 'the gateway sent more than 1 MiB'],
  ['whose text has more than 1 MiB', repeating('а'.repeat(5_000)), 'the gateway sent more than 1 MiB'],
  ['that repeats one letter', repeating('а'), 'the gateway sent more than 16 MiB'],
  ['that repeats without a text', repeating(''), 'the gateway sent more than 16 MiB'],
  ['that breaks off at once', breakingOff(200, '{"choices"'), 'the gateway could not be reached (UND_ERR_SOCKET)'],
  ['that never begins', resetting, 'the gateway could not be reached (ECONNRESET)'],
] as const) {
  test(`a stream ${name} fails with the text that a search would give`, async (t) => {
    const { chat, follow } = await setUp(t);
    const { written } = await follow(behaviour);
    if (behaviour !== resetting) t.deepEqual(written, failed(detail));
    else t.regex(written.kind === 'failed' ? written.message : '', /the gateway could not be reached \([A-Z_]+\)$/);
    t.is(chat.requests.length, 1);
  });
}

const begun = parts.slice(0, 2);
const provider = { message: `занят, ключ ${apiKey}`, code: 502 };
for (const [name, events, detail, options] of [
  ['by an error', [...begun, { error: provider }], 'the gateway broke off its answer: занят, ключ ***'],
  [
    'by an error beside an empty choice',
    [...begun, chunk({ content: '' }, 'error', { error: provider })],
    'the gateway broke off its answer: занят, ключ ***',
  ],
  ['by a reason that is an error', [...begun, chunk({}, 'error')], 'the gateway broke off its answer'],
  [
    'by an error of another form',
    [...begun, { object: 'error', message: 'занят', code: 500 }, '[DONE]'],
    'the gateway broke off its answer: занят',
  ],
  ['by an event that is no JSON', [...begun, '{"choices":[{"del'], 'the reply is not JSON'],
  ['by its end', begun, 'the gateway broke off its answer'],
  ['by the connection', begun, 'the gateway could not be reached (UND_ERR_SOCKET)', { end: 'broken' }],
] as const) {
  test(`a stream that is broken off ${name} fails after the pieces that came`, async (t) => {
    const { follow } = await setUp(t);
    t.deepEqual(await follow(streaming(events, options)), { written: failed(detail), pieces: pieces.slice(0, 2) });
  });
}

test('the first piece has a time-out that comments and a role do not extend, each pause has one, and so has the whole', async (t) => {
  const limits = { timeoutMs: 1_000, streamLimits: { pauseTimeoutMs: 700, totalTimeoutMs: 2_500 } };
  const { follow } = await setUp(t, limits);
  const late = failed('the gateway did not answer within 1 s');
  t.deepEqual(await follow(hanging), { written: late, pieces: [] });
  const lively = Array.from({ length: 40 }, () => ': still here');
  t.deepEqual(await follow(streaming(lively, { pauseMs: 50 })), { written: late, pieces: [] });
  const role = [chunk({ role: 'assistant', content: '' })];
  t.deepEqual(await follow(streaming(role, { end: 'open' })), { written: late, pieces: [] });
  t.deepEqual(await follow(streaming([...begun, ...lively], { pauseMs: 50 })), {
    written: failed('the gateway did not go on within 0.7 s'),
    pieces: pieces.slice(0, 2),
  });
  const slow = Array.from({ length: 100 }, () => chunk({ content: 'да ' }));
  const { written, pieces: shown } = await follow(streaming(slow, { pauseMs: 50 }));
  t.deepEqual(written, failed('the gateway did not answer within 2.5 s'));
  t.true(shown.length > 5);
});

test('reasoning is no text, but keeps the model from being late', async (t) => {
  const { follow } = await setUp(t, { timeoutMs: 800, streamLimits: { pauseTimeoutMs: 800 } });
  const reasoning = Array.from({ length: 20 }, () => chunk({ reasoning_content: 'Думаю.' }));
  t.deepEqual(await follow(streaming([...reasoning, ...parts, '[DONE]'], { pauseMs: 50 })), {
    written: { kind: 'written', text },
    pieces,
  });
});

test('a follower that leaves ends the call of the gateway at once, before its first piece too', async (t) => {
  const { follow, chat } = await setUp(t);
  const leaving = new AbortController();
  const { behaviour, left, say } = directed();
  const writing = follow(behaviour, leaving.signal);
  await say(chunk({ content: 'Про' }));
  leaving.abort();
  await left;
  t.is((await writing).written.kind, 'failed');
  const early = new AbortController();
  const waiting = follow(hanging, early.signal);
  while (chat.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  early.abort();
  t.is((await waiting).written.kind, 'failed');
});
