import { runInSlices } from '../concurrency/steps.ts';
import type { SkippedTicket } from '../domain/events.ts';
import { textLength } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { isProcessed, type TicketOutcome } from '../ports/uploads.ts';
import { batcher } from './batcher.ts';
import type { CheckedTicket } from './checked-tickets.ts';
import { knownTickets } from './known-tickets.ts';
import type { PreparedBatch, PreparedTicket, Upload } from './upload.ts';

/** One append and one embedding call carry at most this many tickets, and about this many UTF-16 units of text. */
const batchLimits = { items: 100, size: 1_000_000 };

type Dependencies = Parameters<typeof knownTickets>[0];
type Owner = Pick<Upload, 'tenantId' | 'collectionId' | 'onDuplicate' | 'previousAttempt' | 'yieldIfDue'>;

/** Applies rules 1 to 6 (docs/contract.md, "Uploads") batch by batch: of equal ids the first that passes the rules is taken, later ones are duplicates. */
export async function* prepareBatches(
  dependencies: Dependencies,
  upload: Owner,
  tickets: AsyncIterable<CheckedTicket>,
): AsyncGenerator<PreparedBatch, void> {
  const prepare = batchPreparer(dependencies, upload);
  for await (const batch of identifiedBatches(upload.tenantId, tickets)) yield await prepare(batch);
}

type IdentifiedTicket = CheckedTicket & { readonly recordId: string; readonly index: number };

async function* identifiedBatches(
  tenantId: string,
  tickets: AsyncIterable<CheckedTicket>,
): AsyncGenerator<readonly IdentifiedTicket[], void> {
  const batches = batcher<IdentifiedTicket>(batchLimits);
  let index = 0;
  for await (const { input, row } of tickets) {
    const ticket = { input, row, recordId: recordId(tenantId, input.ticketId), index };
    const batch = batches.add(ticket, textLength(input));
    if (batch) yield batch;
    index += 1;
  }
  const last = batches.take();
  if (last.length > 0) yield last;
}

const isDone = (outcome: TicketOutcome | undefined): boolean => outcome !== undefined && isProcessed(outcome);

const batchPreparer = (dependencies: Dependencies, upload: Owner) => {
  const { previousAttempt, yieldIfDue } = upload;
  const rules = ticketRules(cleaning, isStockMessage);
  return async (batch: readonly IdentifiedTicket[]): Promise<PreparedBatch> => {
    const ids = batch.map((ticket) => ticket.recordId);
    const { known, positions } = await knownTickets(dependencies, upload, ids);
    const decided = await previousAttempt?.decided(batch[0]?.index ?? 0, batch.length);
    const alreadyProcessed = { stored: 0, skipped: 0 };
    const tickets: PreparedTicket[] = [];
    const skipped: SkippedTicket[] = [];
    for (const { input, recordId: id, index, row } of batch) {
      const outcome = decided?.get(index);
      if (isDone(outcome) || (known.has(id) && (await previousAttempt?.isOwn(id, index)))) {
        rules.take(id);
        alreadyProcessed.stored += 1;
      } else if (outcome !== undefined) {
        // In an upload that updates, later tickets with that id are duplicates of it too.
        if (outcome === 'duplicate') rules.take(id);
        alreadyProcessed.skipped += 1;
      } else {
        const { state, updatable } = known.get(id) ?? {};
        const judging = rules.judge({ input, recordId: id }, state, updatable?.state.data);
        const judgement = await runInSlices(judging, yieldIfDue);
        if ('rule' in judgement) skipped.push({ ticketId: input.ticketId, index, row, rule: judgement.rule });
        else tickets.push({ ticket: judgement.ticket, recordId: id, index, row, replaces: updatable });
      }
      await yieldIfDue();
    }
    return { tickets, skipped, seenPositions: positions, alreadyProcessed };
  };
};
