import { validChunks } from './json-body.ts';
import { parseJsonCell } from './json-elements.ts';
import { jsonLimits, jsonScan } from './json-state.ts';
import type { Reading } from './text-encoding.ts';
import { type TicketItem, UnreadableFile } from './ticket-item.ts';
import { ownWords, sentence } from '../domain/sentence.ts';

/**
 * The tickets of a file with one JSON object a line (JSON Lines), one at a time; paths name the line as its row, from
 * 1. Empty lines are passed over. A line that is no JSON or exceeds a limit yields an UnreadableFile, and the next line
 * is read. Memory: one line (≤ 8 MiB) and one chunk.
 */
export async function* lineItems(path: string, options: Reading = {}): AsyncGenerator<TicketItem, void> {
  let index = 0;
  for await (const { row, text } of linesOf({ path, ...options })) {
    const item = itemOf(text, row, index);
    if (item) {
      index += 1;
      yield item;
    }
  }
}

/** `text` is undefined for a line that is too long. */
type Line = { readonly row: number; readonly text: string | undefined };

const itemOf = (text: string | undefined, row: number, index: number): TicketItem | undefined => {
  const pathOf = (path: string) => (path === '' ? sentence`row ${row}` : sentence`row ${row}, ${ownWords(path)}`);
  if (text === undefined) return new UnreadableFile(sentence`${pathOf('')} has more than 8 MiB`, { row, index });
  try {
    const value = parseJsonCell(text, pathOf(''));
    return value === undefined ? undefined : { value, index, row, pathOf };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return new UnreadableFile(error.sentence, { row, index });
  }
};

const lineFeed = 0x0a;

async function* linesOf(file: Reading & { readonly path: string }): AsyncGenerator<Line, void> {
  const line = growingLine();
  let row = 1;
  for await (const chunk of validChunks(file, jsonScan('value', ownWords('file')))) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      line.add(chunk.subarray(from, end));
      yield { row: row++, text: line.take() };
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  yield { row, text: line.take() };
}

/** The bytes of a line so far; those of a line that is too long are not kept. */
const growingLine = () => {
  let parts: Buffer[] = [];
  let bytes = 0;
  return {
    add: (part: Buffer): void => {
      bytes += part.length;
      if (bytes > jsonLimits.elementBytes) parts = [];
      else if (part.length > 0) parts.push(part);
    },
    take: (): string | undefined => {
      const text = bytes > jsonLimits.elementBytes ? undefined : Buffer.concat(parts).toString();
      parts = [];
      bytes = 0;
      return text;
    },
  };
};
