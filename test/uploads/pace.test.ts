import test from 'ava';
import { longestPause, pace } from '../../scripts/upload/pace.ts';

test('the command waits for the window of the rate limit, and for an hour at most where a proxy tells its end as a date', async (t) => {
  for (const [reset, seconds] of [
    [20, 20],
    [1_796_000_000, longestPause],
  ] as const) {
    const waits: number[] = [];
    const gone = new AbortController();
    const { wait, record } = pace((wanted) => waits.push(wanted));
    record({ 'ratelimit-limit': '30', 'ratelimit-remaining': '10', 'ratelimit-reset': String(reset) });
    const waiting = t.throwsAsync(wait(gone.signal));
    gone.abort();
    await waiting;
    t.deepEqual(waits, [seconds]);
  }
});
