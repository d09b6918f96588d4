import test from 'ava';
import { boundedQueue } from '../../src/concurrency/bounded-queue.ts';

const full = new Error('full');
const opened = (bounds: { readonly concurrency: number; readonly maxWaiting: number }) => {
  const queue = boundedQueue({ ...bounds, onFull: () => full });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Runs work that lasts until `ends` is called for it. */
  const run = (name: string, signal?: AbortSignal) =>
    queue(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }, signal);
  return { queue, begun, run, end: (name: string) => ends.get(name)?.() };
};

test('so many run at a time, others in the order of the calls', async (t) => {
  const { begun, run, end } = opened({ concurrency: 2, maxWaiting: 10 });
  const results = ['a', 'b', 'c', 'd'].map((name) => run(name));
  t.deepEqual(begun, ['a', 'b']);
  end('b');
  t.is(await results[1], 'b');
  t.deepEqual(begun, ['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await Promise.all([results[0], results[2]]);
  end('d');
  t.is(await results[3], 'd');
});

test('one too many is refused at once, and there is room again when one has ended', async (t) => {
  const { run, end } = opened({ concurrency: 1, maxWaiting: 1 });
  const [first, second] = [run('a'), run('b')];
  t.is(await t.throwsAsync(run('c')), full);
  end('a');
  await first;
  const third = run('c');
  end('b');
  await second;
  end('c');
  t.is(await third, 'c');
});

test('an aborted signal gives up the slot of one that waits, and does not end one that runs', async (t) => {
  const { begun, run, end } = opened({ concurrency: 1, maxWaiting: 1 });
  const gone = new AbortController();
  const reason = new Error('gone');
  const running = run('a', gone.signal);
  const waiting = run('b', gone.signal);
  gone.abort(reason);
  t.is(await t.throwsAsync(waiting), reason);
  const next = run('c');
  t.is(await t.throwsAsync(run('d', gone.signal)), reason);
  end('a');
  t.is(await running, 'a');
  end('c');
  await next;
  t.deepEqual(begun, ['a', 'c']);
});

test('a failure hands its slot on too', async (t) => {
  const { queue } = opened({ concurrency: 1, maxWaiting: 1 });
  const failed = queue(() => Promise.reject(new Error('no')));
  const next = queue(() => Promise.resolve('yes'));
  await t.throwsAsync(failed, { message: 'no' });
  t.is(await next, 'yes');
  t.is(await queue(() => Promise.resolve('again')), 'again');
});
