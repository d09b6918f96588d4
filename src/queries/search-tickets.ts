import { finishAnswer, type FinishedAnswer, noAnswer } from '../domain/answer-rules.ts';
import { ModelChanged } from '../domain/errors.ts';
import { maxSources } from '../domain/limits.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { isSameModel } from '../domain/vector.ts';
import { cleanQuery } from '../personal-data/clean.ts';
import { hasWords } from '../personal-data/find.ts';
import type { AnswerFollower, AnswerWriter } from '../ports/answer-writer.ts';
import type { SimilarityLevels } from '../ports/embedder.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Hit, IndexSnapshot, TicketIndex } from '../ports/ticket-index.ts';
import { type QueryVectorCache, queryVectorCache } from './query-vector-cache.ts';

export type Search = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly query: string;
  readonly generateAnswer: boolean;
};

/** Tickets with what their scores mean for the model that they were found by, and if an answer is wanted the odds of one; undefined if that is not known. */
type Nearest = {
  readonly sources: readonly Hit[];
  readonly similarityLevels?: SimilarityLevels | undefined;
  readonly answerOdds?: number | undefined;
};

/** `question`: the query without personal data. */
export type FoundTickets = Nearest & { readonly question: string };

export type SearchTickets = (search: Search) => Promise<FoundTickets>;

/** `model-failed`: the text is the error message. */
export type AnswerOutcome = 'answered' | 'too-little' | 'model-failed';

export type Answer = FinishedAnswer & { readonly outcome: AnswerOutcome };

/** What an answer is written from. */
export type Answerable = Pick<FoundTickets, 'question' | 'sources' | 'answerOdds'>;

/** An answer to a question from the sources that were found for it. The follower sees it before the answer rules are applied. */
export type WriteAnswer = (found: Answerable, follower?: AnswerFollower) => Promise<Answer>;

type Dependencies = { readonly index: TicketIndex; readonly embedders: Embedders };
type Context = Dependencies & { readonly vectors: QueryVectorCache };

/** The nearest tickets of one collection, best first. Throws Unavailable if the query cannot be embedded. */
export const searchTickets = (dependencies: Dependencies): SearchTickets => {
  const context = { ...dependencies, vectors: queryVectorCache() };
  return async (search) => {
    const question = cleanQuery(search.query);
    const found = hasWords(question) ? await nearestSources(context, { search, question }) : { sources: [] };
    return { ...found, question };
  };
};

/** The answer that the model writes, checked by the answer rules; if the model fails, the answer is the error message. */
export const writeAnswer =
  (answers: AnswerWriter): WriteAnswer =>
  async ({ question, sources, answerOdds }, follower) => {
    if (sources.length === 0) return { ...noAnswer, outcome: 'too-little' };
    const written = await answers.write({ question, sources, answerOdds }, follower);
    if (written.kind === 'failed') return { text: written.message, cited: [], outcome: 'model-failed' };
    const finished = finishAnswer(
      written.text,
      sources.map(({ ticketId }) => ticketId),
    );
    return { ...finished, outcome: finished.cited.length === 0 ? 'too-little' : 'answered' };
  };

type CleanedSearch = { readonly search: Search; readonly question: string };

/** Uses a snapshot that may be stale, which saves a round trip; if the model has changed since, repeats with a fresh one. */
const nearestSources = async (context: Context, search: CleanedSearch): Promise<Nearest> => {
  try {
    return await nearestIn(await context.index.snapshot({ allowStale: true }), context, search);
  } catch (error) {
    if (!(error instanceof ModelChanged)) throw error;
    return nearestIn(await context.index.snapshot(), context, search);
  }
};

/** A snapshot has one model and the index of its vectors: query and tickets must be embedded by the same model. */
const nearestIn = async (
  snapshot: IndexSnapshot | undefined,
  context: Context,
  cleaned: CleanedSearch,
): Promise<Nearest> => {
  if (!snapshot) return { sources: [] };
  const { tenantId, collectionId } = cleaned.search;
  const vector = await embedQuery(context, snapshot.model, cleaned);
  const sources = await snapshot.nearest({ tenantId, collectionId, vector, count: maxSources });
  const embedder = context.embedders.of(snapshot.model);
  const answerOdds = cleaned.search.generateAnswer ? embedder?.answerOdds?.(cleaned.question, sources) : undefined;
  return { sources, similarityLevels: embedder?.similarityLevels, answerOdds };
};

/** Throws ModelChanged if the model fails and is no longer the one in use. */
const embedQuery = async (
  { index, embedders, vectors }: Context,
  model: EmbeddingModel,
  { search, question }: CleanedSearch,
): Promise<Float32Array> => {
  const purpose = search.generateAnswer ? 'answer' : 'sources';
  try {
    return await vectors({ model, question, purpose }, async () => {
      const vector = await embedderOf(embedders, model).embedQuery(question);
      checkLength(model, vector.length);
      return vector;
    });
  } catch (error) {
    const current = (await index.snapshot())?.model;
    throw !current || isSameModel(current, model) ? error : new ModelChanged();
  }
};
