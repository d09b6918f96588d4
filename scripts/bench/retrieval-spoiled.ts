import { seededRandom } from './seeded-random.ts';

const letters = { latin: 'abcdefghijklmnopqrstuvwxyz', cyrillic: 'абвгдежзийклмнопрстуфхцчшщыьэюя' };

type Random = () => number;

const pick = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from));

/** One slip of the fingers: a letter left out, doubled, wrong, or swapped with the next. */
const typo = (word: string, random: Random): string => {
  const at = pick(random, 0, word.length - 1);
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const alphabet = /[a-z]/i.test(letter) ? letters.latin : letters.cyrillic;
  const slips = [
    before + next + after,
    before + letter + letter + next + after,
    before + alphabet.charAt(pick(random, 0, alphabet.length)) + next + after,
    before + next + letter + after,
  ];
  return slips[pick(random, 0, slips.length)] ?? word;
};

/** Returns the text with one typo in about a third of its words of five letters and more; the number of the text seeds the chance. */
export const withTypos = (text: string, number: number): string => {
  const random = seededRandom(number);
  return text.replace(/\p{L}{5,}/gu, (word) => (random() < 1 / 3 ? typo(word, random) : word));
};

const latinKeys = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`/?QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~';
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё.,ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ';

const swap = (text: string, from: string, to: string): string =>
  Array.from(text, (character) => {
    const at = from.indexOf(character);
    return at < 0 ? character : to.charAt(at);
  }).join('');

/** Returns the text as the same keys give it in the other layout: a Russian text in Latin letters, any other in Russian ones. */
export const inOtherLayout = (text: string): string =>
  /[а-яё]/i.test(text) ? swap(text, russianKeys, latinKeys) : swap(text, latinKeys, russianKeys);
