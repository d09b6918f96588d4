import { readCsvFile } from './csv-file.ts';
import { detectFormat } from './file-format.ts';
import { readTicketsArray } from './json-body.ts';
import type { RawTicket } from './raw-ticket.ts';
import { readXlsxFile } from './xlsx-file.ts';

const readers = { json: readTicketsArray, csv: readCsvFile, xlsx: readXlsxFile };

/** The tickets of an uploaded file, one at a time, in its order: JSON, CSV or XLSX by content. The same file gives the same tickets each time. Throws UnreadableFile. */
export async function* readTicketFile(file: {
  readonly path: string;
  readonly name: string;
  readonly type: string;
}): AsyncGenerator<RawTicket, void> {
  yield* readers[await detectFormat(file)](file.path);
}
