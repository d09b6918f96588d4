import test from 'ava';
import { isNotNameWord, isOfNotNames, notNameLimits, tidyNotNames } from '../../src/domain/not-names.ts';

test('a word has letters and digits, and hyphens between them', (t) => {
  for (const word of ['Алиса', 'IPsec', '1С', 'Вега-Смета', 'К9', 'Ёлка', 'е\u0308лка'.normalize('NFD')])
    t.true(isNotNameWord(word), word);
  const long = 'я'.repeat(notNameLimits.characters + 1);
  for (const word of ['', ' ', 'Алиса Плюс', '-Вега', 'Вега-', 'a@b.ru', '+7912', 'a.b', '[ИМЯ]', 'Ива\u200bнов', long])
    t.false(isNotNameWord(word), word);
});

test('a list has each word once, as it was written first', (t) => {
  t.deepEqual(tidyNotNames(['Алиса', 'АЛИСА', 'Вега', 'ёлка', 'Елка', 'и\u0306']), ['Алиса', 'Вега', 'ёлка', 'й']);
});

test('what was found is no name if all its words are listed, in any case', (t) => {
  const isNotName = isOfNotNames(['Алиса', 'Плюс', 'ёлка', 'Вега-Смета']);
  for (const found of ['Алиса', 'АЛИСА', 'Алиса Плюс', 'алиса, плюс', 'Елка', 'вега-смета'])
    t.true(isNotName(found), found);
  for (const found of ['Алисе', 'Алиса Смирнова', 'Вега', 'Смета', 'Алиса-Плюс', '', '…'])
    t.false(isNotName(found), found);
  t.false(isOfNotNames([])('Алиса'));
});
