import { firstCharacters } from '../domain/characters.ts';
import type { GapKind } from '../domain/gap-events.ts';
import { type GapMarks, wordingKey } from '../domain/gap.ts';
import type { QuotedTicket } from '../domain/question-events.ts';

/** Where gaps of one kind are: nothing groups questions of two collections or kinds. */
export type GapPlace = { readonly collectionId: string; readonly kind: GapKind };

/** A question that belongs to a gap that it has not been put into. */
export type UngroupedQuestion = GapPlace & {
  readonly userId: string;
  readonly answerId: string;
  readonly question: string;
  readonly position: bigint;
};

/** The first question that a gap still has, which others are compared with. */
export type GapLeader = { readonly gapId: string; readonly answerId: string; readonly question: string };

/** A question of a gap, with the tickets that were found for it. */
export type GapMember = {
  readonly answerId: string;
  readonly question: string;
  readonly sources: readonly QuotedTicket[];
};

/** A closing: when, and by which tickets. */
export type Closing = { readonly at: string; readonly ticketIds: readonly string[] };

export type GapOf = { readonly collectionId: string; readonly gapId: string };

/** How many questions a gap has, and when they came: days (UTC), positions those of the questions. */
export type GapCount = GapMarks & {
  readonly gapId: string;
  readonly kind: GapKind;
  readonly count: number;
  /** Of the recent days, and of as many before them. */
  readonly recent: number;
  readonly earlier: number;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The last; null if it never was closed, or was reopened since. */
  readonly closing: Closing | null;
};

/** How many questions of each of some tenants are read at a time, so that all have a turn. */
export const shareOfTurn = (limit: number, tenants: number): number => Math.max(1, Math.floor(limit / tenants));

/** A question that says what a gap is about. */
export type Wording = { readonly answerId: string; readonly question: string };

/** What is shown of a gap beside its count. */
export type GapDetails = {
  /** Days since the wanted one that have questions. */
  readonly days: readonly { readonly day: string; readonly questions: number }[];
  /** The best first, at most three, no two alike; shortened. */
  readonly wordings: readonly Wording[];
  /** The ticket that was nearest to the first of them when it was asked; null if none was found. */
  readonly nearest: Pick<QuotedTicket, 'ticketId' | 'score'> | null;
  readonly basedOn: BasedOn;
};

/** What the answers were based on that have not helped: the tickets of most of them first, at most three. `answers`: how many were looked at, the newest. */
export type BasedOn = {
  readonly answers: number;
  readonly tickets: readonly { readonly ticketId: string; readonly answers: number }[];
};

/** So many answers of a gap are looked at for their tickets. */
export const maxAnswersOfGap = 50;
const maxTickets = 3;

/** What answers were based on, from the ids that each cites. */
export const basedOnIn = (cited: readonly (readonly string[])[]): BasedOn => {
  const counts = new Map<string, number>();
  for (const ticketId of cited.flatMap((ids) => [...new Set(ids)]))
    counts.set(ticketId, (counts.get(ticketId) ?? 0) + 1);
  const tickets = [...counts].map(([ticketId, answers]) => ({ ticketId, answers }));
  return {
    answers: cited.length,
    tickets: tickets.toSorted((one, other) => other.answers - one.answers).slice(0, maxTickets),
  };
};

/** The days that tell growth: `recent` and what follows, against those from `earlier` up to it. */
export type GrowthDays = { readonly earlier: string; readonly recent: string };

/** A collection whose tickets have changed. */
export type ChangedCollection = { readonly collectionId: string; readonly userId: string; readonly position: bigint };

/** The newest grouped questions of a collection that are looked at; gaps of older ones do not count, so that no list of a large collection takes long. */
export const maxGrouped = 10_000;

/** Ungrouped questions of a tenant that are looked at when those of a collection are counted: without a model they wait, however many come. */
export const maxUngrouped = 1_000;

/** Groups of questions that the tickets did not answer (`src/domain/gap.ts`), of the questions that readers get (questions.ts). */
export type Gaps = {
  /**
   * Of each tenant that has some the same number, in the order of the log; of at most `limit` tenants, by their ids: those after one first, then from the first on.
   * A tenant with many delays nobody else's.
   */
  readonly ungrouped: (limit: number, afterUser?: string) => Promise<readonly UngroupedQuestion[]>;
  /** How many of a tenant's newest `maxUngrouped` are of one collection. */
  readonly countUngrouped: (collection: { readonly collectionId: string; readonly userId: string }) => Promise<number>;
  /** Of the gaps whose newest question is newest. */
  readonly leaders: (place: GapPlace, limit: number) => Promise<readonly GapLeader[]>;
  /** Newest first; none if the collection has no such gap. */
  readonly members: (gap: GapOf, limit: number) => Promise<readonly GapMember[]>;
  /** Of one gap; undefined if it has fewer questions than one is shown from. */
  readonly marks: (gap: GapOf) => Promise<GapMarks | undefined>;
  /** Of all gaps of a collection with as many questions as a gap is shown from, in no order. */
  readonly counts: (collectionId: string, growth: GrowthDays) => Promise<readonly GapCount[]>;
  /** Of a gap that has questions. */
  readonly details: (gap: GapOf, since: string) => Promise<GapDetails>;
  /** Of the collections with grouped questions the first whose tickets have changed after a position, which is that of the last change. */
  readonly changed: (after: bigint) => Promise<ChangedCollection | undefined>;
};

/** What the projection changes of gaps, beside what it changes of their questions. */
export type GapChange =
  | {
      readonly type: 'group';
      readonly answerId: string;
      readonly gapId: string;
      readonly wordings: readonly string[];
      /** What the event occupies. */
      readonly bytes: number;
      readonly position: bigint;
    }
  | (GapOf & {
      readonly type: 'dismiss' | 'restore' | 'reopen';
      /** What the event occupies; counted with the first question of the gap as long as that is kept. */
      readonly bytes: number;
      readonly position: bigint;
    })
  | (GapOf & {
      readonly type: 'close';
      readonly closing: Closing;
      readonly bytes: number;
      readonly position: bigint;
    })
  /** Tickets of the collection were stored, corrected, withdrawn, restored or erased. */
  | { readonly type: 'change tickets'; readonly collectionId: string; readonly position: bigint };

const maxWordings = 3;
const maxWordingCharacters = 500;

type Told = Wording & { readonly nearest: GapDetails['nearest'] };

/** The wordings of a gap from questions of it, the best first, and the nearest ticket of the first. */
export const wordingsOf = (questions: readonly Told[]): Pick<GapDetails, 'wordings' | 'nearest'> => {
  const distinct = new Map<string, Wording>();
  for (const { answerId, question } of questions) {
    const text = shortened(question);
    const key = wordingKey(text);
    if (distinct.size < maxWordings && !distinct.has(key)) distinct.set(key, { answerId, question: text });
  }
  return { wordings: [...distinct.values()], nearest: questions[0]?.nearest ?? null };
};

const shortened = (text: string): string => {
  const first = firstCharacters(text, maxWordingCharacters);
  return first.length < text.length ? `${first}…` : first;
};
