import { commandHandler, type CommandContext } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { dayOf, questionRetention } from '../domain/question.ts';
import { streamOf } from '../domain/streams.ts';
import { daysBefore } from '../platform/days.ts';
import type { Streams } from '../ports/event-store.ts';
import type { Questions } from '../ports/questions.ts';
import type { Leadership } from '../../projections/leadership.ts';

const intervalMs = 3_600_000;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly questions: Pick<Questions, 'firstDay'>;
};

/**
 * Expires the questions of days (UTC) that are more than so many days ago, all with one event: readers get none of them once it is projected, and the purge erases
 * their streams. Returns whether there were any. Throws Unavailable.
 */
export const expireQuestions = async (dependencies: Dependencies, days: number): Promise<boolean> => {
  const { streams, questions, now } = dependencies;
  const before = dayOf(daysBefore(now(), days).toISOString());
  const first = await questions.firstDay();
  if (first === undefined || first >= before) return false;
  const command = { type: 'ExpireQuestions', before } as const;
  await commandHandler(streams, dependencies)({ stream: streamOf.retention, decider: questionRetention, command });
  return true;
};

/** Expires questions every hour. */
export const questionExpiry = (
  { leadership, ...dependencies }: Dependencies & { readonly leadership: Pick<Leadership, 'acquire'> },
  days: number,
): BackgroundService => ({
  name: 'the expiry of questions',
  intervalMs,
  runOnce: async () => {
    await leadership.acquire();
    await expireQuestions(dependencies, days);
  },
});
