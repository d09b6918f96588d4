import { GapNotFound } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import { gap, gapStateOf } from '../domain/gap.ts';
import type { GapName } from '../domain/gap-events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import type { Gaps } from '../ports/gaps.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { type CommandContext, commandHandler } from './command-handler.ts';

/** Resolves when every list has the gap where it belongs. Throws GapNotFound, QuotaExceeded, TooManyAttempts, ChangedMeanwhile and Unavailable. */
export type ChangeGap = (gap: GapName & { readonly surface: Surface }) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly gaps: Pick<Gaps, 'marks'>;
  readonly admit: AdmitChanges;
};

/** Hides a gap until more questions of it come, or shows a hidden one again; one that is so already stays as it is. */
export const changeGap = (dependencies: Dependencies, type: 'DismissGap' | 'RestoreGap'): ChangeGap => {
  const { streams, projected, gaps, admit } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ surface, ...name }) => {
    const { gapId, userId: tenantId } = name;
    const marks = await gaps.marks(name);
    if (!marks) throw new GapNotFound();
    const isDismissed = gapStateOf(marks) === 'dismissed';
    if (isDismissed === (type === 'DismissGap')) return;
    const isShownAgain = marks.sinceDismissed !== undefined;
    const command = type === 'DismissGap' ? { type, name, isShownAgain } : { type, name };
    const position = await handle({
      ...{ stream: streamOf.gap(gapId), decider: gap, command, tenantId, surface },
      admit: (events) => admit(tenantId, events),
    });
    throwIfStalled(await projected.waitForPosition(['questions'], [position]), 'see the gaps shortly');
  };
};
