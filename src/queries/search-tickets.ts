import { fairTimeSlices, type YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { answerOrder } from '../domain/answer-order.ts';
import { finishAnswer, type FinishedAnswer, noAnswer } from '../domain/answer-rules.ts';
import { ModelChanged } from '../domain/errors.ts';
import { isOfNotNames } from '../domain/not-names.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { TicketFilter } from '../domain/ticket-filter.ts';
import type { QuestionAnswered, SentText } from '../domain/question-events.ts';
import { isSameModel } from '../domain/vector.ts';
import { cleanQueryInSlices } from '../personal-data/clean.ts';
import { hasWords } from '../personal-data/find.ts';
import type { AnswerFollower, AnswerWriter, OnSent } from '../ports/answer-writer.ts';
import type { SimilarityLevels } from '../ports/embedder.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import { type IndexSnapshot, sourcesOf, type Source, type TicketIndex } from '../ports/ticket-index.ts';
import { type QueryVectorCache, queryVectorCache } from './query-vector-cache.ts';

export type Search = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6; its tenant without it. */
  readonly customer?: string | undefined;
  readonly collectionId: string;
  readonly query: string;
  /** Which tickets are searched; all without it. */
  readonly filter?: TicketFilter | undefined;
  readonly generateAnswer: boolean;
  /** Whether tickets with the same solution are one source; not by default. */
  readonly isDistinct?: boolean | undefined;
  /** Words that are never taken for names in the collection; none without it. */
  readonly notNames?: readonly string[] | undefined;
};

/** Tickets with what their scores mean for the model that they were found by, and if an answer is wanted the odds of one; undefined if that is not known. */
type Nearest = {
  readonly sources: readonly Source[];
  readonly similarityLevels?: SimilarityLevels | undefined;
  /** The difference of scores below which others decide which of the tickets an answer is rather written from (`answerOrder`). */
  readonly scoreNoise?: number | undefined;
  readonly answerOdds?: number | undefined;
};

type Recorded = QuestionAnswered['data'];

/** How tickets were found, for the record of the question. */
export type SearchWork = Pick<Recorded, 'embeddingModel' | 'sent'> & {
  readonly milliseconds: Pick<Recorded['milliseconds'], 'embedding' | 'search'>;
};

/** How an answer was written, for that record. */
export type AnswerWork = Pick<Recorded, 'chatModel' | 'promptVersion' | 'sent'> & { readonly milliseconds: number };

/** `question`: the query without personal data. */
export type FoundTickets = Nearest & { readonly question: string; readonly work: SearchWork };

export type SearchTickets = (search: Search) => Promise<FoundTickets>;

/** `model-failed`: the text is the error message. */
export type AnswerOutcome = 'answered' | 'too-little' | 'model-failed';

export type Answer = FinishedAnswer & { readonly outcome: AnswerOutcome; readonly work: AnswerWork };

/** What an answer is written from. */
export type Answerable = Pick<FoundTickets, 'question' | 'sources' | 'scoreNoise' | 'answerOdds'>;

/** An answer to a question from the sources that were found for it. The follower sees it before the answer rules are applied. */
export type WriteAnswer = (found: Answerable, follower?: AnswerFollower & Watch) => Promise<Answer>;

/** Learns at once what is sent to a model, which a writing that is broken off does not return. */
type Watch = { readonly onSent?: (sent: SentText) => void };

type Dependencies = { readonly index: TicketIndex; readonly embedders: Embedders };
type Context = Dependencies & { readonly vectors: QueryVectorCache };

/**
 * The nearest tickets of one collection, best first. Throws Unavailable if the query cannot be embedded. Customers and their tenants take turns: a long query takes
 * some 50 ms of the thread.
 */
export const searchTickets = (dependencies: Dependencies): SearchTickets => {
  const context = { ...dependencies, vectors: queryVectorCache() };
  const timeSlices = fairTimeSlices();
  return async (search) => {
    const yieldIfDue = timeSlices.of(search.tenantId, search.customer);
    const question = await cleanQueryInSlices(search.query, yieldIfDue, isOfNotNames(search.notNames ?? []));
    const found = hasWords(question) ? await nearestSources(context, { search, question, yieldIfDue }) : nothing;
    return { ...found, question };
  };
};

/** The answer that the model writes, checked by the answer rules; if the model fails, the answer is the error message. */
export const writeAnswer =
  (answers: AnswerWriter): WriteAnswer =>
  async ({ question, sources: found, scoreNoise, answerOdds }, follower) => {
    const sources = answerOrder(found, scoreNoise);
    if (sources.length === 0) return { ...noAnswer, outcome: 'too-little', work: noWork };
    const start = performance.now();
    const sent: SentText[] = [];
    const onSent: OnSent = (text) => {
      const whole = { ...text, content: 'question and sources' } as const;
      sent.push(whole);
      follower?.onSent?.(whole);
    };
    const written = await answers.write({ question, sources, answerOdds, onSent }, follower);
    const { model: chatModel, promptVersion } = answers;
    const work = { chatModel, promptVersion, milliseconds: since(start), sent };
    if (written.kind === 'failed') return { text: written.message, cited: [], outcome: 'model-failed', work };
    const { text, from } = written;
    const finished = finishAnswer(text, from === undefined ? sources.map(({ ticketId }) => ticketId) : [from]);
    return { ...finished, outcome: finished.cited.length === 0 ? 'too-little' : 'answered', work };
  };

const noWork: AnswerWork = { chatModel: null, promptVersion: null, milliseconds: 0, sent: [] };

const since = (start: number): number => Math.round(performance.now() - start);

type CleanedSearch = { readonly search: Search; readonly question: string; readonly yieldIfDue: YieldIfDue };
type Found = Omit<FoundTickets, 'question'>;

const nothing: Found = {
  sources: [],
  work: { embeddingModel: null, milliseconds: { embedding: 0, search: 0 }, sent: [] },
};

/** Uses a snapshot that may be stale, which saves a round trip; if the model has changed since, repeats with a fresh one. */
const nearestSources = async (context: Context, search: CleanedSearch): Promise<Found> => {
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
): Promise<Found> => {
  if (!snapshot) return nothing;
  const { search, question, yieldIfDue } = cleaned;
  const { tenantId, customer, collectionId, filter, isDistinct } = search;
  const sent: SentText[] = [];
  const start = performance.now();
  const vector = await embedQuery(context, snapshot.model, {
    ...cleaned,
    onSent: (text) => sent.push({ ...text, content: 'question' }),
  });
  const embedded = performance.now();
  await yieldIfDue();
  const embedder = context.embedders.of(snapshot.model);
  const { similarityLevels, scoreNoise } = embedder ?? {};
  const where = { tenantId, customer, collectionId, filter, vector };
  const sources = await sourcesOf(snapshot.nearest, where, { isDistinct, scoreNoise });
  if (search.generateAnswer) await yieldIfDue();
  const answerOdds = search.generateAnswer
    ? embedder?.answerOdds?.(question, answerOrder(sources, scoreNoise))
    : undefined;
  const milliseconds = { embedding: Math.round(embedded - start), search: since(embedded) };
  const work = { embeddingModel: snapshot.model.model, milliseconds, sent };
  return { sources, similarityLevels, scoreNoise, answerOdds, work };
};

/** Throws ModelChanged if the model fails and is no longer the one in use. */
const embedQuery = async (
  { index, embedders, vectors }: Context,
  model: EmbeddingModel,
  { search, question, yieldIfDue, onSent }: CleanedSearch & { readonly onSent: OnSent },
): Promise<Float32Array> => {
  const purpose = search.generateAnswer ? 'answer' : 'sources';
  try {
    return await vectors({ tenantId: search.tenantId, model, question, purpose }, async () => {
      await yieldIfDue();
      const vector = await embedderOf(embedders, model).embedQuery(question, onSent, yieldIfDue);
      checkLength(model, vector.length);
      return vector;
    });
  } catch (error) {
    const current = (await index.snapshot())?.model;
    throw !current || isSameModel(current, model) ? error : new ModelChanged();
  }
};
