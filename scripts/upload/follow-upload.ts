import { NotNow } from './failures.ts';
import type { Precedent, UploadRecord } from './precedent.ts';

/** How far a running upload is. */
export type Moved = (figures: { readonly state: string; readonly done: number }) => void;

/** Follows an upload by one stream of its progress; returns its record where the stream has told its end, undefined where it broke or was refused. Throws RefusedByService. */
export const followUpload = async (
  { precedent, moved, signal }: { readonly precedent: Precedent; readonly moved: Moved; readonly signal: AbortSignal },
  id: string,
): Promise<UploadRecord | undefined> => {
  try {
    for await (const { event, data } of precedent.progress(id, signal)) {
      if (event === 'outcome') return JSON.parse(data) as UploadRecord;
      if (event !== 'progress') continue;
      const { state, stored, skipped } = JSON.parse(data) as { state: string; stored: number; skipped: number };
      moved({ state, done: stored + skipped });
    }
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
  }
  return undefined;
};
