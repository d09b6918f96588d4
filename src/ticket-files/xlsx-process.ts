import type { TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';
import { workbookRows } from './workbook-rows.ts';

/** A row, or the reason why it cannot be read: an error would lose its class between processes. */
export type SentRow = TableRow | { readonly row: number | null; readonly refusal: string };

/** The answer to each request: the next rows (none after the last), or why the workbook cannot be read. Any other error ends the process. */
export type Page = { readonly rows: readonly SentRow[] } | { readonly refusal: string };

/** Limits of one page. */
const limits = { rows: 500, characters: 512 * 1024 };

const rows = workbookRows(process.argv[2] ?? '');

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
  return { rows: page };
};

process.on('message', () => {
  void nextPage().then((page) => process.send?.(page));
});
