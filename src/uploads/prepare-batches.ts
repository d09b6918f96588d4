import { runInSlices } from '../concurrency/steps.ts';
import type { SkippedTicket } from '../domain/events.ts';
import { textLength } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import type { Collections } from '../ports/collections.ts';
import { batcher } from './batcher.ts';
import type { CheckedTicket } from './checked-tickets.ts';
import type { PreparedBatch, PreparedTicket, Upload } from './upload.ts';

/** One append and one embedding call carry at most this many tickets, and about this many UTF-16 units of text. */
const batchLimits = { items: 100, size: 1_000_000 };

type Collection = { readonly collections: Pick<Collections, 'known'> };
type Owner = Pick<Upload, 'tenantId' | 'collectionId' | 'previousAttempt' | 'yieldIfDue'>;

/** Applies rules 1 to 6 (docs/contract.md, "Uploads") batch by batch: of equal ids the first that passes the rules is taken, later ones are duplicates. */
export async function* prepareBatches(
  { collections }: Collection,
  upload: Owner,
  tickets: AsyncIterable<CheckedTicket>,
): AsyncGenerator<PreparedBatch, void> {
  const prepare = batchPreparer(collections, upload);
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

const batchPreparer = (
  collections: Collection['collections'],
  { collectionId, previousAttempt, yieldIfDue }: Owner,
) => {
  const rules = ticketRules(cleaning, isStockMessage);
  return async (batch: readonly IdentifiedTicket[]): Promise<PreparedBatch> => {
    const ids = batch.map((ticket) => ticket.recordId);
    const known = await collections.known(collectionId, ids);
    const decided = await previousAttempt?.decided(batch[0]?.index ?? 0, batch.length);
    const alreadyProcessed = { stored: 0, skipped: 0 };
    const tickets: PreparedTicket[] = [];
    const skipped: SkippedTicket[] = [];
    for (const { input, recordId: id, index, row } of batch) {
      const outcome = decided?.get(index);
      if (outcome === 'stored' || (known.has(id) && (await previousAttempt?.isOwn(id, index)))) {
        rules.take(id);
        alreadyProcessed.stored += 1;
      } else if (outcome !== undefined) alreadyProcessed.skipped += 1;
      else {
        const judgement = await runInSlices(rules.judge({ input, recordId: id }, known.get(id)?.state), yieldIfDue);
        if ('rule' in judgement) skipped.push({ ticketId: input.ticketId, index, row, rule: judgement.rule });
        else tickets.push({ ticket: judgement.ticket, recordId: id, index, row });
      }
      await yieldIfDue();
    }
    return { tickets, skipped, seenPositions: [...known.values()].map(({ position }) => position), alreadyProcessed };
  };
};
