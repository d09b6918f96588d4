import type { GapKind } from '../domain/gap-events.ts';
import { type GapState, gapStateOf } from '../domain/gap.ts';
import { dayOf } from '../domain/question.ts';
import { recordId } from '../domain/ticket-record.ts';
import { dayMs, daysBefore } from '../platform/days.ts';
import type { Collections } from '../ports/collections.ts';
import type { GapCount, GapDetails, Gaps, Wording } from '../ports/gaps.ts';

/** A gap as it is shown. */
export type ShownGap = Pick<GapCount, 'count' | 'firstDay' | 'lastDay'> & {
  readonly gapId: string;
  readonly kind: GapKind;
  readonly state: GapState;
  /** How many questions came in the last four weeks, less those of the four weeks before. */
  readonly growth: number;
  /** The questions of each of the last weeks, the present one last. */
  readonly weeks: readonly number[];
  readonly wordings: readonly Wording[];
  readonly nearest: GapDetails['nearest'];
  readonly basedOn: GapDetails['basedOn'];
  /** When it closed, and by which tickets; null if it is not closed. */
  readonly closing: GapCount['closing'];
};

type GapsQuery = {
  readonly collectionId: string;
  readonly userId: string;
  readonly state: GapState;
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly after?: string | undefined;
};

/** A page of gaps. `ungrouped`: how many questions that belong to a gap have not been put into one yet. */
export type GapsPage = {
  readonly gaps: readonly ShownGap[];
  readonly ungrouped: number;
  readonly next: string | null;
};

/** Gaps in one state, those with most questions first, of equally many those that grow most. */
export type FindGaps = (query: GapsQuery) => Promise<GapsPage>;

export const shownWeeks = 12;
const daysOfWeek = 7;
const daysOfGrowth = 28;

type Dependencies = {
  readonly gaps: Pick<Gaps, 'counts' | 'countUngrouped' | 'details'>;
  readonly collections: Pick<Collections, 'known'>;
  readonly now: () => Date;
};

export const findGaps =
  ({ gaps, collections, now }: Dependencies): FindGaps =>
  async ({ collectionId, userId, state, limit, after }) => {
    const ago = (days: number) => dayOf(daysBefore(now(), days).toISOString());
    const growthDays = { recent: ago(daysOfGrowth - 1), earlier: ago(2 * daysOfGrowth - 1) };
    // Before the gaps: a question that is grouped meanwhile counts twice rather than not at all.
    const ungrouped = await gaps.countUngrouped({ collectionId, userId });
    const counts = (await gaps.counts(collectionId, growthDays)).filter((one) => gapStateOf(one) === state);
    const sorted = counts.toSorted(byCountAndGrowth);
    const last = after === undefined ? undefined : placeOf(after);
    const rest = last ? sorted.filter((one) => byCountAndGrowth(one, last) > 0) : sorted;
    const page = rest.slice(0, limit);
    const since = ago(shownWeeks * daysOfWeek - 1);
    const shown = await Promise.all(
      page.map(async (count): Promise<ShownGap> => {
        const { gapId, recent, earlier, closing } = count;
        const { days, ...details } = await gaps.details({ collectionId, gapId }, since);
        const growth = recent - earlier;
        const closed = state === 'closed' ? closing : null;
        return { ...count, state, growth, weeks: weeksOf(days, since), ...details, closing: closed };
      }),
    );
    const end = rest.length > limit ? page.at(-1) : undefined;
    // Questions may have been erased since they were counted.
    const found = shown.filter(({ wordings }) => wordings.length > 0);
    const inSearch = await withTicketsInSearch(collections, { collectionId, userId }, found);
    return { gaps: inSearch, ungrouped, next: end ? pageKey(end) : null };
  };

/** Without the tickets that were hidden or erased since: nobody finds those any more, and there is nothing to correct. */
const withTicketsInSearch = async (
  { known }: Pick<Collections, 'known'>,
  { collectionId, userId }: Pick<GapsQuery, 'collectionId' | 'userId'>,
  gaps: readonly ShownGap[],
): Promise<readonly ShownGap[]> => {
  const idOf = ({ ticketId }: { readonly ticketId: string }) => recordId(userId, ticketId);
  const named = gaps.flatMap(({ nearest, basedOn }) => [...(nearest ? [nearest] : []), ...basedOn.tickets].map(idOf));
  const tickets = await known(collectionId, [...new Set(named)]);
  const isInSearch = (ticket: { readonly ticketId: string }) => tickets.get(idOf(ticket))?.state === 'active';
  return gaps.map((gap) => ({
    ...gap,
    nearest: gap.nearest && isInSearch(gap.nearest) ? gap.nearest : null,
    basedOn: { ...gap.basedOn, tickets: gap.basedOn.tickets.filter(isInSearch) },
  }));
};

type Place = Pick<GapCount, 'count' | 'recent' | 'earlier' | 'gapId'>;

const byCountAndGrowth = (one: Place, other: Place): number =>
  other.count - one.count ||
  other.recent - other.earlier - (one.recent - one.earlier) ||
  (one.gapId < other.gapId ? -1 : Number(one.gapId > other.gapId));

const pageKey = ({ count, recent, earlier, gapId }: Place): string => `${count}.${recent - earlier}.${gapId}`;

const placeOf = (key: string): Place => {
  const [count, growth, gapId = ''] = key.split('.');
  return { count: Number(count), recent: Number(growth), earlier: 0, gapId };
};

const weeksOf = (days: GapDetails['days'], since: string): readonly number[] => {
  const weeks = Array.from({ length: shownWeeks }, () => 0);
  for (const { day, questions } of days) {
    const week = Math.floor((Date.parse(day) - Date.parse(since)) / dayMs / daysOfWeek);
    if (week >= 0 && week < shownWeeks) weeks[week] = (weeks[week] ?? 0) + questions;
  }
  return weeks;
};
