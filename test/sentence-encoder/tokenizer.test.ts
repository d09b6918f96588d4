import test from 'ava';
import { tokenizer, unknownPiece } from '../../src/sentence-encoder/tokenizer.ts';

const known: Readonly<Record<string, number>> = {
  '\u2581': -3,
  '\u2581print': -5,
  '\u2581printer': -8,
  er: -4,
  s: -2,
  a: -2.5,
  aa: -5,
  é: -4,
  '.': -1,
};
const texts = Object.keys(known).sort();
const pieces = { texts, scores: Float32Array.from(texts, (text) => known[text] ?? 0) };
const tokenize = tokenizer(pieces, -20);
const read = (text: string, limit?: number): string =>
  tokenize(text, limit)
    .map((piece) => (piece === unknownPiece ? '?' : texts[piece]))
    .join('|');

test('a word is split into its most probable pieces', (t) => {
  t.is(read('printers'), '\u2581printer|s');
  t.is(read('print'), '\u2581print');
});

test('of two equally probable ways the one with the longer first piece wins, as in SentencePiece', (t) => {
  t.is(read('aa'), '\u2581|aa');
});

test('characters that no piece has are one unknown piece while they follow one another', (t) => {
  t.is(read('жжж'), '\u2581|?');
  t.is(read('😀😀 жs'), '\u2581|?|\u2581|?|s');
});

test('blanks of every kind divide words, marks of direction and control characters do not stay', (t) => {
  t.is(read(' \tprint\u00a0print\u200bprint\u2028\ufeff'), '\u2581print|\u2581print|\u2581print');
  t.is(read('pr\u0007int'), '\u2581print');
  t.is(read('\u2581print'), '\u2581print');
});

test('a word that was read before has the same pieces', (t) => {
  t.is(read('жs жs жs printers printers'), '\u2581|?|s|\u2581|?|s|\u2581|?|s|\u2581printer|s|\u2581printer|s');
});

test('text is read in normal form KC, with its capitals', (t) => {
  t.is(read('ｐｒｉｎｔ e\u0301'), '\u2581print|\u2581|é');
  t.is(read('Sa'), '\u2581|?|a');
});

test('no more pieces are returned than asked for, and a long word takes time by its length only', (t) => {
  t.is(read('print print print', 2), '\u2581print|\u2581print');
  const start = performance.now();
  t.is(tokenize('s'.repeat(200_000)).length, 200_001);
  t.true(performance.now() - start < 5_000);
});
