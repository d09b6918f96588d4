/** A retrieved ticket as the model sees it. */
export type AnswerSource = { readonly ticketId: string; readonly score: number; readonly fullText: string };

/** The model's unprocessed answer, or a failure: a value, because it must not fail the search. */
export type WrittenAnswer =
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Answers a question, cleaned of personal data, from 1 to 5 sources, best first. A model's failure is returned, not thrown. */
export type AnswerWriter = {
  readonly write: (question: string, sources: readonly AnswerSource[]) => Promise<WrittenAnswer>;
};
