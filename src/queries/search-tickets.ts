import { finishAnswer, tooLittleInformation } from '../domain/answer-rules.ts';
import { ModelChanged } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { cleanQuery } from '../personal-data/clean.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Hit, IndexSnapshot, TicketIndex } from '../ports/ticket-index.ts';
import { type QueryVectors, queryVectors } from './query-vectors.ts';

export type Search = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly query: string;
  readonly generateAnswer: boolean;
};

export type SearchResult = { readonly answer: string | null; readonly sources: readonly Hit[] };

export type SearchTickets = (search: Search) => Promise<SearchResult>;

/** "Limits" of the contract: how many of the candidates are returned as sources. */
const sourcesReturned = 5;

type Dependencies = { readonly index: TicketIndex; readonly embedders: Embedders; readonly answers: AnswerWriter };
type Given = Dependencies & { readonly vectors: QueryVectors };

/**
 * The nearest tickets of one collection, best first, and an answer written from them. A failure of the answer model is an answer's text;
 * throws Unavailable where the query cannot be embedded.
 */
export const searchTickets = (ports: Dependencies): SearchTickets => {
  const dependencies = { ...ports, vectors: queryVectors() };
  return async (search) => {
    const question = cleanQuery(search.query);
    const sources = question === '' ? [] : await nearest(dependencies, search, question);
    if (!search.generateAnswer) return { answer: null, sources };
    if (sources.length === 0) return { answer: tooLittleInformation, sources };
    const written = await dependencies.answers.write(question, sources);
    const ids = sources.map(({ ticketId }) => ticketId);
    return { answer: written.kind === 'written' ? finishAnswer(written.text, ids) : written.message, sources };
  };
};

/** Asks the index as it is remembered, which spares waiting, and once more where another model has come into use since. */
const nearest = async (dependencies: Given, search: Search, question: string): Promise<readonly Hit[]> => {
  try {
    return await nearestIn(await dependencies.index.snapshot({ allowStale: true }), dependencies, { search, question });
  } catch (error) {
    if (!(error instanceof ModelChanged)) throw error;
    return nearestIn(await dependencies.index.snapshot(), dependencies, { search, question });
  }
};

type Asked = { readonly search: Search; readonly question: string };

/** The model and the index that holds its vectors are taken once and used together. */
const nearestIn = async (
  inUse: IndexSnapshot | undefined,
  dependencies: Given,
  asked: Asked,
): Promise<readonly Hit[]> => {
  if (!inUse) return [];
  const { tenantId, collectionId } = asked.search;
  const vector = await embed(dependencies, inUse.model, asked);
  return inUse.nearest({ tenantId, collectionId, vector, count: sourcesReturned });
};

/** Throws ModelChanged where the model failed that was remembered, and another one is in use. */
const embed = async (
  dependencies: Given,
  model: EmbeddingModel,
  { search, question }: Asked,
): Promise<Float32Array> => {
  const { index, embedders, vectors } = dependencies;
  try {
    const purpose = search.generateAnswer ? 'answer' : 'sources';
    return await vectors({ model, question, purpose }, async () => {
      const vector = await embedderOf(embedders, model).embedQuery(question);
      checkLength(model, vector.length);
      return vector;
    });
  } catch (error) {
    const now = (await index.snapshot())?.model;
    throw now && (now.model !== model.model || now.dimensions !== model.dimensions) ? new ModelChanged() : error;
  }
};
