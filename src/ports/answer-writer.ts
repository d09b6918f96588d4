/** What a model is given of a source. */
export type AnswerSource = { readonly ticketId: string; readonly score: number; readonly fullText: string };

/** A model's raw words, or why there are none: a failure is a value, since it never fails a search. */
export type WrittenAnswer =
  { readonly kind: 'written'; readonly text: string } | { readonly kind: 'failed'; readonly message: string };

/** Writes an answer from sources (1 to 5, best first) to a question cleaned of personal data. Never throws for a model's failure. */
export type AnswerWriter = {
  readonly write: (question: string, sources: readonly AnswerSource[]) => Promise<WrittenAnswer>;
};
