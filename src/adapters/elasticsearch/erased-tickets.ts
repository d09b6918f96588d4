import type { Client } from '@elastic/elasticsearch';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { put, type Write, writeAll } from './documents.ts';
import { stateIndex } from './indices.ts';
import { idOf, type TicketChange } from './ticket-document.ts';
import { existing } from './tombstones.ts';

export type Erasure = Extract<TicketIndexChange, { readonly type: 'erase' }>;

/**
 * The tombstones of erased tickets in a generation, kept for ever so that no late write restores a ticket: Elasticsearch forgets the version of a deletion after
 * a minute.
 */
export const erasuresIn = (client: Client, generation: string) => {
  const erasedAmong = async (changes: readonly TicketChange[]): Promise<ReadonlySet<string>> => {
    const ids = [...new Set(changes.map(({ ticket }) => idOf(ticket)))];
    const found = await existing(client, stateIndex(generation), ids.map(tombstoneId));
    return new Set(ids.filter((_, index) => found[index]));
  };
  return {
    /** Those of the changes whose tickets are not erased. */
    without: async (changes: readonly TicketChange[]): Promise<readonly TicketChange[]> => {
      const erased = await erasedAmong(changes);
      return changes.filter(({ ticket }) => !erased.has(idOf(ticket)));
    },
    /** Removes documents that were written while another process erased the ticket. */
    removeLate: async (written: readonly TicketChange[]): Promise<void> => {
      const erased = await erasedAmong(written);
      const late = written.filter(({ ticket }) => erased.has(idOf(ticket)));
      if (late.length > 0) await writeAll(client, generation, { writes: late.map(({ ticket }) => removal(ticket)) });
    },
    /** Writes the tombstones first: writers of a ticket check for them after their write. */
    erase: async (erasures: readonly Erasure[], hasIndex: boolean): Promise<void> => {
      const tickets = erasures.flatMap(({ recordIds, ...of }) => recordIds.map((recordId) => ({ ...of, recordId })));
      if (tickets.length === 0) return;
      await writeAll(client, stateIndex(generation), { writes: tickets.map(tombstone) });
      if (hasIndex) await writeAll(client, generation, { writes: tickets.map(removal) });
    },
  };
};

type Ticket = Pick<TicketChange['ticket'], 'tenantId' | 'collectionId' | 'recordId'>;

const tombstoneId = (ticketDocument: string): string => `erased-${ticketDocument}`;

const tombstone = (ticket: Ticket & { readonly position: bigint }): Write => {
  const { collectionId: collection_id, position } = ticket;
  return put(tombstoneId(idOf(ticket)), position, { kind: 'erased', collection_id, position: String(position) });
};

const removal = (ticket: Ticket): Write => [
  JSON.stringify({ delete: { _id: idOf(ticket), routing: ticket.tenantId } }),
];
