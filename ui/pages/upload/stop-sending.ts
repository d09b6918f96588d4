import type { FlowContext } from './flow-context.ts';
import { outcomeOfStopped } from './outcome-of-stopped.ts';
import { showEnd, showFailure } from './send-step.ts';

/** Closes the request of an upload. What was stored stays and is shown; where nothing had begun, the file is as before. */
export const stopSending = async (flow: FlowContext): Promise<void> => {
  const state = flow.now.get();
  if (state.step !== 'sending' || state.stopping) return;
  const { file, columns, uploadId, preview, stage } = state;
  const back = () => flow.to(preview ? { step: 'ready', file, columns, preview, stale: false } : { step: 'start' });
  if (stage.at === 'transfer') {
    flow.begin();
    back();
    return;
  }
  flow.to({ ...state, stopping: true });
  await flow.run(
    async (signal) => {
      const upload = await outcomeOfStopped(flow.app, { collectionId: flow.collectionId, uploadId, signal });
      if (upload) showEnd(flow, upload, { file, columns });
      else back();
    },
    (error) => void showFailure(flow, error, state),
  );
};
