import { finishAnswer, tooLittleInformation } from '../domain/answer-rules.ts';
import { cleanQuery } from '../personal-data/clean.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Hit, TicketIndex } from '../ports/ticket-index.ts';

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

type Needs = { readonly index: TicketIndex; readonly embedders: Embedders; readonly answers: AnswerWriter };

/**
 * The nearest tickets of one collection, best first, and an answer written from them. A failure of the answer model is an answer's text;
 * throws Unavailable where the query cannot be embedded.
 */
export const searchTickets = (needs: Needs): SearchTickets => {
  return async (search) => {
    const question = cleanQuery(search.query);
    const sources = question === '' ? [] : await nearest(needs, search, question);
    if (!search.generateAnswer) return { answer: null, sources };
    if (sources.length === 0) return { answer: tooLittleInformation, sources };
    const written = await needs.answers.write(question, sources);
    const ids = sources.map(({ ticketId }) => ticketId);
    return { answer: written.kind === 'written' ? finishAnswer(written.text, ids) : written.message, sources };
  };
};

/** The model and the index that holds its vectors are taken once and used together. */
const nearest = async ({ index, embedders }: Needs, search: Search, question: string): Promise<readonly Hit[]> => {
  const { tenantId, collectionId } = search;
  const inUse = await index.inUse();
  if (!inUse) return [];
  const vector = await embedderOf(embedders, inUse.model).embedQuery(question);
  checkLength(inUse.model, vector.length);
  return inUse.nearest({ tenantId, collectionId, vector, count: sourcesReturned });
};
