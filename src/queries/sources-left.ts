import { recordId } from '../domain/ticket-record.ts';
import type { Collections } from '../ports/collections.ts';
import type { Source } from '../ports/ticket-index.ts';

type Named = Pick<Source, 'ticketId'>;

type Found<One extends Named> = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly sources: readonly One[];
};

type FoundRecords = { readonly collectionId: string; readonly records: readonly string[] };

type Dependencies = Pick<Collections, 'byId' | 'known'>;

/** Those of the sources that were found that no erasure has taken since then; none if their collection was deleted. */
export type SourcesLeft = <One extends Named>(found: Found<One>) => Promise<readonly One[]>;

export const sourcesLeft =
  (collections: Dependencies): SourcesLeft =>
  async ({ tenantId, collectionId, sources }) => {
    if (!(await collections.byId(collectionId))) return [];
    const records = sources.map(({ ticketId }) => recordId(tenantId, ticketId));
    const known = await collections.known(collectionId, records);
    return sources.filter((_, index) => known.get(records[index] ?? '')?.state !== 'erased');
  };

/** Whether one of the tickets that a question has found was erased, or their collection deleted, which questions without a ticket have as well. */
export const areFoundGone =
  (collections: Dependencies) =>
  async ({ collectionId, records }: FoundRecords): Promise<boolean> => {
    if (!(await collections.byId(collectionId))) return true;
    if (records.length === 0) return false;
    const known = await collections.known(collectionId, records);
    return records.some((record) => known.get(record)?.state === 'erased');
  };
