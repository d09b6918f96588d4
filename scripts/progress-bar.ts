import { progressMeter, formatProgress } from '../src/platform/progress-meter.ts';
import { terminalText } from './terminal-text.ts';

const barWidth = 30;

/** A bar of so many characters in brackets, filled to a share between 0 and 1. */
export const bar = (share: number, width: number): string => {
  const filled = Math.min(width, Math.round(share * width));
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}]`;
};

/** What is shown; with `events`, `done` and `total` are positions of the log, and that is the number of events that were read. */
type Progress = {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly events?: number;
};

/** One line of progress with rate and remaining time, redrawn in place on a terminal, else printed at every tenth. Rates start again with each step. */
export const progressBar = (
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  now: () => number = () => performance.now(),
) => {
  const start = now();
  let current = { step: '', meter: progressMeter(now), tenth: -1 };
  return {
    show: ({ step, done, total, events }: Progress) => {
      if (step !== current.step) current = { step, meter: progressMeter(now), tenth: -1 };
      current.meter.add({ done, total, count: events ?? done });
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const line = `${step} ${bar(share, barWidth)} ${formatProgress(current.meter, events === undefined ? `of ${total}` : 'events')}`;
      const tenth = Math.floor(share * 10);
      if (out.isTTY) out.write(`\r\x1b[K${terminalText(line)}`);
      else if (tenth > current.tenth) {
        current.tenth = tenth;
        out.write(`${terminalText(line)}\n`);
      }
    },
    end: (lines: readonly string[]) => {
      const seconds = ((now() - start) / 1_000).toFixed(1);
      out.write(`${out.isTTY ? '\r\x1b[K' : ''}${terminalText(lines.join('\n'))} (${seconds} s)\n`);
    },
  };
};
