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
  /** Which of these records the collection already has, with the position of the event that stored each. */
  readonly stored: (collectionId: string, recordIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;
};

/** What the projection asks for. A deletion leaves a tombstone for ever; a ticket below one is kept only until it is purged and never counted. */
export type CollectionChange =
  | { readonly type: 'put'; readonly collection: Omit<Collection, 'ticketCount'>; readonly position: bigint }
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint }
  | { readonly type: 'ticket'; readonly collectionId: string; readonly recordId: string; readonly position: bigint };
