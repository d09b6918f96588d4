import { type Cleaning, cleanTicket } from '../domain/conversation.ts';
import { skippedBy } from '../domain/skip-rules.ts';
import { parseTicket, type TicketInput } from '../domain/ticket-input.ts';
import { type CleanTicket, recordId } from '../domain/ticket-record.ts';
import { cleanConversation, cleanField } from '../personal-data/clean.ts';
import type { Collections } from '../ports/collections.ts';
import { breather } from './breather.ts';
import type { Upload } from './upload-tickets.ts';

/** A cleaned ticket that passed every rule, with its identity and its place in the upload (0-based). */
export type PreparedTicket = { readonly ticket: CleanTicket; readonly recordId: string; readonly place: number };

/** `duplicates` are the positions of the stored tickets that this batch met again; they are counted in `skipped` too. */
export type PreparedBatch = {
  readonly tickets: readonly PreparedTicket[];
  readonly skipped: number;
  readonly duplicates: readonly bigint[];
};

/** One append and one embedding call carry at most this many tickets, and about this much text. */
const batchTickets = 100;
const batchCharacters = 1_000_000;

const cleaning: Cleaning = { conversation: cleanConversation, field: cleanField };

/** Rules 1 to 6 over a whole upload, in its order, batch by batch: the first of equal ids that passes the rules is taken, later ones are duplicates. */
export async function* prepareBatches(
  { collections }: { readonly collections: Collections },
  upload: Upload,
): AsyncIterable<PreparedBatch> {
  const breathe = breather();
  const taken = new Set<string>();
  for await (const group of groups(upload)) {
    const stored = await collections.stored(
      upload.collectionId,
      group.map((sent) => sent.recordId),
    );
    const tickets: PreparedTicket[] = [];
    for (const { input, recordId: id, place } of group) {
      if (stored.has(id) || taken.has(id)) continue;
      const ticket = cleanTicket(input, cleaning);
      if (skippedBy(ticket) === undefined) {
        taken.add(id);
        tickets.push({ ticket, recordId: id, place });
      }
      await breathe();
    }
    yield { tickets, skipped: group.length - tickets.length, duplicates: [...stored.values()] };
  }
}

type Sent = { readonly input: TicketInput; readonly recordId: string; readonly place: number };

async function* groups({ tenantId, tickets }: Upload): AsyncIterable<readonly Sent[]> {
  let group: Sent[] = [];
  let characters = 0;
  let place = 0;
  for await (const { value, place: placeOf } of tickets()) {
    const input = parseTicket(value, placeOf);
    group.push({ input, recordId: recordId(tenantId, input.ticketId), place });
    place += 1;
    characters += input.messages.reduce((sum, { text }) => sum + text.length, input.description.length);
    if (group.length >= batchTickets || characters >= batchCharacters) {
      yield group;
      group = [];
      characters = 0;
    }
  }
  if (group.length > 0) yield group;
}
