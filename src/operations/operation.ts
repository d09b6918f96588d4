import type { ReadProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { BacktestCase } from './backtest-cases.ts';

/** A question of a golden file; `name` is its line. */
export type GoldenCase = Pick<BacktestCase, 'name' | 'question' | 'isDistinct'> & { readonly right: string | null };

export type BacktestOptions = {
  readonly collectionId: string;
  /** How many days back questions are asked again, and at most how many. */
  readonly days: number;
  readonly questions: number;
  /** The questions of a golden file in place of the recorded ones. */
  readonly golden?: readonly GoldenCase[];
  /** The odds of an answer from which on the other side answers, as a multiple of those that it needs. */
  readonly threshold?: number;
  /** Whether the operation fails if the other side is worse. */
  readonly requireNoWorse: boolean;
  /** Whether the report is JSON. */
  readonly json: boolean;
};

/** The model that is meant; the configured one by default. */
type ModelOptions = { readonly model?: string; readonly dimensions?: number };

/** An operation that a person requests on the command line; the names are stored in the queue of operations. */
export type Operation =
  | { readonly operation: 'replay'; readonly projection: ProjectionName; readonly accept: boolean }
  | { readonly operation: 'verify'; readonly repair: boolean }
  | (ModelOptions & {
      readonly operation: 'reembed';
      /** Whether the model stays in use if the other one finds less of what verdicts say is right. */
      readonly requireNoWorse?: boolean;
    })
  /** Without a model: the one in use. */
  | (ModelOptions & BacktestOptions & { readonly operation: 'backtest' })
  | { readonly operation: 'drop kept index' }
  | { readonly operation: 'set password'; readonly email: string; readonly passwordHash: string }
  | {
      readonly operation: 'rotate keys';
      /** Identifies the request: a repeat of a finished one changes nothing. */
      readonly run: string;
      /** The data key configured for the command; undefined if there is none. */
      readonly dataKeyId?: string;
      /** Whether a new data key may take the place of one that is missing. */
      readonly makeDataKey?: boolean;
    };

/** `done` and `total` count what `step` names; with `events` they are positions of the log, and that is the number of events that were read. */
export type OperationProgress = {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly events?: number;
};

/** The result of an operation, in lines for a person. */
export type OperationReport = { readonly succeeded: boolean; readonly lines: readonly string[] };

export type Progress = (progress: OperationProgress) => void;

/** The progress of a step that reads the log. */
export const readingProgress = (step: string, { position, goal, events }: ReadProgress): OperationProgress => ({
  step,
  done: Number(position),
  total: Number(goal),
  events,
});

export type OperationRunner = {
  readonly operate: (operation: Operation) => Promise<OperationReport>;
  /** Progress of the operation that runs; undefined if none does. */
  readonly operationProgress: () => Promise<OperationProgress | undefined>;
};
