import { serve } from '../../../src/threads/rpc.ts';
import { isRestarted, notify, onLink } from '../../../src/threads/thread.ts';

/** A thread that echoes a word, says whether it replaces another one, and ends on `die`. */
onLink(({ port }) =>
  serve(port, {
    say: (word: string) => Promise.resolve(`writer says ${word}`),
    isRestarted: () => Promise.resolve(isRestarted),
    hang: () => new Promise(() => undefined),
    die: () => process.exit(3),
  }),
);
notify({ kind: 'ready' });
