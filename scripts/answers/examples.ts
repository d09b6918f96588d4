import { type AnswerProperties, answerProperties } from '../../src/adapters/local-model/answer-properties.ts';
import { textTokens } from '../../src/adapters/local-model/text-vector.ts';
import { fullText } from '../../src/domain/ticket-record.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { type DeskList, findInDesks } from '../bench/desk-quality.ts';
import { clientTexts, type TicketOfList } from '../bench/retrieval-quality.ts';

/** A question to a desk as the decision to answer sees it, with what came of the search. */
export type AnswerExample = {
  readonly desk: string;
  /** What it is about: its intent, or the ticket that answers it. */
  readonly topic: string;
  /** Whether the desk has a ticket that answers it. */
  readonly hasTicket: boolean;
  readonly properties: AnswerProperties;
  /** The tickets that were found, best first. */
  readonly found: readonly { readonly score: number; readonly isRight: boolean }[];
};

const textOf = (ticket: TicketOfList): string =>
  fullText({
    category: '',
    problem: clientTexts(ticket),
    solution: ticket.messages.filter(({ role }) => role === 'support').map(({ text }) => text),
  });

/** Returns the questions of a list, searched for in their desks by a model. */
export const answerExamples = async (embedder: Embedder, list: DeskList): Promise<readonly AnswerExample[]> => {
  const read = textTokens();
  const found = await findInDesks(embedder, list);
  return found.flatMap(({ query, neighbours }) => {
    const sources = neighbours.map(({ score, candidate: { ticket } }) => ({
      ticketId: String(ticket.ticket_id),
      score,
      fullText: textOf(ticket),
    }));
    const properties = answerProperties(read, query.query, sources);
    if (!properties) return [];
    const isRight = (id: string): boolean => query.gold.includes(id);
    return {
      desk: query.desk,
      topic: query.intent ?? (query.gold[0] === undefined ? query.query : `${query.desk} ${query.gold[0]}`),
      hasTicket: query.gold.length > 0,
      properties,
      found: sources.map(({ ticketId, score }) => ({ score, isRight: isRight(ticketId) })),
    };
  });
};
