import { uuidV5 } from './uuid.ts';

/** A ticket as it is stored: one record, cleaned of personal data, from which search_text and full_text follow. */
export type CleanTicket = {
  readonly ticketId: string;
  readonly category: string;
  readonly client: string;
  /** The description, then the client-side messages; no empty ones. */
  readonly problem: readonly string[];
  /** The support-side messages; no empty ones. */
  readonly solution: readonly string[];
};

/** The text that is embedded ("Stored ticket record" of the contract): description, then client messages, a line each. */
export const searchText = (ticket: Pick<CleanTicket, 'problem'>): string => ticket.problem.join('\n');

const onOneLine = (texts: readonly string[]) => texts.join(' ').replace(/\s*\n\s*/g, ' ');

/** The text returned as source content: three labelled parts, each label there even where its part is empty. */
export const fullText = (ticket: Pick<CleanTicket, 'category' | 'problem' | 'solution'>): string =>
  `Категория: ${ticket.category}\nПроблема: ${onOneLine(ticket.problem)}\nРешение: ${ticket.solution.join('\n\n')}`;

/** The record identity of the contract: UUIDv5 of tenant and ticket, so that the same ticket uploaded again maps to the same record. */
export const recordId = (tenantId: string, ticketId: string): string => uuidV5(tenantId, ticketId);
