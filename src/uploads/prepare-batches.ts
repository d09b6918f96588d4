import type { SkippedTicket } from '../domain/events.ts';
import { parseTicket, type TicketInput } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import type { Collections } from '../ports/collections.ts';
import { eventLoopYielder } from '../concurrency/yield-to-event-loop.ts';
import type { PreparedBatch, PreparedTicket, Upload } from './upload.ts';

/** One append and one embedding call carry at most this many tickets, and about this much text. */
const batchTickets = 100;
const batchCharacters = 1_000_000;

/** Rules 1 to 6 over a whole upload, in its order, batch by batch: the first of equal ids that passes the rules is taken, later ones are duplicates. */
export async function* prepareBatches(
  { collections }: { readonly collections: Collections },
  upload: Upload,
): AsyncIterable<PreparedBatch> {
  const breathe = eventLoopYielder();
  const rules = ticketRules(cleaning, isStockMessage);
  for await (const group of groups(upload)) {
    const stored = await collections.stored(
      upload.collectionId,
      group.map((sent) => sent.recordId),
    );
    const decided = await upload.previousAttempt?.decided(group[0]?.place ?? 0, group.length);
    const alreadyProcessed = { stored: 0, skipped: 0 };
    const tickets: PreparedTicket[] = [];
    const skipped: SkippedTicket[] = [];
    for (const { input, recordId: id, place, row } of group) {
      const outcome = decided?.get(place);
      if (outcome === 'stored' || (stored.has(id) && (await upload.previousAttempt?.isOwn(id, place)))) {
        rules.take(id);
        alreadyProcessed.stored += 1;
      } else if (outcome !== undefined) alreadyProcessed.skipped += 1;
      else {
        const judgement = rules.judge({ input, recordId: id }, stored.has(id));
        if ('rule' in judgement) skipped.push({ ticketId: input.ticketId, index: place, row, rule: judgement.rule });
        else tickets.push({ ticket: judgement.ticket, recordId: id, place, row });
      }
      await breathe();
    }
    yield { tickets, skipped, seenPositions: [...stored.values()], alreadyProcessed };
  }
}

type Sent = {
  readonly input: TicketInput;
  readonly recordId: string;
  readonly place: number;
  readonly row: number | null;
};

async function* groups({ tenantId, tickets }: Pick<Upload, 'tenantId' | 'tickets'>): AsyncIterable<readonly Sent[]> {
  let group: Sent[] = [];
  let characters = 0;
  let place = 0;
  for await (const { value, place: placeOf, row = null } of tickets()) {
    const input = parseTicket(value, placeOf);
    group.push({ input, recordId: recordId(tenantId, input.ticketId), place, row });
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
