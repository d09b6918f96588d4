import { recordId } from '../domain/ticket-record.ts';
import type { Collections } from '../ports/collections.ts';
import type { Source } from '../ports/ticket-index.ts';

type Found = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly sources: readonly Pick<Source, 'ticketId'>[];
};

/** Whether one of the sources that were found was erased, or their collection deleted, since then. */
export type AreSourcesGone = (found: Found) => Promise<boolean>;

export const areSourcesGone =
  (collections: Pick<Collections, 'byId' | 'known'>): AreSourcesGone =>
  async ({ tenantId, collectionId, sources }) => {
    if (!(await collections.byId(collectionId))) return true;
    const records = sources.map(({ ticketId }) => recordId(tenantId, ticketId));
    return [...(await collections.known(collectionId, records)).values()].some(({ state }) => state === 'erased');
  };
