import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import type { Span } from '../spans.ts';
import { followsPhoneWord } from './phone-words.ts';

const units = 'ноль один два три четыре пять шесть семь восемь девять'.split(' ');
const teens =
  'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const tens = 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const hundreds = 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');

/** `width`: digits of the group that the word starts; `open`: how many of its last digits a following word may fill. */
type Numeral = { readonly value: number; readonly width: 1 | 2 | 3; readonly open: 1 | 2 | 3 };

const numeralsOf = (list: readonly string[], first: number, step: number, digits: Omit<Numeral, 'value'>) =>
  list.map((word, at): [string, Numeral] => [word, { value: first + step * at, ...digits }]);

const unit = { width: 1, open: 1 } as const;

const numerals: ReadonlyMap<string, Numeral> = new Map([
  ...numeralsOf(units, 0, 1, unit),
  ...numeralsOf(['нуль', 'одна', 'две'], 0, 1, unit),
  ...numeralsOf(teens, 10, 1, { width: 2, open: 1 }),
  ...numeralsOf(tens, 20, 10, { width: 2, open: 2 }),
  ...numeralsOf(hundreds, 100, 100, { width: 3, open: 3 }),
]);

type Item = Span & { readonly word: string };

/** A group of digits in progress: hundreds may be followed by tens, tens by a unit. */
type Group = { value: number; readonly width: number; open: number };

const joins = (group: Group | undefined, { value, width }: Numeral): group is Group =>
  group !== undefined && width < group.open && value > 0;

/** The digits of numerals and digits: девятьсот шестнадцать сто двадцать три is 916123. */
const digitsOf = (items: readonly Item[]): string => {
  const groups: (Group | string)[] = [];
  for (const { word } of items) {
    const numeral = numerals.get(word);
    const last = groups.at(-1);
    const group = typeof last === 'object' ? last : undefined;
    if (!numeral) groups.push(word);
    else if (joins(group, numeral)) {
      group.value += numeral.value;
      group.open = numeral.open;
    } else groups.push({ ...numeral });
  }
  return groups
    .map((group) => (typeof group === 'string' ? group : String(group.value).padStart(group.width, '0')))
    .join('');
};

const isNumber = (digits: string, text: string, start: number): boolean =>
  /^(?:[78][3-9]\d{9}|9\d{9})$/.test(digits) || (/^\d{6,11}$/.test(digits) && followsPhoneWord(text, start));

const minItems = 5;
const maxItems = 22;
const minNumerals = 3;

const spanOfRun = (run: readonly Item[], text: string): Span | undefined => {
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last || run.length < minItems || run.length > maxItems) return undefined;
  if (run.filter(({ word }) => numerals.has(word)).length < minNumerals) return undefined;
  if (!isNumber(digitsOf(run), text, first.start)) return undefined;
  const plus = /плюс[ \u00a0]$/i.exec(text.slice(Math.max(0, first.start - 'плюс '.length), first.start));
  return { start: first.start - (plus?.[0].length ?? 0), end: last.end };
};

/** In one run of digits between numerals. */
const maxDigits = 4;

/** The telephone numbers that are spelled out, completely or in part (восемь девятьсот шестнадцать сто двадцать три …), in order. */
export function* findSpokenPhones(text: string): Steps<Span[]> {
  // Almost every such number has one of these words, most texts have none.
  if (!/семь|восемь|девят/i.test(text)) return [];
  const found: Span[] = [];
  let run: Item[] = [];
  const close = (): void => {
    const span = spanOfRun(run, text);
    if (span) found.push(span);
    run = [];
  };
  let matches = 0;
  for (const match of text.matchAll(/[а-яё]+|\d+/giu)) {
    const word = match[0].toLowerCase();
    const item = { start: match.index, end: match.index + match[0].length, word };
    const isPart = numerals.has(word) || (/^\d/.test(word) && word.length <= maxDigits);
    const last = run.at(-1);
    if (last && !/^[\s,.\-–—()]{1,3}$/.test(text.slice(last.end, item.start))) close();
    if (isPart) run.push(item);
    else close();
    if (isStepEnd((matches += 1))) yield;
  }
  close();
  return found;
}
