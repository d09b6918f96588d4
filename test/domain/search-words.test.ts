import test from 'ava';
import fc from 'fast-check';
import { searchWords } from '../../src/domain/search-words.ts';

/** A sign that the simple pattern does not know: it sends its text the general way. */
const generally = (text: string) => searchWords(`${text} ①`).filter((word) => word !== '1');
const simply = (text: string) => searchWords(text).filter((word) => word !== '1');

const ordinary = 'aZ09 -_\'"\t\nаяАЯёЁ«»–—‘’‚“”„…•₽€\u00a0'.split('');
const unusual = '№½①ßİµﬁ²\u0301й'.split('');

test('words are found in an ordinary text as in any other', (t) => {
  const text = fc.array(fc.constantFrom(...ordinary), { maxLength: 20 }).map((characters) => characters.join(''));
  fc.assert(fc.property(text, (each) => t.deepEqual(simply(each), generally(each))));
});

test('two words with the same hash are told apart', (t) => {
  t.deepEqual(searchWords('ба ая ба'), ['ба', 'ая']);
});

test('words with unusual signs are those of their compatible forms', (t) => {
  t.deepEqual(searchWords('Дом №5'), ['дом', 'no', '5']);
  const text = fc
    .array(fc.constantFrom(...ordinary, ...unusual), { maxLength: 20 })
    .map((characters) => characters.join(''));
  fc.assert(fc.property(text, (each) => t.deepEqual(searchWords(each), searchWords(each.normalize('NFKC')))));
});

test('each word is there once, in the order of the text, whatever its case and ending', (t) => {
  t.deepEqual(searchWords('Заказы и ЗАКАЗ, ёлка Елка 12-34 12'), searchWords('заказ и елка 12 34'));
});

test('the forms of a word have one stem, and other words have others', (t) => {
  const paradigms = [
    'деньги денег деньгам деньгами деньгах',
    'доставка доставки доставке доставку доставкой доставок доставкам доставками',
    'настройка настройки настройку настроек настройкам настройками настройках',
    'палец пальца пальцем пальцы пальцев пальцам',
    'список списка списку списком списки списков спискам списками',
    'акция акции акцию акцией акций акциям акциями акциях',
    'тема темы теме тему темой тем темам темами темах',
    'год года году годом годы годам годами лет',
    'люди людей людям людьми людях человек человека человеку человеком',
    'дети детей детям детьми ребёнок ребёнка ребёнку ребёнком',
    'ошибка ошибки ошибке ошибку ошибкой ошибок ошибкам ошибками ошибках',
    'счёт счёта счёту счётом счёте',
    'возврат возврата возвраты возвратов возвратам',
  ];
  const stems = paradigms.map((forms) => searchWords(forms));
  for (const [index, found] of stems.entries()) t.is(found.length, 1, `${paradigms[index] ?? ''}: ${found.join(' ')}`);
  t.is(new Set(stems.flat()).size, paradigms.length);
});
