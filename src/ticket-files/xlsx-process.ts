import { UnreadableFile } from './raw-ticket.ts';
import type { TableRow } from './table-row.ts';
import { workbookRows } from './workbook-rows.ts';

/** The process's answer to each request: some rows, none after the last, or a refusal. Any other error ends the process. */
export type Page = { readonly rows: readonly TableRow[] } | { readonly refusal: string };

const limits = { rows: 500, characters: 512 * 1024 };

const rows = workbookRows(process.argv[2] ?? '');

const nextPage = async (): Promise<Page> => {
  const page: TableRow[] = [];
  let characters = 0;
  try {
    while (page.length < limits.rows && characters < limits.characters) {
      const next = await rows.next();
      if (next.done) break;
      page.push(next.value);
      characters += next.value.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
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
