import type { TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';
import { workbookRows } from './workbook-rows.ts';
import { outOfMemory } from './xlsx-limits.ts';

/** A row, or the reason why it cannot be read: an error would lose its class between processes. */
export type SentRow = TableRow | { readonly row: number | null; readonly refusal: string };

/** The answer to each request: the next rows (none after the last) and the name of their sheet, or why the workbook cannot be read. Any other error ends the process. */
export type Page = { readonly rows: readonly SentRow[]; readonly sheet: string } | { readonly refusal: string };

/** Limits of one page. */
const limits = { rows: 500, characters: 512 * 1024 };

const memoryCheckMs = 50;

const [, , path = '', residentMegabytes] = process.argv;
let sheet = '';
const rows = workbookRows(path, (name) => (sheet = name));

const nextPage = async (): Promise<Page> => {
  const page: SentRow[] = [];
  let characters = 0;
  try {
    while (page.length < limits.rows && characters < limits.characters) {
      const next = await rows.next();
      if (next.done) break;
      const { value: item } = next;
      if (item instanceof UnreadableFile) page.push({ row: item.row, refusal: item.message });
      else {
        page.push(item);
        characters += item.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: error.message };
    throw error;
  }
  return { rows: page, sheet };
};

process.on('message', () => {
  void nextPage().then((page) => process.send?.(page));
});
// A killed service cannot end its readers.
process.on('disconnect', () => process.exit());
// These signals go to the whole process group; the service ends its readers itself, after it has recorded why.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > Number(residentMegabytes) * 1024 * 1024) process.exit(outOfMemory);
}, memoryCheckMs).unref();
