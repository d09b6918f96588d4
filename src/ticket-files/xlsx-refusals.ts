import { UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

/** Refuses a workbook that exceeds a limit. */
export const tooLarge = (): UnreadableFile => new UnreadableFile(sentence`Spreadsheet is too large; save it as CSV`);

/** Refuses a workbook with more cells that are merged over several rows than are read. */
export const tooManyMerges = (): UnreadableFile =>
  new UnreadableFile(sentence`Spreadsheet has more than 100 000 cells that are merged over several rows; unmerge them`);

/** Refuses a workbook that breaks its format. */
export const damaged = (): UnreadableFile =>
  new UnreadableFile(sentence`The workbook is damaged or not XLSX; save it again as XLSX or CSV`);

export const rowTooWide = (row: number): UnreadableFile =>
  new UnreadableFile(sentence`row ${row} has more than 1 000 columns; remove those that are not needed`, { row });

export const rowTooLarge = (row: number): UnreadableFile =>
  new UnreadableFile(sentence`row ${row} has more than 1 MiB`, { row });
