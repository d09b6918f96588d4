import type { GapClosed, GapReopened, QuestionGrouped } from '../domain/gap-events.ts';

/** The gap of a question, to be recorded. */
export type Grouping = Pick<QuestionGrouped['data'], 'answerId' | 'gapId' | 'similarity' | 'model' | 'wordings'>;

/** A gap whose questions would be answered now. */
export type ClosableGap = Pick<GapClosed['data'], 'gapId' | 'ticketIds' | 'tried' | 'answered'>;

/** A closed gap most of whose questions would not be answered any more. */
export type UnansweredGap = Pick<GapReopened['data'], 'gapId' | 'tried' | 'answered'>;

export type ChangedGaps = { readonly closable: readonly ClosableGap[]; readonly unanswered: readonly UnansweredGap[] };

/** What takes a model and long work, away from the thread that records it. Throws Unavailable and EmbeddingFailed. */
export type GapFinder = {
  /** The gaps of the first questions that are in none yet, at most so many, tenants in turns; to be recorded before the next call. */
  readonly groupQuestions: (limit: number) => Promise<readonly Grouping[]>;
  /** What becomes of the gaps of a collection with the tickets which it has now. */
  readonly changedGaps: (collection: {
    readonly collectionId: string;
    readonly tenantId: string;
  }) => Promise<ChangedGaps>;
};
