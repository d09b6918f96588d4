import { readings, type Reading } from './dictionary.ts';
import { list, listedForms, type ListedForm } from './lexicon.ts';
import { isPossessiveShape } from './name-shapes.ts';

/** What is decided of a word from: its readings, and those among them that are no proper names. */
export type Entry = {
  readonly word: string;
  readonly all: readonly Reading[];
  readonly listed: readonly ListedForm[];
  readonly isSurname: boolean;
  readonly common: readonly Reading[];
  readonly nouns: readonly Reading[];
  readonly verbs: readonly Reading[];
  /** The word, without the ending of an abbreviation, and what it is a form of as a noun. */
  readonly lemmas: readonly string[];
};

export const isPersonal = ({ proper }: Reading): boolean => proper === 'Name' || proper === 'Surn' || proper === 'Patr';

/** Петрова is a surname before it is something of Peter's; страховой is an adjective like any other. */
export const isPossessive = (word: string, { pos, lemma }: Reading): boolean =>
  (pos === 'ADJF' || pos === 'ADJS') && isPossessiveShape(word) && !/[иыо]й$/.test(lemma);

/** пр-ту, б-ре: the abbreviation without its ending. */
const shortened = (word: string): string =>
  word.length < 8 && word.includes('-') ? word.replace(/(?:ов|ам|ах|ом|а|у|е|ы)$/, '') : word;

const rareSenses = list('rareSenses');

/** Марку, Алле: a form of a name of every day is no rare name without cases. */
const isRareNamesake = (word: string, { proper, lemma }: Reading, listed: readonly ListedForm[]): boolean =>
  listed.length > 0 && proper === 'Name' && lemma === word && listed.every((form) => form.lemma !== word);

export const entryOf = (word: string): Entry => {
  const listed = listedForms(word);
  const all = readings(word).filter((reading) => !isRareNamesake(word, reading, listed));
  const isSurname = all.some(({ proper }) => proper === 'Surn');
  const common = rareSenses.has(word)
    ? []
    : all.filter((reading) => reading.proper === undefined && !(isSurname && isPossessive(word, reading)));
  const nouns = word.length > 1 ? common.filter(({ pos }) => pos === 'NOUN') : [];
  return {
    word,
    all,
    listed,
    isSurname,
    common,
    nouns,
    verbs: common.filter(({ pos }) => pos === 'VERB' || pos === 'INFN'),
    lemmas: [word, shortened(word), ...nouns.map(({ lemma }) => lemma)],
  };
};

export type Test = (entry: Entry) => boolean;

/** The word as it is written is in the list. */
export const listedAs = (name: string): Test => {
  const words = list(name);
  return ({ word }) => words.has(word);
};

/** A noun of the list in any form. */
export const noun = (...names: string[]): Test => {
  const words = new Set(names.flatMap((name) => [...list(name)]));
  return ({ lemmas }) => lemmas.some((lemma) => words.has(lemma));
};

/** A noun of the list in any form, alone or as a part of a compound. */
export const nounOrPart = (name: string): Test => {
  const words = list(name);
  const isNoun = noun(name);
  return (entry) => isNoun(entry) || entry.word.split('-').some((part) => part.length > 3 && words.has(part));
};

/** The words of a list that are in none of the others. */
export const without = (name: string, ...others: string[]): ReadonlySet<string> => {
  const excluded = others.map(list);
  return new Set([...list(name)].filter((word) => !excluded.some((words) => words.has(word))));
};

/** A verb of the first list in any form, and of none of the others. */
export const verb = (name: string, ...others: string[]): Test => {
  const words = without(name, ...others);
  return ({ verbs }) => verbs.some(({ lemma }) => words.has(lemma));
};

/** One of its readings that are no proper names. */
export const common =
  (test: (reading: Reading) => boolean): Test =>
  (entry) =>
    entry.common.some(test);

/** Котова is Mr Kotov's rather than the village of Котово's, and Быков is no village of several bulls. */
const isPlace = ({ proper, lemma, plural }: Reading, isSurname: boolean): boolean =>
  proper === 'Orgn' || (proper === 'Geox' && !(isSurname && (lemma.endsWith('о') || plural)));

/** The readings of a word as a place. */
export const placesOf = ({ all, isSurname }: Entry): readonly Reading[] =>
  all.filter((reading) => isPlace(reading, isSurname));
