import { notify, onLink } from '../../../src/threads/thread.ts';

onLink(() => undefined);
notify({ kind: 'ready' });
