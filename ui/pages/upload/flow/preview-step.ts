import { type ApiError, asApiError } from '../../../api/api-error.ts';
import type { Preview } from '../upload-records.ts';
import type { FlowContext } from './flow-context.ts';
import type { ChosenFile, Refusal } from './flow-state.ts';
import { postFile } from './post-file.ts';

/** Requests the preview of a file. The current preview stays while columns are reassigned; a refused file leads back to the start. */
export const previewStep = async (flow: FlowContext, { file, columns }: ChosenFile): Promise<void> => {
  const { app, collectionId, setState } = flow;
  const before = flow.state.get();
  const shown = before.step === 'ready' && before.file === file ? before.preview : undefined;
  const show = (share: number, failure?: ApiError) => {
    const reason = failure ? { failure } : {};
    if (shown) setState({ step: 'ready', file, columns, preview: shown, stale: failure === undefined, ...reason });
    else setState({ step: 'reading', file, columns, share, ...reason });
  };
  show(0);
  await flow.runStep(
    async (signal) => {
      const path = `/api/collections/${collectionId}/tickets/preview`;
      const onTransfer = (share: number) => signal.aborted || show(share);
      const preview = (await postFile(app, { path, file, columns, signal, onTransfer })) as Preview;
      signal.throwIfAborted();
      const reason = refusalOf(preview);
      if (reason) flow.refuse(file, reason);
      else setState({ step: 'ready', file, columns, preview, stale: false });
    },
    (error) => {
      const failure = asApiError(error);
      if (!shown && (failure.status === 400 || failure.status === 413)) flow.refuse(file, failure);
      else show(0, failure);
    },
  );
};

/** Why a file stays at the start: nothing that its user could do here would make it fit. */
const refusalOf = ({ columns, total, unreadable, broken_off: brokenOff }: Preview): Refusal['reason'] | undefined => {
  const [first] = unreadable;
  if (total === 0 && !first) return columns.length > 0 ? 'header-only' : 'no-tickets';
  // Columns that are not recognised can be assigned, which broken bytes cannot.
  if (brokenOff && (total > 0 || columns.length === 0)) return brokenOff;
  return first && total === 0 && columns.length === 0 ? first : undefined;
};
