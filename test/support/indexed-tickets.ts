import { recordId } from '../../src/domain/ticket-record.ts';
import { uuidV5 } from '../../src/platform/uuid.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import type { Hit, IndexedTicket, TicketIndexChange } from '../../src/ports/ticket-index.ts';

const namespace = '3f0c2a52-7a51-4d0f-9d3a-52f7c8a4e6b1';

/** A UUID derived from a name. */
export const uuidOf = (name: string): string => uuidV5(namespace, name);

export const tenantId = uuidOf('tenant');
export const collectionId = uuidOf('collection');
export const model = 'test-model';
export const at = '2026-01-02T03:04:05.000Z';
export const laterAt = '2026-01-03T03:04:05.000Z';

/** A ticket of the index with its id in its texts. */
export const indexedTicket = (ticket: Partial<IndexedTicket> = {}): IndexedTicket => {
  const { ticketId = '1' } = ticket;
  return {
    tenantId,
    collectionId,
    recordId: recordId(ticket.tenantId ?? tenantId, ticketId),
    ticketId,
    category: 'Доставка',
    client: 'ООО «Ромашка»',
    problem: [`Проблема тикета ${ticketId}`],
    solution: [`Решение тикета ${ticketId}`],
    ...ticket,
  };
};

/** The change of a ticket with its vector at a position of the log. */
export const put = (
  position: number,
  vector: Float32Array | readonly number[],
  ticket: Partial<IndexedTicket> = {},
): Extract<TicketIndexChange, { readonly type: 'put' }> => ({
  type: 'put',
  ticket: indexedTicket({ ticketId: String(position), ...ticket }),
  put: { reason: 'stored', at, uploadId: null },
  model,
  vector: Float32Array.from(vector),
  position: BigInt(position),
});

/** The change of a ticket that was corrected at a position of the log. */
export const correct = (
  position: number,
  vector: readonly number[],
  {
    revision,
    updatedBy = null,
    isAsStored = false,
    ...ticket
  }: Partial<IndexedTicket> & {
    readonly revision: number;
    readonly updatedBy?: string | null;
    readonly isAsStored?: boolean;
  },
): TicketIndexChange => ({
  ...put(position, vector, ticket),
  put: { reason: 'corrected', at: laterAt, revision, updatedBy, isAsStored },
});

/** The change of a ticket that was withdrawn or restored at a position of the log. */
export const changeState = (
  position: number,
  state: 'active' | 'withdrawn',
  ticket: Partial<IndexedTicket>,
): TicketIndexChange => ({
  type: 'change state',
  ticket: indexedTicket(ticket),
  state,
  at: laterAt,
  position: BigInt(position),
});

/** The change that erases tickets by their ids. */
export const erase = (position: number, ticketIds: readonly string[]): TicketIndexChange => ({
  ...{ type: 'erase', tenantId, collectionId, position: BigInt(position) },
  recordIds: ticketIds.map((ticketId) => recordId(tenantId, ticketId)),
});

export const choose = (dimensions: number, position = 1): TicketIndexChange => ({
  type: 'choose model',
  model: { model, dimensions },
  position: BigInt(position),
});

export const deleteCollection = (position: number, collection = collectionId): TicketIndexChange => ({
  type: 'delete collection',
  collectionId: collection,
  position: BigInt(position),
});

/** Applies changes in batches of a hundred, the checkpoint at the highest position so far, as the projector does. */
export const applyAll = async (
  copy: Generation<TicketIndexChange>,
  changes: readonly TicketIndexChange[],
): Promise<void> => {
  let position = 0n;
  for (let start = 0; start < changes.length; start += 100) {
    const batch = changes.slice(start, start + 100);
    for (const change of batch) if (change.position > position) position = change.position;
    await copy.apply(batch, { logId: uuidOf('log'), position });
  }
};

/** A ticket as a search finds it. */
export const hitOf = (ticketId: string): Hit => ({
  ticketId,
  score: 1,
  category: '',
  fullText: '',
  problemLengths: [],
  isFlagged: false,
  revision: 1,
});
