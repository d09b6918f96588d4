import test from 'ava';
import { csvLine, withoutFormula } from '../../src/platform/csv-line.ts';

test('a cell of CSV is quoted if it holds a separator of any spreadsheet, a line break or a quote', (t) => {
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'a"b']), 'a b,"a,b","a;b","a\tb","a\nb","a\rb","a""b"\n');
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a"b'], ';'), 'a b;"a,b";"a;b";"a""b"\n');
});

test('a cell that a spreadsheet would read as a formula is marked as text', (t) => {
  for (const cell of ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1'])
    t.is(withoutFormula(cell), `'${cell}`);
  // What a spreadsheet drops at the beginning, and signs of other widths.
  for (const before of [
    ' ',
    '\u00a0',
    '\u3000',
    '"',
    '""',
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u3164',
    ' "\u200b ',
  ])
    for (const sign of '=+-@＝＋－＠﹢﹣﹦﹫') t.is(withoutFormula(`${before}${sign}1`), `'${before}${sign}1`);
  for (const cell of ['1', 'a=1', ' 1', '"1"', '\u200b1=1', '']) t.is(withoutFormula(cell), cell);
});
