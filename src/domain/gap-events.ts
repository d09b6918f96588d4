import type { AnswerName } from './question-events.ts';

/** The events of gaps: groups of questions that the tickets of a collection did not answer (see gap.ts). None has a text. */

/** `nothing-there` asks for a ticket, `there-but-wrong` for a correction: a question was answered, and the answer did not help. No gap has questions of both. */
export const gapKinds = ['nothing-there', 'there-but-wrong'] as const;
export type GapKind = (typeof gapKinds)[number];

/** A gap has the id of the answer to its first question. */
export type GapName = { readonly gapId: string; readonly userId: string; readonly collectionId: string };

/** That a question belongs to a gap, in the stream of the question, so that it goes with it. Once and for all: another model groups later questions only. */
export type QuestionGrouped = {
  readonly type: 'QuestionGrouped';
  readonly data: AnswerName & {
    readonly gapId: string;
    readonly kind: GapKind;
    /** To the first question that the gap still had; null if this one has begun it. */
    readonly similarity: number | null;
    /** Of the vectors that were compared. */
    readonly model: string;
    /** The answers to the questions that say best what the gap is about as it is now: the most like all others first, at most three. */
    readonly wordings: readonly string[];
  };
};

/** The gap is hidden until some more questions of it come. */
export type GapDismissed = { readonly type: 'GapDismissed'; readonly data: GapName };

/** A dismissed gap is shown again before they have come. */
export type GapRestored = { readonly type: 'GapRestored'; readonly data: GapName };

/** The questions of the gap would be answered now. A question that comes later opens it again, and so does that they would not be any more. */
export type GapClosed = {
  readonly type: 'GapClosed';
  readonly data: GapName & {
    /** The ids of the tickets that would answer, the one that answers most questions first; of many the first. */
    readonly ticketIds: readonly string[];
    /** How many of its questions were tried, and how many of these would be answered. */
    readonly tried: number;
    readonly answered: number;
  };
};

/** Most questions of a closed gap would not be answered any more: the tickets that closed it were erased, withdrawn or corrected. */
export type GapReopened = {
  readonly type: 'GapReopened';
  readonly data: GapName & {
    /** How many of its questions were tried, and how many of these would still be answered. */
    readonly tried: number;
    readonly answered: number;
  };
};
