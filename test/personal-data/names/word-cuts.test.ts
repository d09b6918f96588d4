import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';
import { cutOf } from '../../../src/personal-data/names/word-cuts.ts';

test('two words that are written as one are cut behind the first', (t) => {
  const cuts = {
    'Владимир-не': 'Владимир',
    'Ольга-пишет': 'Ольга',
    'Петров-бухгалтер': 'Петров',
    ИванПетров: 'Иван',
    ПетроваОльгаИвановна: 'Петрова',
  };
  for (const [written, first] of Object.entries(cuts)) t.is(written.slice(0, cutOf(written)), first);
});

test('a word with a hyphen, a particle or a capital of its own is one', (t) => {
  const words = [
    'Анна-Мария',
    'Анна-мария',
    'Иван-чай',
    'Иван-то',
    'Вера-таки',
    'Санкт-Петербург',
    'ВкусВилл',
    'СберБанк',
  ];
  for (const word of words) t.is(cutOf(word), 0, word);
});

test('what is cut is masked without the further word', (t) => {
  t.is(cleanQuery('Владимир-не может войти'), '[ИМЯ]-не может войти');
  t.is(cleanQuery('ПетроваОльга просит доступ'), '[ИМЯ] просит доступ');
});
