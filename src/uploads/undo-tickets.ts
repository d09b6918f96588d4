import { appendWithRetry } from '../commands/command-handler.ts';
import { stateAfter } from '../domain/decider.ts';
import { Unavailable } from '../domain/errors.ts';
import { type NewEvent, noUndoCounts, type RecordedEvent, type Surface, type UndoCounts } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { ticket } from '../domain/ticket.ts';
import type { StoredVector } from '../domain/ticket-events.ts';
import { recordId } from '../domain/ticket-record.ts';
import { type TicketUndo, ticketUndo, type UploadedTicket } from '../domain/ticket-undo.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import type { TicketOfUpload } from '../ports/uploads.ts';

/** Attempts to append when others change the same tickets. */
const maxAttempts = 10;

export type Undo = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly uploadId: string;
  readonly undoId: string;
  readonly surface: Surface;
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
  const read = (one: ChangedTicket) => readTicket(streams, undo, one);
  let counts = noUndoCounts;
  let newest = 0n;
  const takenBack: UndoneTickets['takenBack'][number][] = [];
  let open = tickets;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new Unavailable('Somebody else changes the same tickets');
    const decided = await Promise.all(open.map(read));
    const pending = decided.filter(({ undo: { command } }) => command !== undefined);
    const appends = pending.map((one) => appendOf(undo, one, at));
    const outcomes = appends.length === 0 ? [] : await appendWithRetry(streams, appends);
    const conflicts: ChangedTicket[] = [];
    for (const one of decided) {
      const outcome = outcomes[pending.indexOf(one)];
      if (outcome?.outcome === 'conflict') conflicts.push(one.ticket);
      else {
        counts = withTicket(counts, one.undo);
        const position = outcome?.position ?? one.events.at(-1)?.position ?? 0n;
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
  readonly events: readonly RecordedEvent[];
  readonly undo: TicketUndo;
};

/** A ticket of an upload with what its undo makes of it. */
const readTicket = async (
  streams: Pick<Streams, 'read'>,
  { tenantId, collectionId, uploadId, undoId }: Undo,
  one: ChangedTicket,
): Promise<Decided> => {
  const stream = streamOf.ticket(collectionId, recordId(tenantId, one.ticketId));
  const events = await streams.read(stream);
  const { index, outcome } = one;
  const undo = ticketUndo(events, { uploadId, index, outcome, undoId });
  return { ticket: one, stream, events, undo };
};

const appendOf = ({ undoId, tenantId, surface }: Undo, { stream, events: past, undo }: Decided, at: string): Append => {
  const facts = undo.command ? ticket.decide(undo.command, stateAfter(ticket, past)) : [];
  const { restored } = undo;
  const metadata = { at, commandId: undoId, tenantId, surface, ...(restored && { restored }) };
  const events = facts.map((fact): NewEvent => ({ ...fact, id: uuidV5(undoId, stream), metadata }));
  return { stream, expected: past.at(-1)?.revision ?? 'no stream', events };
};

const vectorAfter = ({ undo: { command }, events }: Decided): StoredVector | undefined => {
  if (command?.type === 'CorrectTicket') return command.vector;
  const state = stateAfter(ticket, events);
  return 'data' in state ? state.data.vector : undefined;
};

const withTicket = (counts: UndoCounts, { countedAs, corrected }: TicketUndo): UndoCounts => ({
  ...counts,
  [countedAs]: counts[countedAs] + 1,
  corrected: counts.corrected + (corrected ? 1 : 0),
});
