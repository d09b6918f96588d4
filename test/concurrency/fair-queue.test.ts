import test from 'ava';
import { fairQueue } from '../../src/concurrency/fair-queue.ts';

const full = new Error('full');
type Bounds = { readonly concurrency: number; readonly maxWaiting: number; readonly maxWaitingOfAccount?: number };
const opened = ({ maxWaitingOfAccount = 10, ...bounds }: Bounds) => {
  const queue = fairQueue({ ...bounds, maxWaitingOfAccount, onFull: () => full });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Runs work that lasts until `ends` is called for it. */
  const run = (name: string, signal?: AbortSignal, { network = 'n', account = name } = {}) =>
    queue(
      { network, account },
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      signal,
    );
  const end = (name: string) => ends.get(name)?.();
  return {
    ...{ begun, run, end },
    queue: <Result>(work: () => Promise<Result>) => queue({ network: 'n', account: 'a' }, work),
    /** Ends what runs, one after the other; returns the order in which all have begun. */
    drained: async () => {
      for (let next = 0; next < begun.length; next += 1) {
        end(begun[next] ?? '');
        await new Promise((resolve) => setImmediate(resolve));
      }
      return begun;
    },
  };
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

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error === full ? 'full' : String(error)),
  );

test('networks take turns, whatever they have waiting', async (t) => {
  const { run, drained } = opened({ concurrency: 1, maxWaiting: 10 });
  const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) =>
    run(name, undefined, { network: name.charAt(0) }),
  );
  t.deepEqual(await drained(), ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await Promise.all(works);
});

test('a network that fills the queue gives room to others, down to an equal share', async (t) => {
  const { run, drained } = opened({ concurrency: 1, maxWaiting: 4 });
  const works = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1', 'd1', 'e1'].map((name) =>
    outcomeOf(run(name, undefined, { network: name.charAt(0) })),
  );
  t.deepEqual(await drained(), ['a1', 'a2', 'b1', 'c1', 'd1']);
  const full = ['full', 'full', 'full', 'full'];
  t.deepEqual(await Promise.all(works), ['done', 'done', ...full, 'done', 'full', 'full', 'done', 'done', 'full']);
});

test('one account holds a share of the queue, in which networks have equal shares too', async (t) => {
  const { run, drained } = opened({ concurrency: 1, maxWaiting: 10, maxWaitingOfAccount: 2 });
  const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) =>
    outcomeOf(run(name, undefined, { network: name.charAt(0), account: 'victim' })),
  );
  const other = outcomeOf(run('a5', undefined, { network: 'a', account: 'other' }));
  t.deepEqual(await drained(), ['a1', 'a2', 'b1', 'a5']);
  t.deepEqual(await Promise.all(works), ['done', 'done', 'full', 'full', 'done', 'full']);
  t.is(await other, 'done');
});

test('a waiter that has lost its place does not come back when its signal is aborted', async (t) => {
  const { run, drained } = opened({ concurrency: 1, maxWaiting: 2 });
  const gone = new AbortController();
  const works = ['a1', 'a2', 'a3'].map((name) => outcomeOf(run(name, gone.signal, { network: 'a' })));
  const other = outcomeOf(run('b1', undefined, { network: 'b' }));
  t.is(await works[2], 'full');
  gone.abort(new Error('gone'));
  t.deepEqual(await drained(), ['a1', 'b1']);
  t.deepEqual(await Promise.all([...works, other]), ['done', 'Error: gone', 'full', 'done']);
});
