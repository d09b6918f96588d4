import { type Correction, isOfUpload, type PastForUndo, type UploadedTicket, updateOf } from '../domain/ticket-undo.ts';
import { streamOf } from '../domain/streams.ts';
import type { TicketName } from '../domain/ticket-events.ts';
import type { EventHeader, Streams } from '../ports/event-store.ts';
import { headersOf } from '../ports/stream-events.ts';
import { type ReadTicket, readTicket, readWithoutTexts } from '../ports/ticket-streams.ts';
import { type TextsEvent, textHeadersBackwards, textsBackwards } from '../ports/ticket-texts.ts';

type Reads = Pick<Streams, 'readPage' | 'readHeaders'>;

/** `startedAt`: the position at which the undo began, before which it has done nothing. */
type Undone = UploadedTicket & { readonly startedAt: bigint };

/**
 * Reads of a ticket's stream what its undo has to know: a few events, and those that came since the undo began, however long the stream is. Only an update that an
 * undo of an earlier version has put back is looked for among all texts of before. The texts themselves are read only of what the upload has updated.
 */
export const readForUndo = async (
  streams: Reads,
  name: TicketName,
  undone: Undone,
): Promise<{ readonly read: ReadTicket<TicketName>; readonly past: PastForUndo }> => {
  const stream = streamOf.ticket(name.collectionId, name.recordId);
  const read = await (undone.outcome === 'updated' ? readTicket(streams, stream) : readWithoutTexts(streams, name));
  const { state, last, content } = read;
  if (!('data' in state) || !last) return { read, past: { state, last, correction: undefined } };
  const correction = await correctionUpTo(streams, stream, content);
  const first = last.position > undone.startedAt ? await firstOfUndo(streams, stream, undone) : undefined;
  if (first) {
    const before = await correctionUpTo(streams, stream, first.revision - 1);
    return { read, past: { state, last, correction, beforeUndo: { correction: before } } };
  }
  const isUpdate = undone.outcome === 'updated' && isOfUpload(correction, undone);
  const beforeUpdate =
    correction && isUpdate ? await textsBeforeUpdate(streams, stream, undone, correction) : undefined;
  return { read, past: { state, last, correction, ...(beforeUpdate && { beforeUpdate }) } };
};

const firstOfUndo = async (
  streams: Reads,
  stream: string,
  { undoId, startedAt }: Undone,
): Promise<EventHeader | undefined> => {
  let first: EventHeader | undefined;
  for await (const event of headersOf(streams, stream, { direction: 'backwards' })) {
    if (event.position <= startedAt) break;
    if (event.metadata.commandId === undoId) first = event;
  }
  return first;
};

/** The newest event up to a revision that gave the ticket texts; none if it has those that it was stored with first. */
const correctionUpTo = async (
  streams: Reads,
  stream: string,
  revision: number | undefined,
): Promise<Correction | undefined> => {
  for await (const event of textHeadersBackwards(streams, stream, revision))
    if (event.type !== 'TicketReembedded') return correctionOf(event);
  return undefined;
};

/** Without its texts. */
const correctionOf = ({ type, metadata, revision }: EventHeader): Correction | undefined =>
  type === 'TicketStored' ? undefined : { type, metadata, revision };

const textsBeforeUpdate = async (
  streams: Reads,
  stream: string,
  { uploadId, index }: Undone,
  { metadata, revision }: Correction,
): Promise<PastForUndo['beforeUpdate']> => {
  let isFound = false;
  let data: TextsEvent['data'] | undefined;
  for await (const event of textsBackwards(streams, stream, updateOf(metadata)?.revision ?? revision)) {
    const { type, metadata: own } = event;
    if (isFound) {
      data ??= event.data;
      if (type !== 'TicketReembedded') return { data, correction: correctionOf(event) };
    } else isFound = type === 'TicketCorrected' && own.uploadId === uploadId && own.place === index;
  }
  return undefined;
};
