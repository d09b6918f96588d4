import { followsPhoneWord } from './phone-words.ts';
import { type Span } from './spans.ts';

const units = 'ноль один два три четыре пять шесть семь восемь девять'.split(' ');
const teens =
  'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const tens = 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const hundreds = 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');

/** What a word adds to the group of digits it stands in, and how many of its last places it fills. */
type Numeral = { readonly value: number; readonly places: 1 | 2 | 3 };

const numerals: ReadonlyMap<string, Numeral> = new Map<string, Numeral>([
  ...units.map((word, value): [string, Numeral] => [word, { value, places: 1 }]),
  ['нуль', { value: 0, places: 1 }],
  ['одна', { value: 1, places: 1 }],
  ['две', { value: 2, places: 1 }],
  ...teens.map((word, at): [string, Numeral] => [word, { value: 10 + at, places: 2 }]),
  ...tens.map((word, at): [string, Numeral] => [word, { value: 20 + 10 * at, places: 2 }]),
  ...hundreds.map((word, at): [string, Numeral] => [word, { value: 100 + 100 * at, places: 3 }]),
]);

type Item = Span & { readonly word: string };

/** A group of digits while it is spoken: two hundred and … may go on with tens, twenty with a unit. */
type Group = { value: number; readonly width: number; open: number };

const joins = (group: Group | undefined, { value, places }: Numeral): group is Group =>
  group !== undefined && places < group.open && !(places === 1 && value === 0);

/** The digits of a run of numerals and digits: девятьсот шестнадцать сто двадцать три is 916123. */
const digitsOf = (items: readonly Item[]): string => {
  const groups: (Group | string)[] = [];
  for (const { word } of items) {
    const numeral = numerals.get(word);
    const last = groups.at(-1);
    const group = typeof last === 'object' ? last : undefined;
    if (!numeral) groups.push(word);
    else if (joins(group, numeral)) {
      group.value += numeral.value;
      group.open = numeral.places === 2 && numeral.value < 20 ? 1 : numeral.places;
    } else {
      const isTeen = numeral.places === 2 && numeral.value < 20;
      groups.push({ value: numeral.value, width: numeral.places, open: isTeen ? 1 : numeral.places });
    }
  }
  return groups
    .map((group) => (typeof group === 'string' ? group : String(group.value).padStart(group.width, '0')))
    .join('');
};

const isNumber = (digits: string, text: string, start: number): boolean =>
  /^(?:[78][3-9]\d{9}|9\d{9})$/.test(digits) || (/^\d{6,11}$/.test(digits) && followsPhoneWord(text, start));

const shortestRun = 5;
const longestRun = 22;
const fewestWords = 3;

const spanOfRun = (run: readonly Item[], text: string): Span | undefined => {
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last || run.length < shortestRun || run.length > longestRun) return undefined;
  if (run.filter(({ word }) => numerals.has(word)).length < fewestWords) return undefined;
  if (!isNumber(digitsOf(run), text, first.start)) return undefined;
  const plus = /плюс[ \u00a0]$/i.exec(text.slice(Math.max(0, first.start - 'плюс '.length), first.start));
  return { start: first.start - (plus?.[0].length ?? 0), end: last.end };
};

const longestDigits = 4;

/**
 * Returns the telephone numbers that are spelled in words, восемь девятьсот шестнадцать сто двадцать три …, or half in
 * words, in order: rule 2 of the contract.
 */
export const findSpokenPhones = (text: string): Span[] => {
  // Hardly a number is spoken without one of these, and most texts have none.
  if (!/семь|восемь|девят/i.test(text)) return [];
  const found: Span[] = [];
  let run: Item[] = [];
  const close = (): void => {
    const span = spanOfRun(run, text);
    if (span) found.push(span);
    run = [];
  };
  for (const match of text.matchAll(/[а-яё]+|\d+/giu)) {
    const word = match[0].toLowerCase();
    const item = { start: match.index, end: match.index + match[0].length, word };
    const isPart = numerals.has(word) || (/^\d/.test(word) && word.length <= longestDigits);
    const last = run.at(-1);
    if (last && !/^[\s,.\-–—()]{1,3}$/.test(text.slice(last.end, item.start))) close();
    if (isPart) run.push(item);
    else close();
  }
  close();
  return found;
};
