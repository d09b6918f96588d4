import type { GapClosed, QuestionGrouped } from '../domain/gap-events.ts';

/** The gap of a question, to be recorded. */
export type Grouping = Pick<QuestionGrouped['data'], 'answerId' | 'gapId' | 'similarity' | 'model' | 'wordings'>;

/** A gap whose questions would be answered now. */
export type ClosableGap = Pick<GapClosed['data'], 'gapId' | 'ticketIds' | 'tried' | 'answered'>;

/** What takes a model and long work, away from the thread that records it. Throws Unavailable and EmbeddingFailed. */
export type GapFinder = {
  /** The gaps of the first questions that are in none yet, at most so many, tenants in turns; to be recorded before the next call. */
  readonly groupQuestions: (limit: number) => Promise<readonly Grouping[]>;
  /** The gaps of a collection that the tickets which it has now would answer. */
  readonly closableGaps: (collection: {
    readonly collectionId: string;
    readonly tenantId: string;
  }) => Promise<readonly ClosableGap[]>;
};
