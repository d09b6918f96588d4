import { ownWords } from '../domain/sentence.ts';
import { jsonItems, validChunks } from './json-body.ts';
import { elementsOf } from './json-elements.ts';
import { jsonLimits, jsonScan } from './json-state.ts';
import type { Reading } from './text-encoding.ts';
import { type TicketItem, UnreadableFile } from './ticket-item.ts';

/**
 * The tickets of a file that is one page of an API or several, one after the other: objects with a list such as `tickets` or `data`, or with the tickets by their
 * numbers. Paths are those of a JSON body. Throws UnreadableFile. Memory: one ticket (≤ 8 MiB) and one chunk.
 */
export const pageItems = (path: string, options: Reading = {}): AsyncIterable<TicketItem> =>
  jsonItems({ path, ...options }, 'page', 'file');

/** Whether the object that a file begins with is a page, not a ticket. Reads no further than the largest ticket. */
export const isPage = async (path: string, { signal, inflates }: Reading): Promise<boolean> => {
  const scan = jsonScan('page', ownWords('file'));
  try {
    for await (const chunk of validChunks({ path, signal, inflates }, scan)) {
      for (const _element of elementsOf(scan, chunk)) break;
      if (scan.ticketsSeen || scan.offset > jsonLimits.elementBytes) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return scan.ticketsSeen;
};
