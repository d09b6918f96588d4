import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { type RunJob, workStealingPool } from '../concurrency/work-stealing-pool.ts';
import { runToCompletion, runInSlices } from '../concurrency/steps.ts';
import { textLength, type TicketInput } from '../domain/ticket-input.ts';
import { isOfNotNames } from '../domain/not-names.ts';
import { contentRules, type EvaluatedContent } from '../domain/ticket-rules.ts';
import { cleaningWith } from '../personal-data/cleaning.ts';
import { once } from '../platform/once.ts';
import type { Embedder } from '../ports/embedder.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { batcher } from './batcher.ts';

/**
 * Cleans tickets and evaluates their content; a promise for each, in their order, so that the first are known before
 * the last.
 */
export type Evaluate = (inputs: readonly TicketInput[]) => readonly Promise<EvaluatedContent>[];

/** Another thread that works for uploads, previews and corrections. */
export type UploadHelper = {
  readonly evaluate: (inputs: readonly TicketInput[], notNames: NotNames) => Promise<readonly EvaluatedContent[]>;
  /** Returns the vectors of texts by a local model, the same bits as here; undefined if it cannot compute them. */
  readonly embed: (model: string, texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>;
};

/** Evaluates the content of tickets, in this thread or at a helper. */
export type EvaluationWorkers = {
  /** Batches of an upload or preview that are evaluated at a time: enough for all helpers and this thread. */
  readonly batchesAtOnce: number;
  readonly of: (client: UploadClient) => Evaluate;
};

/** The list of a collection (src/domain/not-names.ts); empty without it. */
type NotNames = readonly string[] | undefined;

/** One upload, preview or correction. */
export type UploadClient = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6; its tenant without it. */
  readonly customer?: string | undefined;
  readonly yieldIfDue: YieldIfDue;
  readonly notNames?: NotNames;
  /** Aborted when the outcomes are no longer wanted: evaluation then ends before its next ticket, with the reason of the signal. */
  readonly signal?: AbortSignal;
};

/** Threads of helpers: `start` is called once, when there is more than a thread's work; each that is ready is passed to `add`. */
export type HelperThreads = {
  readonly count: number;
  readonly start: (add: (helper: UploadHelper) => void) => void;
  /** Whether an error means that the thread has ended, and when it may be asked again. */
  readonly isLost: (error: unknown) => boolean;
  readonly whenAvailable: () => Promise<unknown>;
};

const rulesWith = (notNames: NotNames = []) => contentRules(cleaningWith(isOfNotNames(notNames)), isStockMessage);

/** At once, for a thread of its own. */
export const evaluateAll = (inputs: readonly TicketInput[], notNames?: NotNames): readonly EvaluatedContent[] => {
  const { evaluateContent } = rulesWith(notNames);
  return inputs.map((input) => runToCompletion(evaluateContent(input)));
};

const evaluateInSlices = async (
  inputs: readonly TicketInput[],
  { yieldIfDue, notNames, signal }: Omit<UploadClient, 'tenantId'>,
): Promise<EvaluatedContent[]> => {
  const { evaluateContent } = rulesWith(notNames);
  const evaluated: EvaluatedContent[] = [];
  for (const input of inputs) {
    signal?.throwIfAborted();
    evaluated.push(await runInSlices(evaluateContent(input), yieldIfDue));
    await yieldIfDue();
  }
  return evaluated;
};

/** Evaluates in this thread alone. */
export const withoutHelpers: EvaluationWorkers = {
  batchesAtOnce: 1,
  of: (client) => (inputs) => {
    let last: Promise<unknown> = Promise.resolve();
    return inputs.map((input) => {
      const evaluated = last.then(async () => (await evaluateInSlices([input], client))[0] as EvaluatedContent);
      last = evaluated.catch(() => undefined);
      return evaluated;
    });
  },
};

/**
 * Tickets of a part, which ends with the one by which it has so many UTF-16 units: some ten milliseconds (a hundred for the longest ticket), so that a helper is soon
 * free for another tenant, and at the end of an upload no thread waits long for another.
 */
const ticketsTogether = { evaluated: 25, embedded: 10 };
const partLength = 50_000;

/** Embedding so long a text blocks a thread for ten milliseconds, and of the longest for twenty, which others in this thread wait for. */
const blockingLength = 2_000;

const isLong = ({ length }: string): boolean => length >= blockingLength;

const partsOf = <Item>(
  items: readonly Item[],
  max: number,
  lengthOf: (item: Item) => number,
): readonly (readonly Item[])[] => {
  const batches = batcher<Item>({ items: max, size: partLength });
  const parts = items.flatMap((item) => [batches.add(item, lengthOf(item)) ?? []]);
  return [...parts, batches.take()].filter(({ length }) => length > 0);
};

/** Divides the work of all uploads, previews and corrections between this thread and helpers, which are started by the first that has several batches in work. */
export const uploadHelpers = ({ count, start, isLost, whenAvailable }: HelperThreads) => {
  const pool = workStealingPool<UploadHelper>({ isLost, whenAvailable });
  const clients = new WeakMap<YieldIfDue, RunJob<UploadHelper>>();
  /**
   * An upload or preview is known by its function: its tickets that are evaluated and those that are embedded wait in
   * one queue.
   */
  const clientOf = ({ tenantId, customer = tenantId, yieldIfDue }: UploadClient): RunJob<UploadHelper> => {
    const runJob = clients.get(yieldIfDue) ?? pool.client({ tenantId, customer });
    clients.set(yieldIfDue, runJob);
    return runJob;
  };
  const startOnce = once(() => start(pool.addWorker));
  return {
    evaluation: {
      batchesAtOnce: count + 2,
      of: (client) => dividedEvaluation(clientOf(client), client, startOnce),
    } satisfies EvaluationWorkers,
    /** Returns an embedder of this process whose batches of uploads are divided. A few short texts, and that of a correction, are embedded here. */
    divided: (embedder: Embedder): Embedder => dividedEmbedder(embedder, clients),
  };
};

const dividedEvaluation = (runJob: RunJob<UploadHelper>, client: UploadClient, startOnce: () => void): Evaluate => {
  let inWork = 0;
  return (inputs) => {
    inWork += 1;
    if (inWork > 1) startOnce();
    const contents = partsOf(inputs, ticketsTogether.evaluated, textLength).flatMap((part) => {
      const evaluated = runJob({
        runLocally: () => evaluateInSlices(part, client),
        runOnWorker: async ({ evaluate }) => {
          client.signal?.throwIfAborted();
          return evaluate(part, client.notNames);
        },
      });
      return part.map((_, index) => evaluated.then((all) => all[index] as EvaluatedContent));
    });
    void Promise.allSettled(contents).then(() => (inWork -= 1));
    return contents;
  };
};

type Clients = Pick<WeakMap<YieldIfDue, RunJob<UploadHelper>>, 'get'>;

const dividedEmbedder = (embedder: Embedder, clients: Clients): Embedder => ({
  ...embedder,
  embedTickets: async (texts, yieldIfDue) => {
    const runJob = yieldIfDue && clients.get(yieldIfDue);
    if (!runJob || (texts.length <= ticketsTogether.embedded && !texts.some(isLong)))
      return embedder.embedTickets(texts, yieldIfDue);
    const parts = partsOf(texts, ticketsTogether.embedded, ({ length }) => length).map((part) => {
      const runLocally = () => embedder.embedTickets(part, yieldIfDue);
      return runJob({
        runLocally,
        isBlocking: part.some(isLong),
        runOnWorker: async ({ embed }) => (await embed(embedder.model, part)) ?? runLocally(),
      });
    });
    return (await Promise.all(parts)).flat();
  },
});
