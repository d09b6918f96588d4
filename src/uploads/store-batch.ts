import { Unavailable } from '../domain/errors.ts';
import type { NewEvent, RecordedEvent } from '../domain/events.ts';
import { rulesOfKnown, type SkipRuleName } from '../domain/skip-rules.ts';
import { streamOf } from '../domain/streams.ts';
import { asUpdateOf, contentOf, isSameContent, ticket as ticketDecider, ticketStoredData } from '../domain/ticket.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { encodeVector } from '../domain/vector.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { appendWithRetry, type CommandContext, type RetryLimit } from '../commands/command-handler.ts';
import type { EmbeddedTicket } from './embed-batch.ts';
import { knownFrom } from './known-tickets.ts';
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
      const events = await streams.read(streamOf.ticket(upload.collectionId, ticket.recordId));
      const resolved = afterConflict(upload, ticket, events);
      if ('again' in resolved) conflicts.push(resolved.again);
      else {
        if (resolved.rule === undefined) stored.push(ticket);
        else duplicates.push({ ...ticket, rule: resolved.rule });
        const last = events.at(-1);
        if (last) positions.push(last.position);
      }
    }
    open = conflicts;
  }
  return { stored, duplicates, positions };
};

/** What becomes of a ticket whose stream is not as expected: it is appended again, skipped by a rule, or was stored by an earlier attempt at this upload. */
const afterConflict = (
  { uploadId, onDuplicate }: Upload,
  ticket: EmbeddedTicket,
  events: readonly RecordedEvent[],
): { readonly again: EmbeddedTicket } | { readonly rule?: SkipRuleName } => {
  const isOwn = ({ metadata }: RecordedEvent) => metadata.uploadId === uploadId && metadata.place === ticket.index;
  if (events.some(isOwn)) return {};
  const { state, updatable } = knownFrom(events);
  // The name of a stream that has been erased is taken.
  if (onDuplicate !== 'update' || !updatable) return { rule: rulesOfKnown[state] };
  const update = asUpdateOf(updatable.state.data, ticket.ticket);
  return isSameContent(updatable.state.data, update)
    ? { rule: 'duplicate' }
    : { again: { ...ticket, ticket: update, replaces: updatable } };
};

const appendOf = ({ tenantId, collectionId, uploadId }: Upload, embedded: EmbeddedTicket, at: string): Append => {
  const { recordId, index, row, replaces } = embedded;
  const metadata = { at, commandId: uploadId, tenantId, uploadId, place: index, ...(row === null ? {} : { row }) };
  // Two users may choose the same upload id, but event ids are unique in the log.
  const id = uuidV5(uuidV5(tenantId, uploadId), String(index));
  const events = factsOf({ tenantId, collectionId }, embedded).map((fact): NewEvent => ({ ...fact, id, metadata }));
  const expected = replaces ? replaces.streamRevision : 'no stream';
  return { stream: streamOf.ticket(collectionId, recordId), expected, events };
};

const factsOf = (
  owner: Pick<Upload, 'tenantId' | 'collectionId'>,
  { ticket, recordId, model, vector: values, replaces }: EmbeddedTicket,
) => {
  const vector = { model, values: encodeVector(values) };
  if (replaces) {
    const { state } = replaces;
    const correction = { revision: state.revision, texts: contentOf(ticket), vector };
    return ticketDecider.decide({ type: 'CorrectTicket', ...correction }, state);
  }
  const data = ticketStoredData({ ...owner, recordId }, ticket, vector);
  return ticketDecider.decide({ type: 'StoreTicket', data }, ticketDecider.initialState);
};
