import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { runAtOnce, runInSlices } from '../concurrency/steps.ts';
import type { TicketInput } from '../domain/ticket-input.ts';
import { contentRules, type JudgedContent } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';

/** What a helper does: cleans tickets and judges their content, in their order. */
export type Judge = (inputs: readonly TicketInput[]) => Promise<readonly JudgedContent[]>;

/** Judges the content of tickets, in this thread or at a helper. */
export type JudgingHelpers = {
  /** Batches of an upload that are judged at a time: enough for all helpers and this thread. */
  readonly batchesAtOnce: number;
  /** For one upload. */
  readonly of: (yieldIfDue: YieldIfDue) => Judge;
};

/** Threads that judge: `start` is called once, when there is more than a thread's work; each that is ready is passed to `add`. */
export type JudgingThreads = {
  readonly count: number;
  readonly start: (add: (judge: Judge) => void) => void;
  /** Whether an error means that the thread has ended, and when it may be asked again. */
  readonly isLost: (error: unknown) => boolean;
  readonly back: () => Promise<unknown>;
};

const { judgeContent } = contentRules(cleaning, isStockMessage);

/** At once, for a thread of its own. */
export const judgeAll = (inputs: readonly TicketInput[]): readonly JudgedContent[] =>
  inputs.map((input) => runAtOnce(judgeContent(input)));

const judgeInSlices = async (inputs: readonly TicketInput[], yieldIfDue: YieldIfDue): Promise<JudgedContent[]> => {
  const judged: JudgedContent[] = [];
  for (const input of inputs) {
    judged.push(await runInSlices(judgeContent(input), yieldIfDue));
    await yieldIfDue();
  }
  return judged;
};

/** Judges in this thread alone. */
export const withoutHelpers: JudgingHelpers = {
  batchesAtOnce: 1,
  of: (yieldIfDue) => (inputs) => judgeInSlices(inputs, yieldIfDue),
};

/** Tickets that are judged together: some ten milliseconds, so that at the end of an upload no thread waits long for another. */
const ticketsTogether = 25;

function* partsOf(inputs: readonly TicketInput[]): Generator<readonly TicketInput[]> {
  for (let first = 0; first < inputs.length; first += ticketsTogether)
    yield inputs.slice(first, first + ticketsTogether);
}

/** Divides the tickets of all uploads between this thread and the others, which are started by the first upload of several batches. */
export const judgingHelpers = ({ count, start, isLost, back }: JudgingThreads): JudgingHelpers => {
  const work = sharedWork<Judge>({ isLost, back });
  let isStarted = false;
  const startOnce = () => {
    if (!isStarted) start(work.add);
    isStarted = true;
  };
  return {
    batchesAtOnce: count + 2,
    of: (yieldIfDue) => {
      const share = work.owner();
      let inWork = 0;
      return (inputs) => {
        inWork += 1;
        if (inWork > 1) startOnce();
        const parts = Array.from(partsOf(inputs), (part) =>
          share({
            here: () => judgeInSlices(part, yieldIfDue),
            there: (judge: Judge) => judge(part),
          }),
        );
        return Promise.all(parts)
          .then((judged) => judged.flat())
          .finally(() => (inWork -= 1));
      };
    },
  };
};
