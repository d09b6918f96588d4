import { parsedChunks } from './workbook-parts.ts';
import type { XmlElement } from './xml-parser.ts';
import { tooLarge } from './xlsx-refusals.ts';
import type { ZipEntries } from './zip-entries.ts';

/** A million strings of 40 bytes fill the 64 MiB that a workbook may have. */
const maxStrings = 1_000_000;

/** The shared strings of a workbook in their order, parsed as far as they are asked for: a sheet mostly uses them in that order, so that its first rows need only the first of them. */
export type SharedStrings = {
  /** Those parsed so far. */
  readonly parsed: readonly string[];
  /** Parses up to an index, or to the end if there is none such. Throws UnreadableFile. */
  readonly upTo: (index: number) => Promise<void>;
  /** Ends the reading where it is. */
  readonly close: () => Promise<void>;
};

/** The shared strings of a part; none without it, which a cell that refers to one finds. */
export const sharedStrings = (zip: ZipEntries, name: string | undefined): SharedStrings => {
  const parsed: string[] = [];
  const item = richText((text) => {
    if (parsed.length >= maxStrings) throw tooLarge();
    parsed.push(text);
  });
  const chunks =
    name === undefined || !zip.has(name) ? undefined : parsedChunks(zip, name, { sst: { children: { si: item } } });
  let isDone = chunks === undefined;
  return {
    parsed,
    upTo: async (index) => {
      while (!isDone && !(index < parsed.length)) isDone = (await chunks?.next())?.done ?? true;
    },
    close: async () => void (await chunks?.return()),
  };
};

/** The text of a string item, formatted or not, without phonetic runs (ECMA-376, part 1, 18.4.8). */
export const richText = (done: (text: string) => void): XmlElement => {
  let whole = '';
  const t = {
    text: (text: string) => {
      whole += text;
    },
  };
  return {
    start: () => {
      whole = '';
    },
    end: () => done(unescaped(whole)),
    children: { t, r: { children: { t } } },
  };
};

/** Decodes `_x000D_` and the like (ECMA-376, part 1, 22.9.2.19); line breaks become line feeds. */
export const unescaped = (text: string): string => {
  const decoded = text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
  return decoded.includes('\r') ? decoded.replaceAll('\r\n', '\n') : decoded;
};
