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
