import { InvalidInput, Stopping, Unavailable } from '../domain/errors.ts';
import { parseTicket, ticketLimits, tooManyTickets } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { type IdentifiedTicket, ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import type { Collections } from '../ports/collections.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings, ReadOptions } from '../ticket-files/read-options.ts';
import type { TicketPlace, TicketsPreview } from '../ports/ingest.ts';
import { previewTally } from './preview-tally.ts';

export type Preview = {
  readonly tenantId: string;
  readonly collectionId: string;
  /** Reads the upload from its beginning, item by item, and tells what it finds. */
  readonly items: (options: Pick<ReadOptions, 'found' | 'signal'>) => AsyncIterable<TicketItem>;
  /** Aborted when the client has gone or the service stops (its reason is Stopping then). */
  readonly signal: AbortSignal;
};

export type PreviewTickets = (preview: Preview) => Promise<TicketsPreview>;

type Dependencies = {
  readonly collections: Pick<Collections, 'stored'>;
  /** Makes what is awaited after each ticket, so that others have their turn. */
  readonly breather: () => () => Promise<void> | undefined;
};

/** The collection is asked about so many tickets, or about so much text, at a time. */
const group = { tickets: 100, characters: 1_000_000 };

/**
 * What an upload would do now by rules 1 to 6 of the contract; nothing is stored and no model asked. What an upload would be refused for is told
 * beside it, ticket by ticket. Throws InvalidInput where no format can be told or the assigned columns do not fit, Stopping, and Unavailable.
 */
export const previewTickets = ({ collections, breather }: Dependencies): PreviewTickets => {
  return async (preview) => {
    const tally = previewTally();
    const rules = ticketRules(cleaning, isStockMessage);
    const breathe = breather();
    let findings: Partial<Findings> = {};
    const found = (some: Partial<Findings>) => {
      findings = { ...findings, ...some };
    };
    for await (const sent of groups({ ...preview, found, breathe, unreadable: tally.unreadable })) {
      const ids = sent.map((ticket) => ticket.recordId);
      const stored = await collections.stored(preview.collectionId, ids);
      for (const ticket of sent) {
        const judgement = rules.judge(ticket, stored.has(ticket.recordId));
        if ('rule' in judgement) tally.skipped(ticket.input.ticketId, judgement.rule, ticket.place);
        else tally.stored(judgement.ticket, ticket.place);
        await breathe();
        throwIfStopped(preview.signal);
      }
    }
    return tally.preview(findings);
  };
};

type Sent = IdentifiedTicket & { readonly place: TicketPlace };

type Reading = Preview &
  Required<Pick<ReadOptions, 'found'>> & {
    readonly breathe: () => Promise<void> | undefined;
    readonly unreadable: (reason: UnreadableFile) => void;
  };

/** The tickets that can be read, some at a time; of each other the reason is told. */
async function* groups(reading: Reading): AsyncGenerator<readonly Sent[], void> {
  let sent: Sent[] = [];
  let characters = 0;
  for await (const item of itemsOf(reading)) {
    const ticket = item instanceof UnreadableFile ? item : checked(item, reading.tenantId);
    if (ticket instanceof UnreadableFile) reading.unreadable(ticket);
    else {
      sent.push(ticket);
      const { description, messages } = ticket.input;
      characters += messages.reduce((sum, { text }) => sum + text.length, description.length);
    }
    if (sent.length >= group.tickets || characters >= group.characters) {
      yield sent;
      sent = [];
      characters = 0;
    }
    await reading.breathe();
    throwIfStopped(reading.signal);
  }
  if (sent.length > 0) yield sent;
}

/** Everything up to the most that an upload may have. What the whole upload is refused for is the caller's to mend. */
async function* itemsOf({ items, found, signal }: Reading): AsyncGenerator<TicketItem, void> {
  const most = ticketLimits.ticketsPerUpload;
  let unreadable = 0;
  try {
    for await (const item of items({ found, signal })) {
      if (item instanceof UnreadableFile) unreadable += 1;
      if (item.index === most || unreadable > most) {
        yield new UnreadableFile(item.index === most ? tooManyTickets : tooManyUnreadable);
        return;
      }
      yield item;
    }
  } catch (error) {
    throwIfStopped(signal);
    throw error instanceof UnreadableFile ? new InvalidInput(error.message) : error;
  }
}

/** Of tickets in several rows, any number of rows may be unreadable. */
const tooManyUnreadable = `More than ${ticketLimits.ticketsPerUpload} rows cannot be read; the rest was not looked at`;

const checked = ({ value, index, row, place }: RawTicket, tenantId: string): Sent | UnreadableFile => {
  const at = { index, row: row ?? null };
  try {
    const input = parseTicket(value, place);
    return { input, recordId: recordId(tenantId, input.ticketId), place: at };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return new UnreadableFile(error.message, at);
  }
};

const throwIfStopped = (signal: AbortSignal): void => {
  if (!signal.aborted) return;
  throw signal.reason instanceof Stopping
    ? new Stopping('Service is stopping; nothing was stored')
    : new Unavailable('The client has gone');
};
