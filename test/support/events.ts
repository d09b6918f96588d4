import { randomUUID } from 'node:crypto';
import type { ErasureHeldBack, ErasureProven, ErasureRequested, ErasureStep } from '../../src/domain/erasure-events.ts';
import type { CollectionCreated, CollectionDeleted, Fact, NewEvent, RecordedEvent } from '../../src/domain/events.ts';
import type {
  TicketConfirmed,
  TicketCorrected,
  TicketFlagged,
  TicketRestored,
  TicketStored,
  TicketUndone,
  TicketWithdrawn,
} from '../../src/domain/ticket-events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { encodeVector } from '../../src/domain/vector.ts';
import type { Streams } from '../../src/ports/event-store.ts';

/** A fact with an id and metadata, ready to be appended. */
export const newEvent = <F extends Fact>(fact: F, id: string = randomUUID()): NewEvent<F> => ({
  ...fact,
  id,
  metadata: { at: '2026-01-02T03:04:05.000Z', commandId: id },
});

/** Appends events, which may have been recorded in another log, to a new stream: so many at a time that an append has less than 1 MiB. */
export const appendInParts = async (
  { appendAll }: Pick<Streams, 'appendAll'>,
  stream: string,
  all: readonly (NewEvent | RecordedEvent)[],
): Promise<void> => {
  for (let first = 0; first < all.length; first += 400) {
    const some = all.slice(first, first + 400);
    const events = some.map(({ type, data, metadata }) => ({ type, data, metadata, id: randomUUID() }) as NewEvent);
    const [outcome] = await appendAll([{ stream, expected: first === 0 ? 'no stream' : first - 1, events }]);
    if (outcome?.outcome !== 'appended') throw new Error(`Expected an append, got ${String(outcome?.outcome)}`);
  }
};

/** A small fact, for tests of the log in which its content does not matter. */
export const anyFact = (name = 'Support'): Fact => ({
  type: 'CollectionCreated',
  data: { collectionId: randomUUID(), userId: randomUUID(), name },
});

export const collectionCreated = (collectionId: string, userId: string, name = 'Support'): CollectionCreated => ({
  type: 'CollectionCreated',
  data: { collectionId, userId, name },
});

export const collectionDeleted = (collectionId: string, userId: string): CollectionDeleted => ({
  type: 'CollectionDeleted',
  data: { collectionId, userId },
});

type ExampleTicket = { readonly tenantId: string; readonly collectionId: string; readonly ticketId: string };

/** A stored ticket with a unit vector of four dimensions; the number in its id is the angle in radians. */
export const ticketStored = ({ tenantId, collectionId, ticketId }: ExampleTicket, model = 'test-4'): TicketStored => {
  const angle = Number.parseInt(ticketId.replaceAll(/\D/g, '') || '0', 10);
  const vector = Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0);
  return {
    type: 'TicketStored',
    data: {
      tenantId,
      collectionId,
      recordId: recordId(tenantId, ticketId),
      ticketId,
      category: 'Оплата',
      client: '',
      problem: [`Не проходит оплата заказа ${ticketId}`],
      solution: [`Обновите платёжный модуль и повторите оплату заказа ${ticketId}.`],
      vector: { model, values: encodeVector(vector) },
    },
  };
};

/** The same ticket with another problem, and a vector whose angle is greater by the revision. */
export const ticketCorrected = (example: ExampleTicket, revision: number, problem: string): TicketCorrected => {
  const { data } = ticketStored(example);
  const moved = ticketStored({ ...example, ticketId: String(Number.parseInt(example.ticketId, 10) + revision) });
  return {
    type: 'TicketCorrected',
    data: { ...data, problem: [problem], vector: moved.data.vector, revision },
  };
};

export const ticketChanged = <
  Type extends (TicketWithdrawn | TicketRestored | TicketUndone | TicketFlagged | TicketConfirmed)['type'],
>(
  type: Type,
  { tenantId, collectionId, ticketId }: ExampleTicket,
) => ({ type, data: { tenantId, collectionId, recordId: recordId(tenantId, ticketId), ticketId } });

type ExampleErasure = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly ticketIds: readonly string[];
};

/** The request to erase tickets of one event each. */
export const erasureRequested = (
  { tenantId, collectionId, ticketIds }: ExampleErasure,
  erasureId: string = randomUUID(),
): ErasureRequested => ({
  type: 'ErasureRequested',
  data: {
    ...{ erasureId, userId: tenantId, collectionId, collectionName: 'Support', requestedFor: null },
    ...{ unknown: 0, erasedBefore: 0, remaining: 0 },
    tickets: ticketIds.map((ticketId) => ({
      ...{ recordId: recordId(tenantId, ticketId), ticketId, revisions: 1, positions: [], uploads: [] },
    })),
  },
});

export const erasureHeldBack = ({ data: { erasureId, userId, collectionId } }: ErasureRequested): ErasureHeldBack => ({
  type: 'ErasureHeldBack',
  data: { erasureId, userId, collectionId, left: 3 },
});

export const erasureProven = ({ data }: ErasureRequested, step: ErasureStep): ErasureProven => {
  const { erasureId, userId, collectionId } = data;
  return { type: 'ErasureProven', data: { erasureId, userId, collectionId, step, found: { rows: 0 } } };
};
