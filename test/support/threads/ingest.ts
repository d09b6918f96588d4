import { remote, serve } from '../../../src/threads/rpc.ts';
import { notify, onLink } from '../../../src/threads/thread.ts';

/** A thread that forwards words to the writer. */
const writer = remote<{ say: (word: string) => Promise<string> }>();
onLink(({ role, port }) => {
  if (role === 'call') writer.connect(port);
  else serve(port, { pass: async (word: string) => `ingest heard: ${await writer.calls.say(word)}` });
});
notify({ kind: 'ready' });
