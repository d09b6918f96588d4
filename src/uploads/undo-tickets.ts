import { setImmediate } from 'node:timers/promises';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { appendWithRetry } from '../commands/command-handler.ts';
import { Unavailable } from '../domain/errors.ts';
import { noUndoCounts, type Surface, type UndoCounts } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { TicketCommand } from '../domain/ticket.ts';
import type { StoredVector, TicketName } from '../domain/ticket-events.ts';
import { recordId } from '../domain/ticket-record.ts';
import { type TicketUndo, ticketUndo, type UploadedTicket } from '../domain/ticket-undo.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { changeAppend, type ReadTicket, ticketAppend } from '../ports/ticket-streams.ts';
import type { TicketOfUpload } from '../ports/uploads.ts';
import { readForUndo } from './read-for-undo.ts';

/** Streams that are read in one turn of the event loop: the log may be of this thread, and each of them may have long texts. */
const readsAtOnce = 5;

/** Attempts to append when others change the same tickets. */
const maxAttempts = 10;

export type Undo = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly uploadId: string;
  readonly undoId: string;
  readonly surface: Surface;
  readonly keepsByHand?: boolean;
  /** The position at which it began. */
  readonly startedAt: bigint;
};

/** Those of an upload's tickets that it has changed. */
export type ChangedTicket = TicketOfUpload & Pick<UploadedTicket, 'outcome'>;

/** `newest`: position of the newest event; `takenBack`: streams that have an earlier content again, with its vector. */
export type UndoneTickets = {
  readonly counts: UndoCounts;
  readonly newest: bigint;
  readonly takenBack: readonly { readonly stream: string; readonly vector: StoredVector }[];
};

/** Undoes what an upload did to some tickets, a hundred at a time; a repeat changes nothing and gives the same counts. Throws Unavailable. */
export const undoTickets = async (
  { streams, now }: { readonly streams: Streams; readonly now: () => Date },
  undo: Undo,
  tickets: readonly ChangedTicket[],
): Promise<UndoneTickets> => {
  const at = now().toISOString();
  const read = async (one: ChangedTicket) => {
    await setImmediate();
    return readFor(streams, undo, one);
  };
  let counts = noUndoCounts;
  let newest = 0n;
  const takenBack: UndoneTickets['takenBack'][number][] = [];
  let open = tickets;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new Unavailable('Somebody else changes the same tickets');
    const decided = await Array.fromAsync(mapConcurrently(open, readsAtOnce, read));
    const pending = decided.filter(hasCommand);
    const appends = pending.map((one) => appendOf(undo, one, at));
    const outcomes = appends.length === 0 ? [] : await appendWithRetry(streams, appends);
    const conflicts: ChangedTicket[] = [];
    for (const one of decided) {
      const outcome = outcomes[(pending as readonly Decided[]).indexOf(one)];
      if (outcome?.outcome === 'conflict') conflicts.push(one.ticket);
      else {
        counts = withTicket(counts, one.undo);
        const position = outcome?.position ?? one.read.last?.position ?? 0n;
        if (position > newest) newest = position;
        const vector = one.undo.countedAs === 'takenBack' && vectorAfter(one);
        if (vector) takenBack.push({ stream: one.stream, vector });
      }
    }
    open = conflicts;
  }
  return { counts, newest, takenBack };
};

type Decided = {
  readonly ticket: ChangedTicket;
  readonly stream: string;
  /** With the texts if it was updated. */
  readonly read: ReadTicket<TicketName>;
  readonly undo: TicketUndo;
};

type WithCommand = Decided & { readonly undo: { readonly command: TicketCommand } };

const hasCommand = (one: Decided): one is WithCommand => one.undo.command !== undefined;

/** A ticket of an upload with what its undo makes of it. */
const readFor = async (
  streams: Pick<Streams, 'readPage' | 'readHeaders'>,
  { tenantId, collectionId, uploadId, undoId, keepsByHand = false, startedAt }: Undo,
  one: ChangedTicket,
): Promise<Decided> => {
  const { ticketId } = one;
  const name = { tenantId, collectionId, recordId: recordId(tenantId, ticketId), ticketId };
  const stream = streamOf.ticket(collectionId, name.recordId);
  const uploaded = { uploadId, index: one.index, outcome: one.outcome, undoId, keepsByHand };
  const { read, past } = await readForUndo(streams, name, { ...uploaded, startedAt });
  return { ticket: one, stream, read, undo: ticketUndo(past, uploaded) };
};

const appendOf = (
  { undoId, uploadId, tenantId, surface }: Undo,
  { stream, read, undo: { command, restored } }: WithCommand,
  at: string,
): Append => {
  const undone = { at, commandId: undoId, undoneUpload: uploadId, tenantId, surface };
  const metadata = { ...undone, ...(restored !== undefined && { restored }) };
  const event = { id: uuidV5(undoId, stream), metadata };
  if (command.type === 'UndoTicket') return changeAppend(stream, read, command, event);
  if (!isWithTexts(read)) throw new TypeError('The texts of an updated ticket were not read');
  return ticketAppend(stream, read, command, event);
};

const isWithTexts = (read: ReadTicket<TicketName>): read is ReadTicket =>
  'data' in read.state && 'vector' in read.state.data;

const vectorAfter = ({ undo: { command }, read }: Decided): StoredVector | undefined => {
  if (command?.type === 'CorrectTicket') return command.vector;
  return isWithTexts(read) && 'data' in read.state ? read.state.data.vector : undefined;
};

const withTicket = (counts: UndoCounts, { countedAs, corrected }: TicketUndo): UndoCounts => ({
  ...counts,
  [countedAs]: (counts[countedAs] ?? 0) + 1,
  corrected: counts.corrected + (corrected ? 1 : 0),
});
