import type { YieldSlot } from '../concurrency/fair-limit.ts';
import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { once } from '../platform/once.ts';
import { InvalidInput, Stopping, Unavailable } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { isOfNotNames } from '../domain/not-names.ts';
import { streamOf } from '../domain/streams.ts';
import { shownDetails } from '../domain/ticket-fields.ts';
import { keptByUpdate } from '../domain/ticket.ts';
import { parseTicket, tooManyTickets } from '../domain/ticket-input.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import { cleaningWith } from '../personal-data/cleaning.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings, ReadOptions } from '../ticket-files/read-options.ts';
import type { TicketsPreview } from '../ports/ingest.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { CheckedTicket } from './checked-tickets.ts';
import { type ByHand, byHandIn, correctorReader } from './known-tickets.ts';
import {
  type EvaluationDependencies,
  type LookedUpTicket,
  lookedUpBatches,
  ticketDecisions,
} from './prepare-batches.ts';
import { previewExcerpts } from './preview-excerpts.ts';
import { previewTally } from './preview-tally.ts';
import type { RemarksFile } from './remarks-file.ts';
import { repeatsInFile } from './repeats.ts';

export type Preview = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6; its tenant without it. */
  readonly customer?: string | undefined;
  readonly collectionId: string;
  readonly onDuplicate?: 'update' | undefined;
  readonly notNames?: readonly string[] | undefined;
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
  readonly yieldSlot?: YieldSlot | undefined;
};

/** Receives the progress of a preview. */
export type PreviewWatch = Required<Pick<ReadOptions, 'onBytes'>> & {
  /** Called with the number of tickets of each batch. */
  readonly evaluated: (tickets: number) => void;
  /** Called once, when a few tickets or a batch are evaluated, with a function that returns what was found so far. */
  readonly began: (found: () => TicketsPreview) => void;
};

export type PreviewTickets = (preview: Preview) => Promise<TicketsPreview>;

/** What is shown of a preview before it has ended. */
const firstTickets = 4;

type Dependencies = EvaluationDependencies & { readonly tickets: Pick<Tickets, 'withTexts'> };

/**
 * Returns what an upload would do now by rules 1 to 6 (docs/contract.md, "Uploads"), and every ticket that it would be refused for; stores nothing and
 * calls no model. Throws InvalidInput if the format is unknown or the assigned columns do not fit, Stopping, and Unavailable.
 */
export const previewTickets =
  ({ tickets: stored, ...dependencies }: Dependencies): PreviewTickets =>
  async (preview) => {
    const tally = previewTally(preview);
    const decide = decisionsOn(preview);
    const replacedByHand = byHandReader(dependencies, preview);
    const { tenantId, collectionId, yieldIfDue, yieldSlot, watch, notNames = [] } = preview;
    const excerpts = previewExcerpts(cleaningWith(isOfNotNames(notNames)), yieldIfDue);
    const { found, findings, cleanTexts } = collectFindings(excerpts);
    const begin = once(async () => {
      await cleanTexts();
      watch?.began(() => tally.preview(findings()));
    });
    const unreadable = (reason: UnreadableFile, ticket: unknown) =>
      tally.unreadable(reason, () => excerpts.ofUnreadable({ refused: reason.refused, ticket }));
    const readable = readableTickets({ ...preview, found, unreadable });
    for await (const { tickets } of lookedUpBatches(dependencies, preview, readable)) {
      for (const ticket of tickets) {
        const { input, index, row, known } = ticket;
        const result = await decide(ticket);
        if ('ticket' in result) {
          const removed = (await ticket.content)?.removed;
          const stored = known?.updatable?.state.data;
          tally.processed({ stored, ticket: result.ticket, removed, index, row });
          tally.replaced(input.ticketId, await replacedByHand(ticket, result.ticket));
        } else {
          const skipped = { ...result, ticketId: input.ticketId, index, row };
          await tally.skipped(skipped, () => excerpts.ofSkipped(input, result.skipped));
        }
        if (tally.listed() === firstTickets) await begin();
        throwIfStopped(preview.signal);
      }
      await tally.compareTexts((hashes) => stored.withTexts({ tenantId, collectionId, hashes }));
      watch?.evaluated(tickets.length);
      await begin();
      await yieldSlot?.();
    }
    await begin();
    await preview.remarks?.end();
    return tally.preview(findings());
  };

/** Decides on each ticket; a duplicate says which one before it in the file it repeats. */
const decisionsOn = (preview: Preview) => {
  const { decide } = ticketDecisions(preview);
  const repeatOf = repeatsInFile();
  return async (ticket: LookedUpTicket) => {
    const result = await decide(ticket).catch((error: unknown) => {
      throwIfStopped(preview.signal);
      throw error;
    });
    return { ...result, repeats: repeatOf(ticket, result) };
  };
};

/** Reads what of a person's work on a ticket an upload would replace. */
const byHandReader = ({ streams }: EvaluationDependencies, { collectionId }: Preview) => {
  const readCorrector = correctorReader(streams);
  return async ({ known, recordId, input }: LookedUpTicket, ticket: CleanTicket): Promise<ByHand | undefined> => {
    const version = known?.updatable ?? known?.replaceable;
    if (!version) return undefined;
    const update = { version, ticket, kept: keptByUpdate(input) };
    return byHandIn(readCorrector, streamOf.ticket(collectionId, recordId), update);
  };
};

/** Collects what is found in a file; its texts are cleaned before they are shown. */
const collectFindings = ({
  samples,
  otherSheets,
}: Pick<ReturnType<typeof previewExcerpts>, 'samples' | 'otherSheets'>) => {
  let findings: Partial<Findings> = {};
  const found = (finding: Partial<Findings>): void => {
    findings = { ...findings, ...finding };
  };
  return {
    found,
    findings: () => findings,
    cleanTexts: async () => {
      const columns = await samples(findings.columns ?? []);
      found({ columns, otherSheets: await otherSheets(findings.otherSheets ?? []) });
    },
  };
};

type ReadableTicket = CheckedTicket & { readonly index: number };

type Reading = Preview &
  Required<Pick<ReadOptions, 'found'>> & {
    readonly unreadable: (reason: UnreadableFile, ticket?: unknown) => Promise<void>;
  };

/** The tickets that can be read; `unreadable` receives the reasons for the others, with what was read of them. */
async function* readableTickets(reading: Reading): AsyncGenerator<ReadableTicket, void> {
  for await (const item of limitedItems(reading)) {
    const ticket = item instanceof UnreadableFile ? item : checkTicket(item);
    if (ticket instanceof UnreadableFile) await reading.unreadable(ticket, 'value' in item ? item.value : undefined);
    else yield ticket;
    await reading.yieldIfDue();
    throwIfStopped(reading.signal);
  }
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
    throw error instanceof UnreadableFile ? new InvalidInput(error.sentence) : error;
  }
}

/** A table with one row per message may have more unreadable rows than an upload may have tickets. */
const tooManyUnreadable = `More than ${ticketLimits.ticketsPerUpload} rows cannot be read; the rest was not looked at`;

const checkTicket = ({ value, index, row, skip, pathOf }: RawTicket): ReadableTicket | UnreadableFile => {
  const at = { index, row: row ?? null };
  // A path is asked for only to name what is refused.
  let path = '';
  const named = (asked: string) => pathOf((path = asked));
  try {
    return { ...at, skip, input: parseTicket(value, named) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return new UnreadableFile(error.sentence, { ...at, refused: detailIn(value, path) });
  }
};

/** The value of a detail that people see; of another one nothing is shown. */
const detailIn = (ticket: unknown, path: string): string | undefined => {
  const detail = shownDetails.find(({ name }) => name === path);
  const value = detail && (ticket as Readonly<Record<string, unknown>>)[detail.name];
  return typeof value === 'string' ? value : undefined;
};

const throwIfStopped = (signal: AbortSignal): void => {
  if (!signal.aborted) return;
  throw signal.reason instanceof Stopping
    ? new Stopping('Service is stopping; nothing was stored')
    : new Unavailable('The client has gone');
};
