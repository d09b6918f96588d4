import { elementsOf, lastElement } from './json-elements.ts';
import { jsonScan, malformed } from './json-state.ts';
import type { JsonLayout, JsonScan } from './json-state.ts';
import { chunksOf, type Reading, utf8Validator } from './text-encoding.ts';
import { UnreadableFile } from './ticket-item.ts';
import type { TicketItem } from './ticket-item.ts';
import { ownWords, sentence } from '../domain/sentence.ts';

/** The tickets of a spooled JSON body, `{"tickets": [ … ]}`, one at a time; other properties of the body are ignored. Throws UnreadableFile. Memory: one ticket (≤ 8 MiB) and one chunk. */
export const bodyItems = (path: string, options: Reading = {}): AsyncIterable<TicketItem> =>
  jsonItems({ path, ...options }, 'body', 'body');

/** The tickets of a file that is a JSON array, one at a time; paths are those of a JSON body. Throws UnreadableFile. */
export const arrayItems = (path: string, options: Reading = {}): AsyncIterable<TicketItem> =>
  jsonItems({ path, ...options }, 'array', 'file');

type File = Reading & { readonly path: string };

/** The tickets of a file in a layout; `name` is its subject in errors. */
export async function* jsonItems(file: File, layout: JsonLayout, name: string): AsyncGenerator<TicketItem, void> {
  const scan = jsonScan(layout, ownWords(name));
  let index = 0;
  for await (const chunk of validChunks(file, scan)) {
    for (const element of elementsOf(scan, chunk)) yield itemOf(element, index++);
  }
  for (const element of lastElement(scan)) yield itemOf(element, index++);
  if (layout === 'body' && !scan.ticketsSeen) throw new UnreadableFile(sentence`tickets is required`);
}

const itemOf = (element: unknown, index: number): TicketItem => {
  if (element instanceof UnreadableFile) return element;
  const pathOf = (path: string) =>
    path === '' ? sentence`tickets[${index}]` : sentence`tickets[${index}].${ownWords(path)}`;
  return { value: element, index, pathOf };
};

/** The chunks of a file without its byte order mark, validated as UTF-8: decoding would silently replace an invalid byte. The bytes before an invalid one are still yielded. */
export async function* validChunks({ path, ...reading }: File, scan: JsonScan): AsyncGenerator<Buffer, void> {
  const validator = utf8Validator();
  let start = 0;
  for await (const chunk of chunksOf(path, reading)) {
    await reading.yieldIfDue?.();
    reading.onBytes?.(chunk.length);
    const invalid = validator.write(chunk);
    const markBytes = start === 0 && chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    scan.offset += markBytes;
    const valid = invalid < 0 ? chunk : chunk.subarray(0, Math.max(invalid - start, 0));
    if (valid.length > markBytes) yield valid.subarray(markBytes);
    if (invalid >= 0) throw malformed(scan, 'not UTF-8', invalid);
    start += chunk.length;
  }
  const incomplete = validator.end();
  if (incomplete >= 0) throw malformed(scan, 'not UTF-8', incomplete);
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
