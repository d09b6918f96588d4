import { notify } from '../../../src/threads/thread.ts';

notify({ kind: 'failed', message: 'it cannot start' });
process.exit(1);
