import { MessageChannel } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { CollectionNotFound, InvalidInput, Refusal, Unavailable } from '../../src/domain/errors.ts';
import { remote, serve, ThreadLost } from '../../src/threads/rpc.ts';

type Methods = {
  add: (a: bigint, b: bigint) => Promise<bigint>;
  refuse: (detail: string) => Promise<void>;
  missing: () => Promise<void>;
  failOfStore: () => Promise<void>;
  refuseByAdapter: () => Promise<void>;
  crash: () => Promise<void>;
  hang: () => Promise<void>;
};

/** Classes that only the refusing thread knows; the second has the name of another class of the domain. */
class StoreFailed extends Unavailable {}
const namesake = class InvalidInput extends Refusal {};

const connected = (t: ExecutionContext) => {
  const { port1, port2 } = new MessageChannel();
  serve(port1, {
    add: (a: bigint, b: bigint) => Promise.resolve(a + b),
    refuse: (detail: string) => Promise.reject(new InvalidInput(detail)),
    missing: () => Promise.reject(new CollectionNotFound()),
    failOfStore: () => Promise.reject(new StoreFailed('The store answered 503')),
    refuseByAdapter: () => Promise.reject(new namesake('Not here')),
    crash: () => Promise.reject(new TypeError('no such thing')),
    hang: () => new Promise(() => undefined),
  });
  const other = remote<Methods>();
  other.connect(port2);
  t.teardown(() => other.disconnect());
  return other;
};

test('every call resolves to its own result', async (t) => {
  const { calls } = connected(t);
  t.deepEqual(await Promise.all([calls.add(1n, 2n), calls.add(2n ** 60n, 1n)]), [3n, 2n ** 60n + 1n]);
});

test('a refusal keeps its class and message across threads', async (t) => {
  const { calls } = connected(t);
  await t.throwsAsync(calls.refuse('tickets[3] must be an object'), {
    instanceOf: InvalidInput,
    message: 'tickets[3] must be an object',
  });
  await t.throwsAsync(calls.missing(), { instanceOf: CollectionNotFound, message: 'Collection not found' });
});

test('a refusal of a class that the other thread does not know arrives as the nearest class of the domain', async (t) => {
  const { calls } = connected(t);
  const failed = await t.throwsAsync(calls.failOfStore(), { message: 'The store answered 503' });
  t.is(failed.constructor, Unavailable);
  const refused = await t.throwsAsync(calls.refuseByAdapter(), { message: 'Not here' });
  t.is(refused.constructor, Refusal);
});

test('any other error stays an error', async (t) => {
  const error = await t.throwsAsync(connected(t).calls.crash());
  t.regex(error.message, /no such thing/);
});

test('any method can be called, what is not served fails, and the methods together are no promise', async (t) => {
  const { calls } = connected(t);
  const { port1, port2 } = new MessageChannel();
  serve(port1, {});
  const other = remote<Methods>();
  other.connect(port2);
  t.teardown(() => other.disconnect());
  await t.throwsAsync(other.calls.add(1n, 1n), { message: /no method add/ });
  const same = await Promise.resolve(calls);
  t.is(same.add, calls.add);
});

test('calls held by a thread that ends fail, and calls made before the next one connects wait for it', async (t) => {
  const other = connected(t);
  const held = other.calls.hang();
  await other.calls.add(1n, 1n);
  t.is(other.unanswered(), 1);
  other.disconnect();
  await t.throwsAsync(held, { instanceOf: ThreadLost });
  t.is(other.unanswered(), 0);
  const waiting = other.calls.add(1n, 1n);
  t.is(other.unanswered(), 1);
  const { port1, port2 } = new MessageChannel();
  serve(port1, { add: () => Promise.resolve(42n) });
  other.connect(port2);
  t.is(await waiting, 42n);
  t.is(other.unanswered(), 0);
});

test('a port that always has a next message keeps nothing in its thread from a turn of the event loop', async (t) => {
  const { port1, port2 } = new MessageChannel();
  let served = 0;
  let servedBeforeTurn: number | undefined;
  const work = () => {
    if (served === 0) setImmediate(() => (servedBeforeTurn = served));
    served += 1;
    for (const end = performance.now() + 5; performance.now() < end;);
    return Promise.resolve();
  };
  serve(port1, { work });
  const other = remote<{ work: () => Promise<void> }>();
  other.connect(port2);
  t.teardown(() => other.disconnect());
  await Promise.all(Array.from({ length: 20 }, () => other.calls.work()));
  t.is(served, 20);
  t.true(Number(servedBeforeTurn) <= 2, String(servedBeforeTurn));
});
