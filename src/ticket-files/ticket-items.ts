import { csvItems } from './csv-file.ts';
import { detectFormat } from './file-format.ts';
import { assignedColumns } from './header-columns.ts';
import { arrayItems, bodyItems } from './json-body.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { xlsxItems } from './xlsx-file.ts';

/** An upload that lies in a file: the body of a JSON request, or a file whose name and type the client has told. */
export type TicketSource = {
  readonly kind: 'body' | 'file';
  readonly path: string;
  readonly name: string;
  readonly type: string;
};

const readers = { json: arrayItems, csv: csvItems, xlsx: xlsxItems };

/**
 * What an upload holds, item by item in its order: tickets, and in the place of each that cannot be read the reason. What ends the reading before its
 * end is the last item. Throws UnreadableFile where no format can be told, and UnfitColumns.
 */
export async function* ticketItems(source: TicketSource, options: ReadOptions = {}): AsyncGenerator<TicketItem, void> {
  const { kind, path } = source;
  const format = kind === 'body' ? 'json' : await detectFormat(source);
  options.found?.({ format });
  const assigned = assignedColumns(options.columns);
  if (format === 'json' && assigned.size > 0) throw new UnfitColumns('columns: a JSON file has no columns to assign');
  try {
    yield* kind === 'body' ? bodyItems(path, options) : readers[format](path, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof UnfitColumns) throw error;
    yield error;
  }
}
