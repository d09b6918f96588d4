import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import test from 'ava';
import { accountHandlers } from '../../src/http/accounts.ts';

const unused = () => Promise.reject(new Error('not expected'));
const apiKeys = { dataKeyId: '', generate: () => '', seal: () => '', open: () => '', fingerprint: () => '' };

/** Starts a login or a registration; returns the signal that it was given, and the response. */
const started = async (endpoint: 'logIn' | 'register') => {
  const given = Promise.withResolvers<AbortSignal>();
  const answer = Promise.withResolvers<{ readonly accessToken: string; readonly accountId: string }>();
  const run = (_wanted: unknown, signal: AbortSignal) => {
    given.resolve(signal);
    return answer.promise;
  };
  const handlers = accountHandlers({ registerUser: run, logIn: run, rotateApiKey: unused, findUsage: unused, apiKeys });
  const response = Object.assign(new EventEmitter(), {
    writableFinished: false,
    locals: {},
    status: () => response,
    json: () => response,
  });
  const body = { email: 'me@example.com', password: 'long enough by far' };
  const done = handlers[endpoint]({ body, ip: '203.0.113.7' } as Request, response as unknown as Response);
  return { signal: await given.promise, response, done, answer };
};

for (const endpoint of ['logIn', 'register'] as const) {
  test(`${endpoint}: a client that disconnects leaves the queue, one that has its answer does not`, async (t) => {
    const gone = await started(endpoint);
    gone.response.emit('close');
    t.true(gone.signal.aborted);
    gone.answer.reject(gone.signal.reason);
    await t.throwsAsync(gone.done, { message: 'The client has disconnected' });

    const answered = await started(endpoint);
    answered.answer.resolve({ accessToken: 'token', accountId: 'account' });
    await answered.done;
    answered.response.writableFinished = true;
    answered.response.emit('close');
    t.false(answered.signal.aborted);
  });
}
