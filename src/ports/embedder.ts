import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import type { AnswerSource, OnSent } from './answer-writer.ts';

/** The cosine of a query and a ticket from which on the ticket is called very similar, and similar; below, remote. Cosines of two models cannot be compared. */
export type SimilarityLevels = Levels & {
  /** Of the nearest ticket, which at the same similarity answers far more often than the others; as theirs without it. */
  readonly first?: Levels;
};

type Levels = { readonly verySimilar: number; readonly similar: number };

/** How questions about the same thing are told from others: their vectors as they are compared for it, and the cosine of these from which on they are. */
export type QuestionGrouping = { readonly level: number; readonly weighed: (vector: Float32Array) => Float32Array };

/** Computes vectors of texts, to be compared by cosine. */
export type Embedder = {
  /** Its name, with the prefixes that it puts before texts (`identityOf`). */
  readonly model: string;
  /** Length of the vectors; undefined until the first reply of an unknown model. */
  readonly dimensions: () => number | undefined;
  /** Undefined if nobody has measured them for this model. */
  readonly similarityLevels?: SimilarityLevels | undefined;
  /** The difference of two tickets' cosines that half of the misspellings of a question change by more. Undefined if nobody has measured it for this model. */
  readonly scoreNoise?: number | undefined;
  /**
   * Returns the odds that the first ticket answers a question, cleaned of personal data, from what was found for it by this model, in the order of answers (`answerOrder`): a multiple of
   * those that an answer needs, so that from 1 on there is one. Undefined if nobody has learnt them for this model.
   */
  readonly answerOdds?: ((question: string, found: readonly AnswerSource[]) => number) | undefined;
  /** Undefined if nobody has measured it for this model. */
  readonly questionGrouping?: QuestionGrouping | undefined;
  /** Largest number of texts for one call of `embedTickets`. */
  readonly batchSize: number;
  /** Returns one vector for each text, in order. Throws EmbeddingRefused (permanent, for this content) or EmbeddingFailed (may pass). A model that runs in this thread calls `yieldIfDue` before each text. */
  readonly embedTickets: (texts: readonly string[], yieldIfDue?: YieldIfDue) => Promise<readonly Float32Array[]>;
  /** Returns the vector of a query; all attempts share the time-out of one call. Throws like `embedTickets`. A model that runs in this thread calls `yieldIfDue` every few milliseconds. */
  readonly embedQuery: (text: string, onSent?: OnSent, yieldIfDue?: YieldIfDue) => Promise<Float32Array>;
};
