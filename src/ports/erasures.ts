import type { ErasureStep } from '../domain/erasure-events.ts';

/** What lists show of an erasure; `requestedAt` is ISO 8601. */
export type ErasureRow = {
  readonly id: string;
  readonly requestedAt: string;
  /** How many tickets it erases, and the id of the first. */
  readonly tickets: number;
  readonly firstTicketId: string | null;
  readonly proven: ReadonlySet<ErasureStep>;
  /** Its texts were still in files after the last look. */
  readonly isHeldBack: boolean;
  /** Of its request: lists are ordered by it. */
  readonly position: bigint;
};

export type ErasureKey = { readonly collectionId: string; readonly erasureId: string };

/** An erasure among those of all collections of a tenant. */
export type TenantErasure = ErasureRow & {
  readonly collectionId: string;
  /** As it was called when the erasure was requested. */
  readonly collectionName: string;
  readonly isCollectionDeleted: boolean;
};

export type ErasurePage = { readonly before?: bigint | undefined; readonly limit: number };

/** `collections`: only theirs; null for all. */
type OfCollections = { readonly collections?: readonly string[] | null };

/** All erasures: a receipt outlives the deletion of its collection. */
export type Erasures = {
  /** A collection's, newest first; only those before a position if it is given. */
  readonly ofCollection: (collectionId: string, page: ErasurePage) => Promise<readonly ErasureRow[]>;
  /** Those of all collections that a tenant has or had, or of some of them, newest first; only those before a position if it is given. What it costs does not depend on the others. */
  readonly ofTenant: (tenantId: string, page: ErasurePage & OfCollections) => Promise<readonly TenantErasure[]>;
  /** The collection of a tenant's erasure; undefined if the tenant has none with this id. */
  readonly collectionOf: (tenantId: string, erasureId: string) => Promise<string | undefined>;
  /** The number of an erasure among those of its collection, from 1, by the position of its request. */
  readonly numberAt: (collectionId: string, position: bigint) => Promise<number>;
  /** The position of the newest request of a tenant, in any collection; undefined if it has none. */
  readonly newestOf: (tenantId: string) => Promise<bigint | undefined>;
  /** The id of the erasure whose request has a position: that of an erased ticket (`Collections.known`). */
  readonly idAt: (collectionId: string, position: bigint) => Promise<string | undefined>;
  /** A page of those for which not all of the steps are proven, oldest first; what it costs does not depend on how many there have ever been. */
  readonly unproven: (steps: readonly ErasureStep[], after?: bigint) => Promise<UnprovenErasures>;
};

/** An erasure that has steps to prove; `position` is that of its request. */
export type UnprovenErasure = ErasureKey & { readonly tenantId: string; readonly position: bigint };

export type UnprovenErasures = {
  readonly keys: readonly UnprovenErasure[];
  /** After which the next page begins; undefined if there is none. */
  readonly next: bigint | undefined;
};

/** The most that a page of `unproven` has. */
export const unprovenPage = 100;
