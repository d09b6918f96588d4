import { setImmediate as soon, setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { Behaviour } from './gateway-behaviours.ts';

type Options = {
  /** In so many bytes at a time: a character and a line may be split. */
  readonly bytesAtOnce?: number;
  /** Between two events. */
  readonly pauseMs?: number;
  /** Whether the connection stays open after them, or breaks. */
  readonly end?: 'clean' | 'open' | 'broken';
  readonly lineEnd?: string;
  readonly type?: string;
};

/** Sends events as they are given: each is the data of one, or a comment if it begins with a colon. */
export const streaming =
  (events: readonly (string | object)[], options: Options = {}): Behaviour =>
  async ({ response }) => {
    const { lineEnd = '\n', pauseMs = 0, end = 'clean', type = 'text/event-stream' } = options;
    response.writeHead(200, { 'Content-Type': type });
    response.flushHeaders();
    for (const event of events) {
      const text = typeof event === 'string' ? event : JSON.stringify(event);
      await send(response, `${text.startsWith(':') ? text : `data: ${text}`}${lineEnd}${lineEnd}`, options);
      if (pauseMs > 0) await pause(pauseMs);
    }
    if (end === 'clean') response.end();
    if (end === 'broken') response.destroy();
  };

const send = async (response: ServerResponse, text: string, { bytesAtOnce = Infinity }: Options): Promise<void> => {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length && !response.destroyed; start += bytesAtOnce) {
    response.write(bytes.subarray(start, Math.min(bytes.length, start + bytesAtOnce)));
    await soon();
  }
};

/** An event with one choice, as all gateways send it. */
export const chunk = (delta: object | null, finishReason: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'test',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
  ...more,
});

const usage = { usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 } };

/** The events of an answer in these pieces, as each gateway sends them. */
export const streamsOf = {
  OpenAI: (pieces) => [
    chunk({ role: 'assistant', content: '', refusal: null }, null, { obfuscation: 'x9' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    { ...chunk({}), choices: [], ...usage },
    '[DONE]',
  ],
  Ollama: (pieces) => [
    ...pieces.map((content) => chunk({ role: 'assistant', content })),
    chunk({ role: 'assistant', content: '' }, 'stop'),
    '[DONE]',
  ],
  vLLM: (pieces) => [
    chunk({ role: 'assistant', content: '' }, null, { ...usage }),
    ...pieces.slice(0, -1).map((content) => chunk({ content, reasoning_content: null })),
    chunk({ content: pieces.at(-1) }, 'stop', { stop_reason: null }),
    { ...chunk({}), choices: [], ...usage },
    '[DONE]',
  ],
  'llama.cpp': (pieces) => [
    chunk({ role: 'assistant', content: null }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop', { timings: { predicted_n: 3 } }),
    '[DONE]',
  ],
  OpenRouter: (pieces) => [
    ': OPENROUTER PROCESSING',
    ': OPENROUTER PROCESSING',
    ...pieces.map((content) => chunk({ role: 'assistant', content }, null, { provider: 'Somebody' })),
    chunk({ role: 'assistant', content: '' }, 'stop'),
    { ...chunk({ role: 'assistant', content: '' }), ...usage },
    '[DONE]',
  ],
} satisfies Readonly<Record<string, (pieces: readonly string[]) => readonly (string | object)[]>>;

/** A stream of which the test sends each event; `reached` when it was asked for, `left` when the client has gone or all was sent. */
export const directed = () => {
  const reached = Promise.withResolvers<ServerResponse>();
  const left = Promise.withResolvers<undefined>();
  const behaviour: Behaviour = ({ response }) => {
    response.once('close', () => left.resolve(undefined));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    reached.resolve(response);
  };
  const say = async (...events: readonly object[]) => {
    const response = await reached.promise;
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  return { behaviour, reached: reached.promise, left: left.promise, say };
};

/** Sends pieces of this text as fast as they are taken. */
export const repeating =
  (text: string): Behaviour =>
  ({ response }) => {
    const event = `data: ${JSON.stringify(chunk({ content: text }))}\n\n`;
    const more = () => {
      while (!response.destroyed && response.write(event));
    };
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.on('drain', more);
    more();
  };
