import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';
import { withoutLookAlikes } from '../../../src/personal-data/names/look-alikes.ts';

test('a word of two scripts is read in the one that all its letters can be of', (t) => {
  const read = {
    // Latin а; Latin I and p; Greek ο; Cyrillic О and а
    Ивaн: 'Иван',
    Iпполит: 'Ипполит',
    Pоман: 'Роман',
    Антοн: 'Антон',
    Оlgа: 'Olga',
  };
  for (const [written, seen] of Object.entries(read)) t.is(withoutLookAlikes(written), seen);
});

test('words of one script, words that no script has, and long runs of letters stay', (t) => {
  for (const text of ['Иван и Ivan', 'VPNом', 'httpшный', 'аa'.repeat(31), 'Wi-Fi-роутер'])
    t.is(withoutLookAlikes(text), text);
});

test('a mask covers whole words, however many scripts they are of', (t) => {
  const cleaned = {
    'Ольгa просит доступ': '[ИМЯ] просит доступ',
    'позвоните Антoну и Вeре Пeтровой': 'позвоните [ИМЯ] и [ИМЯ]',
    'Иванvpn не входит': '[ИМЯ] не входит',
    'CRМ и VРN не работают': 'CRМ и VРN не работают',
  };
  for (const [text, expected] of Object.entries(cleaned)) t.is(cleanQuery(text), expected);
});
