import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { runToCompletion } from '../concurrency/steps.ts';
import { unlessAborted } from '../concurrency/timeout.ts';
import type { SkippedTicket } from '../domain/events.ts';
import { isOfNotNames } from '../domain/not-names.ts';
import { streamOf } from '../domain/streams.ts';
import { textLength } from '../domain/ticket-input.ts';
import { recordId, textsHash } from '../domain/ticket-record.ts';
import { keptByUpdate } from '../domain/ticket.ts';
import {
  type EvaluatedContent,
  type RuleResult,
  ticketRules,
  type Updatable,
  withKeptClient,
} from '../domain/ticket-rules.ts';
import { cleaningWith } from '../personal-data/cleaning.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { isProcessed, type TicketOutcome } from '../ports/uploads.ts';
import { batcher } from './batcher.ts';
import type { CheckedTicket } from './checked-tickets.ts';
import { type EvaluationWorkers, withoutHelpers } from './upload-helpers.ts';
import { type Known, knownTickets, type KnownTickets, updatableIn, uploadedReader } from './known-tickets.ts';
import { textCopies } from './text-copies.ts';
import type { PreparedBatch, PreparedTicket, Upload } from './upload.ts';

/** One append and one embedding call carry at most this many tickets, and about this many UTF-16 units of text. */
const batchLimits = { items: 100, size: 1_000_000 };

export type EvaluationDependencies = Parameters<typeof knownTickets>[0] & { readonly evaluation?: EvaluationWorkers };
type Owner = Pick<Upload, 'tenantId' | 'customer' | 'collectionId' | 'onDuplicate' | 'notNames' | 'previousAttempt'> &
  Pick<Upload, 'signal' | 'yieldIfDue'>;

/**
 * Applies rules 1 to 6 (docs/contract.md, "Uploads") batch by batch: of equal ids the first that passes the rules is taken, later ones are duplicates. Ends as
 * soon as the upload is aborted, without the batch in work.
 */
export async function* prepareBatches(
  dependencies: EvaluationDependencies,
  upload: Owner,
  tickets: AsyncIterable<CheckedTicket>,
): AsyncGenerator<PreparedBatch, void> {
  const prepare = batchPreparer(upload);
  for await (const batch of lookedUpBatches(dependencies, upload, tickets)) {
    const prepared = await unlessAborted(prepare(batch), upload.signal, () => undefined);
    if (!prepared) return;
    yield prepared;
  }
}

/**
 * Batches of the tickets of an upload or preview, with what is known of each; the content of a few batches is evaluated
 * ahead.
 */
export const lookedUpBatches = (
  { evaluation = withoutHelpers, ...dependencies }: EvaluationDependencies,
  upload: Owner,
  tickets: AsyncIterable<SentTicket>,
): AsyncGenerator<LookedUpBatch, void> =>
  mapConcurrently(
    identifiedBatches(upload.tenantId, tickets),
    evaluation.batchesAtOnce,
    batchLooker({ ...dependencies, evaluation }, upload),
  );

/** A ticket that was checked; `index`: its index in the upload, if that is not its position among the tickets. */
type SentTicket = CheckedTicket & { readonly index?: number };

type IdentifiedTicket = CheckedTicket & { readonly recordId: string; readonly index: number };

async function* identifiedBatches(
  tenantId: string,
  tickets: AsyncIterable<SentTicket>,
): AsyncGenerator<readonly IdentifiedTicket[], void> {
  const batches = batcher<IdentifiedTicket>(batchLimits);
  let count = 0;
  for await (const ticket of tickets) {
    const identified = { index: count, ...ticket, recordId: recordId(tenantId, ticket.input.ticketId) };
    const batch = batches.add(identified, textLength(ticket.input));
    if (batch) yield batch;
    count += 1;
  }
  const last = batches.take();
  if (last.length > 0) yield last;
}

const isDone = (outcome: TicketOutcome | undefined): boolean => outcome !== undefined && isProcessed(outcome);

const mayBeWritten = (known: Known | undefined): boolean =>
  known === undefined || known.updatable !== undefined || known.replaceable !== undefined;

export type LookedUpTicket = IdentifiedTicket & {
  readonly outcome: TicketOutcome | undefined;
  readonly known: Known | undefined;
  /** Undefined if what is known decides. */
  readonly content: Promise<EvaluatedContent> | undefined;
  /** Of one that may be updated. */
  readonly updatable: Promise<Updatable> | undefined;
};

export type LookedUpBatch = Pick<KnownTickets, 'positions'> & { readonly tickets: readonly LookedUpTicket[] };

/**
 * Looks up what is known of the tickets of a batch and evaluates the content of the others, which does not depend on
 * other batches.
 */
const batchLooker = (dependencies: Required<EvaluationDependencies>, upload: Owner) => {
  const { previousAttempt } = upload;
  const evaluate = dependencies.evaluation.of(upload);
  const updatableOf = updatableReader(dependencies, upload);
  return async (batch: readonly IdentifiedTicket[]): Promise<LookedUpBatch> => {
    const ids = batch.map((ticket) => ticket.recordId);
    const { known, positions } = await knownTickets(dependencies, upload, ids);
    const decided = await previousAttempt?.decided(batch[0]?.index ?? 0, batch.length);
    const isNew = ({ recordId: id, index, skip }: IdentifiedTicket) =>
      skip === undefined && decided?.get(index) === undefined && mayBeWritten(known.get(id));
    const fresh = batch.filter(isNew);
    const evaluated = fresh.map(({ input, recordId: id }) => {
      const stored = known.get(id)?.updatable?.state.data;
      return stored ? withKeptClient(input, stored) : input;
    });
    const contents = evaluated.length === 0 ? [] : evaluate(evaluated);
    const contentOf = new Map(fresh.map(({ index }, position) => [index, contents[position]]));
    const tickets = batch.map((ticket) => {
      const looked = { ...ticket, known: known.get(ticket.recordId), content: contentOf.get(ticket.index) };
      return { ...looked, outcome: decided?.get(ticket.index), updatable: updatableOf(looked) };
    });
    return { tickets, positions };
  };
};

/** Reads what a ticket that may be updated is compared with, once its content is known. */
const updatableReader = ({ streams }: EvaluationDependencies, { collectionId }: Pick<Owner, 'collectionId'>) => {
  const readUploaded = uploadedReader(streams);
  return ({ input, recordId: id, known, content }: Omit<LookedUpTicket, 'outcome' | 'updatable'>) => {
    const version = known?.updatable;
    if (!version) return undefined;
    const updatable = content?.then(({ cleaned: ticket }) =>
      updatableIn(readUploaded, streamOf.ticket(collectionId, id), { version, ticket, kept: keptByUpdate(input) }),
    );
    // Whoever decides on the ticket finds the error.
    updatable?.catch(() => undefined);
    return updatable;
  };
};

/** Decides by rules 1 to 6 on the tickets of one upload or preview, which are to be given in its order. */
export const ticketDecisions = ({ notNames = [] }: Pick<Owner, 'notNames'>) => {
  const rules = ticketRules(cleaningWith(isOfNotNames(notNames)), isStockMessage);
  return {
    take: rules.take,
    decide: async ({ input, recordId: id, known, content, updatable, skip }: LookedUpTicket): Promise<RuleResult> => {
      if (skip !== undefined) return { rule: skip };
      const identified = { input, recordId: id, content: await content };
      const state = known?.state === 'undone' ? undefined : known?.state;
      return runToCompletion(rules.evaluate(identified, state, await updatable));
    },
  };
};

/** Decides on the tickets in the order of the upload. */
const batchPreparer = ({ previousAttempt, notNames }: Pick<Owner, 'previousAttempt' | 'notNames'>) => {
  const { take, decide } = ticketDecisions({ notNames });
  const copies = textCopies();
  return async (batch: LookedUpBatch): Promise<PreparedBatch> => {
    const alreadyProcessed = { stored: 0, skipped: 0 };
    const noticed = { removedLinks: 0, copies: 0, unchanged: 0 };
    const tickets: PreparedTicket[] = [];
    const skipped: SkippedTicket[] = [];
    for (const ticket of batch.tickets) {
      const { input, recordId: id, index, row, outcome, known } = ticket;
      if (isDone(outcome) || (known && (await previousAttempt?.isOwn(id, index)))) {
        take(id);
        alreadyProcessed.stored += 1;
      } else if (outcome !== undefined) {
        // In an upload that updates, later tickets with that id are duplicates of it too.
        if (outcome === 'duplicate') take(id);
        alreadyProcessed.skipped += 1;
      } else {
        const result = await decide(ticket);
        if ('rule' in result) {
          skipped.push({ ticketId: input.ticketId, index, row, rule: result.rule });
          if (result.isUnchanged) noticed.unchanged += 1;
        } else {
          const replaces = known?.updatable ?? known?.replaceable;
          tickets.push({ ticket: result.ticket, recordId: id, index, row, replaces, kept: keptByUpdate(input) });
          noticed.removedLinks += (await ticket.content)?.removed.links ?? 0;
          if (copies.originalOf(input.ticketId, textsHash(result.ticket)) !== undefined) noticed.copies += 1;
        }
      }
    }
    return { tickets, skipped, seenPositions: batch.positions, alreadyProcessed, noticed };
  };
};
