import { readings, type Reading } from './dictionary.ts';
import { listedReadings, listedSurnames, surnameStem } from './lexicon.ts';

/** What a word can be: its readings by the dictionary, and those as a listed first name. */
export type Entry = { readonly word: string; readonly dict: readonly Reading[]; readonly listed: readonly Reading[] };

/** Whether no form of a name of every day is read as a rare name without cases: Марку, Алле. */
const isNoNamesake = ({ lemma, tag }: Reading, { word, listed }: Omit<Entry, 'dict'>): boolean =>
  !tag.grammemes.has('Name') || lemma !== word || listed.length === 0 || listed.some((name) => name.lemma === word);

const lookUp = (word: string): Entry => {
  const listed = listedReadings(word);
  const known = readings(word).filter((reading) => isNoNamesake(reading, { word, listed }));
  return { word, listed, dict: [...known, ...listedSurnames(word)] };
};

/** Entries of the words that were asked for last: a new word is asked for many properties at once, and for none later. */
let recent = new Map<string, Entry>();
const recentLimit = 1_000;

/** Returns what a lower-case word (е for ё) can be. */
export const entryOf = (word: string): Entry => {
  const known = recent.get(word);
  if (known) return known;
  if (recent.size >= recentLimit) recent = new Map();
  const entry = lookUp(word);
  recent.set(word, entry);
  return entry;
};

const isPersonal = ({ tag }: Reading): boolean => ['Name', 'Surn', 'Patr'].some((one) => tag.grammemes.has(one));

/** What a word has in common with its other forms. */
export type Kinship = {
  /** Known names share their lemma, unknown ones a stem; an everyday word that serves as a name only matches itself. */
  readonly keys: readonly string[];
  /** What all forms of it share, if it is a surname. */
  readonly stem: string;
};

export const kinshipOf = ({ word, dict, listed }: Entry): Kinship => {
  const stem = `~${surnameStem(word)}`;
  const lemmas = new Set([...dict.filter(isPersonal), ...listed].map(({ lemma }) => lemma));
  if (lemmas.size > 0) return { stem, keys: [...lemmas] };
  return { stem, keys: dict.length > 0 ? [`=${word}`] : [stem] };
};

/** Whether a word can be a personal name. */
export const isOfPerson = ({ dict, listed }: Entry): boolean => listed.length > 0 || dict.some(isPersonal);
