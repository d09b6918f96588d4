import { Unavailable } from '../domain/errors.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { rulesOfKnown, type SkipRuleName } from '../domain/skip-rules.ts';
import { streamOf } from '../domain/streams.ts';
import {
  asUpdateOf,
  contentOf,
  ticket as ticketDecider,
  type TicketCommand,
  ticketStoredData,
} from '../domain/ticket.ts';
import { unchangedFor } from '../domain/ticket-rules.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { encodeVector } from '../domain/vector.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { hasEventAfter } from '../ports/stream-events.ts';
import { type ReadTicket, readTicket, ticketAppend } from '../ports/ticket-streams.ts';
import { appendWithRetry, type CommandContext, type RetryLimit } from '../commands/command-handler.ts';
import type { EmbeddedTicket } from './embed-batch.ts';
import { knownFrom, updatableIn, uploadedReader } from './known-tickets.ts';
import type { Upload } from './upload.ts';

/** Attempts to append when others change the same tickets. */
const maxAttempts = 10;

type Duplicate = EmbeddedTicket & { readonly rule: SkipRuleName };

/** The tickets that were stored or updated, those that the collection had already with the reason to skip them, and the positions of the events of both. */
export type StoredBatch = {
  readonly stored: readonly EmbeddedTicket[];
  readonly duplicates: readonly Duplicate[];
  readonly positions: readonly bigint[];
};

/**
 * Rule 7, second half. Each ticket is one event in a stream that must not exist yet, which finally decides on duplicates (rule 1), or in an upload that
 * updates must be at the revision that was read; otherwise it is read and decided again. Throws Unavailable after ten conflicts.
 */
export const storeBatch = async (
  { streams, now, retryLimit }: CommandContext & { readonly streams: Streams; readonly retryLimit: RetryLimit },
  upload: Upload,
  tickets: readonly EmbeddedTicket[],
): Promise<StoredBatch> => {
  const at = now().toISOString();
  const stored: EmbeddedTicket[] = [];
  const duplicates: Duplicate[] = [];
  const positions: bigint[] = [];
  let open = tickets;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new Unavailable('Somebody else changes the same tickets');
    const appends = open.map((ticket) => appendOf(upload, ticket, at));
    const outcomes = await appendWithRetry(streams, appends, retryLimit);
    const conflicts: EmbeddedTicket[] = [];
    for (const [index, ticket] of open.entries()) {
      const outcome = outcomes[index];
      if (outcome?.outcome === 'appended') {
        stored.push(ticket);
        positions.push(outcome.position);
        continue;
      }
      const { last, resolved } = await afterConflict(streams, upload, ticket);
      if ('again' in resolved) conflicts.push(resolved.again);
      else {
        if (resolved.rule === undefined) stored.push(ticket);
        else duplicates.push({ ...ticket, rule: resolved.rule });
        if (last) positions.push(last.position);
      }
    }
    open = conflicts;
  }
  return { stored, duplicates, positions };
};

/** What becomes of a ticket whose stream is not as expected: it is appended again, skipped by a rule, or was stored by an earlier attempt at this upload. */
const afterConflict = async (
  streams: Streams,
  upload: Upload,
  ticket: EmbeddedTicket,
): Promise<Pick<ReadTicket, 'last'> & { readonly resolved: Resolved }> => {
  const stream = streamOf.ticket(upload.collectionId, ticket.recordId);
  const isWanted = ({ metadata }: RecordedEvent) =>
    metadata.uploadId === upload.uploadId && metadata.place === ticket.index;
  const read = await readTicket(streams, stream);
  const isStored = await hasEventAfter(streams, stream, { position: upload.startedAt ?? 0n, isWanted });
  return { last: read.last, resolved: isStored ? {} : await decidedAgain(streams, upload, { ticket, stream, read }) };
};

type Resolved = { readonly again: EmbeddedTicket } | { readonly rule?: SkipRuleName };

type Conflicting = { readonly ticket: EmbeddedTicket; readonly stream: string; readonly read: ReadTicket };

const decidedAgain = async (
  streams: Streams,
  { onDuplicate }: Upload,
  { ticket, stream, read }: Conflicting,
): Promise<Resolved> => {
  const { state, updatable, replaceable } = knownFrom(read, onDuplicate);
  if (state === 'undone') return { again: { ...ticket, replaces: replaceable } };
  // The name of a stream that has been erased is taken.
  if (!updatable) return { rule: rulesOfKnown[state] };
  const compared = await updatableIn(uploadedReader(streams), stream, { ...ticket, version: updatable });
  if (unchangedFor(compared, ticket.ticket, ticket.kept)) return { rule: 'duplicate' };
  const update = asUpdateOf(compared.stored, ticket.ticket, ticket.kept);
  return { again: { ...ticket, ticket: update, replaces: updatable } };
};

const appendOf = ({ tenantId, collectionId, uploadId }: Upload, embedded: EmbeddedTicket, at: string): Append => {
  const { recordId, index, row, replaces } = embedded;
  const metadata = { at, commandId: uploadId, tenantId, uploadId, place: index, ...(row === null ? {} : { row }) };
  // Two users may choose the same upload id, but event ids are unique in the log.
  const event = { id: uuidV5(uuidV5(tenantId, uploadId), String(index)), metadata };
  const past = replaces
    ? { state: replaces.state, last: { revision: replaces.streamRevision }, stored: replaces.stored }
    : { state: ticketDecider.initialState };
  const command = commandOf({ tenantId, collectionId }, embedded);
  return ticketAppend(streamOf.ticket(collectionId, recordId), past, command, event);
};

const commandOf = (
  owner: Pick<Upload, 'tenantId' | 'collectionId'>,
  { ticket, recordId, model, vector: values, replaces }: EmbeddedTicket,
): TicketCommand => {
  const vector = { model, values: encodeVector(values) };
  if (!replaces || replaces.state.status === 'undone')
    return { type: 'StoreTicket', data: ticketStoredData({ ...owner, recordId }, ticket, vector) };
  return { type: 'CorrectTicket', revision: replaces.state.revision, texts: contentOf(ticket), vector };
};
