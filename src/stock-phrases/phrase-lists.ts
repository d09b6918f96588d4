import { type Choice, fits, type Phrase, parsePhrase } from './phrase-notation.ts';
import { copyString } from '../platform/copy-string.ts';

/** Lists of phrases by name, in the notation of phrase-notation.ts. */
export type PhraseNotations = Readonly<Record<string, readonly string[]>>;

/** By the names of lists, their phrases that a word can begin; a list without any is missing. */
export type BegunPhrases = ReadonlyMap<string, readonly Phrase[]>;

type Phrases = ReadonlyMap<string, readonly Phrase[]>;

/**
 * Parses the lists; `vocabulary` has all their whole words, `begunBy` finds the phrases that a word can begin, and `fillers` are the lists within which no
 * phrase of the list `filler` may occur. Throws if a phrase names a list that does not exist.
 */
export const parsePhraseLists = (notations: PhraseNotations) => {
  const lists = new Map(Object.entries(notations).map(([name, texts]) => [name, texts.map(parsePhrase)]));
  for (const list of lists.values()) refuseUnknownLists(list, lists);
  return { begunBy: cachedPrefixes(lists), fillers: listsWithinFillers(lists), vocabulary: vocabularyOf(lists) };
};

const vocabularyOf = (lists: Phrases): ReadonlySet<string> =>
  new Set([...lists.values()].flat(2).flatMap((element) => (element.is === 'choice' ? [...element.exact] : [])));

const refuseUnknownLists = (phrases: readonly Phrase[], lists: Phrases) => {
  for (const element of phrases.flat()) {
    const unknown = element.is === 'choice' ? element.lists.find((name) => !lists.has(name)) : undefined;
    if (unknown !== undefined) throw new Error(`No such list of phrases: ${unknown}`);
  }
};

/** The list `filler` and all lists that it refers to: with fillers inside a filler, matching would not terminate. */
const listsWithinFillers = (lists: Phrases): ReadonlySet<string> => {
  const names = new Set(['filler']);
  for (const name of names) {
    for (const element of (lists.get(name) ?? []).flat()) {
      if (element.is === 'choice') for (const inner of element.lists) names.add(inner);
    }
  }
  return names;
};

/** Cached words with the phrases that they can begin; longer ones are not cached. Most sentences begin like others. */
const maxCachedWords = 10_000;
const maxLetters = 30;

const none: BegunPhrases = new Map();

const cachedPrefixes = (lists: Phrases): ((word: string) => BegunPhrases) => {
  const indexes = new Map([...lists].map(([name, phrases]) => [name, indexed(phrases, lists)]));
  let cache = new Map<string, BegunPhrases>();
  return (word) => {
    const known = cache.get(word);
    if (known) return known;
    const begun = phrasesBegunBy(word, indexes);
    if (word.length > maxLetters) return begun;
    if (cache.size >= maxCachedWords) cache = new Map();
    cache.set(copyString(word), begun);
    return begun;
  };
};

/** The phrases of a list by their first word, or by how it begins; `others` may begin with any word. */
type PhraseIndex = { readonly byStart: ReadonlyMap<string, readonly Phrase[]>; readonly others: readonly Phrase[] };

/** The phrases that may start with a word: those that start with any, those that start with it, and those that start with its first letter or two. */
const candidates = ({ byStart, others }: PhraseIndex, first: string): readonly Phrase[] => {
  const found = [others];
  const add = (key: string) => {
    const phrases = byStart.get(key);
    if (phrases) found.push(phrases);
  };
  add(keyOfWhole(first));
  add(keyOfBeginning(first));
  if (first.length > 1) add(first.slice(0, 1));
  return found.flat();
};

const indexed = (phrases: readonly Phrase[], lists: Phrases): PhraseIndex => {
  const byStart = new Map<string, Phrase[]>();
  const others: Phrase[] = [];
  for (const phrase of phrases) {
    const keys = startsOf(phrase, lists);
    if (!keys) others.push(phrase);
    for (const key of keys ?? []) byStart.set(key, [...(byStart.get(key) ?? []), phrase]);
  }
  return { byStart, others };
};

/** The key of the phrases that start with this word itself; the others have its beginning as their key. */
const keyOfWhole = (word: string) => `${word} `;
const keyOfBeginning = (word: string) => word.slice(0, 2);

/** The index keys of the words that a phrase can start with; undefined if it can start with any word. */
const startsOf = (phrase: Phrase, lists: Phrases): ReadonlySet<string> | undefined => {
  const keys = new Set<string>();
  for (const element of phrase) {
    const more = element.is === 'choice' ? startsOfChoice(element, lists) : undefined;
    if (!more) return undefined;
    for (const key of more) keys.add(key);
    if (!element.optional) return keys;
  }
  return undefined;
};

const startsOfChoice = (choice: Choice, lists: Phrases): ReadonlySet<string> | undefined => {
  if (choice.ends.length > 0 || choice.starts.includes('')) return undefined;
  const keys = new Set([...[...choice.exact].map(keyOfWhole), ...choice.starts.map(keyOfBeginning)]);
  for (const inner of choice.lists.flatMap((name) => lists.get(name) ?? [])) {
    const innerKeys = startsOf(inner, lists);
    if (!innerKeys) return undefined;
    for (const key of innerKeys) keys.add(key);
  }
  return keys;
};

const phrasesBegunBy = (word: string, lists: ReadonlyMap<string, PhraseIndex>): BegunPhrases => {
  const begun = new Map<string, readonly Phrase[]>();
  const phrasesOf = (name: string) => {
    const list = lists.get(name);
    return list ? candidates(list, word) : [];
  };
  const listBegins = (name: string): boolean => {
    let found = begun.get(name);
    if (!found) begun.set(name, (found = phrasesOf(name).filter(begins)));
    return found.length > 0;
  };
  const begins = (phrase: Phrase): boolean => {
    for (const element of phrase) {
      if (element.is !== 'choice' || fits(word, element) || element.lists.some(listBegins)) return true;
      if (!element.optional) return false;
    }
    return false;
  };
  for (const name of lists.keys()) listBegins(name);
  const some = [...begun].filter(([, phrases]) => phrases.length > 0);
  return some.length > 0 ? new Map(some) : none;
};
