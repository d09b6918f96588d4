import type { ProjectionName } from './read-your-writes.ts';

/** `damaged`: a repeat cannot succeed. `unreadable`: the operating system could not read it lately. */
export type FileFault = 'damaged' | 'unreadable';

/** What a whole read of a file found. */
export type FileReport = {
  /** Lines about its damage, for the operator; none if it is intact. */
  readonly problems: readonly string[];
  /** For a log with problems: the position up to which every event can be read, and that of the last event if it is known. */
  readonly readable?: { readonly upTo: bigint; readonly last: bigint | undefined };
};

/** A file of the embedded stores, or those of a read model, that can be read as a whole. */
export type StoreFile = {
  readonly name: string;
  readonly content: 'log' | ProjectionName;
  /** Reads the whole file without blocking the thread that calls or the writer. What it finds counts in the file's health. */
  readonly check: () => Promise<FileReport>;
  /** What any read of it has found since that. */
  readonly fault: () => FileFault | undefined;
};
