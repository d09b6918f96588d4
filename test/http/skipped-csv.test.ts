import test from 'ava';
import { csvLine } from '../../src/platform/csv-line.ts';

test('a cell of CSV is quoted if it holds a separator of any spreadsheet, a line break or a quote', (t) => {
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'a"b']), 'a b,"a,b","a;b","a\tb","a\nb","a\rb","a""b"\n');
});
