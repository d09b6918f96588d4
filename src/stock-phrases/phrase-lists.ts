import { type Choice, type Phrase, parsePhrase } from './phrase-notation.ts';

/** Lists of phrases by name, in the notation of phrase-notation.ts. */
export type PhraseNotations = Readonly<Record<string, readonly string[]>>;

/** A list of phrases, indexed by their first word, or by how it begins. */
export type PhraseList = {
  readonly byStart: ReadonlyMap<string, readonly Phrase[]>;
  /** Phrases whose first word may be any word. */
  readonly others: readonly Phrase[];
  /** Whether phrases of the list `filler` may occur between the words. */
  readonly allowsFillers: boolean;
};

type Phrases = ReadonlyMap<string, readonly Phrase[]>;

/** Parses and indexes the lists; `vocabulary` has all their whole words. Throws if a phrase names a list that does not exist. */
export const parsePhraseLists = (
  notations: PhraseNotations,
): { readonly lists: ReadonlyMap<string, PhraseList>; readonly vocabulary: ReadonlySet<string> } => {
  const phrases = new Map(Object.entries(notations).map(([name, texts]) => [name, texts.map(parsePhrase)]));
  for (const list of phrases.values()) refuseUnknownLists(list, phrases);
  const fillers = listsWithinFillers(phrases);
  const lists = new Map<string, PhraseList>();
  for (const [name, list] of phrases) {
    lists.set(name, { ...indexed(list, phrases), allowsFillers: !fillers.has(name) });
  }
  return { lists, vocabulary: vocabularyOf(phrases) };
};

const vocabularyOf = (lists: Phrases): ReadonlySet<string> =>
  new Set([...lists.values()].flat(2).flatMap((element) => (element.is === 'choice' ? [...element.exact] : [])));

/** The phrases that can start with a word: those that start with any, those that start with it, and those that start with its first letter or two. */
export const candidates = (list: PhraseList, first: string | undefined): readonly (readonly Phrase[])[] => {
  const found = list.others.length > 0 ? [list.others] : [];
  if (first === undefined) return found;
  const add = (key: string) => {
    const phrases = list.byStart.get(key);
    if (phrases) found.push(phrases);
  };
  add(keyOfWhole(first));
  add(keyOfBeginning(first));
  if (first.length > 1) add(first.slice(0, 1));
  return found;
};

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

const indexed = (phrases: readonly Phrase[], lists: Phrases): Omit<PhraseList, 'allowsFillers'> => {
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
