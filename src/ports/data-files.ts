/** The files in the data folder, read byte by byte. */
export type DataFiles = {
  /** Looks for pieces (`platform/piece-scanner.ts`) in every file; `found` has each piece that was found once, with a file that has it. */
  readonly search: (pieces: readonly string[]) => Promise<{
    readonly files: number;
    readonly bytes: number;
    readonly found: ReadonlyMap<string, string>;
  }>;
};
