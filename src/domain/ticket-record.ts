import { uuidV5 } from './uuid.ts';

/** A ticket as it is stored, cleaned of personal data; its search_text and full_text are derived. */
export type CleanTicket = {
  readonly ticketId: string;
  readonly category: string;
  readonly client: string;
  /** The description, then the client-side messages; no empty ones. */
  readonly problem: readonly string[];
  /** The support-side messages; no empty ones. */
  readonly solution: readonly string[];
};

/** The text that is embedded: description and client messages, one line each. */
export const searchText = (ticket: Pick<CleanTicket, 'problem'>): string => ticket.problem.join('\n');

const onOneLine = (texts: readonly string[]) => texts.join(' ').replace(/\s*\n\s*/g, ' ');

/** The text returned as the content of a source: three labelled parts; the label of an empty part is kept. */
export const fullText = (ticket: Pick<CleanTicket, 'category' | 'problem' | 'solution'>): string =>
  `Категория: ${ticket.category}\nПроблема: ${onOneLine(ticket.problem)}\nРешение: ${ticket.solution.join('\n\n')}`;

/** UUIDv5 of tenant and ticket id: the same ticket uploaded again maps to the same record. */
export const recordId = (tenantId: string, ticketId: string): string => uuidV5(tenantId, ticketId);
