import { setTimeout } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { type IterableMethods, remoteIterable, serveIterables } from '../../src/threads/remote-iterables.ts';
import { remote, serve, ThreadLost } from '../../src/threads/rpc.ts';

type Numbers = (from: bigint, signal: AbortSignal) => AsyncGenerator<bigint>;

/** Both sides of a channel; the numbers that were made, and how many of the iterables have ended. */
const connected = (t: ExecutionContext, end = Number.POSITIVE_INFINITY) => {
  const seen = { made: [] as bigint[], ended: 0 };
  const iterate: Numbers = async function* (from, signal) {
    try {
      for (let number = from; number < end && !signal.aborted; number += 1n) {
        seen.made.push(number);
        yield await Promise.resolve(number);
      }
    } finally {
      seen.ended += 1;
    }
  };
  const { port1, port2 } = new MessageChannel();
  serve(port1, serveIterables(iterate));
  const other = remote<IterableMethods<[bigint], bigint>>();
  other.connect(port2);
  t.teardown(() => other.disconnect());
  let ids = 0;
  return { seen, other, numbers: remoteIterable(other.calls, () => String((ids += 1))) };
};

const running = () => new AbortController().signal;

test('items arrive in their order, to the end, and iterables of one thread do not mix', async (t) => {
  const { numbers } = connected(t, 500);
  const all = async (from: bigint) => Array.fromAsync(numbers(from, running()));
  const [low, high] = await Promise.all([all(0n), all(490n)]);
  t.deepEqual([low.length, low.at(-1)], [500, 499n]);
  t.deepEqual(high, [490n, 491n, 492n, 493n, 494n, 495n, 496n, 497n, 498n, 499n]);
});

test('one item is made ahead of the reader, and no more', async (t) => {
  const { numbers, seen } = connected(t);
  const items = numbers(0n, running());
  t.is((await items.next()).value, 0n);
  while (seen.made.length < 2) await setTimeout(1);
  await setTimeout(20);
  t.deepEqual(seen.made, [0n, 1n]);
});

test('what the reader leaves, or its signal aborts, is closed in the other thread', async (t) => {
  const { numbers, seen } = connected(t);
  for await (const number of numbers(0n, running())) if (number === 3n) break;
  const stop = new AbortController();
  for await (const number of numbers(0n, stop.signal)) if (number === 3n) stop.abort();
  while (seen.ended < 2) await setTimeout(1);
  t.is(seen.ended, 2);
});

test('an abort ends a reader that waits for an item', async (t) => {
  const waiting = async function* (signal: AbortSignal): AsyncGenerator<bigint> {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield* [];
  };
  const stop = new AbortController();
  const { open, next, close } = serveIterables<[], bigint>(waiting);
  const reading = Array.fromAsync(remoteIterable({ open, next, close }, () => '1')(stop.signal));
  await setTimeout(1);
  stop.abort();
  t.deepEqual(await reading, []);
});

test('a reader whose thread ends is told so', async (t) => {
  const { numbers, other } = connected(t);
  const items = numbers(0n, running());
  await items.next();
  other.disconnect();
  await t.throwsAsync(
    async () => {
      for (;;) await items.next();
    },
    { instanceOf: ThreadLost },
  );
});

test('a thread that was restarted does not know what its predecessor had open', async (t) => {
  const { next } = serveIterables<[], bigint>(async function* () {
    yield* await Promise.resolve([1n]);
  });
  await t.throwsAsync(next('of another'), { message: /not open/ });
});

test('an abort while the iterable opens ends the reader, and the failed request for an item is nobody’s error', async (t) => {
  const { numbers } = connected(t);
  const stop = new AbortController();
  const items = numbers(0n, stop.signal);
  const first = items.next();
  stop.abort();
  t.true((await first).done);
  // An unhandled rejection would end the process of the service, and fails this run.
  await setTimeout(20);
});
