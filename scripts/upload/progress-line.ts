import type { Words } from './words.ts';

export type ProgressLine = {
  /** How many tickets have been checked so far. */
  readonly checking: (tickets: number) => void;
  /** From now on `done` of `total` tickets move; those that were done before count for no rate. */
  readonly begin: (done: number, total: number) => void;
  /** A line at the end of the bar, and how many tickets are done now. */
  readonly show: (done: number, doing: string) => void;
  /** A line that stays, above the bar. */
  readonly note: (line: string) => void;
  readonly clear: () => void;
};

const width = 12;

/** Milliseconds between two drawings: a terminal that is drawn more often only flickers. */
const pause = 100;

/** One line of progress with rate and remaining time, drawn over itself on a terminal; elsewhere only notes are written. */
export const progressLine = (words: Words, out: NodeJS.WriteStream = process.stdout): ProgressLine => {
  let begun = { at: performance.now(), from: 0, total: 0 };
  let drawn = 0;
  const clear = () => {
    if (out.isTTY) out.write('\r\x1b[K');
  };
  const draw = (line: () => string) => {
    if (!out.isTTY || performance.now() - drawn < pause) return;
    drawn = performance.now();
    out.write(
      `\r\x1b[K${Array.from(line())
        .slice(0, (out.columns || 80) - 1)
        .join('')}`,
    );
  };
  return {
    checking: (tickets) => draw(() => `${words.checking} ${words.count(tickets)}`),
    begin: (from, total) => {
      begun = { at: performance.now(), from, total };
    },
    show: (done, doing) =>
      draw(() => {
        const { at, from, total } = begun;
        const rate = (done - from) / ((performance.now() - at) / 1_000);
        return `${bar(done / total)} ${figures(words, { done, total, rate })} · ${doing}`;
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

const figures = (words: Words, { done, total, rate }: Readonly<Record<'done' | 'total' | 'rate', number>>) => {
  const { count } = words;
  const known = `${count(done)} ${words.of} ${count(total)}`;
  if (rate < 1) return known;
  const left = words.duration(Math.ceil((total - done) / rate));
  return `${known}, ${count(Math.round(rate))}${words.perSecond}, ${words.left} ${left}`;
};
