/** What a tenant stores in all its collections; `bytes` are those of the tickets' text in UTF-8. */
export type Usage = { readonly tickets: number; readonly bytes: number };

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
  /** A sum over the counters of a user's collections, as far as the projection has come. */
  readonly usage: (userId: string) => Promise<Usage>;
  /** Those of the records that the collection has, each with the position of the event that stored it. */
  readonly stored: (collectionId: string, recordIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;
};

/** What the projection changes. A deletion leaves a tombstone for ever; a ticket of a deleted collection is kept until it is purged and never counted. */
export type CollectionChange =
  | { readonly type: 'put'; readonly collection: Omit<Collection, 'ticketCount'>; readonly position: bigint }
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint }
  | {
      readonly type: 'ticket';
      readonly collectionId: string;
      readonly recordId: string;
      /** Of its text in UTF-8. */
      readonly bytes: number;
      readonly position: bigint;
    };
