import { progressMeter, type ProgressMeter } from '../../src/platform/progress-meter.ts';
import { bar } from '../progress-bar.ts';
import { terminalText } from '../terminal-text.ts';
import type { Messages } from './messages.ts';
import type { RetryContext } from './retry-request.ts';

export type ProgressLine = {
  /** Draws the number of checked tickets. */
  readonly checking: (tickets: number) => void;
  /** Starts the bar with `done` of `total` tickets, which do not count for the rate. */
  readonly begin: (done: number, total: number) => void;
  /** Draws the bar with `done` tickets and a description of the current activity. */
  readonly show: (done: number, doing: string) => void;
  /** Prints a permanent line above the bar. */
  readonly note: (line: string) => void;
  readonly clear: () => void;
};

/** What is said of each failure before it is tried again. */
export const retryNotes =
  (line: Pick<ProgressLine, 'note'>, messages: Messages, attempts: number): RetryContext['onFailure'] =>
  ({ reason, seconds, attempt }) =>
    line.note(messages.retry(reason, messages.duration(seconds), `${attempt}/${attempts}`));

const width = 12;

/** More frequent drawing flickers. */
const minDrawIntervalMs = 100;

/** A progress bar with rate and remaining time on a terminal; elsewhere only notes are printed. */
export const progressLine = (
  messages: Messages,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'> = process.stdout,
  now: () => number = () => performance.now(),
): ProgressLine => {
  let meter = progressMeter(now);
  let total = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (out.isTTY) out.write('\r\x1b[K');
  };
  const draw = (line: () => string) => {
    if (!out.isTTY || now() - drawn < minDrawIntervalMs) return;
    drawn = now();
    out.write(
      `\r\x1b[K${Array.from(terminalText(line()))
        .slice(0, (out.columns || 80) - 1)
        .join('')}`,
    );
  };
  return {
    checking: (tickets) => draw(() => `${messages.checking} ${messages.count(tickets)}`),
    begin: (from, all) => {
      total = all;
      meter = progressMeter(now);
      meter.add({ done: from, total, count: from });
    },
    show: (done, doing) => {
      meter.add({ done, total, count: done });
      draw(() => `${bar(done / total, width)} ${progressText(messages, meter, total)} · ${doing}`);
    },
    note: (line) => {
      clear();
      out.write(`${terminalText(line)}\n`);
    },
    clear,
  };
};

const progressText = ({ count, duration, ...messages }: Messages, meter: ProgressMeter, total: number): string => {
  const { percent, count: done, rate = 0, secondsLeft } = meter.estimate();
  const known = `${percent} % ${count(done)} ${messages.of} ${count(total)}`;
  if (rate < 1 || secondsLeft === undefined) return known;
  const left = duration(Math.ceil(secondsLeft));
  return `${known}, ${count(Math.round(rate))}${messages.perSecond}, ${messages.left} ${left}`;
};
