import { readings, tagOf, type Reading } from './dictionary.ts';
import { figureStem, lexiconTest, listedReadings, listedSurnames, rewriting, surnameStem } from './lexicon.ts';

const is = ({ tag }: Reading, ...grammemes: string[]): boolean => grammemes.some((one) => tag.grammemes.has(one));

const isProper = (reading: Reading): boolean => is(reading, 'Name', 'Surn', 'Patr', 'Geox', 'Orgn', 'Trad', 'Init');
const isPersonal = (reading: Reading): boolean => is(reading, 'Name', 'Surn', 'Patr');

/** First names have no plural here; families do. */
const isOnePerson = (reading: Reading): boolean => isPersonal(reading) && !(is(reading, 'Name') && is(reading, 'plur'));

const endsAsPossessive = lexiconTest('possessive');
const endsAsAdjective = lexiconTest('adjective');
const endsAsVillage = lexiconTest('village');

/** Петрова is a surname before it is something of Peter's; страховой is an adjective like any other. */
const isPossessive = (word: string, reading: Reading): boolean =>
  is(reading, 'ADJF', 'ADJS') && endsAsPossessive(word) && !endsAsAdjective(reading.lemma);

/** Марку, Алле: a form of a name of every day is no rare name without cases. */
const isRareNamesake = (reading: Reading, word: string): boolean => {
  const listed = listedReadings(word);
  return (
    listed.length > 0 && is(reading, 'Name') && reading.lemma === word && listed.every(({ lemma }) => lemma !== word)
  );
};

/** Котова is Mr Kotov's rather than the village of Котово's, and Быков is no village of several bulls. */
const isPlace = (reading: Reading, isSurname: boolean): boolean =>
  is(reading, 'Orgn') || (is(reading, 'Geox') && !(isSurname && (endsAsVillage(reading.lemma) || is(reading, 'plur'))));

const hasRareSense = lexiconTest('rareSenses');
const withoutEnding = rewriting('abbreviationStem');
const second = rewriting('right');

/** A word as it is written, of which nothing else is known. */
const bare = (lemma: string): Reading => ({ lemma, tag: nothing });
const nothing = tagOf([]);

/** The senses in which patterns ask for readings of a word. */
export type Sense = 'dict' | 'listed' | 'any' | 'name' | 'place' | 'common' | 'plain' | 'noun' | 'part' | 'verb';

const senses: Readonly<Record<Sense, (entry: Entry) => readonly Reading[]>> = {
  dict: ({ word }) => [...readings(word).filter((reading) => !isRareNamesake(reading, word)), ...listedSurnames(word)],
  listed: ({ word }) => listedReadings(word),
  /** In any sense. */
  any: (entry) => [...entry.of('dict'), ...entry.of('listed')],
  /** As a person's name; Римский-Корсаков is declined as his second name is. */
  name: (entry) =>
    entry.isJoined
      ? entryOf(second(entry.word)).of('name')
      : [...entry.of('dict').filter(isOnePerson), ...entry.of('listed')],
  place: (entry) => entry.of('dict').filter((reading) => isPlace(reading, entry.isSurname)),
  /** As no proper name. */
  common: (entry) =>
    hasRareSense(entry.word)
      ? []
      : entry
          .of('dict')
          .filter((reading) => !isProper(reading) && !(entry.isSurname && isPossessive(entry.word, reading))),
  /** As no proper name, nor what belongs to somebody by name. */
  plain: (entry) => entry.of('common').filter((reading) => !isPossessive(entry.word, reading)),
  /** As a noun, and the word itself, which the dictionary may not have. */
  noun: (entry) => [
    bare(entry.word),
    bare(withoutEnding(entry.word)),
    ...entry.of('common').filter((reading) => entry.word.length > 1 && is(reading, 'NOUN')),
  ],
  /** As a part of a compound. */
  part: ({ word }) =>
    word
      .split('-')
      .filter((part) => part.length > 3)
      .map(bare),
  verb: (entry) => entry.of('common').filter((reading) => is(reading, 'VERB', 'INFN')),
};

export const isSense = (name: string): name is Sense => Object.hasOwn(senses, name);

/** The readings of a word by sense, each found when it is first asked for. */
export class Entry {
  readonly word: string;
  private readonly found: Partial<Record<Sense, readonly Reading[]>> = {};

  constructor(word: string) {
    this.word = word;
  }

  of(sense: Sense): readonly Reading[] {
    return (this.found[sense] ??= senses[sense](this));
  }

  get isSurname(): boolean {
    return this.of('dict').some((reading) => is(reading, 'Surn'));
  }

  /** Анна-Мария: two words that the dictionary does not have as one. */
  get isJoined(): boolean {
    return second(this.word) !== this.word && this.of('dict').length === 0;
  }
}

/** Entries of the words that were asked for last: a new word is asked for many properties at once, and for none later. */
let recent = new Map<string, Entry>();
const recentLimit = 1_000;

/** Returns what a lower-case word (е for ё) can be. */
export const entryOf = (word: string): Entry => {
  const known = recent.get(word);
  if (known) return known;
  if (recent.size >= recentLimit) recent = new Map();
  const entry = new Entry(word);
  recent.set(word, entry);
  return entry;
};

/** The forms of a word, and what its forms share. */
export type Forms = {
  /** Gender and case of its readings as a person's name, `masc nomn`; empty when unknown. */
  readonly nameForms: readonly string[];
  /** The cases of all its senses. */
  readonly cases: readonly string[];
  /** What all forms of it share, if it is a surname, and if it is a word of a figure's name. */
  readonly stem: string;
  readonly figureStem: string;
  /** The same name in another case has a key in common. */
  readonly keys: readonly string[];
};

/** Known names share their lemma, unknown ones a stem; an everyday word that serves as a name only matches itself. */
const keysOf = (entry: Entry): readonly string[] => {
  const names = [...entry.of('dict').filter(isPersonal), ...entry.of('listed')];
  if (names.length > 0) return [...new Set(names.map(({ lemma }) => lemma))];
  return entry.of('dict').length > 0 ? [`=${entry.word}`] : [`~${surnameStem(entry.word)}`];
};

export const formsOf = (entry: Entry): Forms => ({
  nameForms: [...new Set(entry.of('name').map(({ tag }) => `${tag.gender ?? 'ms-f'} ${tag.form ?? ''}`))],
  cases: [...new Set(entry.of('any').flatMap(({ tag }) => tag.form ?? []))],
  stem: surnameStem(entry.word),
  figureStem: figureStem(entry.word),
  keys: keysOf(entry),
});

const hasNameShape = [lexiconTest('diminutive'), lexiconTest('eastern')];
const isNamelikePlace = lexiconTest('namelikePlaces');

/** Whether the word can be a first name: a listed one, one the dictionary has, or an unknown word built like one. */
export const isFirstName = (entry: Entry): boolean => {
  const { word } = entry;
  if (entry.of('listed').length > 0) return true;
  const known = entry.of('dict');
  if (known.length === 0) return hasNameShape.some((has) => has(word));
  return !isNamelikePlace(word) && known.some((reading) => is(reading, 'Name') && !is(reading, 'plur'));
};
