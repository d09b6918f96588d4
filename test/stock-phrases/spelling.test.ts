import test from 'ava';
import { spellingCorrector } from '../../src/stock-phrases/spelling.ts';

const mended = spellingCorrector(new Set(['пожалуйста', 'обращение', 'скриншот', 'номер', 'ответьте']));

test('a long word with one letter too many, missing, wrong or swapped is mended', (t) => {
  for (const word of ['пожалуста', 'пожаллуйста', 'пожалойста', 'пожлауйста']) t.is(mended(word), 'пожалуйста', word);
  t.is(mended('обрашение'), 'обращение');
  t.is(mended('скришот'), 'скриншот');
});

test('short words, two slips, another ending and another first letter are left alone', (t) => {
  for (const word of ['нмер', 'пажалуста', 'обращения', 'возвращение', 'кскриншот', 'ответите'])
    t.is(mended(word), word);
});

test('a word of the vocabulary and a very long word are given back as they are', (t) => {
  t.is(mended('ответьте'), 'ответьте');
  const long = 'обращение'.repeat(10_000);
  t.is(mended(long), long);
});
