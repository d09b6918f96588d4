import type { ApiError } from '../../../api/api-error.ts';
import type { Recalled } from '../last-choice.ts';
import type {
  AssignedColumns,
  Preview,
  PreviewProgress,
  Progress,
  TablePlace,
  UploadRecord,
} from '../upload-records.ts';

/** Why a file is not sent: the service would refuse it, or nothing in it can be stored. */
export type FileProblem =
  | 'large'
  | 'kind'
  | 'old-workbook'
  /** It is named as one and has no signature of one. */
  | 'no-workbook'
  | 'empty'
  | 'unreadable'
  | 'header-only'
  | 'no-tickets'
  /** Nothing in it is a ticket of the desk that it was read as an export of. */
  | 'no-desk-tickets';

/** Why a file is not accepted: a problem found in the browser, or the service's detail text. */
export type Refusal = {
  readonly name: string;
  readonly reason: FileProblem | { readonly detail: string; readonly index?: number | null };
  /** The file as it was read, if another reading may fit: JSON can be the export of a desk that was not recognised. */
  readonly chosen?: ChosenFile | undefined;
};

/** `updates`: whether stored tickets with another content are updated. `previewId`: under which the service may keep the file, so that its bytes need not be sent again; undefined if they were never sent. */
export type ChosenFile = {
  readonly file: File;
  readonly columns: AssignedColumns;
  readonly place?: TablePlace | undefined;
  readonly updates: boolean;
  readonly previewId?: string | undefined;
  /** How a table with its titles was read last; undefined until it was previewed. */
  readonly recalled?: Recalled | undefined;
};

/** The file of a step, without what the step adds. */
export const chosenIn = ({ file, columns, place, updates, previewId, recalled }: ChosenFile): ChosenFile => ({
  ...{ file, columns, place, updates, previewId, recalled },
});

/**
 * The phase of a request: `share` of its bytes sent (0 to 1), progress in tickets, or the wait before a retry. An upload that is `accepted` goes on
 * without this window; `unreachable` while the service that does so does not answer.
 */
export type Stage =
  | { readonly phase: 'transfer'; readonly share: number }
  | {
      readonly phase: 'processing';
      readonly progress: Progress | undefined;
      readonly accepted: boolean;
      readonly unreachable?: boolean;
    }
  | { readonly phase: 'waiting'; readonly failure: ApiError };

/** An upload that is to be repeated: the cleaned name of its file, and what became of stored tickets. */
export type Again = Pick<UploadRecord, 'file_name' | 'on_duplicate'>;

/** The step of a file on its way into a collection. */
export type FlowState =
  /** `again`: the upload whose file is asked for. */
  | { readonly step: 'start'; readonly refusal?: Refusal; readonly again?: Again }
  | (ChosenFile & {
      readonly step: 'reading';
      /** Of the bytes that were sent. */
      readonly share: number;
      readonly progress?: PreviewProgress | undefined;
      /** What was found in the first tickets. */
      readonly first?: Preview | undefined;
      readonly failure?: ApiError;
    })
  | (ChosenFile & {
      readonly step: 'ready';
      readonly preview: Preview;
      /** Columns were reassigned and their preview is pending. */
      readonly stale: boolean;
      readonly failure?: ApiError;
    })
  | (ChosenFile & {
      readonly step: 'sending';
      readonly uploadId: string;
      readonly stage: Stage;
      readonly stopping: boolean;
      readonly preview?: Preview | undefined;
    })
  /** An upload that another window has sent, or this one before it was reloaded. */
  | {
      readonly step: 'following';
      readonly uploadId: string;
      readonly name: string | null;
      readonly stage: Stage;
      readonly stopping: boolean;
    }
  /** `unfinished`: the file to send again; undefined for a finished upload. `rest`: the sheets of its workbook that are not sent yet. */
  | {
      readonly step: 'ended';
      readonly upload: UploadRecord;
      readonly unfinished: ChosenFile | undefined;
      readonly rest?: { readonly file: File; readonly sheets: Preview['other_sheets'] } | undefined;
    }
  | (ChosenFile & { readonly step: 'failed'; readonly uploadId: string; readonly failure: ApiError });

/** Whole percents of the bytes sent or of the tickets processed; undefined if the total is unknown. */
export const percentOf = (stage: Stage): number | undefined => {
  if (stage.phase === 'transfer') return Math.floor(stage.share * 100);
  if (stage.phase !== 'processing' || !stage.progress?.total) return undefined;
  const { stored, skipped, total } = stage.progress;
  return Math.floor(Math.min((stored + skipped) / total, 1) * 100);
};
