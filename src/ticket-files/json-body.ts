import { createReadStream } from 'node:fs';
import { elementsOf, lastElement } from './json-elements.ts';
import { jsonScan, malformed } from './json-scan.ts';
import type { JsonLayout, JsonScan } from './json-scan.ts';
import { UnreadableFile } from './raw-ticket.ts';
import type { TicketItem } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { utf8Check } from './utf8-check.ts';

const chunkBytes = 256 * 1024;

/** The tickets of a spooled JSON upload, `{"tickets": [ … ]}`, one at a time; other names at the top are ignored. Throws UnreadableFile. Memory: one ticket (≤ 8 MiB) and one chunk. */
export const bodyItems = (path: string, { signal }: Pick<ReadOptions, 'signal'> = {}): AsyncIterable<TicketItem> =>
  jsonItems({ path, signal }, 'body', 'body');

/** The tickets of a file that is a JSON array, one at a time, with the places of the JSON upload. Throws UnreadableFile. */
export const arrayItems = (path: string, { signal }: Pick<ReadOptions, 'signal'> = {}): AsyncIterable<TicketItem> =>
  jsonItems({ path, signal }, 'array', 'file');

type File = { readonly path: string; readonly signal: AbortSignal | undefined };

async function* jsonItems(file: File, layout: JsonLayout, name: string): AsyncGenerator<TicketItem, void> {
  const scan = jsonScan(layout, name);
  let index = 0;
  for await (const chunk of validChunks(file, scan)) {
    for (const element of elementsOf(scan, chunk)) yield itemOf(element, index++);
  }
  for (const element of lastElement(scan)) yield itemOf(element, index++);
  if (layout === 'body' && !scan.ticketsSeen) throw new UnreadableFile('tickets is required');
}

const itemOf = (element: unknown, index: number): TicketItem => {
  if (element instanceof UnreadableFile) return element;
  const place = (path: string) => (path === '' ? `tickets[${index}]` : `tickets[${index}].${path}`);
  return { value: element, index, place };
};

/** The file's chunks without a byte order mark, each known to be UTF-8 before it is scanned: a byte that is none would be replaced silently later on. What stands before such a byte still comes. */
async function* validChunks({ path, signal }: File, scan: JsonScan): AsyncGenerator<Buffer, void> {
  const check = utf8Check();
  let start = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    const invalid = check.write(chunk);
    const mark = start === 0 && chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    scan.offset += mark;
    const sound = invalid < 0 ? chunk : chunk.subarray(0, Math.max(invalid - start, 0));
    if (sound.length > mark) yield sound.subarray(mark);
    if (invalid >= 0) throw malformed(scan, 'not UTF-8', invalid);
    start += chunk.length;
  }
  const unfinished = check.end();
  if (unfinished >= 0) throw malformed(scan, 'not UTF-8', unfinished);
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
