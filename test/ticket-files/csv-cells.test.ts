import test from 'ava';
import { parseString } from 'fast-csv';
import fc from 'fast-check';
import { cellsOf, csvRows } from '../../src/ticket-files/csv-rows.ts';
import type { Delimiter } from '../../src/ticket-files/read-options.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';

const texts = async function* (text: string) {
  yield await Promise.resolve(text);
};

/** The cells of each readable row, and of the same row as another parser reads it. */
const cellsOfRows = async (text: string, delimiter: Delimiter) => {
  const ours: (readonly string[])[] = [];
  const theirs: (readonly string[])[] = [];
  for await (const rows of csvRows(texts(text), delimiter)) {
    for (const row of rows) {
      if (row instanceof UnreadableFile) continue;
      ours.push(cellsOf(row.text, delimiter));
      for await (const cells of parseString(row.text, { delimiter }) as AsyncIterable<string[]>) theirs.push(cells);
    }
  }
  return { ours, theirs };
};

/** Parsers differ in the blanks that they keep of a blank cell. */
const withoutBlanks = (cells: readonly string[]) => cells.map((cell) => (cell.trim() === '' ? '' : cell));

test('the cells of a row are those that another CSV parser finds', async (t) => {
  const piece = fc.constantFrom('"', '""', ',', ';', '\t', ' ', '\n', 'ж', 'a b', '"x"', '"a, ""b"""', ' "y" ');
  const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), delimiters, async (pieces, delimiter) => {
      const { ours, theirs } = await cellsOfRows(pieces.join(''), delimiter);
      t.deepEqual(ours.map(withoutBlanks), theirs.map(withoutBlanks));
    }),
    { numRuns: 500 },
  );
});

test('quotes, blanks around them and blank cells are read as spreadsheets do', (t) => {
  t.deepEqual(cellsOf('a, "b, ""c""" ,, d ,"","e\nf"', ','), ['a', 'b, "c"', '', ' d ', '', 'e\nf']);
  t.deepEqual(cellsOf('\t"x"', '\t'), ['', 'x']);
  t.deepEqual(cellsOf('a"b;', ';'), ['a"b', '']);
});
