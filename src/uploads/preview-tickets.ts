import type { AbortableLimit } from '../concurrency/abortable-limit.ts';
import type { YieldPlace } from '../concurrency/fair-limit.ts';
import { runInSlices } from '../concurrency/steps.ts';
import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { InvalidInput, Stopping, Unavailable } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { parseTicket, textLength, tooManyTickets } from '../domain/ticket-input.ts';
import { recordId } from '../domain/ticket-record.ts';
import { type IdentifiedTicket, ticketRules } from '../domain/ticket-rules.ts';
import { cleaning } from '../personal-data/clean.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings, ReadOptions } from '../ticket-files/read-options.ts';
import type { TicketPlace, TicketsPreview } from '../ports/ingest.ts';
import { batcher } from './batcher.ts';
import { knownTickets } from './known-tickets.ts';
import { previewExcerpts } from './preview-excerpts.ts';
import { previewTally } from './preview-tally.ts';
import type { RemarksFile } from './remarks-file.ts';

export type Preview = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly onDuplicate?: 'update' | undefined;
  /** Reads the upload from its beginning, item by item, and reports what it finds. */
  readonly items: (
    options: Pick<ReadOptions, 'found' | 'signal' | 'yieldIfDue' | 'onBytes'>,
  ) => AsyncIterable<TicketItem>;
  readonly watch?: PreviewWatch | undefined;
  /** Receives all remarks. */
  readonly remarks?: RemarksFile | undefined;
  /** Aborted when the client has disconnected or the service stops (its reason is Stopping then). */
  readonly signal: AbortSignal;
  /** Called between the steps of long loops. */
  readonly yieldIfDue: YieldIfDue;
  /** Called between two batches of a large preview. */
  readonly yieldPlace?: YieldPlace | undefined;
  /** Limits how many are read at a time. */
  readonly limitReading?: AbortableLimit | undefined;
};

/** Receives the progress of a preview. */
export type PreviewWatch = Required<Pick<ReadOptions, 'onBytes'>> & {
  /** Called with the number of tickets of each batch. */
  readonly judged: (tickets: number) => void;
  /** Called once, when a few tickets or a batch are judged, with a function that returns what was found so far. */
  readonly began: (found: () => TicketsPreview) => void;
};

export type PreviewTickets = (preview: Preview) => Promise<TicketsPreview>;

type Dependencies = Parameters<typeof knownTickets>[0];

/** What is shown of a preview before it has ended. */
const firstTickets = 4;

/** The collection is queried for at most this many tickets, and for about this many UTF-16 units of text, at a time. */
const batchLimits = { items: 100, size: 1_000_000 };

/**
 * Returns what an upload would do now by rules 1 to 6 (docs/contract.md, "Uploads"), and every ticket that it would be refused for; stores nothing and
 * calls no model. Throws InvalidInput if the format is unknown or the assigned columns do not fit, Stopping, and Unavailable.
 */
export const previewTickets = (dependencies: Dependencies): PreviewTickets => {
  const read = previewReader(dependencies);
  return async (preview) => {
    const { tenantId, signal, limitReading } = preview;
    if (!limitReading) return read(preview);
    try {
      return await limitReading({ tenantId, signal }, () => read(preview));
    } catch (error) {
      throwIfStopped(signal);
      throw error;
    }
  };
};

const previewReader = (dependencies: Dependencies): PreviewTickets => {
  return async (preview) => {
    const tally = previewTally(preview.remarks);
    const rules = ticketRules(cleaning, isStockMessage);
    const { yieldIfDue, yieldPlace, watch } = preview;
    const excerpts = previewExcerpts(cleaning, yieldIfDue);
    const { found, findings, cleanSamples } = collectFindings(excerpts);
    const begin = once(async () => {
      await cleanSamples();
      watch?.began(() => tally.preview(findings()));
    });
    const unreadable = (reason: UnreadableFile, value: unknown) =>
      tally.unreadable(reason, () => excerpts.ofUnreadable(value));
    for await (const batch of readableBatches({ ...preview, found, unreadable })) {
      const ids = batch.map((ticket) => ticket.recordId);
      const { known } = await knownTickets(dependencies, preview, ids);
      for (const ticket of batch) {
        const { input, place } = ticket;
        const { state, updatable } = known.get(ticket.recordId) ?? {};
        const judgement = await runInSlices(rules.judge(ticket, state, updatable?.state.data), yieldIfDue);
        if ('ticket' in judgement) tally.processed(updatable ? 'updated' : 'stored', judgement.ticket, place);
        else {
          const skipped = { ticketId: input.ticketId, ...place, outcome: judgement.rule };
          await tally.skipped(skipped, () => excerpts.ofSkipped(input, judgement.skipped));
        }
        if (tally.listed() === firstTickets) await begin();
        await yieldIfDue();
        throwIfStopped(preview.signal);
      }
      watch?.judged(batch.length);
      await begin();
      await yieldPlace?.();
    }
    await begin();
    await preview.remarks?.end();
    return tally.preview(findings());
  };
};

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};

/** Collects what is found in a file; its samples are cleaned before they are shown. */
const collectFindings = ({ samples }: Pick<ReturnType<typeof previewExcerpts>, 'samples'>) => {
  let findings: Partial<Findings> = {};
  const found = (finding: Partial<Findings>): void => {
    findings = { ...findings, ...finding };
  };
  return {
    found,
    findings: () => findings,
    cleanSamples: async () => found({ columns: await samples(findings.columns ?? []) }),
  };
};

type ReadableTicket = IdentifiedTicket & { readonly place: TicketPlace };

type Reading = Preview &
  Required<Pick<ReadOptions, 'found'>> & {
    readonly unreadable: (reason: UnreadableFile, value?: unknown) => Promise<void>;
  };

/** The tickets that can be read, in batches; `unreadable` receives the reasons for the others, with what was read of them. */
async function* readableBatches(reading: Reading): AsyncGenerator<readonly ReadableTicket[], void> {
  const batches = batcher<ReadableTicket>(batchLimits);
  for await (const item of limitedItems(reading)) {
    const ticket = item instanceof UnreadableFile ? item : checkTicket(item, reading.tenantId);
    if (ticket instanceof UnreadableFile) await reading.unreadable(ticket, 'value' in item ? item.value : undefined);
    else {
      const batch = batches.add(ticket, textLength(ticket.input));
      if (batch) yield batch;
    }
    await reading.yieldIfDue();
    throwIfStopped(reading.signal);
  }
  const last = batches.take();
  if (last.length > 0) yield last;
}

/** The items up to the maximum of an upload. Throws InvalidInput for what the whole upload is refused for. */
async function* limitedItems({ items, found, signal, yieldIfDue, watch }: Reading): AsyncGenerator<TicketItem, void> {
  const max = ticketLimits.ticketsPerUpload;
  let unreadable = 0;
  try {
    for await (const item of items({ found, signal, yieldIfDue, onBytes: watch?.onBytes })) {
      if (item instanceof UnreadableFile) unreadable += 1;
      if (item.index === max || unreadable > max) {
        yield new UnreadableFile(item.index === max ? tooManyTickets : tooManyUnreadable);
        return;
      }
      yield item;
    }
  } catch (error) {
    throwIfStopped(signal);
    throw error instanceof UnreadableFile ? new InvalidInput(error.message) : error;
  }
}

/** A table with one row per message may have more unreadable rows than an upload may have tickets. */
const tooManyUnreadable = `More than ${ticketLimits.ticketsPerUpload} rows cannot be read; the rest was not looked at`;

const checkTicket = ({ value, index, row, place }: RawTicket, tenantId: string): ReadableTicket | UnreadableFile => {
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
