import test from 'ava';
import { progressBar } from '../../scripts/progress-bar.ts';
import { english } from '../../scripts/upload/messages-en.ts';
import { progressLine } from '../../scripts/upload/progress-line.ts';
import { progressMeter, formatProgress } from '../../src/platform/progress-meter.ts';
import { rebuildProgress } from '../../src/start-lines.ts';

/** Positions are bytes: each event takes as many. */
const eventBytes = 3_000;
/** A scavenge moves the end of a chunk to the next multiple of 256 MiB. */
const chunkBytes = 268_435_456;

/** Reads a log of 20 000 events at 1 000 events a second, with a jump after the first 5 000; calls `at` four times a second. */
const readJumpingLog = (at: (time: number, sample: { done: number; total: number; count: number }) => void) => {
  const positionOf = (count: number) => count * eventBytes + (count > 5_000 ? chunkBytes : 0);
  const total = positionOf(20_000);
  for (let time = 0; time <= 20_000; time += 250) at(time, { done: positionOf(time), total, count: time });
};

test('where positions are bytes and jump, events are counted as they come, and the rate and the time left are true', (t) => {
  let time = 0;
  const pace = progressMeter(() => time);
  let percent = 0;
  readJumpingLog((now, sample) => {
    time = now;
    pace.add(sample);
    const figures = pace.estimate();
    t.true(figures.percent >= percent && figures.percent <= 100);
    percent = figures.percent;
    t.is(figures.count, now);
    if (figures.rate !== undefined) t.is(figures.rate, 1_000);
    // The jump says nothing of the rest; before it nobody can know of it.
    if (now > 5_500) t.is(Math.round(figures.secondsLeft ?? NaN), Math.round((20_000 - now) / 1_000));
  });
  t.is(percent, 100);
});

test('a pace follows a change of speed', (t) => {
  let [time, done] = [0, 0];
  const pace = progressMeter(() => time);
  for (; time < 60_000; time += 500)
    pace.add({ done: (done += time < 30_000 ? 500 : 50), total: 100_000, count: done });
  const { rate, secondsLeft } = pace.estimate();
  t.is(rate, 100);
  t.is(secondsLeft, (100_000 - done) / 100);
});

test('there is no rate and no time left before there is something to compare', (t) => {
  const pace = progressMeter(() => 0);
  t.is(formatProgress(pace, 'events'), '100 %');
  pace.add({ done: 10, total: 100, count: 3 });
  t.is(formatProgress(pace, 'events'), '10 %, 3 events');
  pace.add({ done: 20, total: 100, count: 6 });
  t.is(formatProgress(pace, 'events'), '20 %, 6 events');
});

test('the start prints the read model that is furthest behind, once a second, and none that has reached its goal', (t) => {
  const lines: string[] = [];
  let time = 0;
  const rebuilding = rebuildProgress(
    (line) => lines.push(line),
    () => time,
  );
  const goal = 4_000n * BigInt(eventBytes);
  const report = (projection: string, events: number) =>
    rebuilding({ projection, events, position: BigInt(events) * BigInt(eventBytes), goal });
  for (; time <= 4_000; time += 250) {
    report('accounts', Math.min(4_000, time * 2));
    // Its last event is before the goal, which is a position of the server's own.
    rebuilding({ projection: 'uploads', events: 0, position: 1n, goal });
    report('ticket-index', time);
  }
  t.deepEqual(lines, [
    'Rebuilding ticket-index: 18 %, 750 events, 1000/s, about 4 s left',
    'Rebuilding ticket-index: 43 %, 1750 events, 1000/s, about 3 s left',
    'Rebuilding ticket-index: 68 %, 2750 events, 1000/s, about 2 s left',
    'Rebuilding ticket-index: 93 %, 3750 events, 1000/s, about 1 s left',
  ]);
});

const shown = (show: (bar: ReturnType<typeof progressBar>, setTime: (time: number) => void) => void) => {
  let time = 0;
  let printed = '';
  const out = { isTTY: false, write: (text: string | Uint8Array) => ((printed += String(text)), true) };
  show(
    progressBar(out, () => time),
    (now) => (time = now),
  );
  return printed.trimEnd().split('\n');
};

test('a bar for a step that reads the log shows its share by position, and events', (t) => {
  const lines = shown((bar, setTime) =>
    readJumpingLog((time, { done, total, count }) => {
      setTime(time);
      if (time % 500 === 0) bar.show({ step: 'verify accounts', done, total, events: count });
    }),
  );
  t.regex(lines[0] ?? '', /^verify accounts \[░{30}\] 0 %$/);
  t.true(lines.slice(1).every((line) => line.includes(' events, 1000/s, about ')));
  t.regex(lines.at(-1) ?? '', /100 %, 20000 events, 1000\/s, about 0 s left$/);
});

test('a bar for another step shows what is done of how many', (t) => {
  const lines = shown((bar, setTime) => {
    for (let done = 0; done <= 100; done += 50) {
      setTime(done * 20);
      bar.show({ step: 'reembed', done, total: 100 });
    }
    bar.end(['Done']);
  });
  t.deepEqual(
    lines.map((line) => line.replace(/^.*\] /, '')),
    ['0 %', '50 %, 50 of 100, 50/s, about 1 s left', '100 %, 100 of 100, 50/s, about 0 s left', 'Done (2.0 s)'],
  );
});

test('the bar of an upload has the rate and the time left of what it has done itself, and is drawn on a terminal only', (t) => {
  const lines = (isTTY: boolean) => {
    let time = 0;
    const drawn: string[] = [];
    const out = { isTTY, columns: 80, write: (text: string | Uint8Array) => drawn.push(String(text)) > 0 };
    const line = progressLine(english, out, () => time);
    line.begin(1_000, 3_000);
    for (const done of [1_500, 2_000, 3_000]) {
      time += 1_000;
      line.show(done, 'processing');
    }
    return drawn.map((text) => text.replace('\r\u001b[K', ''));
  };
  t.deepEqual(lines(true), [
    '[██████░░░░░░] 50 % 1,500 of 3,000, 500/s, left 3 s · processing',
    '[████████░░░░] 66 % 2,000 of 3,000, 500/s, left 2 s · processing',
    '[████████████] 100 % 3,000 of 3,000, 667/s, left 0 s · processing',
  ]);
  t.deepEqual(lines(false), []);
});
