/** Tickets of a collection that were erased. */
export type ErasedRecords = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly recordIds: readonly string[];
};

/** Looks for erased tickets in every generation of a read model, those included that are being built, retained or dropped. */
export type ErasedContents = {
  /**
   * `rows` are what readers could be given, vectors without a ticket included; `onDisk` counts removed documents, of any collection, that the store has not
   * dropped yet: the call asks it to. `unavailableCopies` are copies of the store's data that could not be checked. Throws Unavailable.
   */
  readonly left: (
    erased: ErasedRecords,
  ) => Promise<{ readonly rows: number; readonly onDisk: number; readonly unavailableCopies: number }>;
};
