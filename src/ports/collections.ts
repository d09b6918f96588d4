export type Collection = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly ticketCount: number;
  readonly createdAt: string;
};

/** The collections that are not deleted. */
export type Collections = {
  readonly byId: (id: string) => Promise<Collection | undefined>;
  /** A user's own, oldest first (created_at, then id). */
  readonly ofUser: (userId: string) => Promise<readonly Collection[]>;
  /** Those of the records that the collection has, each with the position of the event that stored it. */
  readonly stored: (collectionId: string, recordIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;
};

/** What the projection changes. A deletion leaves a tombstone for ever; a ticket of a deleted collection is kept until it is purged and never counted. */
export type CollectionChange =
  | { readonly type: 'put'; readonly collection: Omit<Collection, 'ticketCount'>; readonly position: bigint }
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint }
  | { readonly type: 'ticket'; readonly collectionId: string; readonly recordId: string; readonly position: bigint };
