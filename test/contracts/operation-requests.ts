import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext, TestFn } from 'ava';
import type { QueuedOperation, OperationRequests } from '../../src/ports/operation-requests.ts';

/** The requests as one process sees them. `pass` moves the time of day on by milliseconds; `die` ends the signs of life. */
export type RequestsSubject = OperationRequests & {
  readonly pass: (milliseconds: number) => void;
  readonly die: () => void;
};

/** Requests for each of three processes, all of them over the same store and with the lifetime given in milliseconds. */
export type OpenRequests = (
  t: ExecutionContext,
  lifetime: number,
) => readonly [RequestsSubject, RequestsSubject, RequestsSubject];

const neverInATest = 3_600_000;
const verify = { name: 'verify', options: { repair: true } };
const replay = { name: 'replay', options: { projection: 'accounts', 'a.b': { $odd: [1, null, 0.5, 2 ** 40] } } };

const untilTaken = async (requests: OperationRequests): Promise<QueuedOperation> => {
  for (;;) {
    const taken = await requests.take();
    if (taken) return taken;
    await setTimeout(10);
  }
};

/** What every store of requests promises. */
export const operationRequestsContract = (test: TestFn, name: string, open: OpenRequests): void => {
  test(`${name}: requests are taken oldest first, each once, with their contents`, async (t) => {
    const [asker, one, other] = open(t, neverInATest);
    t.is(await one.take(), undefined);
    const first = await asker.enqueue(replay);
    asker.pass(1);
    const second = await asker.enqueue(verify);
    t.deepEqual(await one.take(), { id: first, operation: replay });
    t.deepEqual(await other.take(), { id: second, operation: verify });
    t.is(await one.take(), undefined);
    t.is(await other.take(), undefined);
  });

  test(`${name}: a request is taken by one of many concurrent takers`, async (t) => {
    const several = open(t, neverInATest);
    await several[0].enqueue(verify);
    const taken = await Promise.all(several.flatMap((requests) => [requests.take(), requests.take()]));
    t.is(taken.filter((request) => request !== undefined).length, 1);
  });

  test(`${name}: the state of a request is waiting, then running, then finished`, async (t) => {
    const [asker, taker] = open(t, neverInATest);
    const id = await asker.enqueue(verify);
    t.deepEqual(await asker.find(id), { id, operation: verify, state: 'waiting' });
    await taker.take();
    t.deepEqual(await asker.find(id), { id, operation: verify, state: 'running', progress: undefined });
    const progress = { step: 'verify', done: 3, total: 2 ** 33 };
    await taker.progress(id, progress);
    t.deepEqual(await asker.find(id), { id, operation: verify, state: 'running', progress });
    await taker.finish(id, { succeeded: true, lines: ['well'] });
    const outcome = { succeeded: true, lines: ['well'] };
    t.deepEqual(await asker.find(id), { id, state: 'finished', outcome });
    t.is(await taker.take(), undefined);
    t.is(await asker.find('unknown'), undefined);
  });

  test(`${name}: a request whose taker died is taken by one other, and the first can no longer report`, async (t) => {
    const [asker, dead, alive] = open(t, 100);
    const id = await asker.enqueue(verify);
    await dead.take();
    dead.die();
    t.is((await untilTaken(alive)).id, id);
    await dead.progress(id, 'from the dead');
    await dead.finish(id, 'from the dead');
    t.deepEqual(await asker.find(id), { id, operation: verify, state: 'running', progress: undefined });
    await alive.finish(id, 'done');
    t.deepEqual(await asker.find(id), { id, state: 'finished', outcome: 'done' });
  });

  test(`${name}: a request stays with a live taker, however long it runs without progress`, async (t) => {
    // Long enough that a busy machine gives its signs of life in time.
    const lifetime = 6_000;
    const [asker, taker, other] = open(t, lifetime);
    const id = await asker.enqueue(verify);
    await taker.take();
    for (const end = Date.now() + 1.25 * lifetime; Date.now() < end;) {
      t.is(await other.take(), undefined);
      await setTimeout(100);
    }
    await taker.finish(id, 'done');
    t.is((await asker.find(id))?.state, 'finished');
  });

  test(`${name}: a finished request is kept for a day`, async (t) => {
    const [asker, taker] = open(t, neverInATest);
    const id = await asker.enqueue(verify);
    await taker.take();
    await taker.finish(id, 'done');
    asker.pass(24 * 3_600_000 - 1);
    await asker.enqueue(verify);
    t.is((await asker.find(id))?.state, 'finished');
    asker.pass(2);
    const waiting = await asker.enqueue(verify);
    t.is(await asker.find(id), undefined);
    t.is((await asker.find(waiting))?.state, 'waiting');
  });
};
