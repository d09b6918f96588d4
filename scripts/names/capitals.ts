import { entryOf, isOfPerson } from '../../src/personal-data/names/morphology.ts';
import type { LabelledLine } from '../bench/labelled-lines.ts';
import type { Offsets } from '../bench/span-scores.ts';

/** Words that have no part in a compound, in lower case or any. */
const words = /(?<![\p{L}-])[а-яё]{3,}(?![\p{L}-])/gu;
const anyWords = new RegExp(words, 'giu');

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The words, in lower case, that are part of a name in some line, and those that are none in some line. */
export type Known = { readonly inNames: ReadonlySet<string>; readonly elsewhere: ReadonlySet<string> };

/** Whether a word is no name anywhere: neither in the dictionary nor in a line. */
const isOrdinary = (word: string, { inNames }: Known): boolean =>
  !inNames.has(word) && !isOfPerson(entryOf(word.replaceAll('ё', 'е')));

const shortestWord = 3;

/** Whether the words of a name, but for initials, are nothing else in any line. */
const isOnlyName = (name: string, { elsewhere }: Known): boolean =>
  name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word.length < shortestWord || !elsewhere.has(word));

/** What stands before the first word of a sentence, where a capital says nothing. */
const sentenceBeginning = /(?:^|[.!?…\n])[^\p{L}\p{N}]*$/u;

/**
 * Returns the line with capitals at its names and at some or all of its ordinary words within a sentence, as in a headline or where its writer gives them
 * weight: a capital alone is no name. Undefined if a word of it is a name elsewhere: such a line tells of that word.
 */
export const withCapitals = (line: LabelledLine, known: Known, random: () => number): LabelledLine | undefined => {
  const { text, per } = line;
  const share = random() < 1 / 2 ? 1 : 1 / 4;
  const isInName = (at: number): boolean => per.some(([start, end]) => start <= at && at < end);
  const isNearMiss = ({ 0: word, index }: RegExpExecArray): boolean =>
    !isInName(index) && !isOrdinary(word.toLowerCase(), known);
  if ([...text.matchAll(anyWords)].some(isNearMiss)) return undefined;
  const isRaised = (word: string, at: number): boolean =>
    random() < share && isOrdinary(word, known) && !sentenceBeginning.test(text.slice(0, at));
  return {
    per,
    text: text.replace(words, (word, at: number) => (isInName(at) || isRaised(word, at) ? capitalised(word) : word)),
  };
};

/** What stands before the first cell of a row or member of a list, between two, and behind the last. */
const rows: readonly (readonly [before: string, between: string, after: string])[] = [
  ['', ', ', ''],
  ['', ', ', '.'],
  ['', ';', ''],
  ['', '; ', ''],
  ['', ' | ', ''],
  ['|', '|', '|'],
  ['', '\t', ''],
  ['', '\n', ''],
  ['- ', '\n- ', ''],
  ['1) ', ' 2) ', ''],
  ['', ' / ', ''],
  ['', '/', ''],
  ['', ' и ', ''],
  ['', ': ', ''],
  ['', ' (', ')'],
  ['', ' — ', ''],
  ['', '. ', '.'],
];
const longestRow = 4;

/** Whether a word can be a noun, or what the dictionary does not know. */
const mayBeNoun = (word: string): boolean => {
  const { dict } = entryOf(word.replaceAll('ё', 'е'));
  return dict.length === 0 || dict.some(({ tag: { grammemes } }) => grammemes.has('NOUN'));
};

type Cell = { readonly index: number; readonly cell: string; readonly isName: boolean };

const nounsOf = ({ text }: LabelledLine, known: Known): Cell[] =>
  [...text.matchAll(words)]
    .filter(({ 0: word }) => mayBeNoun(word) && isOrdinary(word, known))
    .map(({ 0: word, index }) => ({ index, cell: capitalised(word), isName: false }));

const namesOf = ({ text, per }: LabelledLine, known: Known): Cell[] =>
  per
    .map(([index, end]) => ({ index, cell: text.slice(index, end), isName: true }))
    .filter(({ cell }) => isOnlyName(cell, known));

/**
 * Returns a noun of the line, or some and its names, with capitals as the cells of a row or the members of a list; undefined if it has no noun. What is
 * a name in one line and none in another is left out: alone it could be either.
 */
export const asRow = (line: LabelledLine, known: Known, random: () => number): LabelledLine | undefined => {
  const nouns = nounsOf(line, known);
  if (nouns.length === 0) return undefined;
  const [before, between, after] = rows[Math.floor(random() * rows.length)] ?? ['', '', ''];
  const isAlone = random() < 1 / 2;
  const cells = isAlone ? nouns : [...nouns, ...namesOf(line, known)].toSorted((one, other) => one.index - other.index);
  const from = Math.floor(random() * cells.length);
  const chosen = cells.slice(from, from + (isAlone ? 1 : longestRow));
  const per: Offsets[] = [];
  let text = before;
  for (const [number, { cell, isName }] of chosen.entries()) {
    if (number > 0) text += between;
    if (isName) per.push([text.length, text.length + cell.length]);
    text += cell;
  }
  return { text: chosen.length > 1 ? text + after : text, per };
};
