import { randomUUID } from 'node:crypto';
import type { Fact, NewEvent, TicketStored } from '../../src/domain/events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { encodeVector } from '../../src/domain/vector.ts';

/** A fact with an id and metadata, ready to be appended. */
export const newEvent = <F extends Fact>(fact: F, id: string = randomUUID()): NewEvent<F> => ({
  ...fact,
  id,
  metadata: { at: '2026-01-02T03:04:05.000Z', commandId: id },
});

/** A small fact, for tests of the log in which its content does not matter. */
export const anyFact = (name = 'Support'): Fact => ({
  type: 'CollectionCreated',
  data: { collectionId: randomUUID(), userId: randomUUID(), name },
});

export const collectionCreated = (collectionId: string, userId: string, name = 'Support'): Fact => ({
  type: 'CollectionCreated',
  data: { collectionId, userId, name },
});

export const collectionDeleted = (collectionId: string, userId: string): Fact => ({
  type: 'CollectionDeleted',
  data: { collectionId, userId },
});

/** A stored ticket with a unit vector of four dimensions; the number in its id is the angle in radians. */
export const ticketStored = (
  {
    tenantId,
    collectionId,
    ticketId,
  }: { readonly tenantId: string; readonly collectionId: string; readonly ticketId: string },
  model = 'test-4',
): TicketStored => {
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
