import { numberTexts } from './cell-numbers.ts';
import { readSharedStrings } from './shared-strings.ts';
import { sheetRows } from './sheet-rows.ts';
import type { RowItem } from './table-row.ts';
import { workbookParts } from './workbook-parts.ts';
import { openZip } from './zip-entries.ts';

/**
 * The rows, without blank ones, of the first sheet that has any; cells as text. A row that exceeds a limit yields an UnreadableFile instead. Throws
 * UnreadableFile. The shared strings are in memory, the rows are not.
 */
export async function* workbookRows(path: string): AsyncGenerator<RowItem, void> {
  const zip = await openZip(path);
  try {
    const parts = await workbookParts(zip);
    const { sharedStrings } = parts;
    const strings = sharedStrings === undefined ? [] : await readSharedStrings(zip, sharedStrings);
    const texts = { strings, numberText: await numberTexts(zip, parts) };
    for (const sheet of parts.sheets) {
      let isEmpty = true;
      for await (const row of sheetRows(zip, sheet, texts)) {
        isEmpty = false;
        yield row;
      }
      if (!isEmpty) return;
    }
  } finally {
    zip.close();
  }
}
