import { notify, onLink } from '../../../src/workers/thread.ts';

onLink(() => undefined);
notify({ kind: 'ready' });
