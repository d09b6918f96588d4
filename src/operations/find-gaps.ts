import { type CommandContext, commandHandler } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { restAfter } from '../concurrency/duty-cycle.ts';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { AnswerNotFound } from '../domain/errors.ts';
import { gap } from '../domain/gap.ts';
import { question } from '../domain/question.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import type { GapFinder, Grouping } from '../ports/gap-finder.ts';
import type { ChangedCollection, Gaps } from '../ports/gaps.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { Leadership } from '../../projections/leadership.ts';

const questionsPerRound = 50;
/** Appends at a time, which share the commits of the log. */
const appendsAtOnce = 10;
const groupingIntervalMs = 2_000;
const pauseBetweenRoundsMs = 200;

const closingIntervalMs = 2_000;
/** The share of the time that is spent on looking whether gaps close. */
const closingShare = 0.2;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
  readonly gaps: Pick<Gaps, 'ungrouped' | 'changed'>;
  readonly finder: GapFinder;
  readonly leadership: Pick<Leadership, 'acquire'>;
};

/** Records gaps of new questions; returns the number of those that it has recorded. Throws Unavailable and EmbeddingFailed. */
export const recordGroups = async (dependencies: Dependencies, signal: AbortSignal): Promise<number> => {
  const { streams, projected, gaps, finder } = dependencies;
  if ((await gaps.ungrouped(1)).length === 0) return 0;
  const handle = commandHandler(streams, dependencies);
  const record = async ({ answerId, ...group }: Grouping): Promise<readonly bigint[]> => {
    if (signal.aborted) return [];
    const command = { type: 'GroupQuestion', ...group } as const;
    try {
      return [await handle({ stream: streamOf.question(answerId), decider: question, command })];
    } catch (error) {
      // It was erased since it was read.
      if (error instanceof AnswerNotFound) return [];
      throw error;
    }
  };
  const groupings = await finder.groupQuestions(questionsPerRound);
  const positions = await Array.fromAsync(mapConcurrently(groupings, appendsAtOnce, record));
  await projected.waitForPosition(['questions'], positions.flat());
  return positions.flat().length;
};

/** Groups the questions that were not answered. A model that cannot be called leaves them for later. */
export const groupingService = (dependencies: Dependencies): BackgroundService => ({
  name: 'the grouping of questions',
  intervalMs: groupingIntervalMs,
  runOnce: async () => {
    const recorded = await recordGroups(dependencies, await dependencies.leadership.acquire());
    return recorded > 0 ? pauseBetweenRoundsMs : groupingIntervalMs;
  },
});

/** Closes the gaps of a collection that its tickets would answer now, and reopens those that they would not any more; returns how many. Throws Unavailable and EmbeddingFailed. */
export const closeGaps = async (dependencies: Dependencies, changed: ChangedCollection): Promise<number> => {
  const { streams, projected, finder } = dependencies;
  const { collectionId, userId } = changed;
  const handle = commandHandler(streams, dependencies);
  throwIfStalled(await projected.waitForPosition(['ticket-index'], [changed.position]), 'gaps are looked at later');
  const { closable, unanswered } = await finder.changedGaps({ collectionId, tenantId: userId });
  const commands = [
    ...closable.map((found) => ({ type: 'CloseGap', ...found }) as const),
    ...unanswered.map((found) => ({ type: 'ReopenGap', ...found }) as const),
  ];
  const positions: bigint[] = [];
  for (const { gapId, ...found } of commands) {
    const command = { ...found, name: { gapId, userId, collectionId } };
    positions.push(await handle({ stream: streamOf.gap(gapId), decider: gap, command, tenantId: userId }));
  }
  if (positions.length > 0) await projected.waitForPosition(['questions'], positions);
  return commands.length;
};

/**
 * Looks whether gaps close or reopen, in one collection after the other whose tickets have changed, that which has waited longest first: a collection that changes all the time
 * is looked at once while the others are. After a start all are looked at once.
 */
export const closingService = (dependencies: Dependencies): BackgroundService => {
  let lookedAt = -1n;
  return {
    name: 'the closing of gaps',
    intervalMs: closingIntervalMs,
    runOnce: async () => {
      await dependencies.leadership.acquire();
      const changed = await dependencies.gaps.changed(lookedAt);
      if (!changed) return closingIntervalMs;
      const start = performance.now();
      await closeGaps(dependencies, changed);
      lookedAt = changed.position;
      return restAfter(performance.now() - start, closingShare);
    },
  };
};
