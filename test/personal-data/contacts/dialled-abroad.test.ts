import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';

const masked: readonly (readonly [string, string])[] = [
  ['8 10 49 89 400102', '[ТЕЛЕФОН]'],
  ['8-10-1-212-400-10-20', '[ТЕЛЕФОН]'],
  ['810 44 20 7946 0123', '[ТЕЛЕФОН]'],
  ['8 10 (39) 02 400102', '[ТЕЛЕФОН]'],
  ['00-49-89-400102', '[ТЕЛЕФОН]'],
  ['0033 1 40010203', '[ТЕЛЕФОН]'],
  ['тел. 8 10 33 1 40 01 02 03', 'тел. [ТЕЛЕФОН]'],
  ['тел. 8104989400102', 'тел. [ТЕЛЕФОН]'],
];

test('telephones: numbers of any country behind an international dialling prefix', (t) => {
  for (const [text, expected] of masked) t.is(cleanQuery(text), expected, text);
});

const kept: readonly string[] = [
  'счёт 40817 810 49 8940 010203',
  'счёт 810 49 89 400102',
  'накладная 00-49-89-400102',
  '8104989400102',
  '00 49 890 400',
  '8-10-2026 14-30-25',
  'размеры 8 10 33 40 400 500',
];

test('telephones: accounts, documents, dates and sizes that begin like a dialling prefix stay', (t) => {
  for (const text of kept) t.is(cleanQuery(text), text);
});
