import { once } from '../platform/once.ts';
import { lowerPriority } from '../platform/priority.ts';
import { serve } from '../threads/rpc.ts';
import { notify, onLink } from '../threads/thread.ts';
import { evaluateAll, type UploadHelper } from '../uploads/upload-helpers.ts';

/** Without a core for each, the thread that has the small uploads goes first. */
const belowIngest = 10;

/**
 * A helper of the ingest thread: cleans tickets and evaluates their content, and computes vectors by a local model,
 * which is opened for the first of them.
 */
lowerPriority(belowIngest);

const models = once(async () => {
  try {
    const { helperEmbedders } = await import('./local-models.ts');
    return helperEmbedders();
  } catch (error) {
    // The ingest thread, which has read the file at its start, computes them.
    notify({ kind: 'log', level: 'error', message: 'a helper cannot embed', fields: { error: String(error) } });
    return undefined;
  }
});

const methods: UploadHelper = {
  evaluate: (inputs, notNames) => Promise.resolve(evaluateAll(inputs, notNames)),
  embed: async (model, texts) => (await models())?.named(model, undefined)?.embedTickets(texts),
};
onLink(({ port }) => serve(port, methods));
notify({ kind: 'ready' });
