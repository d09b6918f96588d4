/** What happened, in the past tense: everything the service knows can be rebuilt from these facts. */

/** A model that turns text into vectors; `dimensions` is the length of each vector. */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number };

/** A vector as it stands in an event: base64 of little-endian float32 values. */
export type StoredVector = { readonly model: string; readonly values: string };

export type LogCreated = { readonly type: 'LogCreated'; readonly data: { readonly logId: string } };

export type EmbeddingModelChosen = { readonly type: 'EmbeddingModelChosen'; readonly data: EmbeddingModel };

export type UserRegistered = {
  readonly type: 'UserRegistered';
  readonly data: {
    readonly userId: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly plan: string;
    readonly sealedApiKey: string;
    readonly apiKeyFingerprint: string;
  };
};

export type ApiKeyRotated = {
  readonly type: 'ApiKeyRotated';
  readonly data: { readonly userId: string; readonly sealedApiKey: string; readonly apiKeyFingerprint: string };
};

export type CollectionCreated = {
  readonly type: 'CollectionCreated';
  readonly data: { readonly collectionId: string; readonly userId: string; readonly name: string };
};

export type CollectionDeleted = {
  readonly type: 'CollectionDeleted';
  readonly data: { readonly collectionId: string; readonly userId: string };
};

/** The cleaned texts once, and their vector: a replay never calls a gateway and always gives the same index. */
export type TicketStored = {
  readonly type: 'TicketStored';
  readonly data: {
    readonly tenantId: string;
    readonly collectionId: string;
    readonly recordId: string;
    readonly ticketId: string;
    readonly category: string;
    readonly client: string;
    readonly problem: readonly string[];
    readonly solution: readonly string[];
    readonly vector: StoredVector;
  };
};

/** The same ticket with the vector of another model. It carries the texts again, so that a copy of the index that begins with that model needs nothing else. */
export type TicketReembedded = { readonly type: 'TicketReembedded'; readonly data: TicketStored['data'] };

export type Fact =
  | LogCreated
  | EmbeddingModelChosen
  | UserRegistered
  | ApiKeyRotated
  | CollectionCreated
  | CollectionDeleted
  | TicketStored
  | TicketReembedded;

/** Who caused a fact, and when; for a ticket also the upload and the place in it (0-based). */
export type Metadata = {
  readonly at: string;
  readonly commandId: string;
  readonly causationId?: string;
  readonly tenantId?: string;
  readonly uploadId?: string;
  readonly place?: number;
};

/** A fact that wants to be appended; `id` is UUIDv5(command or upload id, index), so that any repeat is idempotent. */
export type NewEvent<F extends Fact = Fact> = F & { readonly id: string; readonly metadata: Metadata };

/** A fact in the log; positions grow strictly over the whole log, revisions count from 0 within a stream. */
export type RecordedEvent<F extends Fact = Fact> = NewEvent<F> & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};
