import type { ReadAs } from '../domain/desks.ts';
import type { HeaderColumn } from './columns.ts';
import type { DeskFindings } from './desks/desk-tally.ts';
import type { FileFormat } from './file-format.ts';
import type { Reading, TextEncoding } from './text-encoding.ts';
import type { UnreadableFile } from './ticket-item.ts';

export type Delimiter = ',' | ';' | '\t';

/** A column of a header with the first texts below it, as they stand in the file, but for days of a spreadsheet in the column of dates. */
export type SampledColumn = HeaderColumn & { readonly samples: readonly string[] };

/**
 * A sheet that is not read although it has tickets, or may have some: `rows` below its header, at most 20 000 of all such sheets. `titles`: the first ones of a
 * header that is not recognised; none of one that is.
 */
export type OtherSheet = { readonly sheet: string; readonly rows: number; readonly titles: readonly string[] };

/** What was detected in a file. `columns` are those of its header that have a title; `sheet` is the name of the sheet that is read, `sheets` are those of all; `headerRow` counts from 1. */
export type Findings = {
  readonly format: FileFormat;
  readonly encoding: TextEncoding;
  readonly delimiter: Delimiter;
  readonly sheet: string;
  readonly sheets: readonly string[];
  /** Sheets that have tickets too, or may have some, and are not read. */
  readonly otherSheets: readonly OtherSheet[];
  readonly headerRow: number;
  readonly columns: readonly SampledColumn[];
  /** Rows at the end that only sum up or sign the table and are no tickets. */
  readonly totalRows: readonly number[];
  /** Rows that have neither a number nor a text in the columns that are read, and so are no tickets: their number, and the first of them. */
  readonly emptyRows: { readonly count: number; readonly rows: readonly number[] };
  /** Tickets of a table in which cells of HTML were turned into text. */
  readonly htmlTickets: number;
  /** The desk whose export a file is; of a table nothing is counted. */
  readonly desk: DeskFindings;
  /** Why the file could not be read to its end. */
  readonly brokenOff: UnreadableFile;
};

/** Where the table is in a file, and as what a file of JSON is read; what is left out is looked for. `headerRow` counts from 1. */
export type TablePlace = {
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
  readonly readAs?: ReadAs | undefined;
};

/** Reads pages to their end as fast as they come, and gives them from where it keeps them. `read` begins the reading, which its signal ends. */
export type ReadAhead = (read: (left: AbortSignal) => AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export type ReadOptions = Reading &
  TablePlace & {
    /** By header title: the column to read it as, null to ignore it. Other titles are recognised by name. */
    readonly columns?: ReadonlyMap<string, string | null>;
    /** Called with each finding as soon as it is made; findings that a format does not have are never reported. */
    readonly found?: (findings: Partial<Findings>) => void;
    /** How the pages of a workbook are read; without it when their rows are wanted. */
    readonly readAhead?: ReadAhead | undefined;
  };
