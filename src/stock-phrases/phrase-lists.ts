import { type Element, type Phrase, parsePhrase } from './phrase-notation.ts';

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
  return { begunBy: phraseFinder(lists), fillers: listsWithinFillers(lists), vocabulary: vocabularyOf(lists) };
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

/** One phrase of a list. */
type Listed = { readonly list: string; readonly phrase: Phrase };

/** By a variant of a first element in the notation (`word`, `begin*`, `*end`, `{list}`, and `*` for any word), the phrases that it can begin. */
type PhrasesByStart = ReadonlyMap<string, readonly Listed[]>;

const anyWord = '*';
const ofList = (name: string) => `{${name}}`;

const variantsOf = (element: Element): readonly string[] => {
  if (element.is !== 'choice') return [anyWord];
  const { exact, starts, ends, lists } = element;
  return [...exact, ...starts.map((start) => `${start}*`), ...ends.map((end) => `*${end}`), ...lists.map(ofList)];
};

/** The elements that the first word of a phrase may match: those that may be left out at its beginning, and the next. */
const firstElements = (phrase: Phrase): Phrase => {
  const required = phrase.findIndex(({ optional }) => !optional);
  return required === -1 ? phrase : phrase.slice(0, required + 1);
};

const phrasesByStart = (lists: Phrases): PhrasesByStart => {
  const byStart = new Map<string, Listed[]>();
  for (const [list, phrases] of lists) {
    for (const phrase of phrases) {
      for (const variant of new Set(firstElements(phrase).flatMap(variantsOf))) {
        const listed = byStart.get(variant);
        if (listed) listed.push({ list, phrase });
        else byStart.set(variant, [{ list, phrase }]);
      }
    }
  }
  return byStart;
};

/** By their first letters, the lengths of some beginnings; or by their last ones, of endings. */
const lengthsBy = (letterOf: (part: string) => string | undefined, parts: readonly string[]) => {
  const lengths = new Map<string | undefined, Set<number>>();
  for (const part of parts) lengths.set(letterOf(part), (lengths.get(letterOf(part)) ?? new Set()).add(part.length));
  return (word: string): Iterable<number> => lengths.get(letterOf(word)) ?? [];
};

/**
 * Returns a function that finds the variants (`word`, `begin*`, `*end`) that a word fits: only as much of its beginning and its ending is looked at as
 * variants have, however long it is.
 */
const variantFinder = (byStart: PhrasesByStart): ((word: string) => readonly string[]) => {
  const variants = new Map([...byStart.keys()].map((variant) => [variant, variant]));
  const parts = [...variants.keys()].filter((variant) => variant !== anyWord);
  const beginnings = parts.filter((part) => part.endsWith('*')).map((part) => part.slice(0, -1));
  const endings = parts.filter((part) => part.startsWith('*')).map((part) => part.slice(1));
  const beginningsOf = lengthsBy((part) => part[0], beginnings);
  const endingsOf = lengthsBy((part) => part.at(-1), endings);
  return (word) => {
    const found: string[] = [];
    const add = (variant: string) => {
      const known = variants.get(variant);
      if (known !== undefined) found.push(known);
    };
    add(word);
    for (const length of beginningsOf(word)) if (length <= word.length) add(`${word.slice(0, length)}*`);
    for (const length of endingsOf(word)) if (length + 1 < word.length) add(`*${word.slice(-length)}`);
    return found;
  };
};

type BegunSets = ReadonlyMap<string, ReadonlySet<Phrase>>;

/** The phrases that one of the variants begins, itself or by a list whose phrase it begins, without those that any word begins. */
const begunByVariants = (byStart: PhrasesByStart, variants: readonly string[], byAnyWord?: BegunSets): BegunSets => {
  const begun = new Map<string, Set<Phrase>>();
  const add = ({ list, phrase }: Listed): void => {
    if (byAnyWord?.get(list)?.has(phrase)) return;
    const phrases = begun.get(list);
    if (phrases) phrases.add(phrase);
    else begun.set(list, new Set([phrase]));
    // The phrases that begin with this list are added with its first phrase.
    if (!phrases && !byAnyWord?.has(list)) for (const listed of byStart.get(ofList(list)) ?? []) add(listed);
  };
  for (const variant of variants) for (const listed of byStart.get(variant) ?? []) add(listed);
  return begun;
};

/** Words that fit the same variants have one answer; there are as many answers as the lists have words, and some for combinations of beginning and ending. */
const phraseFinder = (lists: Phrases): ((word: string) => BegunPhrases) => {
  const byStart = phrasesByStart(lists);
  const variantsOfWord = variantFinder(byStart);
  const byAnyWord = begunByVariants(byStart, [anyWord]);
  const ofAnyWord: BegunPhrases = new Map([...byAnyWord].map(([list, phrases]) => [list, [...phrases]]));
  const answers = new Map<string, BegunPhrases>();
  return (word) => {
    const variants = variantsOfWord(word);
    if (variants.length === 0) return ofAnyWord;
    const key = variants.join('|');
    const known = answers.get(key);
    if (known) return known;
    const begun = new Map(ofAnyWord);
    for (const [list, phrases] of begunByVariants(byStart, variants, byAnyWord))
      begun.set(list, [...(begun.get(list) ?? []), ...phrases]);
    answers.set(key, begun);
    return begun;
  };
};
