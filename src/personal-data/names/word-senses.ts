import { type Reading } from './dictionary.ts';
import {
  brandNames,
  brands,
  everydayNames,
  namelikePlaces,
  namesakesOfTowns,
  neverNames,
  rareSenses,
  wordlikeForms,
} from './name-lists.ts';
import { listedForms } from './listed-names.ts';
import { isDiminutive, isEasternName, isPossessiveShape } from './name-shapes.ts';
import { rolesOf, type WordRoles } from './word-roles.ts';

/** What a word can be, by the dictionary and the lists. */
export type WordSenses = WordRoles & {
  /** The dictionary has it in some sense. */
  readonly known: boolean;
  /** It can be a first name. */
  readonly first: boolean;
  /** It can be a first name of every day. */
  readonly everyday: boolean;
  readonly brandName: boolean;
  /** A surname the dictionary has. */
  readonly surname: boolean;
  readonly place: boolean;
  /** The cases of its sense as a place. */
  readonly placeCases: readonly string[];
  /** A surname that is far more frequent than the town of that name: Борисов. */
  readonly oftenSurname: boolean;
  /** It has a sense that is no proper name. */
  readonly common: boolean;
  readonly adjective: boolean;
  readonly noun: boolean;
  /** An everyday word in this very form: it needs a person's context. */
  readonly wordlike: boolean;
  /** Its sense that is no proper name can be a nominative. */
  readonly commonNominative: boolean;
  /** Its name sense can be a nominative. */
  readonly nameNominative: boolean;
  readonly preposition: boolean;
  readonly cases: readonly string[];
  readonly verb: boolean;
  /** A short participle or adjective: дан, мила. */
  readonly predicate: boolean;
  readonly never: boolean;
  readonly brand: boolean;
};

/** Whether a reading is a person's name. */
export const isPersonal = ({ proper }: Reading): boolean => proper === 'Name' || proper === 'Surn' || proper === 'Patr';

/** Петрова is a surname before it is something of Peter's; страховой is an adjective like any other. */
const isPossessive = (word: string, { pos, lemma }: Reading): boolean =>
  (pos === 'ADJF' || pos === 'ADJS') && isPossessiveShape(word) && !/[иыо]й$/.test(lemma);

/** Котова is Mr Kotov's rather than the village of Котово's, and Быков is no village of several bulls. */
const isPlace = ({ proper, lemma, plural }: Reading, isSurname: boolean): boolean =>
  proper === 'Orgn' || (proper === 'Geox' && !(isSurname && (lemma.endsWith('о') || plural)));

/** A brand in any case: Логитека; a word the dictionary knows only as it is listed. */
const isBrand = (word: string, known: boolean): boolean =>
  brands.has(word) || (!known && brands.has(word.replace(/(?:ом|а|у|е|и|ы|я|ю)$/, '')));

const isFirstName = (word: string, all: readonly Reading[]): boolean =>
  all.length === 0
    ? isDiminutive(word) || isEasternName(word)
    : !namelikePlaces.has(word) && all.some(({ proper, plural }) => proper === 'Name' && !plural);

const isEverydayName = (word: string, all: readonly Reading[]): boolean =>
  all.length === 0
    ? isDiminutive(word)
    : all.some(({ lemma, proper }) => proper === 'Name' && everydayNames.has(lemma));

/** Returns what the dictionary and the lists say of a lower-case word (е for ё). */
export const sensesOf = (word: string, all: readonly Reading[]): WordSenses => {
  const listed = listedForms(word);
  const proper = new Set(all.map((reading) => reading.proper));
  const common = all.filter(
    (reading) =>
      reading.proper === undefined && !rareSenses.has(word) && !(proper.has('Surn') && isPossessive(word, reading)),
  );
  const some = (test: (reading: Reading) => boolean): boolean => common.some(test);
  return {
    known: all.length > 0,
    first: listed.length > 0 || isFirstName(word, all),
    everyday: listed.length > 0 || isEverydayName(word, all),
    brandName: [word, ...all.map(({ lemma }) => lemma)].some((lemma) => brandNames.has(lemma)),
    surname: proper.has('Surn'),
    place: all.some((reading) => isPlace(reading, proper.has('Surn'))) || namelikePlaces.has(word),
    placeCases: [
      ...new Set(all.filter((reading) => isPlace(reading, proper.has('Surn'))).flatMap(({ form }) => form ?? [])),
    ],
    oftenSurname: all.some(({ proper: kind, lemma }) => kind === 'Surn' && namesakesOfTowns.has(lemma)),
    common: common.length > 0,
    adjective: some((reading) => (reading.pos === 'ADJF' || reading.pos === 'PRTF') && !isPossessive(word, reading)),
    noun: some(({ pos }) => pos === 'NOUN'),
    ...rolesOf(word, common, all.length > 0 || listed.length > 0 || isEasternName(word)),
    predicate: some(({ pos }) => pos === 'PRTS' || pos === 'ADJS'),
    verb: some(({ pos }) => pos === 'VERB' || pos === 'PRED'),
    wordlike: wordlikeForms.has(word) && (common.length > 0 || proper.has('Geox')),
    commonNominative: some(({ form, plural }) => form === 'nomn' && !plural),
    nameNominative:
      all.some((reading) => isPersonal(reading) && reading.form === 'nomn' && !reading.plural) ||
      listed.some(({ form }) => form === 'nomn'),
    preposition: some(({ pos }) => pos === 'PREP'),
    cases: [...new Set([...all, ...listed].flatMap(({ form }) => form ?? []))],
    never: neverNames.has(word),
    brand: isBrand(word, all.length > 0),
  };
};
