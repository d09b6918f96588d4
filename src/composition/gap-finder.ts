import { changedGaps } from '../queries/changed-gaps.ts';
import { groupQuestions } from '../queries/group-questions.ts';
import { lowerPriority } from '../platform/priority.ts';
import { serve } from '../threads/rpc.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import type { GapFinderData } from './gap-finder-thread.ts';
import { gatewayWatch } from './gateway-watch.ts';
import { embeddersOf } from './models.ts';
import { openReadModels, openTicketReaders } from './read-stores.ts';

/** A helper of the writer: compares questions with one another and with the tickets, which takes a model and the vectors. */
const start = async () => {
  lowerPriority();
  const { config, fileStates } = threadData as GapFinderData;
  const { gaps } = await openReadModels(config, fileStates);
  const { index } = await openTicketReaders(config, fileStates);
  const parts = { gaps, index, embedders: embeddersOf(config, gatewayWatch(config, undefined)) };
  const methods = { groupQuestions: groupQuestions(parts), changedGaps: changedGaps(parts) };
  onLink(({ port }) => serve(port, methods));
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
