import { createReadStream } from 'node:fs';
import { elementsOf, lastElement } from './json-elements.ts';
import { jsonScan, malformed } from './json-scan.ts';
import type { JsonLayout, JsonScan } from './json-scan.ts';
import { UnreadableFile } from './raw-ticket.ts';
import type { RawTicket } from './raw-ticket.ts';
import { utf8Check } from './utf8-check.ts';

const chunkBytes = 256 * 1024;

/** The tickets of a spooled JSON upload, `{"tickets": [ … ]}`, one at a time; other names at the top are ignored. Throws UnreadableFile. Memory: one ticket (≤ 8 MiB) and one chunk. */
export const readTicketsBody = (path: string): AsyncIterable<RawTicket> => readTickets(path, 'body', 'body');

/** The tickets of a file that is a JSON array, one at a time, with the places of the JSON upload. Throws UnreadableFile. */
export const readTicketsArray = (path: string): AsyncIterable<RawTicket> => readTickets(path, 'array', 'file');

async function* readTickets(path: string, layout: JsonLayout, name: string): AsyncGenerator<RawTicket, void> {
  const scan = jsonScan(layout, name);
  let index = 0;
  for await (const chunk of validChunks(path, scan)) {
    for (const value of elementsOf(scan, chunk)) yield jsonTicket(value, index++);
  }
  for (const value of lastElement(scan)) yield jsonTicket(value, index++);
  if (layout === 'body' && !scan.ticketsSeen) throw new UnreadableFile('tickets is required');
}

const jsonTicket = (value: unknown, index: number): RawTicket => ({
  value,
  index,
  place: (path) => (path === '' ? `tickets[${index}]` : `tickets[${index}].${path}`),
});

/** The file's chunks without a byte order mark, each known to be UTF-8 before it is scanned: a byte that is none would be replaced silently later on. */
async function* validChunks(path: string, scan: JsonScan): AsyncGenerator<Buffer, void> {
  const check = utf8Check();
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    refuseInvalid(scan, check.write(chunk));
    const mark = isFirst && chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    isFirst = false;
    scan.offset += mark;
    yield mark === 0 ? chunk : chunk.subarray(mark);
  }
  refuseInvalid(scan, check.end());
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const refuseInvalid = (scan: JsonScan, at: number): void => {
  if (at >= 0) throw malformed(scan, 'not UTF-8', at);
};
