import type { Delimiter } from './csv-delimiter.ts';
import type { HeaderColumn } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { TextEncoding } from './text-encoding.ts';

/** What a file has turned out to be. `columns` are those of its header that have a title. */
export type Findings = {
  readonly format: FileFormat;
  readonly encoding: TextEncoding;
  readonly delimiter: Delimiter;
  readonly columns: readonly HeaderColumn[];
};

export type ReadOptions = {
  /** By the titles of a table's header: the column that each is to be read as, null to leave it out. Titles that are not named are recognised by themselves. */
  readonly columns?: ReadonlyMap<string, string | null>;
  /** Is told what is found, in the order of the finding; what a format does not have is never told. */
  readonly found?: (findings: Partial<Findings>) => void;
  /** Ends the reading where it is, with an AbortError. */
  readonly signal?: AbortSignal | undefined;
};
