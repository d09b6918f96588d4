import { UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

/** Refuses a workbook that exceeds a limit. */
export const tooLarge = (): UnreadableFile => new UnreadableFile(sentence`Spreadsheet is too large; save it as CSV`);

/** Refuses a workbook that breaks its format. */
export const damaged = (): UnreadableFile =>
  new UnreadableFile(sentence`The workbook is damaged or not XLSX; save it again as XLSX or CSV`);

export const rowTooLarge = (row: number): UnreadableFile =>
  new UnreadableFile(sentence`row ${row} has more than 1 MiB`, { row });
