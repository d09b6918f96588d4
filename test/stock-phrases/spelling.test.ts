import test from 'ava';
import { spellingCorrector } from '../../src/stock-phrases/spelling.ts';

const corrected = spellingCorrector(new Set(['пожалуйста', 'обращение', 'скриншот', 'номер', 'ответьте']));

test('a long word with one letter too many, missing, wrong or swapped is corrected', (t) => {
  for (const word of ['пожалуста', 'пожаллуйста', 'пожалойста', 'пожлауйста'])
    t.is(corrected(word), 'пожалуйста', word);
  t.is(corrected('обрашение'), 'обращение');
  t.is(corrected('скришот'), 'скриншот');
});

test('short words, two typos, another ending and another first letter are left alone', (t) => {
  for (const word of ['нмер', 'пажалуста', 'обращения', 'возвращение', 'кскриншот', 'ответите'])
    t.is(corrected(word), word);
});

test('a word of the vocabulary and a very long word are given back as they are', (t) => {
  t.is(corrected('ответьте'), 'ответьте');
  const long = 'обращение'.repeat(10_000);
  t.is(corrected(long), long);
});
