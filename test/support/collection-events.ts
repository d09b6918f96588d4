import { randomUUID } from 'node:crypto';
import type { Fact } from '../../src/domain/events.ts';
import { collectionCreated, collectionDeleted, ticketStored } from './events.ts';

/** A collection of a tenant and tickets in it. */
export const exampleCollection = () => {
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  return {
    ...{ collectionId, tenantId },
    created: collectionCreated(collectionId, tenantId),
    deleted: collectionDeleted(collectionId, tenantId),
    ticket: (ticketId: string): Fact => ticketStored({ tenantId, collectionId, ticketId }),
    tickets: (count: number): readonly Fact[] =>
      Array.from({ length: count }, (_, index) => ticketStored({ tenantId, collectionId, ticketId: String(index) })),
  };
};
