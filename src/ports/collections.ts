import type { CollectionConfigured } from '../domain/events.ts';
import type { ErasureStep } from '../domain/erasure-events.ts';
import type { Usage } from '../domain/quotas.ts';
import type { SyncCursors } from '../domain/sync-cursor.ts';
import type { TicketBytes } from '../domain/stored-bytes.ts';
import type { TenantErasure } from './erasures.ts';

export type Collection = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Without withdrawn tickets. */
  readonly ticketCount: number;
  readonly createdAt: string;
  /** The address of a ticket in the desk it came from, with `{ticket_id}`; null if it is not known. */
  readonly ticketUrl: string | null;
};

/** `notNames`: words that are never taken for names in it (src/domain/not-names.ts); a list of collections has neither them nor cursors. */
export type WholeCollection = Collection & {
  readonly notNames: readonly string[];
  readonly syncCursors: SyncCursors;
};

/** An erased ticket leaves its record id for ever, so that it is not stored again. `undone`: withdrawn by the undo of its upload, which the next may store again. */
export type TicketState = 'active' | 'withdrawn' | 'erased' | 'undone';

/** `position`: of the newest event that changed the ticket. */
export type KnownTicket = { readonly state: TicketState; readonly position: bigint };

export type CollectionPage = {
  readonly after?: Pick<Collection, 'createdAt' | 'id'> | undefined;
  readonly limit: number;
};

/** The collections that are not deleted. */
export type Collections = {
  readonly byId: (id: string) => Promise<WholeCollection | undefined>;
  /** A user's own, oldest first (created_at, then id). */
  readonly ofUser: (userId: string) => Promise<readonly Collection[]>;
  /** As many of these, from the oldest or those behind one on, deleted or not. */
  readonly pageOfUser: (userId: string, page: CollectionPage) => Promise<readonly Collection[]>;
  /** Those of these that are named, oldest first. */
  readonly namedOfUser: (userId: string, ids: readonly string[]) => Promise<readonly Collection[]>;
  /**
   * A sum over the counters of a user's collections, as far as the projection has come: tickets with what they were before, uploads and erasures, these also
   * of deleted collections; and the number of those that are not deleted.
   */
  readonly usage: (userId: string) => Promise<Usage>;
  /** Those of the records that the collection has or had. */
  readonly known: (collectionId: string, recordIds: readonly string[]) => Promise<ReadonlyMap<string, KnownTicket>>;
};

/**
 * What the projection changes. A deletion leaves a tombstone and the erasures, until the account is erased; a ticket of a deleted collection is kept until it is purged and never counted.
 * `ticket` adds one that is not known; the others have no effect on what a later event has changed.
 */
export type CollectionChange =
  | {
      readonly type: 'put';
      readonly collection: Omit<Collection, 'ticketCount' | 'ticketUrl'>;
      readonly position: bigint;
    }
  | {
      readonly type: 'configure';
      readonly collectionId: string;
      readonly settings: Pick<CollectionConfigured['data'], 'name' | 'ticketUrl' | 'notNames'>;
      readonly position: bigint;
    }
  | {
      readonly type: 'advance sync';
      readonly collectionId: string;
      readonly source: string;
      readonly cursor: string | null;
      readonly at: string;
      readonly position: bigint;
    }
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint }
  | {
      readonly type: 'ticket';
      readonly collectionId: string;
      readonly recordId: string;
      readonly bytes: TicketBytes;
      readonly position: bigint;
    }
  | {
      readonly type: 'change ticket';
      readonly collectionId: string;
      readonly recordId: string;
      readonly change: Pick<TicketBytes, 'logged'> & {
        readonly present?: TicketBytes['present'];
        readonly state?: Exclude<TicketState, 'erased'>;
      };
      readonly position: bigint;
    }
  /** What an event of an upload or an erasure adds to the bytes of the collection; `outlives`: it stays when that is deleted, as receipts do. */
  | {
      readonly type: 'count event';
      readonly collectionId: string;
      readonly bytes: number;
      readonly outlives?: true;
      readonly position: bigint;
    }
  | {
      readonly type: 'erase tickets';
      readonly collectionId: string;
      readonly recordIds: readonly string[];
      readonly position: bigint;
    }
  | {
      readonly type: 'add erasure';
      readonly collectionId: string;
      readonly erasure: Pick<TenantErasure, 'id' | 'collectionName' | 'requestedAt' | 'tickets' | 'firstTicketId'> & {
        readonly tenantId: string;
      };
      readonly position: bigint;
    }
  | {
      readonly type: 'prove step';
      readonly collectionId: string;
      readonly erasureId: string;
      readonly step: ErasureStep;
      readonly position: bigint;
    }
  | {
      readonly type: 'hold back erasure';
      readonly collectionId: string;
      readonly erasureId: string;
      readonly position: bigint;
    }
  /** The account was erased: its tombstones keep ids alone, its erasures of tickets go. */
  | { readonly type: 'forget tenant'; readonly tenantId: string };
