import test from 'ava';
import { keptFileName } from '../../src/domain/file-name.ts';

test('a long name of a file is cut at whole characters, before its extension', (t) => {
  t.is(keptFileName(`${'😀'.repeat(300)}.csv`), `${'😀'.repeat(251)}.csv`);
  t.is(keptFileName('я'.repeat(300)), 'я'.repeat(255));
  t.is(keptFileName('май.csv'), 'май.csv');
  t.is(keptFileName(`.${'a'.repeat(300)}`), `.${'a'.repeat(254)}`);
});
