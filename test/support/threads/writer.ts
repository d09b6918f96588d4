import { serve } from '../../../src/threads/rpc.ts';
import { notify, onLink } from '../../../src/threads/thread.ts';

/** A thread that echoes a word, and ends on `die`. */
onLink(({ port }) =>
  serve(port, {
    say: (word: string) => Promise.resolve(`writer says ${word}`),
    hang: () => new Promise(() => undefined),
    die: () => process.exit(3),
  }),
);
notify({ kind: 'ready' });
