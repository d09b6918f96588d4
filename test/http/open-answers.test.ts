import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { largeReplies } from '../../src/http/large-replies.ts';
import { searchSlots } from '../../src/http/search.ts';
import test from 'ava';
import express from 'express';
import { errorHandler } from '../../src/http/errors.ts';
import { answerStreams } from '../../src/http/event-stream.ts';
import { searchHandlers } from '../../src/http/search.ts';

const id = '0d9c2f4e-8f7e-4a52-9a8e-0f0c5f5b2a11';

test('a user has so many searches answered by a model at a time, and any number without an answer', async (t) => {
  const { promise: written, reject } = Promise.withResolvers<never>();
  let writing = 0;
  const { search } = searchHandlers({
    findCollection: () => Promise.resolve({ id } as never),
    search: () => Promise.resolve({ question: 'вход', sources: [] } as never),
    sourcesLeft: ({ sources }) => Promise.resolve(sources),
    limit: searchSlots(),
    writeReply: largeReplies(),
    answer: () => {
      writing += 1;
      return written;
    },
    searched: () => undefined,
    record: undefined,
    newId: () => id,
    openStreams: answerStreams(2),
    isExtractive: false,
    stopping: new AbortController().signal,
  });
  const app = express().use(express.json());
  app.post('/:user', (request, response, next) => {
    Object.assign(response.locals, { account: { id: request.params['user'] } });
    next();
  });
  app.post('/:user', search).use(errorHandler(() => undefined));
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const ask = async (user: string, answered: boolean, accept = 'application/json') => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${user}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify({ collection_id: id, query: 'вход', generate_answer: answered }),
    });
    return response.status;
  };
  const open = [ask('a', true), ask('a', true)];
  while (writing < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const accept of ['application/json', 'text/event-stream']) {
    t.is(await ask('a', true, accept), 429);
    t.is(await ask('a', false, accept), 200);
  }
  open.push(ask('b', true));
  while (writing < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  reject(new Error('the model does not answer'));
  t.deepEqual(await Promise.all(open), [500, 500, 500]);
  t.is(await ask('a', true), 500);
});
