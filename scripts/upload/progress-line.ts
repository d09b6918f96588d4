import type { Messages } from './messages.ts';

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

const width = 12;

/** More frequent drawing flickers. */
const minDrawIntervalMs = 100;

/** A progress bar with rate and remaining time on a terminal; elsewhere only notes are printed. */
export const progressLine = (messages: Messages, out: NodeJS.WriteStream = process.stdout): ProgressLine => {
  let begun = { at: performance.now(), from: 0, total: 0 };
  let drawn = 0;
  const clear = () => {
    if (out.isTTY) out.write('\r\x1b[K');
  };
  const draw = (line: () => string) => {
    if (!out.isTTY || performance.now() - drawn < minDrawIntervalMs) return;
    drawn = performance.now();
    out.write(
      `\r\x1b[K${Array.from(line())
        .slice(0, (out.columns || 80) - 1)
        .join('')}`,
    );
  };
  return {
    checking: (tickets) => draw(() => `${messages.checking} ${messages.count(tickets)}`),
    begin: (from, total) => {
      begun = { at: performance.now(), from, total };
    },
    show: (done, doing) =>
      draw(() => {
        const { at, from, total } = begun;
        const rate = (done - from) / ((performance.now() - at) / 1_000);
        return `${bar(done / total)} ${figures(messages, { done, total, rate })} · ${doing}`;
      }),
    note: (line) => {
      clear();
      out.write(`${line}\n`);
    },
    clear,
  };
};

const bar = (share: number) => {
  const filled = Math.min(width, Math.round(share * width));
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${Math.floor(share * 100)} %`;
};

const figures = (messages: Messages, { done, total, rate }: Readonly<Record<'done' | 'total' | 'rate', number>>) => {
  const { count } = messages;
  const known = `${count(done)} ${messages.of} ${count(total)}`;
  if (rate < 1) return known;
  const left = messages.duration(Math.ceil((total - done) / rate));
  return `${known}, ${count(Math.round(rate))}${messages.perSecond}, ${messages.left} ${left}`;
};
