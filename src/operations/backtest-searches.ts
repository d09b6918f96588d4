import { setImmediate } from 'node:timers/promises';
import { ticketVectors } from '../commands/reembed-tickets.ts';
import { restingSchedule } from '../concurrency/urgent-work.ts';
import { answerOrder } from '../domain/answer-order.ts';
import { distinctSources, type WithCopies } from '../domain/distinct-sources.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { fullText, recordId, searchText } from '../domain/ticket-record.ts';
import { decodeVector, dotProduct, isVectorOf, unitVector } from '../domain/vector.ts';
import type { Embedder } from '../ports/embedder.ts';
import { type Embedders, embedderOf, queryVector } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import { type Hit, maxNeighbours, sourcesOf, type TicketIndex } from '../ports/ticket-index.ts';
import { readTicket } from '../ports/ticket-streams.ts';
import { type ListedTicket, pagesOf, type Tickets } from '../ports/tickets.ts';
import type { BacktestCase, BacktestOutcome } from './backtest-cases.ts';

export type SearchDependencies = {
  readonly streams: Pick<Streams, 'readPage'>;
  readonly embedders: Embedders;
  readonly ticketIndex: Pick<TicketIndex, 'snapshot'>;
  readonly tickets: Pick<Tickets, 'page'>;
  /** Aborted when the operation must end. */
  readonly signal: AbortSignal;
};

/** Questions to a collection. */
export type Asked = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly cases: readonly BacktestCase[];
  /** Called with how many questions, or tickets, are done. */
  readonly onDone: (done: number) => void;
};

type Source = Pick<Hit, 'ticketId' | 'score' | 'fullText' | 'isFlagged' | 'resolvedAt'>;

/** The odds of an answer from sources, best first, by what was learnt for the model; undefined if nobody has. */
const oddsOf = (
  { answerOdds, scoreNoise }: Embedder,
  question: string,
  sources: readonly Source[],
): number | undefined =>
  answerOdds && (sources.length > 0 ? answerOdds(question, answerOrder(sources, scoreNoise)) : 0);

/** The ids of sources; a copy that is known to be right stands for its source. */
const ticketsOf = (
  { right }: Pick<BacktestCase, 'right'>,
  sources: readonly (Pick<Source, 'ticketId'> & Partial<WithCopies>)[],
): readonly string[] =>
  sources.map(({ ticketId, copies }) => (typeof right === 'string' && copies?.includes(right) ? right : ticketId));

/** The share of the thread's time that questions take at most: uploads of others cross it. */
const shareOfThread = 0.5;

/** Returns a function to wait with after each question: one of many words takes some fifty milliseconds. */
const resting = () => {
  const schedule = restingSchedule(shareOfThread);
  return (): Promise<void> => new Promise((resolve) => schedule(resolve));
};

/** Asks the index in use, as searches do. Throws Unavailable and EmbeddingFailed. */
export const askIndex = async (
  { ticketIndex, embedders, signal }: SearchDependencies,
  { tenantId, collectionId, cases, onDone }: Asked,
): Promise<{ readonly model: string; readonly outcomes: readonly BacktestOutcome[] }> => {
  const snapshot = await ticketIndex.snapshot();
  if (!snapshot) throw new Error('No embedding model was chosen yet');
  const embedder = embedderOf(embedders, snapshot.model);
  const outcomes: BacktestOutcome[] = [];
  const rest = resting();
  for (const one of cases) {
    signal.throwIfAborted();
    const vector = await queryVector(embedder, snapshot.model, one);
    const finding = { isDistinct: one.isDistinct, scoreNoise: embedder.scoreNoise };
    const where = vector && { tenantId, collectionId, vector };
    const sources = where ? await sourcesOf(snapshot.nearest, where, finding) : [];
    outcomes.push({ tickets: ticketsOf(one, sources), odds: oddsOf(embedder, one.question, sources) });
    onDone(outcomes.length);
    await rest();
  }
  return { model: snapshot.model.model, outcomes };
};

type Near = Pick<Source, 'ticketId' | 'score' | 'isFlagged' | 'resolvedAt'>;
type Candidate = Omit<Near, 'score'> & { readonly vector: Float32Array };

/** The model to compare with, which needs no index. */
export type OtherModel = { readonly embedder: Embedder; readonly model: EmbeddingModel };

/**
 * Asks another model, of which there need be no index: all tickets are read once, a page at a time, and compared with all questions; those without a vector of the model in the
 * log are embedded, and the vector is not kept. Throws Unavailable and EmbeddingFailed.
 */
export const askOtherModel = async (
  dependencies: SearchDependencies,
  { embedder, model }: OtherModel,
  asked: Asked,
): Promise<readonly BacktestOutcome[]> => {
  const vectors: (Float32Array | undefined)[] = [];
  const rest = resting();
  for (const { question } of asked.cases) {
    dependencies.signal.throwIfAborted();
    const vector = await queryVector(embedder, model, { question });
    vectors.push(vector && unitVector(vector));
    await rest();
  }
  const nearest: readonly Near[][] = vectors.map(() => []);
  let done = 0;
  for await (const candidates of candidatesOf(dependencies, { embedder, model }, asked)) {
    for (const candidate of candidates) {
      asked.cases.forEach((one, index) => {
        const vector = vectors[index];
        if (vector) keepNearest(nearest[index] ?? [], { vector, count: maxNeighbours(one) }, candidate);
      });
      await setImmediate();
    }
    asked.onDone((done += candidates.length));
  }
  const outcomes: BacktestOutcome[] = [];
  for (const [index, one] of asked.cases.entries()) {
    const near = nearest[index] ?? [];
    const read = embedder.answerOdds || one.isDistinct ? await withTexts(dependencies, asked, near) : [];
    const sources = one.isDistinct ? distinctSources(read, embedder.scoreNoise) : read;
    outcomes.push({
      tickets: ticketsOf(one, one.isDistinct ? sources : near),
      odds: oddsOf(embedder, one.question, sources),
    });
  }
  return outcomes;
};

type Wanted = { readonly vector: Float32Array; readonly count: number };

/** Keeps a candidate if it is one of the nearest so far, in the order of a search. */
const keepNearest = (nearest: Near[], { vector: question, count }: Wanted, { vector, ...ticket }: Candidate): void => {
  const score = dotProduct(question, vector);
  const isBefore = (other: Near) => score > other.score || (score === other.score && ticket.ticketId < other.ticketId);
  const index = nearest.findIndex(isBefore);
  if (index < 0 && nearest.length === count) return;
  nearest.splice(index < 0 ? nearest.length : index, 0, { ...ticket, score });
  nearest.length = Math.min(nearest.length, count);
};

const pageSize = 100;

/**
 * The active tickets of a collection with their vectors, without those that the model refuses. A page is what one request embeds: a ticket that is erased meanwhile is sent to
 * nobody with a later one.
 */
async function* candidatesOf(
  { tickets, streams, signal }: SearchDependencies,
  { embedder, model }: OtherModel,
  { tenantId, collectionId }: Asked,
): AsyncGenerator<readonly Candidate[], void> {
  const query = { tenantId, collectionId, state: 'active', categories: [], order: 'stored' } as const;
  const limit = Math.min(pageSize, embedder.batchSize);
  for await (const rows of pagesOf(tickets, { ...query, limit })) {
    signal.throwIfAborted();
    const stored = await Promise.all(
      rows.map(async ({ ticketId }) => {
        const { state } = await readTicket(streams, streamOf.ticket(collectionId, recordId(tenantId, ticketId)));
        return 'data' in state && isVectorOf(state.data.vector, model)
          ? decodeVector(state.data.vector.values)
          : undefined;
      }),
    );
    const lacking = rows.filter((_, index) => !stored[index]);
    const vectors = await ticketVectors(embedder, lacking.map(searchText));
    const embedded = new Map(lacking.map((row, index) => [row, vectors[index]]));
    yield rows.flatMap((row, index) => {
      const vector = stored[index] ?? embedded.get(row);
      return vector ? [candidateOf(row, vector)] : [];
    });
  }
}

const candidateOf = ({ flaggedAt, ...row }: ListedTicket, vector: Float32Array): Candidate => {
  const { ticketId, resolvedAt }: Omit<Near, 'score' | 'isFlagged'> = row;
  return { ticketId, resolvedAt, isFlagged: flaggedAt !== null, vector: unitVector(vector) };
};

/** Sources with their texts, which are not kept while all tickets are read; without those that are gone since. */
const withTexts = async (
  { streams }: SearchDependencies,
  { tenantId, collectionId }: Asked,
  near: readonly Near[],
): Promise<readonly Source[]> => {
  const read = await Promise.all(
    near.map(async (source) => {
      const { state } = await readTicket(streams, streamOf.ticket(collectionId, recordId(tenantId, source.ticketId)));
      return 'data' in state ? [{ ...source, fullText: fullText(state.data) }] : [];
    }),
  );
  return read.flat();
};
