import test from 'ava';
import { csvLine, withoutFormula } from '../../src/platform/csv-line.ts';

test('a cell of CSV is quoted if it holds a separator of any spreadsheet, a line break or a quote', (t) => {
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'a"b']), 'a b,"a,b","a;b","a\tb","a\nb","a\rb","a""b"\n');
});

test('a cell that a spreadsheet would read as a formula is marked as text', (t) => {
  for (const cell of ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1'])
    t.is(withoutFormula(cell), `'${cell}`);
  for (const cell of ['1', 'a=1', ' 1', '']) t.is(withoutFormula(cell), cell);
});
