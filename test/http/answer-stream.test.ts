import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { largeReplies } from '../../src/http/large-replies.ts';
import { searchSlots } from '../../src/http/search.ts';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { answerHandlers } from '../../src/http/answers.ts';
import { answerStreams } from '../../src/http/event-stream.ts';
import { errorHandler } from '../../src/http/errors.ts';
import type { QuestionAnswered } from '../../src/domain/question-events.ts';
import type { Hit } from '../../src/ports/ticket-index.ts';
import type { AnswerPart } from '../../src/queries/stream-answer.ts';
import { postForEvents } from '../support/event-streams.ts';

const id = '0d9c2f4e-8f7e-4a52-9a8e-0f0c5f5b2a11';

/** An answer whose parts come as the test gives them, on a server of its own; how each was counted, and whether its reader is gone. */
const serve = async (t: ExecutionContext, sources: readonly Hit[] = []) => {
  const stopping = new AbortController();
  const erased = new Set<string>();
  const parts: (AnswerPart | Error)[] = [];
  let arrival = Promise.withResolvers<undefined>();
  const signals: AbortSignal[] = [];
  const outcomes: string[] = [];
  const recorded: Pick<QuestionAnswered['data'], 'answerId' | 'outcome' | 'answer' | 'sent' | 'chatModel'>[] = [];
  const app = express();
  app.post(
    '/answers',
    express.json(),
    (_request, response, next) => {
      Object.assign(response.locals, { account: { id: 'user' } });
      next();
    },
    answerHandlers({
      findCollection: () => Promise.resolve({ id, userId: 'user', name: '', ticketCount: 0, createdAt: '' } as never),
      search: () =>
        Promise.resolve({
          question: 'вход',
          sources,
          work: { embeddingModel: null, milliseconds: { embedding: 1, search: 1 }, sent: [] },
        }),
      sourcesLeft: (found) => Promise.resolve(found.sources.filter(({ ticketId }) => !erased.has(ticketId))),
      limit: searchSlots(),
      writeReply: largeReplies(),
      searched: ({ outcome }) => void outcomes.push(outcome),
      isExtractive: false,
      record: (make) => {
        const question = make();
        if (question) recorded.push(question);
      },
      newId: () => id,
      stopping: stopping.signal,
      openStreams: answerStreams(2),
      streamAnswer: async function* (_, signal) {
        signals.push(signal);
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        while (!signal.aborted) {
          await Promise.race([arrival.promise, aborted]);
          arrival = Promise.withResolvers();
          for (const part of parts.splice(0)) {
            if (part instanceof Error) throw part;
            yield part;
            // What comes after it is not waited for.
            if (part.kind === 'answer') await aborted;
          }
        }
      },
    }).answer,
  );
  app.use(errorHandler(() => undefined));
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`;
  const say = (...given: readonly (AnswerPart | Error)[]) => {
    parts.push(...given);
    arrival.resolve(undefined);
  };
  const ask = (signal?: AbortSignal) =>
    postForEvents(address, { credential: 'x', body: { collection_id: id, query: 'вход' }, ...(signal && { signal }) });
  return { ask, say, stop: () => stopping.abort(), signals, outcomes, recorded, address, erased };
};

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const work = { chatModel: 'chat', promptVersion: 1, milliseconds: 5, sent: [] };
const text = (piece: string): AnswerPart => ({ kind: 'text', text: piece });

test('each part is sent when it comes: sources before the model has begun, and each piece before the next', async (t) => {
  const { ask, say, outcomes, recorded } = await serve(t);
  const { events } = await ask();
  t.deepEqual((await events.next()).value, ['sources', { answer_id: id, sources: [] }]);
  for (const piece of ['Про', 'верьте', ' «почту»\n\n']) {
    say(text(piece));
    t.deepEqual((await events.next()).value, ['text', { text: piece }]);
  }
  say({ kind: 'answer', text: 'Проверьте.', cited: ['7'], outcome: 'answered', work });
  t.deepEqual(await Array.fromAsync(events), [['answer', { answer: 'Проверьте.', cited: ['7'] }]]);
  t.deepEqual(outcomes, ['answered']);
  t.like(recorded, [{ answerId: id, outcome: 'answered', answer: 'Проверьте.', chatModel: 'chat' }]);
});

const hit = {
  ticketId: '1',
  score: 0.9,
  category: '',
  fullText: '',
  problemLengths: [1],
  isFlagged: false,
  revision: 1,
};

test('an answer ends within half a second once one of its tickets was erased', async (t) => {
  const { ask, say, signals, erased } = await serve(t, [hit]);
  const { events } = await ask();
  await events.next();
  say(text('Про'));
  t.deepEqual((await events.next()).value, ['text', { text: 'Про' }]);
  erased.add('1');
  await new Promise((resolve) => setTimeout(resolve, 520));
  say(text('верьте'));
  const ended = await Array.fromAsync(events);
  t.deepEqual(
    ended.map(([name]) => name),
    ['failed'],
  );
  t.regex(JSON.stringify(ended), /a ticket was erased while the answer was written/);
  t.is(signals.length, 1);
});

test('headers say which sources are flagged, and when those of which it is known were resolved', async (t) => {
  const resolvedAt = '2023-05-24T00:00:00.500Z';
  const { ask, say } = await serve(t, [hit, { ...hit, ticketId: '2', isFlagged: true, resolvedAt }]);
  const { response, events } = await ask();
  t.is(response.headers.get('Flagged-Sources'), '2');
  t.is(response.headers.get('Answer-Model'), null);
  t.is(response.headers.get('Resolved-Sources'), '2;at=@1684886400');
  const [, data] = (await events.next()).value ?? [];
  const { sources } = data as { sources: readonly object[] };
  t.deepEqual(Object.keys(sources[1] ?? {}), ['ticket_id', 'score', 'category', 'full_text']);
  say({ kind: 'answer', text: 'Проверьте.', cited: ['2'], outcome: 'answered', work });
  await Array.fromAsync(events);
});

test('a user has so many answers written at a time, and another one when one of them has ended', async (t) => {
  const { ask, address, outcomes } = await serve(t);
  const leaving = new AbortController();
  const open = [await ask(leaving.signal), await ask()];
  for (const { events } of open) await events.next();
  const refused = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ collection_id: id, query: 'вход' }),
  });
  t.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '15']);
  t.deepEqual(await refused.json(), { detail: 'At most 2 answers can be written at a time' });
  leaving.abort();
  await until(() => outcomes.includes('abandoned'));
  open.push(await ask());
  t.is((await open[2]?.events.next())?.value?.[0], 'sources');
});

test('a failure of the model is the last event', async (t) => {
  const { ask, say, outcomes } = await serve(t);
  const { events } = await ask();
  say(text('Про'), { kind: 'answer', text: 'LLM API error [503]: ', cited: [], outcome: 'model-failed', work });
  const names = (await Array.fromAsync(events)).slice(1);
  t.deepEqual(names, [
    ['text', { text: 'Про' }],
    ['failed', { answer: 'LLM API error [503]: ' }],
  ]);
  t.deepEqual(outcomes, ['model-failed']);
});

test('an unexpected error ends the stream without an answer', async (t) => {
  const { ask, say, outcomes } = await serve(t);
  const { events } = await ask();
  say(text('Про'), new TypeError('No'));
  t.deepEqual(
    (await Array.fromAsync(events)).map(([name]) => name),
    ['sources', 'text'],
  );
  t.deepEqual(outcomes, ['failed']);
});

test('a client that leaves ends the writing, and is counted as one; what had been sent for it is recorded', async (t) => {
  const { ask, say, signals, outcomes, recorded } = await serve(t);
  const leaving = new AbortController();
  const { events } = await ask(leaving.signal);
  await events.next();
  const sent = { content: 'question and sources', host: 'example.com', model: 'chat', masks: 0, sha256: 'ab' } as const;
  say({ kind: 'sent', sent }, text('Про'));
  await events.next();
  t.false(signals[0]?.aborted);
  leaving.abort();
  await until(() => outcomes.length > 0);
  t.true(signals[0]?.aborted);
  t.deepEqual(outcomes, ['abandoned']);
  t.like(recorded, [{ outcome: 'sources-only', answer: null, chatModel: 'chat', sent: [sent] }]);
});

test('a service that stops says so at the end of each stream', async (t) => {
  const { ask, say, stop, outcomes } = await serve(t);
  const { events } = await ask();
  say(text('Про'));
  await events.next();
  await events.next();
  stop();
  t.deepEqual(await Array.fromAsync(events), [['failed', { answer: 'LLM response error: the service is stopping' }]]);
  t.deepEqual(outcomes, ['abandoned']);
});

test.serial('while the model is silent, a comment is sent every 15 s', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  const { address, say } = await serve(t);
  const body = JSON.stringify({ collection_id: id, query: 'вход' });
  const response = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  t.regex((await next()) ?? '', /^event: sources\nid: 0\ndata: /);
  mock.timers.tick(14_999);
  say(text('Про'));
  t.is(await next(), 'event: text\nid: 1\ndata: {"text":"Про"}\n\n');
  mock.timers.tick(15_000);
  t.is(await next(), ': \n\n');
  mock.timers.tick(15_000);
  t.is(await next(), ': \n\n');
});
