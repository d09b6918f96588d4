import { type NumberText, numberTexts } from './cell-numbers.ts';
import { richText, type SharedStrings, sharedStrings, unescaped } from './shared-strings.ts';
import { chosenSheet, type FoundSheets, type WantedSheet } from './chosen-sheet.ts';
import { columnOf, mergeFiller, type RowMerges, rowMerges } from './merged-cells.ts';
import { isBlankRow, type RowItem } from './table-row.ts';
import { rowLimits } from '../domain/limits.ts';
import { parsedChunks, workbookParts } from './workbook-parts.ts';
import { damaged, rowTooLarge, rowTooWide, tooLarge } from './xlsx-refusals.ts';
import type { Attributes, XmlElement } from './xml-parser.ts';
import { openZip, type ZipEntries } from './zip-entries.ts';

/**
 * The rows, without blank ones, of one sheet; cells as text. A row that exceeds a limit yields an
 * UnreadableFile instead. Throws UnreadableFile. The shared strings are in memory, the rows are not; a part that is damaged behind what the rows need is
 * refused after them. Throws UnfitColumns if the wanted sheet does not exist.
 */
export async function* workbookRows(
  path: string,
  found: (sheets: FoundSheets) => void = () => undefined,
  wanted: WantedSheet = {},
): AsyncGenerator<RowItem, void> {
  const zip = await openZip(path);
  try {
    const parts = await workbookParts(zip);
    const strings = sharedStrings(zip, parts.sharedStrings);
    const texts = { strings, numberText: await numberTexts(zip, parts) };
    try {
      const looking = { ...zip, read: zip.look };
      // Formatting numbers takes longer than reading them, and no title is one.
      const unformatted = { strings, numberText: String };
      const chosen = await chosenSheet(parts.sheets, wanted, ({ part }) => sheetRows(looking, part, unformatted));
      if (chosen) {
        found(chosen);
        yield* sheetRows(zip, chosen.part, texts, await rowMerges(zip, chosen.part));
      }
      await strings.upTo(Infinity);
      await zip.checkRest();
    } finally {
      await strings.close();
    }
  } finally {
    zip.close();
  }
}

/** What the cells of a sheet refer to. */
type CellTexts = { readonly strings: SharedStrings; readonly numberText: NumberText };

/** `rows` as in Excel; `cells` with the blank ones before a text; `characters` of all cells, since a shared string may be in any number of them. */
const limits = { rows: 1_048_576, cells: 3_000_000, characters: 256 * 1024 * 1024 };

/** The rows of a sheet, without blank ones, while it is inflated; cells as text. A row that exceeds a limit yields an UnreadableFile instead. Throws UnreadableFile. */
async function* sheetRows(
  zip: ZipEntries,
  name: string,
  texts: CellTexts,
  merges: RowMerges = new Map(),
): AsyncGenerator<RowItem, void> {
  const count = cellCounter();
  const fill = mergeFiller(merges, count);
  const { worksheet, take } = rowCollector(texts.numberText, () => count.cells(1));
  const textOf = (content: Content): string => {
    const text = typeof content === 'string' ? content : (texts.strings.parsed[content.shared] ?? refuse());
    count.characters(text.length);
    return text;
  };
  for await (const _chunk of parsedChunks(zip, name, { worksheet })) {
    for (const row of take()) {
      await texts.strings.upTo(row.lastShared());
      const item = row.item(textOf, count.cells);
      if (item) yield fill(item);
    }
  }
}

/** The content of a cell: its text, or the index of a shared string. */
type Content = string | { readonly shared: number };

type RowBuilder = ReturnType<typeof rowBuilder>;

/** Handlers that collect the rows of a sheet; `counted` is called for every cell. */
const rowCollector = (numberText: NumberText, counted: () => void) => {
  let rows: RowBuilder[] = [];
  let row = rowBuilder(0);
  const cell = cellElement(numberText, {
    moveTo: (reference) => {
      counted();
      row.moveTo(reference);
    },
    add: (content) => row.add(content),
  });
  const rowElement: XmlElement = {
    start: ({ r }) => {
      const number = r === undefined ? row.number + 1 : Number(r);
      if (!Number.isInteger(number) || number <= row.number || number > limits.rows) refuse();
      row = rowBuilder(number);
    },
    end: () => void rows.push(row),
    children: { c: cell },
  };
  return {
    worksheet: { children: { sheetData: { children: { row: rowElement } } } },
    take: (): readonly RowBuilder[] => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
};

/** Counts what a sheet holds. Throws UnreadableFile above a limit. */
const cellCounter = () => {
  const left = { cells: limits.cells, characters: limits.characters };
  const count = (what: keyof typeof left) => (amount: number) => {
    left[what] -= amount;
    if (left[what] < 0) throw tooLarge();
  };
  return { cells: count('cells'), characters: count('characters') };
};

const rowBuilder = (number: number) => {
  const contents: Content[] = [];
  let column = -1;
  let lastShared = -1;
  let isTooWide = false;
  return {
    number,
    /** Moves to a cell: the next one, if the file does not name it. */
    moveTo: (reference: string | undefined): void => {
      column = reference === undefined ? column + 1 : columnIn(reference, number);
    },
    add: (content: Content): void => {
      if (content === '') return;
      if (column >= rowLimits.columns) isTooWide = true;
      else contents[column] = content;
      if (typeof content !== 'string') lastShared = Math.max(lastShared, content.shared);
    },
    /** The highest index of a shared string in the row; -1 without any. */
    lastShared: (): number => lastShared,
    /** The row, or why it is refused; undefined for a blank one. `blanks` receives the number of blank cells before the last one. */
    item: (textOf: (content: Content) => string, blanks: (cells: number) => void): RowItem | undefined => {
      const cells: string[] = [];
      let filled = 0;
      let bytes = 0;
      contents.forEach((content, index) => {
        const text = textOf(content);
        if (text === '') return;
        cells[index] = text;
        filled += 1;
        bytes += Buffer.byteLength(text);
      });
      blanks(cells.length - filled);
      if (isTooWide) return rowTooWide(number);
      if (bytes > rowLimits.bytes) return rowTooLarge(number);
      const item = { row: number, cells: Array.from(cells, (cell: string | undefined) => cell ?? '') };
      return isBlankRow(item) ? undefined : item;
    },
  };
};

/** The column (from 0) of a cell such as `AB12`, which must be in this row. */
const columnIn = (reference: string, row: number): number => {
  const [, letters = '', digits] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
  if (Number(digits) !== row) refuse();
  if (letters.length > 3) return rowLimits.columns;
  return columnOf(letters);
};

type CellTarget = {
  readonly moveTo: (reference: string | undefined) => void;
  readonly add: (content: Content) => void;
};

const cellElement = (numberText: NumberText, { moveTo, add }: CellTarget): XmlElement => {
  let attributes: Attributes = {};
  let value = '';
  let inline = '';
  const v: XmlElement = {
    text: (text) => {
      value += text;
    },
  };
  const is = richText((text) => {
    inline = text;
  });
  return {
    start: (found) => {
      attributes = found;
      value = inline = '';
      moveTo(found['r']);
    },
    end: () => add(attributes['t'] === 'inlineStr' ? inline : cellContent(value, attributes, numberText)),
    children: { v, is },
  };
};

/** What a cell holds as text: its number as `numberText` writes it, TRUE or FALSE; an error, displayed as `#N/A` and the like, has no text. */
const cellContent = (value: string, { t: type = 'n', s: style }: Attributes, numberText: NumberText): Content => {
  switch (type) {
    case 'n': {
      const number = Number(value);
      if (!Number.isFinite(number)) refuse();
      // A program may write an integer whose digits no number of ours has; rounded, two ids would be one.
      if (!Number.isSafeInteger(number) && /^-?\d+$/.test(value)) return value;
      return value.trim() === '' ? '' : numberText(number, style === undefined ? undefined : Number(style));
    }
    case 's':
      return value === '' ? '' : { shared: Number(value) };
    case 'str':
      return unescaped(value);
    case 'b':
      return value === '' ? '' : value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$|\.\d+Z?$|Z$/, '');
    case 'e':
      return '';
    default:
      return refuse();
  }
};

const refuse = (): never => {
  throw damaged();
};
