import { type CleanTicket, type Removed, textsHash } from '../domain/ticket-record.ts';
import type { TicketContent } from '../domain/ticket.ts';
import type { Unchanged } from '../domain/ticket-rules.ts';
import type { CopiesPreview, CopyPreview, ListedTicket, TicketPosition, TicketsPreview } from '../ports/ingest.ts';
import type { ByHand } from './known-tickets.ts';
import { previewComparison } from './preview-comparison.ts';
import { textCopies } from './text-copies.ts';

/** Maximum length of each list. */
const max = { removed: 20, copies: 200, replaced: 20 };

/** Returns the ids of stored tickets whose texts have these hashes, two at most of each. */
type StoredIds = (hashes: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

type Notices = Pick<TicketsPreview, 'removed' | 'copies' | 'storedCopies' | 'replaced' | 'updates' | 'unchanged'>;

/** A ticket that an upload would store, or with which it would update what is stored; and what was taken out of it. */
export type Processed = TicketPosition & {
  readonly stored: TicketContent | undefined;
  readonly ticket: CleanTicket;
  readonly removed: Removed | undefined;
};

/** What is worth a remark in the tickets that an upload would store. */
export const previewNotices = (onDuplicate: 'update' | undefined) => {
  const removed = removedTally();
  const copies = copiesTally();
  const storedCopies = storedCopiesTally();
  const replaced = replacedTally();
  const comparison = previewComparison();
  let unchanged = 0;
  return {
    /** Counts what was taken out of a ticket, and whether another one has its texts; compares it with what is stored. */
    processed: ({ stored, ticket, removed: takenOut, ...position }: Processed): void => {
      removed.add(takenOut);
      const listed = { ticketId: ticket.ticketId, ...position };
      const hash = textsHash(ticket);
      copies.add(hash, listed);
      storedCopies.add(hash, listed);
      if (stored) comparison.updated(listed, stored, ticket);
      else comparison.added(listed);
    },
    unchanged: (ticket: ListedTicket, by: Unchanged): void => {
      unchanged += 1;
      comparison.unchanged(ticket, by);
    },
    /** Compares the texts of the tickets since the last call with those of stored tickets: to be called after each batch. */
    compareTexts: storedCopies.compare,
    /** Counts what a person has done that the upload would replace. */
    replaced: replaced.add,
    all: (): Notices => ({
      ...{ removed: removed.removed(), replaced: replaced.replaced },
      ...{ copies: copies.copies(), storedCopies: storedCopies.copies() },
      unchanged,
      updates: onDuplicate === 'update' ? comparison.lists() : null,
    }),
  };
};

/** Different names, and different links, that are counted; a file of more has hardly one among them that is removed often and new. */
const maxCounted = 10_000;

/** Counts the tickets that have a text, whatever its case; it is told as it was written first. */
const ticketsByText = () => {
  const counted = new Map<string, { readonly text: string; tickets: number }>();
  return {
    add: (texts: readonly string[]): void => {
      for (const text of texts) {
        const known = counted.get(text.toLowerCase());
        if (known) known.tickets += 1;
        else if (counted.size < maxCounted) counted.set(text.toLowerCase(), { text, tickets: 1 });
      }
    },
    most: () => [...counted.values()].sort((one, other) => other.tickets - one.tickets).slice(0, max.removed),
  };
};

const removedTally = () => {
  const names = ticketsByText();
  const linkTexts = ticketsByText();
  let links = 0;
  return {
    add: (removed: Removed | undefined): void => {
      links += removed?.links ?? 0;
      linkTexts.add(removed?.linkTexts ?? []);
      names.add(removed?.names ?? []);
    },
    removed: (): TicketsPreview['removed'] => ({
      links,
      linkTexts: linkTexts.most(),
      names: names.most().map(({ text: name, tickets }) => ({ name, tickets })),
    }),
  };
};

/** Counts the tickets that have the texts of another one, and lists the first of them. */
const copyList = () => {
  const tickets: CopyPreview[] = [];
  let count = 0;
  return {
    add: (ticket: ListedTicket, copyOf: string | undefined): void => {
      if (copyOf === undefined) return;
      count += 1;
      if (tickets.length < max.copies) tickets.push({ ...ticket, copyOf });
    },
    copies: (): CopiesPreview => ({ count, tickets }),
  };
};

const copiesTally = () => {
  const { originalOf } = textCopies();
  const { add, copies } = copyList();
  return {
    add: (hash: string, listed: ListedTicket): void => add(listed, originalOf(listed.ticketId, hash)),
    copies,
  };
};

/** Holds the tickets of one batch at a time. */
const storedCopiesTally = () => {
  const { add, copies } = copyList();
  let batch: (readonly [hash: string, ListedTicket])[] = [];
  return {
    add: (hash: string, listed: ListedTicket): void => void batch.push([hash, listed]),
    compare: async (storedIds: StoredIds): Promise<void> => {
      const compared = batch;
      batch = [];
      if (compared.length === 0) return;
      const stored = await storedIds(compared.map(([hash]) => hash));
      for (const [hash, listed] of compared)
        add(
          listed,
          stored.get(hash)?.find((id) => id !== listed.ticketId),
        );
    },
    copies,
  };
};

const replacedTally = () => {
  const replaced = { corrected: 0, flagged: 0, ticketIds: [] as string[] };
  return {
    replaced,
    add: (ticketId: string, byHand: ByHand | undefined): void => {
      if (byHand?.isCorrected) replaced.corrected += 1;
      if (byHand?.isFlagged) replaced.flagged += 1;
      const isReplaced = byHand?.isCorrected === true || byHand?.isFlagged === true;
      if (isReplaced && replaced.ticketIds.length < max.replaced) replaced.ticketIds.push(ticketId);
    },
  };
};
