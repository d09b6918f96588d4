import type { ProjectionName } from '../ports/read-your-writes.ts';

/** What a person asks of the running service on the command line. */
export type Operation =
  | { readonly operation: 'replay'; readonly projection: ProjectionName; readonly accept: boolean }
  | { readonly operation: 'verify'; readonly repair: boolean }
  | {
      readonly operation: 'reembed';
      /** The configured model without one. */
      readonly model?: string;
      readonly dimensions?: number;
    }
  | { readonly operation: 'drop kept index' };

/** How far it has come; `done` and `total` count what `step` names. */
export type OperationProgress = { readonly step: string; readonly done: number; readonly total: number };

/** How it ended, in lines for a person. */
export type OperationReport = { readonly succeeded: boolean; readonly lines: readonly string[] };

export type Progress = (progress: OperationProgress) => void;
