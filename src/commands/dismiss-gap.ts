import { GapNotFound } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import { gap, gapStateOf } from '../domain/gap.ts';
import type { GapName } from '../domain/gap-events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import type { Gaps } from '../ports/gaps.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { type CommandContext, commandHandler } from './command-handler.ts';

/** Resolves when no list of open gaps has the gap any more. Throws GapNotFound and Unavailable. */
export type DismissGap = (gap: GapName & { readonly surface: Surface }) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly gaps: Pick<Gaps, 'counts'>;
};

/** Hides a gap until more questions of it come; one that is hidden already stays as it is. */
export const dismissGap = (dependencies: Dependencies): DismissGap => {
  const { streams, projected, gaps } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ surface, ...name }) => {
    const { gapId, userId: tenantId, collectionId } = name;
    const counts = await gaps.counts(collectionId, { recent: '', earlier: '' });
    const found = counts.find((one) => one.gapId === gapId);
    if (!found) throw new GapNotFound();
    if (gapStateOf(found) === 'dismissed') return;
    const command = { type: 'DismissGap', name } as const;
    const position = await handle({ stream: streamOf.gap(gapId), decider: gap, command, tenantId, surface });
    throwIfStalled(await projected.waitForPosition(['questions'], [position]), 'see the gaps shortly');
  };
};
