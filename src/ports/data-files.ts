import type { SpooledBody } from '../platform/spooled-name.ts';

/** Pieces (`platform/piece-scanner.ts`) to be looked for, by the tenant whose texts they are of. */
export type WantedPieces = ReadonlyMap<string, readonly string[]>;

export type FilesSearched = {
  readonly files: number;
  readonly bytes: number;
  /** By tenant, each piece that was found once, with a file that has it, for the operator. */
  readonly found: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

/** The files in the data folder. */
export type DataFiles = {
  /** The bodies of requests that are on disk: on their way, waiting, or read. */
  readonly bodies: () => Promise<readonly SpooledBody[]>;
  /** Looks for pieces in every byte of every file but back-ups; the bodies that a tenant has sent are searched for its own pieces only. */
  readonly search: (wanted: WantedPieces) => Promise<FilesSearched>;
};
