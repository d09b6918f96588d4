import { readPart } from './workbook-parts.ts';
import type { XmlElement } from './xml-parser.ts';
import { tooLarge } from './xlsx-refusals.ts';
import type { ZipEntries } from './zip-entries.ts';

/** A million strings of 40 bytes fill the 64 MiB that a workbook may have. */
const maxStrings = 1_000_000;

/** The shared strings of a workbook in their order. Throws UnreadableFile. */
export const readSharedStrings = async (zip: ZipEntries, name: string): Promise<readonly string[]> => {
  const strings: string[] = [];
  const item = richText((text) => {
    if (strings.length >= maxStrings) throw tooLarge();
    strings.push(text);
  });
  await readPart(zip, name, { sst: { children: { si: item } } });
  return strings;
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
