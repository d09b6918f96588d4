import { assignedColumns } from './column-map.ts';
import { csvItems } from './csv-file.ts';
import { ticketsOfDesk } from './desks/desk-items.ts';
import { type FileContent, inspectFile } from './file-content.ts';
import { encodingOf, type FileFormat, formatOf } from './file-format.ts';
import { fromInflatedCopy } from './inflated-copy.ts';
import { arrayItems, bodyItems } from './json-body.ts';
import { lineItems } from './json-lines.ts';
import { isPage, pageItems } from './json-page.ts';
import type { ReadOptions } from './read-options.ts';
import { type RawTicket, type TicketItem, UnfitColumns, UnreadableFile } from './ticket-item.ts';
import { xlsxItems } from './xlsx-file.ts';
import { sentence } from '../domain/sentence.ts';

/** A spooled upload: the body of a JSON request, or an uploaded file with the name and media type that the client sent. */
type TicketSource = {
  readonly kind: 'body' | 'file';
  readonly path: string;
  readonly name: string;
  readonly type: string;
  /** What was found in the bytes when they were received; without it they are inspected in a first pass. */
  readonly content?: FileContent;
};

/** The tickets of an upload, one at a time, in its order. The same upload gives the same tickets each time. Throws the first UnreadableFile. */
export async function* readTickets(source: TicketSource, options: ReadOptions = {}): AsyncGenerator<RawTicket, void> {
  for await (const item of ticketItems(source, options)) {
    if (item instanceof UnreadableFile) throw item;
    yield item;
  }
}

/**
 * The items of an upload in its order: tickets, and an UnreadableFile for each that cannot be read. An error that ends the reading early is the last
 * item. Throws UnreadableFile if the format is unknown, and UnfitColumns.
 */
export async function* ticketItems(source: TicketSource, options: ReadOptions = {}): AsyncGenerator<TicketItem, void> {
  const content = source.content ?? (await inspectFile(source.path, options));
  const format = formatOf(content, source);
  options.found?.({ format });
  const assigned = assignedColumns(options.columns);
  if (format === 'json' && assigned.size > 0)
    throw new UnfitColumns(sentence`columns: a JSON file has no columns to assign`);
  if (format === 'json' && options.headerRow !== undefined)
    throw new UnfitColumns(sentence`header_row: a JSON file has no rows`);
  if (format !== 'json' && options.readAs !== undefined && options.readAs !== 'own')
    throw new UnfitColumns(sentence`read_as: only JSON is read as the export of a desk`);
  if (format !== 'xlsx' && options.sheet !== undefined)
    throw new UnfitColumns(sentence`sheet: only a workbook has sheets`);
  try {
    yield* readers[format]({ ...source, content }, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof UnfitColumns) throw error;
    options.found?.({ brokenOff: error });
    yield error;
  }
}

/** The tickets of a file that begins with an object: a page of tickets, or one ticket a line. */
async function* objectItems(path: string, options: ReadOptions): AsyncGenerator<TicketItem, void> {
  yield* (await isPage(path, options)) ? pageItems(path, options) : lineItems(path, options);
}

type Inspected = TicketSource & { readonly content: FileContent };
type Reader = (source: Inspected, options: ReadOptions) => AsyncIterable<TicketItem>;

const readers: Readonly<Record<FileFormat, Reader>> = {
  json: ({ kind, path, content: { start } }, options) => {
    if (kind === 'body') return bodyItems(path, options);
    const items = start === 'object' ? objectItems(path, options) : arrayItems(path, options);
    return ticketsOfDesk(items, options);
  },
  csv: ({ path, content }, options) => {
    const encoding = encodingOf(content);
    options.found?.({ encoding });
    return csvItems({ path, encoding }, options);
  },
  xlsx: ({ path }, options) =>
    options.inflates ? fromInflatedCopy(path, options, (copy) => xlsxItems(copy, options)) : xlsxItems(path, options),
};
