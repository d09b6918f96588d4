/** The events of recorded questions (see events.ts): each answer is one stream, so that retention and erasure drop whole streams. */

/** `sources-only`: no answer was asked for, or its client left while it was written. */
export const questionOutcomes = ['answered', 'too-little', 'model-failed', 'sources-only'] as const;
export type QuestionOutcome = (typeof questionOutcomes)[number];

export type AnswerName = { readonly answerId: string; readonly userId: string; readonly collectionId: string };

/** A ticket that was found, in the revision that it had then; `score` is its similarity. */
export type QuotedTicket = {
  readonly ticketId: string;
  readonly recordId: string;
  readonly revision: number;
  readonly score: number;
};

/** What was sent to a model behind the gateway: with `question and sources` the texts of all sources, long ones shortened. */
export type SentText = {
  readonly content: 'question' | 'question and sources';
  readonly host: string;
  readonly model: string;
  /** How many masks of personal data it held. */
  readonly masks: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
};

/** A question with the answer that its user was given. */
export type QuestionAnswered = {
  readonly type: 'QuestionAnswered';
  readonly data: AnswerName & {
    /** By the credential, as `Surface`. */
    readonly surface: 'web' | 'api';
    /** Cleaned of personal data. */
    readonly question: string;
    /** Set if only some tickets were searched: that they have no answer says nothing of the others. */
    readonly isFiltered?: true;
    /** Set if of tickets with the same solution only one became a source. */
    readonly isDistinct?: true;
    readonly outcome: QuestionOutcome;
    /** As it was shown, a long one cut; null if there was none, or if it was erased with a ticket. With `model-failed` the error message. */
    readonly answer: string | null;
    /** Best first. */
    readonly sources: readonly QuotedTicket[];
    /** The record ids of the tickets that sources stand for, whose ids its user was given too; not set without any. */
    readonly copies?: readonly string[];
    /** The ids of the sources that the answer is based on. */
    readonly cited: readonly string[];
    /** Of the vectors; null if nothing was compared. */
    readonly embeddingModel: string | null;
    /** What wrote the answer: a model of the gateway or `extractive`; null if nothing was asked. */
    readonly chatModel: string | null;
    /** Of the prompt (`answerPromptVersion`); null without a model. */
    readonly promptVersion: number | null;
    readonly milliseconds: {
      readonly embedding: number;
      readonly search: number;
      readonly answer: number;
      readonly total: number;
    };
    /** Empty if nothing left the service. */
    readonly sent: readonly SentText[];
    /** The record that this one has taken the place of when tickets among its sources were erased, and its position, by which lists keep their order. */
    readonly replaces?: { readonly answerId: string; readonly position: string };
  };
};

/** The newest verdict of a user on an answer; `ticketId` is the source that helped, `comment` cleaned of personal data. */
export type AnswerJudged = {
  readonly type: 'AnswerJudged';
  readonly data: AnswerName & {
    readonly helped: boolean;
    readonly ticketId: string | null;
    readonly comment: string | null;
  };
};

export type VerdictTakenBack = { readonly type: 'VerdictTakenBack'; readonly data: AnswerName };

/** Questions of days (UTC) before this one, in any collection, are not shown from here on; their streams are erased in the background. */
export type QuestionsExpired = {
  readonly type: 'QuestionsExpired';
  readonly data: {
    /** Such as `2026-08-30`. */
    readonly before: string;
  };
};
