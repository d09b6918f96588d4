import { stateAfter } from '../domain/decider.ts';
import type { NewEvent } from '../domain/events.ts';
import type { SkipRuleName } from '../domain/skip-rules.ts';
import { streamOf } from '../domain/streams.ts';
import { ticket as ticketDecider, ticketStoredData } from '../domain/ticket.ts';
import { uuidV5 } from '../domain/uuid.ts';
import { encodeVector } from '../domain/vector.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { appendUntilKnown, type CommandContext } from '../commands/command-handler.ts';
import type { EmbeddedTicket } from './embed-batch.ts';
import type { Upload } from './upload.ts';

/** The tickets that were stored, those that the collection had already with the reason to skip them, and the positions of the events of both. */
export type StoredBatch = {
  readonly stored: readonly EmbeddedTicket[];
  readonly duplicates: readonly (EmbeddedTicket & { readonly rule: SkipRuleName })[];
  readonly positions: readonly bigint[];
};

/** Rule 7, second half. Each ticket is one event in a stream that must not exist yet, which finally decides on duplicates (rule 1). */
export const storeBatch = async (
  { streams, now }: CommandContext & { readonly streams: Streams },
  upload: Upload,
  tickets: readonly EmbeddedTicket[],
): Promise<StoredBatch> => {
  if (tickets.length === 0) return { stored: [], duplicates: [], positions: [] };
  const at = now().toISOString();
  const outcomes = await appendUntilKnown(
    streams,
    tickets.map((ticket) => appendOf(upload, ticket, at)),
  );
  const positions: bigint[] = [];
  const stored: EmbeddedTicket[] = [];
  const duplicates: StoredBatch['duplicates'][number][] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const ticket = tickets[index];
    if (!ticket) continue;
    if (outcome.outcome === 'appended') {
      stored.push(ticket);
      positions.push(outcome.position);
    } else {
      const events = await streams.read(streamOf.ticket(upload.collectionId, ticket.recordId));
      const { status } = stateAfter(ticketDecider, events);
      // The name of a stream that has been erased is taken.
      const rule = status === 'missing' ? 'erased' : status === 'withdrawn' ? 'withdrawn' : 'duplicate';
      duplicates.push({ ...ticket, rule });
      const last = events.at(-1);
      if (last) positions.push(last.position);
    }
  }
  return { stored, duplicates, positions };
};

const appendOf = ({ tenantId, collectionId, uploadId }: Upload, embedded: EmbeddedTicket, at: string): Append => {
  const { ticket, recordId, index, row, model, vector } = embedded;
  const owner = { tenantId, collectionId, recordId };
  const data = ticketStoredData(owner, ticket, { model, values: encodeVector(vector) });
  const metadata = { at, commandId: uploadId, tenantId, uploadId, place: index, ...(row === null ? {} : { row }) };
  // Two users may choose the same upload id, but event ids are unique in the log.
  const upload = uuidV5(tenantId, uploadId);
  const events = ticketDecider
    .decide({ type: 'StoreTicket', data }, ticketDecider.initialState)
    .map((fact): NewEvent => ({ ...fact, id: uuidV5(upload, String(index)), metadata }));
  return { stream: streamOf.ticket(collectionId, recordId), expected: 'no stream', events };
};
