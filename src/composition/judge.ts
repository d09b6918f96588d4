import { lowerPriority } from '../threads/priority.ts';
import { serve } from '../threads/rpc.ts';
import { notify, onLink } from '../threads/thread.ts';
import { judgeAll } from '../uploads/judging-helpers.ts';
import type { JudgeMethods } from './judging-threads.ts';

/** A helper of the ingest thread: cleans tickets and judges their content. */
lowerPriority();
const methods: JudgeMethods = { judge: (inputs) => Promise.resolve(judgeAll(inputs)) };
onLink(({ port }) => serve(port, methods));
notify({ kind: 'ready' });
