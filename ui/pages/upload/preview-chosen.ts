import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { FlowContext } from './flow-context.ts';
import type { Chosen } from './flow-state.ts';
import { postFile } from './post-file.ts';
import type { Preview } from './upload-records.ts';

/** Asks what a file would do. The preview before stays while columns are assigned anew; a file that is refused leads back to the start. */
export const previewChosen = async (flow: FlowContext, { file, columns }: Chosen): Promise<void> => {
  const { app, collectionId, to } = flow;
  const before = flow.now.get();
  const shown = before.step === 'ready' && before.file === file ? before.preview : undefined;
  const tell = (share: number, failure?: ApiError) => {
    const why = failure ? { failure } : {};
    if (shown) to({ step: 'ready', file, columns, preview: shown, stale: failure === undefined, ...why });
    else to({ step: 'reading', file, columns, share, ...why });
  };
  tell(0);
  await flow.run(
    async (signal) => {
      const path = `/api/collections/${collectionId}/tickets/preview`;
      const sent = (share: number) => signal.aborted || tell(share);
      const preview = (await postFile(app, { path, file, columns, signal, sent })) as Preview;
      signal.throwIfAborted();
      const [first] = preview.unreadable;
      // Nothing of it can be read, and no column can be assigned to mend that.
      if (first && preview.total === 0 && preview.columns.length === 0) flow.refuse(file, first);
      else to({ step: 'ready', file, columns, preview, stale: false });
    },
    (error) => {
      const failure = asApiError(error);
      if (!shown && (failure.status === 400 || failure.status === 413)) flow.refuse(file, failure);
      else tell(0, failure);
    },
  );
};
