import { mapAhead } from '../concurrency/map-ahead.ts';
import { runAtOnce } from '../concurrency/steps.ts';
import type { SkippedTicket } from '../domain/events.ts';
import { textLength } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { type JudgedContent, ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { isProcessed, type TicketOutcome } from '../ports/uploads.ts';
import { batcher } from './batcher.ts';
import type { CheckedTicket } from './checked-tickets.ts';
import { type JudgingHelpers, withoutHelpers } from './upload-helpers.ts';
import { type Known, knownTickets, type KnownTickets } from './known-tickets.ts';
import type { PreparedBatch, PreparedTicket, Upload } from './upload.ts';

/** One append and one embedding call carry at most this many tickets, and about this many UTF-16 units of text. */
const batchLimits = { items: 100, size: 1_000_000 };

type Dependencies = Parameters<typeof knownTickets>[0] & { readonly judging?: JudgingHelpers };
type Owner = Pick<Upload, 'tenantId' | 'collectionId' | 'onDuplicate' | 'previousAttempt' | 'yieldIfDue'>;

/** Applies rules 1 to 6 (docs/contract.md, "Uploads") batch by batch: of equal ids the first that passes the rules is taken, later ones are duplicates. */
export async function* prepareBatches(
  dependencies: Dependencies,
  upload: Owner,
  tickets: AsyncIterable<CheckedTicket>,
): AsyncGenerator<PreparedBatch, void> {
  const { judging = withoutHelpers } = dependencies;
  const look = batchLooker({ ...dependencies, judging }, upload);
  const prepare = batchPreparer(upload);
  const batches = identifiedBatches(upload.tenantId, tickets);
  for await (const batch of mapAhead(batches, judging.batchesAtOnce, look)) yield await prepare(batch);
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

type LookedUpTicket = IdentifiedTicket & {
  readonly outcome: TicketOutcome | undefined;
  readonly known: Known | undefined;
  readonly content: JudgedContent | undefined;
};

type LookedUpBatch = Pick<KnownTickets, 'positions'> & { readonly tickets: readonly LookedUpTicket[] };

/** Looks up what is known of the tickets of a batch and judges the content of the others, which does not depend on other batches. */
const batchLooker = (dependencies: Required<Dependencies>, upload: Owner) => {
  const { previousAttempt, yieldIfDue } = upload;
  const judge = dependencies.judging.of(yieldIfDue);
  return async (batch: readonly IdentifiedTicket[]): Promise<LookedUpBatch> => {
    const ids = batch.map((ticket) => ticket.recordId);
    const { known, positions } = await knownTickets(dependencies, upload, ids);
    const decided = await previousAttempt?.decided(batch[0]?.index ?? 0, batch.length);
    const isNew = ({ recordId: id, index }: IdentifiedTicket) =>
      decided?.get(index) === undefined && (!known.has(id) || known.get(id)?.updatable !== undefined);
    const fresh = batch.filter(isNew);
    const contents = fresh.length === 0 ? [] : await judge(fresh.map(({ input }) => input));
    const contentOf = new Map(fresh.map(({ index }, place) => [index, contents[place]]));
    const tickets = batch.map((ticket) => ({
      ...ticket,
      outcome: decided?.get(ticket.index),
      known: known.get(ticket.recordId),
      content: contentOf.get(ticket.index),
    }));
    return { tickets, positions };
  };
};

/** Decides on the tickets in the order of the upload. */
const batchPreparer = ({ previousAttempt }: Pick<Owner, 'previousAttempt'>) => {
  const rules = ticketRules(cleaning, isStockMessage);
  return async (batch: LookedUpBatch): Promise<PreparedBatch> => {
    const alreadyProcessed = { stored: 0, skipped: 0 };
    const tickets: PreparedTicket[] = [];
    const skipped: SkippedTicket[] = [];
    for (const { input, recordId: id, index, row, outcome, known, content } of batch.tickets) {
      if (isDone(outcome) || (known && (await previousAttempt?.isOwn(id, index)))) {
        rules.take(id);
        alreadyProcessed.stored += 1;
      } else if (outcome !== undefined) {
        // In an upload that updates, later tickets with that id are duplicates of it too.
        if (outcome === 'duplicate') rules.take(id);
        alreadyProcessed.skipped += 1;
      } else {
        const { state, updatable } = known ?? {};
        const judgement = runAtOnce(rules.judge({ input, recordId: id, content }, state, updatable?.state.data));
        if ('rule' in judgement) skipped.push({ ticketId: input.ticketId, index, row, rule: judgement.rule });
        else tickets.push({ ticket: judgement.ticket, recordId: id, index, row, replaces: updatable });
      }
    }
    return { tickets, skipped, seenPositions: batch.positions, alreadyProcessed };
  };
};
