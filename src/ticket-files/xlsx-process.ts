import { constants, deflateRawSync } from 'node:zlib';
import type { FoundSheets, WantedSheet } from './chosen-sheet.ts';
import type { TableRow } from './table-row.ts';
import { UnfitColumns, UnreadableFile } from './ticket-item.ts';
import type { Sentence } from '../domain/sentence.ts';
import { workbookRows } from './workbook-rows.ts';
import { outOfMemory } from './xlsx-limits.ts';

/** A sentence loses its class between processes. */
export type SentSentence = Pick<Sentence, 'said' | 'recorded'>;

/** A row, or the reason why it cannot be read: an error would lose its class between processes. */
export type SentRow = TableRow | { readonly row: number | null; readonly refusal: SentSentence };

/** A request for the next rows; the first one names the sheet. */
export type NextPage = WantedSheet;

/** The next rows and the names of sheets, or why the workbook cannot be read (`isUnfit`: it has no such sheet). */
export type Page =
  | ({ readonly rows: readonly SentRow[] } & FoundSheets)
  | { readonly refusal: SentSentence; readonly isUnfit: boolean };

/**
 * The answer to each request: a page as JSON, deflated, since a cell may repeat a long text in each row; none after the last. Any other error than a refusal
 * ends the process.
 */
export type SentPage = { readonly page: Uint8Array | undefined };

/** Limits of one page: a reader gives way to others between two. */
const limits = { rows: 500, cells: 20_000, characters: 512 * 1024 };

const memoryCheckMs = 50;

const [, , path = '', residentMegabytes] = process.argv;
let found: FoundSheets = { sheet: '', sheets: [], otherSheets: [] };
let opened: ReturnType<typeof workbookRows> | undefined;

const nextPage = async (wanted: NextPage): Promise<Page> => {
  const rows = (opened ??= workbookRows(
    path,
    ({ sheet, sheets, otherSheets }) => (found = { sheet, sheets, otherSheets }),
    wanted,
  ));
  const page: SentRow[] = [];
  let [cells, characters] = [0, 0];
  try {
    while (page.length < limits.rows && cells < limits.cells && characters < limits.characters) {
      const next = await rows.next();
      if (next.done) break;
      const { value: item } = next;
      if (item instanceof UnreadableFile) page.push({ row: item.row, refusal: item.sentence });
      else {
        page.push(item);
        cells += item.cells.length;
        characters += item.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: error.sentence, isUnfit: error instanceof UnfitColumns };
    throw error;
  }
  return { rows: page, ...found };
};

/** Whether the last page has been sent. */
let isAtEnd = false;

const packed = (page: Page): SentPage => {
  if (isAtEnd) return { page: undefined };
  isAtEnd = !('rows' in page) || page.rows.length === 0;
  return { page: deflateRawSync(JSON.stringify(page), { level: constants.Z_BEST_SPEED }) };
};

process.on('message', (wanted: NextPage) => {
  void nextPage(wanted).then((page) => process.send?.(packed(page)));
});
// A killed service cannot end its readers.
process.on('disconnect', () => process.exit());
// These signals go to the whole process group; the service ends its readers itself, after it has recorded why.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > Number(residentMegabytes) * 1024 * 1024) process.exit(outOfMemory);
}, memoryCheckMs).unref();
