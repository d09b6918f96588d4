import type { ReadProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';

/** An operation that a person requests on the command line; the names are stored in the queue of operations. */
export type Operation =
  | { readonly operation: 'replay'; readonly projection: ProjectionName; readonly accept: boolean }
  | { readonly operation: 'verify'; readonly repair: boolean }
  | {
      readonly operation: 'reembed';
      /** The configured model by default. */
      readonly model?: string;
      readonly dimensions?: number;
    }
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
