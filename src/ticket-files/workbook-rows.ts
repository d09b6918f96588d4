import { type NumberText, numberTexts } from './cell-numbers.ts';
import { readSharedStrings, richText, unescaped } from './shared-strings.ts';
import { isBlankRow, type RowItem, rowLimits } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';
import { workbookParts } from './workbook-parts.ts';
import { damaged, tooLarge } from './xlsx-refusals.ts';
import { type Attributes, type XmlElement, xmlParser } from './xml-parser.ts';
import { openZip, type ZipEntries } from './zip-entries.ts';

/**
 * The rows, without blank ones, of the first sheet that has any, whose name `found` receives; cells as text. A row that exceeds a limit yields an
 * UnreadableFile instead. Throws UnreadableFile. The shared strings are in memory, the rows are not.
 */
export async function* workbookRows(
  path: string,
  found: (sheet: string) => void = () => undefined,
): AsyncGenerator<RowItem, void> {
  const zip = await openZip(path);
  try {
    const parts = await workbookParts(zip);
    const { sharedStrings } = parts;
    const strings = sharedStrings === undefined ? [] : await readSharedStrings(zip, sharedStrings);
    const texts = { strings, numberText: await numberTexts(zip, parts) };
    for (const { part, name } of parts.sheets) {
      let isEmpty = true;
      for await (const row of sheetRows(zip, part, texts)) {
        if (isEmpty) found(name);
        isEmpty = false;
        yield row;
      }
      if (!isEmpty) return;
    }
  } finally {
    zip.close();
  }
}

/** What the cells of a sheet refer to. */
type CellTexts = { readonly strings: readonly string[]; readonly numberText: NumberText };

/** `rows` as in Excel; `cells` with the blank ones before a text; `characters` of all cells, since a shared string may be in any number of them. */
const limits = { rows: 1_048_576, cells: 3_000_000, characters: 256 * 1024 * 1024 };

/** The rows of a sheet, without blank ones, while it is inflated; cells as text. A row that exceeds a limit yields an UnreadableFile instead. Throws UnreadableFile. */
async function* sheetRows(zip: ZipEntries, name: string, texts: CellTexts): AsyncGenerator<RowItem, void> {
  const { worksheet, take } = rowCollector(texts);
  const parser = xmlParser({ worksheet });
  for await (const chunk of zip.read(name)) {
    parser.write(chunk);
    yield* take();
  }
  parser.end();
}

/** Handlers that collect the rows of a sheet. */
const rowCollector = (texts: CellTexts) => {
  let items: RowItem[] = [];
  let row = rowBuilder(0);
  const count = cellCounter();
  const cell = cellElement(texts, {
    place: (reference) => {
      count.cells(1);
      row.place(reference);
    },
    add: (text) => {
      count.characters(text.length);
      row.add(text);
    },
  });
  const rowElement: XmlElement = {
    start: ({ r }) => {
      const number = r === undefined ? row.number + 1 : Number(r);
      if (!Number.isInteger(number) || number <= row.number || number > limits.rows) refuse();
      row = rowBuilder(number);
    },
    end: () => {
      count.cells(row.blanks());
      const item = row.item();
      if (item) items.push(item);
    },
    children: { c: cell },
  };
  return {
    worksheet: { children: { sheetData: { children: { row: rowElement } } } },
    take: (): readonly RowItem[] => {
      const taken = items;
      items = [];
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
  const cells: string[] = [];
  let column = -1;
  let filled = 0;
  let bytes = 0;
  let refusal: string | undefined;
  return {
    number,
    /** Moves to a cell: the next one, if the file does not name it. */
    place: (reference: string | undefined): void => {
      column = reference === undefined ? column + 1 : columnIn(reference, number);
    },
    add: (text: string): void => {
      if (text === '' || refusal !== undefined) return;
      bytes += Buffer.byteLength(text);
      if (column >= rowLimits.columns) refusal = `row ${number} has more than ${rowLimits.columns} columns`;
      else if (bytes > rowLimits.bytes) refusal = `row ${number} has more than 1 MiB`;
      else cells[column] = text;
      filled += 1;
    },
    /** The number of blank cells before the last one. */
    blanks: (): number => Math.max(0, cells.length - filled),
    item: (): RowItem | undefined => {
      if (refusal !== undefined) return new UnreadableFile(refusal, { row: number });
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
  return Buffer.from(letters).reduce((column, letter) => column * 26 + letter - 64, 0) - 1;
};

type CellTarget = { readonly place: (reference: string | undefined) => void; readonly add: (text: string) => void };

const cellElement = (texts: CellTexts, { place, add }: CellTarget): XmlElement => {
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
      place(found['r']);
    },
    end: () => add(attributes['t'] === 'inlineStr' ? inline : cellText(value, attributes, texts)),
    children: { v, is },
  };
};

/** A cell as text: its number as `numberText` writes it, TRUE or FALSE; an error, displayed as `#N/A` and the like, has no text. */
const cellText = (
  value: string,
  { t: type = 'n', s: style }: Attributes,
  { strings, numberText }: CellTexts,
): string => {
  switch (type) {
    case 'n': {
      const number = Number(value);
      if (!Number.isFinite(number)) refuse();
      return value.trim() === '' ? '' : numberText(number, style === undefined ? undefined : Number(style));
    }
    case 's':
      return value === '' ? '' : (strings[Number(value)] ?? refuse());
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
