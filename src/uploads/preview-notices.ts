import type { CleanTicket, Removed } from '../domain/ticket-record.ts';
import type { CopyPreview, MaskedName, TicketPosition, TicketsPreview } from '../ports/ingest.ts';
import type { ByHand } from './known-tickets.ts';
import { textCopies } from './text-copies.ts';

/** Maximum length of each list. */
const max = { names: 20, copies: 200, replaced: 20 };

type Notices = Pick<TicketsPreview, 'removed' | 'copies' | 'replaced'>;

/** What is worth a remark in the tickets that an upload would store. */
export const previewNotices = () => {
  const removed = removedTally();
  const copies = copiesTally();
  const replaced = replacedTally();
  return {
    /** Counts what was taken out of a ticket, and whether another one has its texts. */
    stored: (ticket: CleanTicket, position: TicketPosition, takenOut: Removed | undefined): void => {
      removed.add(takenOut);
      copies.add(ticket, position);
    },
    /** Counts what a person has done that the upload would replace. */
    replaced: replaced.add,
    all: (): Notices => ({ removed: removed.removed(), copies: copies.copies(), replaced: replaced.replaced }),
  };
};

/** Different names that are counted; a file of more has hardly a word among them that is masked often and new. */
const maxNames = 10_000;

const removedTally = () => {
  const names = new Map<string, MaskedName>();
  let links = 0;
  return {
    add: (removed: Removed | undefined): void => {
      links += removed?.links ?? 0;
      for (const name of removed?.names ?? []) {
        const key = name.toLowerCase();
        const known = names.get(key);
        if (known || names.size < maxNames)
          names.set(key, { name: known?.name ?? name, tickets: (known?.tickets ?? 0) + 1 });
      }
    },
    removed: (): TicketsPreview['removed'] => ({
      links,
      names: [...names.values()].sort((one, other) => other.tickets - one.tickets).slice(0, max.names),
    }),
  };
};

const copiesTally = () => {
  const { originalOf } = textCopies();
  const tickets: CopyPreview[] = [];
  let count = 0;
  return {
    add: (ticket: CleanTicket, position: TicketPosition): void => {
      const copyOf = originalOf(ticket);
      if (copyOf === undefined) return;
      count += 1;
      if (tickets.length < max.copies) tickets.push({ ticketId: ticket.ticketId, ...position, copyOf });
    },
    copies: (): TicketsPreview['copies'] => ({ count, tickets }),
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
