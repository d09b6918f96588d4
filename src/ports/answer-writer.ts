import type { OrderedSource } from '../domain/answer-order.ts';
import type { SentText } from '../domain/question-events.ts';

/** Receives what leaves the service before it is sent; once for equal bytes. */
export type OnSent = (sent: Omit<SentText, 'content'>) => void;

/** A retrieved ticket as the model sees it. */
export type AnswerSource = Partial<Pick<OrderedSource, 'isFlagged' | 'resolvedAt'>> & {
  readonly ticketId: string;
  readonly score: number;
  readonly fullText: string;
};

/**
 * The model's unprocessed answer, or a failure: a value, because it must not fail the search. `from`: the one source whose words it has, whatever references these
 * contain.
 */
export type WrittenAnswer =
  | { readonly kind: 'written'; readonly text: string; readonly from?: string }
  | { readonly kind: 'failed'; readonly message: string };

/** A question, cleaned of personal data, and 1 to 5 sources in the order of answers (`answerOrder`). */
export type AnswerRequest = {
  readonly question: string;
  readonly sources: readonly AnswerSource[];
  /** As the embedder of the sources says (`Embedder.answerOdds`); a writer that reads them itself need not look. */
  readonly answerOdds?: number | undefined;
  readonly onSent?: OnSent | undefined;
};

/** Follows an answer while it is written. */
export type AnswerFollower = {
  /** Receives the text piece by piece; the returned answer is the one that counts. */
  readonly onText: (text: string) => void;
  /** Ends the writing, with a failure. */
  readonly signal: AbortSignal;
};

/** Answers a question from its sources. A model's failure is returned, not thrown. */
export type AnswerWriter = {
  /** The model, or `extractive`. */
  readonly model: string;
  /** Of its prompt (`answerPromptVersion`); null without one. */
  readonly promptVersion: number | null;
  readonly write: (request: AnswerRequest, follower?: AnswerFollower) => Promise<WrittenAnswer>;
};
