import type { Corrector } from '../domain/ticket-events.ts';
import type { ShownDetails } from '../domain/ticket-fields.ts';
import type { ResolvedBetween } from '../domain/ticket-filter.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';

/** What lists show of a ticket. Times are ISO 8601; `changedAt` is that of the newest correction, withdrawal or restoration, at first `storedAt`. */
export type TicketRow = ShownDetails &
  Pick<CleanTicket, 'ticketId' | 'problem' | 'solution'> & {
    readonly state: 'active' | 'withdrawn';
    /** How many texts the ticket has had. */
    readonly revision: number;
    readonly storedAt: string;
    readonly changedAt: string;
    /** When a person has flagged its texts for review; null unless they still are. */
    readonly flaggedAt: string | null;
    /** The upload that stored it; null for one that none has. */
    readonly uploadId: string | null;
    /** Who has given it other texts since; null if nobody has. */
    readonly correctedBy: Corrector | null;
  };

/** UTF-8 bytes of the texts of a page, as JSON: it ends before the ticket that exceeds them, though never before its first. */
export const maxPageBytes = 1_000_000;

/** The corrector of a ticket from what stores hold of it. */
export const correctorIn = (isCorrected: boolean, updatedBy: string | null): Corrector | null =>
  isCorrected ? (updatedBy === null ? 'person' : 'upload') : null;

/** A row in a page; `position` is its key in the order of the list. */
export type ListedTicket = TicketRow & { readonly position: bigint };

/** A row without texts: what a list of ids shows of a ticket. */
export type ListedId = Pick<ListedTicket, 'ticketId' | 'category' | 'state' | 'flaggedAt' | 'position'>;

/** `next` is the `after` of the page that follows, undefined on the last one. */
export type TicketPage<Row = ListedTicket> = { readonly tickets: readonly Row[]; readonly next: bigint | undefined };

type Owner = { readonly tenantId: string; readonly collectionId: string };

export const ticketStateNames = ['active', 'withdrawn'] as const satisfies readonly TicketRow['state'][];

/** Newest first: by when it was stored, or last changed. */
export const ticketOrders = ['stored', 'changed'] as const;

export type TicketsQuery = Owner &
  ResolvedBetween & {
    /** Where it comes from, for whose share of the time it is read; its tenant without it. */
    readonly customer?: string | undefined;
    readonly state?: TicketRow['state'] | undefined;
    /** Only those that are flagged for review. */
    readonly flagged?: boolean | undefined;
    /** One of these; any if there are none. */
    readonly categories: readonly string[];
    /** All of its words in problem and solution, in any of their forms; the beginning of an id, or runs of its letters and digits or its last digits, in any case. */
    readonly text?: string | undefined;
    readonly order: (typeof ticketOrders)[number];
    /** The position of the last ticket of the page before. */
    readonly after?: bigint | undefined;
    /** At most so many, and fewer if their texts have more than `maxPageBytes`: what a page takes of the memory is bounded. */
    readonly limit: number;
  };

/** The tickets of a category, `count` of them active. */
type CategoryCount = { readonly category: string; readonly count: number; readonly withdrawn: number };

/** The tickets of the categories with the most active ones: these first, then by name. */
export type TicketCounts = {
  readonly categories: readonly CategoryCount[];
  /** Whether there are others, of which no more are counted: a collection may have as many categories as tickets. */
  readonly moreCategories: boolean;
  readonly states: Readonly<Record<TicketRow['state'], number>>;
  /** Those of all states that are flagged for review. */
  readonly flagged: number;
};

/** So many categories are counted, and fewer if their names have more bytes of UTF-8 than that. */
export const maxCategories = 1_000;
const maxCategoryBytes = 250_000;

/** The categories that are shown, of all or one more than `maxCategories` in their order. */
export const shownCategories = (
  counted: readonly CategoryCount[],
): Pick<TicketCounts, 'categories' | 'moreCategories'> => {
  let bytes = 0;
  const isBeyond = ({ category }: CategoryCount, index: number) => {
    bytes += Buffer.byteLength(category);
    return index === maxCategories || bytes > maxCategoryBytes;
  };
  const end = counted.findIndex(isBeyond);
  return { categories: end < 0 ? counted : counted.slice(0, end), moreCategories: end >= 0 };
};

/**
 * The tickets that an upload has stored and that are not erased; `corrected` are the active ones with another text than it gave them. `updated`: those that
 * have the text of an update by it, withdrawn ones included. `byHand`: active ones that a person has corrected or flagged.
 */
export type UploadedTickets = {
  readonly active: number;
  readonly withdrawn: number;
  readonly corrected: number;
  readonly updated: number;
  readonly byHand: number;
};

/** So many hashes are looked up at a time, and so many ids told of each. */
export const textsLookup = { hashes: 100, ids: 2 };

/** The tickets of a tenant's collection, erased ones excepted; none if the collection is unknown, deleted or another tenant's. */
export type Tickets = {
  readonly page: (query: TicketsQuery) => Promise<TicketPage>;
  /** The same list without its texts, which are not read; `maxPageBytes` are those of ids and categories. */
  readonly idPage: (query: TicketsQuery) => Promise<TicketPage<ListedId>>;
  readonly counts: (owner: Owner) => Promise<TicketCounts>;
  /** The ids of the tickets whose stored client is exactly this one, withdrawn ones included, in the order in which they were stored. */
  readonly ofClient: (query: Owner & { readonly client: string; readonly limit: number }) => Promise<readonly string[]>;
  /**
   * The active tickets whose texts have these hashes (`textsHash`), at most `textsLookup.hashes` of them: of each the ids of the first two that were stored, so that one is
   * another than the ticket that is compared.
   */
  readonly withTexts: (
    query: Owner & { readonly hashes: readonly string[] },
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly ofUpload: (upload: Owner & { readonly uploadId: string }) => Promise<UploadedTickets>;
};

/** The pages of a list; the next one is read when the one before has been consumed. */
export async function* pagesOf(
  { page }: Pick<Tickets, 'page'>,
  query: TicketsQuery,
): AsyncGenerator<readonly ListedTicket[], void> {
  for (let { after } = query; ;) {
    const { tickets, next } = await page({ ...query, after });
    if (tickets.length > 0) yield tickets;
    if (next === undefined) return;
    after = next;
  }
}
