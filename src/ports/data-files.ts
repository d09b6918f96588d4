/** Pieces (`platform/piece-scanner.ts`) to be looked for, by the tenant whose texts they are of. */
export type WantedPieces = ReadonlyMap<string, readonly string[]>;

export type FilesSearched = {
  readonly files: number;
  readonly bytes: number;
  /** By tenant, each piece that was found once, with a file that has it, for the operator. */
  readonly found: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

/** The files in the data folder, read byte by byte. */
export type DataFiles = {
  /** Looks for pieces in every file; the bodies that a tenant has sent are searched for its own pieces only. */
  readonly search: (wanted: WantedPieces) => Promise<FilesSearched>;
};
