import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import test from 'ava';
import { openTrials } from '../../src/http/event-stream.ts';
import { gapHandlers } from '../../src/http/gaps.ts';
import type { TrialResult } from '../../src/queries/try-solution.ts';
import { uuidOf } from '../support/indexed-tickets.ts';

/** Trials of drafts that last until their signal aborts or they are told to end. */
const trials = () => {
  const running: { readonly signal: AbortSignal; readonly end: (result: TrialResult) => void }[] = [];
  const { trySolution } = gapHandlers({
    ...{ inTurns: (handler: unknown) => handler, openTrials: openTrials() },
    gaps: { members: () => Promise.resolve([{ question: 'Как вернуть деньги' }]) },
    evaluateDraft: () => Promise.resolve({}),
    trySolution: (_trial: unknown, signal: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<TrialResult>();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      running.push({ signal, end: resolve });
      return promise;
    },
  } as unknown as Parameters<typeof gapHandlers>[0]);
  const begin = async () => {
    const answers: unknown[] = [];
    const response = Object.assign(new EventEmitter(), {
      locals: { account: { id: 'me' }, collection: { id: uuidOf('collection'), userId: 'me' } },
      req: { params: { gap_id: uuidOf('gap') }, body: { problem: 'Вернуть деньги', solution: 'Верните.' } },
      set: () => response,
      json: (answer: unknown) => void answers.push(answer),
    });
    const before = running.length;
    const ended = Promise.resolve(trySolution({} as Request, response as unknown as Response));
    for (let passes = 0; passes < 5 && running.length === before; passes += 1) await Promise.resolve();
    return { leave: () => response.emit('close'), ended, answers };
  };
  return { begin, running };
};

test('a trial of a draft ends when its client leaves, which is no failure, and makes room for another', async (t) => {
  const { begin, running } = trials();
  const [leaving, staying] = [await begin(), await begin()];
  await t.throwsAsync((await begin()).ended, { message: 'At most 2 drafts can be tried at a time' });
  leaving.leave();
  await t.notThrowsAsync(leaving.ended);
  t.deepEqual(
    running.map(({ signal }) => signal.aborted),
    [true, false],
  );
  t.deepEqual(leaving.answers, []);
  const next = await begin();
  for (const { end } of running) end({ tried: 1, answered: 1 });
  await Promise.all([staying.ended, next.ended]);
  t.deepEqual([staying.answers, next.answers], [[{ tried: 1, answered: 1 }], [{ tried: 1, answered: 1 }]]);
});
