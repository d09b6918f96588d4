import test from 'ava';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { judgingThreads } from '../../src/composition/judging-threads.ts';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { ThreadLost } from '../../src/threads/rpc.ts';
import { type Judge, judgeAll, judgingHelpers } from '../../src/uploads/judging-helpers.ts';

const inputs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => parseTicket(benchTicket(from + place), String));

test('there is a thread for each core but one, at least one and at most eight', (t) => {
  t.deepEqual(
    [1, 2, 4, 9, 64].map((cores) => judgingThreads(cores).count),
    [1, 1, 3, 8, 8],
  );
});

test('a thread judges tickets as the caller would', async (t) => {
  const threads = judgingThreads(2);
  t.teardown(threads.stop);
  const judge = await new Promise<Judge>((resolve) => threads.start(resolve));
  t.deepEqual(await judge(inputs(20)), judgeAll(inputs(20)));
});

test('threads start with the second batch at a time, and a thread that ends loses and doubles nothing', async (t) => {
  let started = 0;
  let lost = 0;
  const ending: Judge = () => {
    lost += 1;
    return Promise.reject(new ThreadLost('A thread ended'));
  };
  const { of, batchesAtOnce } = judgingHelpers({
    count: 1,
    start: (add) => {
      started += 1;
      add(ending);
    },
    isLost: (error) => error instanceof ThreadLost,
    back: () => Promise.resolve(),
  });
  t.is(batchesAtOnce, 3);
  const judge = of(() => undefined);
  t.deepEqual(await judge(inputs(5)), judgeAll(inputs(5)));
  t.is(started, 0);
  const both = await Promise.all([judge(inputs(5)), judge(inputs(5, 5)), judge(inputs(5, 10))]);
  t.deepEqual(both.flat(), judgeAll(inputs(15)));
  t.is(started, 1);
  t.true(lost > 0);
});

test('the tickets of one batch are divided between the threads and come back in their order', async (t) => {
  const sizes: number[] = [];
  const { of } = judgingHelpers({
    count: 1,
    start: (add) =>
      add((part) => {
        sizes.push(part.length);
        return Promise.resolve(judgeAll(part));
      }),
    isLost: () => false,
    back: () => Promise.resolve(),
  });
  const judge = of(() => undefined);
  const both = await Promise.all([judge(inputs(60)), judge(inputs(60, 60))]);
  t.deepEqual(both.flat(), judgeAll(inputs(120)));
  t.true(sizes.length > 1);
  t.true(Math.max(...sizes) < 60);
});
