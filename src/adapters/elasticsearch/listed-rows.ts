import type { estypes } from '@elastic/elasticsearch';
import { eachShown } from '../../domain/ticket-details.ts';
import { correctorIn, type ListedId, type ListedTicket } from '../../ports/tickets.ts';
import type { TicketDocument } from './ticket-document.ts';

/** What is read of the tickets of a page, the row that a hit becomes, and its texts, which fill the page. */
export type Rows<Hit, Row> = {
  readonly source: Pick<estypes.SearchRequest, '_source' | 'docvalue_fields'>;
  readonly listed: (hit: Hit) => Row;
  readonly textsOf: (row: Row) => readonly string[];
};

/** A ticket as a search returns it. */
export type WholeHit = { readonly _source: TicketDocument; readonly sort: readonly number[] };

const listed = ({ _source: row, sort }: WholeHit): ListedTicket => ({
  ticketId: row.ticket_id,
  ...eachShown(({ name }) => row[name]),
  problem: row.problem,
  solution: row.solution,
  state: row.state,
  revision: row.revision,
  storedAt: row.stored_at,
  changedAt: row.changed_at,
  flaggedAt: row.flagged_at,
  uploadId: row.upload_id,
  correctedBy: correctorIn(row.corrected, row.updated_by),
  position: BigInt(sort[0] ?? 0),
});

/** Rows with everything that a list shows. */
export const wholeRows: Rows<WholeHit, ListedTicket> = {
  // No list shows a vector, which has more bytes than most texts.
  source: { _source: { excludes: ['vector'] } },
  listed,
  textsOf: ({ problem, solution }) => [...problem, ...solution],
};

const idFields = ['ticket_id', 'category', 'state', 'flagged_at'] as const;

/** A field without a value is left out. */
type IdHit = {
  readonly fields: { readonly [Name in (typeof idFields)[number]]?: readonly string[] };
  readonly sort: readonly number[];
};

/** Rows without texts, read from columns: the source of a document, which has its texts and its vector, is not. */
export const idRows: Rows<IdHit, ListedId> = {
  source: { _source: false, docvalue_fields: [...idFields] },
  listed: ({ fields, sort }) => ({
    ticketId: fields.ticket_id?.[0] ?? '',
    category: fields.category?.[0] ?? '',
    state: fields.state?.[0] === 'withdrawn' ? 'withdrawn' : 'active',
    flaggedAt: fields.flagged_at?.[0] ?? null,
    position: BigInt(sort[0] ?? 0),
  }),
  textsOf: ({ ticketId, category }) => [ticketId, category],
};
