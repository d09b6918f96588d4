import type {
  ChangedTicket,
  CorrectionPreview,
  Erasure,
  QuotingAnswers,
  StoredTicket,
  StoredTickets,
  TicketCounts,
  TicketHistory,
  TicketHistoryEntry,
  TicketIdRow,
  TicketIds,
  TicketRow,
} from '../../client/records.gen.ts';
import type { TextName } from '../../src/domain/ticket-fields.ts';
import type { Send } from './request.ts';

/** The records of docs/api.md, "Stored tickets": types that are generated from the API's description. */
export type { ChangedTicket, StoredTickets, TicketCounts, TicketIdRow, TicketRow };
export type { StoredTicket as Ticket, TicketHistoryEntry as TicketFact, CorrectionPreview as ForetoldTicket };
export type TicketState = TicketRow['state'];
/** Empty where a ticket has none. */
export type TicketTexts = Readonly<Record<TextName, string>>;
/** Those of a ticket that may lack some. */
export type SomeTexts = { readonly [Name in TextName]?: string | undefined };

/** A ticket as a change has left it: whole, or without the texts, which stayed. */
export type ChangedRow = TicketRow | (TicketIdRow & Pick<TicketRow, 'changed_at'>);

/** A row as a change has left it. */
export const rowAfter = (row: TicketRow, changed: ChangedRow): TicketRow =>
  'problem' in changed ? changed : { ...row, ...changed };

/** `state`: both if undefined. `categories`: one of these, any if there are none. `sort`: what was stored, or changed, last comes first. */
export type TicketFilter = {
  readonly state?: TicketState | undefined;
  /** Only those that are flagged for review. */
  readonly flagged?: boolean | undefined;
  readonly categories: readonly string[];
  /** Only those that were resolved at or after the one time, and before the other: days, or whatever an address names. */
  readonly resolvedAfter?: string | undefined;
  readonly resolvedBefore?: string | undefined;
  readonly text: string;
  readonly sort: 'stored' | 'changed';
};

type PageOptions = { readonly after?: string | undefined; readonly limit: number; readonly signal?: AbortSignal };

/** The tickets of a collection. Every method throws ApiError. */
export type TicketClient = {
  readonly page: (filter: TicketFilter, options: PageOptions) => Promise<StoredTickets>;
  /** The tickets behind a filter, `max` at most, without their texts. */
  readonly found: (filter: TicketFilter, max: number) => Promise<readonly TicketIdRow[]>;
  readonly counts: () => Promise<TicketCounts>;
  readonly show: (ticketId: string) => Promise<StoredTicket>;
  /** A page of what became of a ticket, newest first. */
  readonly history: (ticketId: string, options: PageOptions) => Promise<TicketHistory>;
  /** The texts that a ticket had in one of its revisions. */
  readonly revision: (ticketId: string, revision: number) => Promise<SomeTexts>;
  /** The questions that had a ticket, or one of its revisions, among their sources; `cited`: whether their answer is based on it. */
  readonly quoting: (ticketId: string, options: QuotingOptions) => Promise<QuotingAnswers>;
  /** Status 412: it has another revision than the one that was read; 422: a rule for tickets is violated. */
  readonly correct: (ticketId: string, revision: number, texts: Partial<TicketTexts>) => Promise<ChangedTicket>;
  /** What a correction would store; status 422: a rule for tickets is violated. */
  readonly foretell: (ticketId: string, texts: Partial<TicketTexts>) => Promise<CorrectionPreview>;
  /** Withdraws (`withdrawn`) or restores (`active`) at most 1 000 tickets. */
  readonly setState: (ticketIds: readonly string[], state: TicketState) => Promise<void>;
  /** Flags a ticket for review, or says that it is right. */
  readonly flag: (ticketId: string, isFlagged: boolean) => Promise<ChangedTicket>;
  /** Erases at most 1 000 tickets for good; `requestedFor` is for the receipt. Returns the id of the erasure. */
  readonly erase: (ticketIds: readonly string[], requestedFor: string) => Promise<string>;
  /** The tickets behind a filter as JSON Lines; those that are hidden only if the filter asks for them. */
  readonly download: (filter: TicketFilter) => Promise<Blob>;
};

/** As many as the service gives at once. */
const largestIdPage = 1_000;

const firstOf = async (
  idPage: (options: PageOptions) => Promise<TicketIds>,
  max: number,
): Promise<readonly TicketIdRow[]> => {
  const rows: TicketIdRow[] = [];
  for (let after: string | undefined | null; after !== null && rows.length < max;) {
    const limit = Math.min(largestIdPage, max - rows.length);
    const { tickets, next }: TicketIds = await idPage({ after, limit });
    rows.push(...tickets);
    after = next;
  }
  return rows;
};

/** The endpoints of a collection's tickets over `send`. */
export const ticketClient = (send: Send, collectionId: string): TicketClient => {
  const base = `/api/collections/${collectionId}`;
  const one = (ticketId: string) => `${base}/tickets/${encodeURIComponent(ticketId)}`;
  const json = async <Value>(...request: Parameters<Send>): Promise<Value> =>
    (await (await send(...request)).json()) as Value;
  const page: TicketClient['page'] = (filter, { after, limit, signal }) =>
    json(`GET ${base}/tickets?${queryOf({ ...filter, after, limit })}`, { signal });
  return {
    page,
    found: (filter, max) =>
      firstOf((options) => json(`GET ${base}/tickets?fields=ids&${queryOf({ ...filter, ...options })}`), max),
    counts: () => json(`GET ${base}/categories`),
    show: (ticketId) => json(`GET ${one(ticketId)}`),
    history: (ticketId, { after, limit, signal }) =>
      json(`GET ${one(ticketId)}/history?limit=${limit}${after === undefined ? '' : `&after=${after}`}`, { signal }),
    revision: (ticketId, revision) => json(`GET ${one(ticketId)}/history/${revision}`),
    quoting: (ticketId, { signal, ...page }) => json(`GET ${one(ticketId)}/answers?${quotingQuery(page)}`, { signal }),
    correct: (ticketId, revision, texts) =>
      json(`PUT ${one(ticketId)}`, { body: texts, headers: { 'If-Match': `"${revision}"` } }),
    foretell: (ticketId, texts) => json(`POST ${one(ticketId)}/preview`, { body: texts }),
    setState: async (ticketIds, state) => {
      const path = state === 'withdrawn' ? 'withdrawals' : 'restorations';
      await send(`POST ${base}/${path}`, { body: { ticket_ids: ticketIds } });
    },
    flag: (ticketId, isFlagged) => json(`${isFlagged ? 'PUT' : 'DELETE'} ${one(ticketId)}/flag`),
    erase: async (ticketIds, requestedFor) => {
      const body = { ticket_ids: ticketIds, ...(requestedFor === '' ? {} : { requested_for: requestedFor }) };
      return (await json<Erasure>(`POST ${base}/erasures`, { body })).id;
    },
    download: async ({ state = 'active', categories, resolvedAfter, resolvedBefore, text }) => {
      const query = queryOf({ state, categories, resolvedAfter, resolvedBefore, text });
      return (await send(`GET ${base}/export.jsonl?${query}`)).blob();
    },
  };
};

type QuotingOptions = PageOptions & { readonly revision?: number; readonly cited?: boolean };

const quotingQuery = ({ after, limit, revision, cited }: Omit<QuotingOptions, 'signal'>) => {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cited !== undefined) query.set('cited', String(cited));
  if (revision !== undefined) query.set('revision', String(revision));
  if (after !== undefined) query.set('after', after);
  return query.toString();
};

type Query = Omit<TicketFilter, 'sort'> & {
  readonly sort?: string;
  readonly after?: string | undefined;
  readonly limit?: number;
};

const queryOf = ({ state, flagged, categories, resolvedAfter, resolvedBefore, text, sort, after, limit }: Query) => {
  const query = new URLSearchParams();
  if (sort !== undefined) query.set('sort', sort);
  if (limit !== undefined) query.set('limit', String(limit));
  if (state !== undefined) query.set('state', state);
  if (flagged) query.set('flagged', 'true');
  for (const category of categories) query.append('category', category);
  if (resolvedAfter !== undefined) query.set('resolved_after', resolvedAfter);
  if (resolvedBefore !== undefined) query.set('resolved_before', resolvedBefore);
  if (text !== '') query.set('text', text);
  if (after !== undefined) query.set('after', after);
  return query.toString();
};
