import type { HeaderColumn } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { Reading, TextEncoding } from './text-encoding.ts';

export type Delimiter = ',' | ';' | '\t';

/** What was detected in a file. `columns` are those of its header that have a title. */
export type Findings = {
  readonly format: FileFormat;
  readonly encoding: TextEncoding;
  readonly delimiter: Delimiter;
  readonly columns: readonly HeaderColumn[];
};

export type ReadOptions = Reading & {
  /** By header title: the column to read it as, null to ignore it. Other titles are recognised by name. */
  readonly columns?: ReadonlyMap<string, string | null>;
  /** Called with each finding as soon as it is made; findings that a format does not have are never reported. */
  readonly found?: (findings: Partial<Findings>) => void;
};
