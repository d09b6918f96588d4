import type { ApiError } from '../../api/api-error.ts';
import type { FileProblem } from './check-file.ts';
import type { Stage } from './send-file.ts';
import type { AssignedColumns, Preview, UploadRecord } from './upload-records.ts';

/** Why a file is not taken: for what it is, or in the service's words. */
export type Refusal = { readonly name: string; readonly why: FileProblem | { readonly detail: string } };

export type Chosen = { readonly file: File; readonly columns: AssignedColumns };

/** How far a file has come on its way into a collection. */
export type FlowState =
  | { readonly step: 'start'; readonly refusal?: Refusal }
  | (Chosen & { readonly step: 'reading'; readonly share: number; readonly failure?: ApiError })
  | (Chosen & {
      readonly step: 'ready';
      readonly preview: Preview;
      /** Columns were assigned anew, and their preview is on its way. */
      readonly stale: boolean;
      readonly failure?: ApiError;
    })
  | (Chosen & {
      readonly step: 'sending';
      readonly uploadId: string;
      readonly stage: Stage;
      readonly stopping: boolean;
      readonly preview?: Preview | undefined;
    })
  /** `sent` is what can be sent again where it did not finish. */
  | { readonly step: 'ended'; readonly upload: UploadRecord; readonly sent: Chosen | undefined }
  | (Chosen & { readonly step: 'failed'; readonly uploadId: string; readonly failure: ApiError });
