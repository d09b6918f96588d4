import { freeWords } from './slot-ends.ts';
import type { MessageWords } from './message-words.ts';
import { fits, readPhrase, type Choice, type Element, type Phrase } from './phrase-notation.ts';
import { spellingCorrector } from './spelling.ts';

export type PhraseBook = Readonly<Record<string, readonly string[]>>;

/** Gives the ends (word numbers, possibly none) of the phrases of a list that start at word `start`. */
export type PhraseReader = (list: string, start: number) => readonly number[];

type Index = { readonly byStart: ReadonlyMap<string, readonly Phrase[]>; readonly others: readonly Phrase[] };

const keyOf = (word: string) => word.slice(0, 2);

type Lists = ReadonlyMap<string, readonly Phrase[]>;

/** The first letters (two, or the one that is given) of every word that a choice can start with; undefined when it may be any word. */
const startsOfChoice = (choice: Choice, lists: Lists): ReadonlySet<string> | undefined => {
  if (choice.ends.length > 0 || choice.starts.includes('')) return undefined;
  const keys = new Set([...choice.exact, ...choice.starts].map(keyOf));
  for (const inner of choice.lists.flatMap((name) => lists.get(name) ?? [])) {
    const innerKeys = startsOf(inner, lists);
    if (!innerKeys) return undefined;
    for (const key of innerKeys) keys.add(key);
  }
  return keys;
};

const startsOf = (phrase: Phrase, lists: Lists): ReadonlySet<string> | undefined => {
  const keys = new Set<string>();
  for (const element of phrase) {
    const more = element.is === 'choice' ? startsOfChoice(element, lists) : undefined;
    if (!more) return undefined;
    for (const key of more) keys.add(key);
    if (!element.optional) return keys;
  }
  return undefined;
};

const indexOf = (phrases: readonly Phrase[], lists: Lists): Index => {
  const byStart = new Map<string, Phrase[]>();
  const others: Phrase[] = [];
  for (const phrase of phrases) {
    const keys = startsOf(phrase, lists);
    if (!keys) others.push(phrase);
    for (const key of keys ?? []) byStart.set(key, [...(byStart.get(key) ?? []), phrase]);
  }
  return { byStart, others };
};

const refuseUnknownLists = (phrases: readonly Phrase[], lists: Lists) => {
  for (const element of phrases.flat()) {
    const unknown = element.is === 'choice' ? element.lists.find((name) => !lists.has(name)) : undefined;
    if (unknown !== undefined) throw new Error(`No such list of phrases: ${unknown}`);
  }
};

/** The lists that `loose` names, and those that they name: nothing loose stands inside them, or reading would not end. */
const tightLists = (lists: Lists): ReadonlySet<string> => {
  const tight = new Set(['loose']);
  for (const name of tight) {
    for (const element of (lists.get(name) ?? []).flat()) {
      if (element.is === 'choice') for (const inner of element.lists) tight.add(inner);
    }
  }
  return tight;
};

const wordsOf = (lists: Lists): ReadonlySet<string> =>
  new Set([...lists.values()].flat(2).flatMap((element) => (element.is === 'choice' ? [...element.exact] : [])));

const none: readonly (readonly Phrase[])[] = [];

/** The phrases of a list that can start with a word: by its first letter alone, by the first two, and those that any word may start. */
const candidates = (index: Index | undefined, first: string | undefined): readonly (readonly Phrase[])[] => {
  if (!index) return none;
  if (first === undefined) return [index.others];
  const byKey = index.byStart.get(keyOf(first)) ?? [];
  return [first.length > 1 ? (index.byStart.get(first.slice(0, 1)) ?? []) : [], byKey, index.others];
};

const addNew = (to: number[], ends: readonly number[]) => {
  for (const end of ends) if (!to.includes(end)) to.push(end);
};

/** No phrase has more words, so that what one costs does not grow with the message. */
const longestPhrase = 40;

/** Most phrases that may stand one after the other where the book has its list `loose`. */
const mostLoose = 3;

/**
 * Returns a maker of readers for a book of phrases; a phrase stays within its sentence, and the book's list `loose`
 * may stand between its words. Every (list, word) is read once for a message, so a message takes linear time.
 */
export const phraseReaders = (book: PhraseBook): ((message: MessageWords) => PhraseReader) => {
  const lists = new Map(Object.entries(book).map(([name, notations]) => [name, notations.map(readPhrase)]));
  for (const phrases of lists.values()) refuseUnknownLists(phrases, lists);
  const tight = tightLists(lists);
  const indexes = new Map([...lists].map(([name, phrases]) => [name, indexOf(phrases, lists)]));

  const mended = spellingCorrector(wordsOf(lists));

  return (written) => {
    const message = { ...written, words: written.words.map(mended) };
    const { words, gaps, asked } = message;
    const seen = new Map<string, Map<number, readonly number[]>>();

    const read: PhraseReader = (list, start) => {
      const known = seen.get(list) ?? new Map<number, readonly number[]>();
      seen.set(list, known);
      const before = known.get(start);
      if (before) return before;
      const loosely = !tight.has(list);
      const ends: number[] = [];
      for (const phrases of candidates(indexes.get(list), words[start])) {
        for (const phrase of phrases) addNew(ends, phraseEnds(phrase, start, loosely));
      }
      const further = ends.filter((end) => end > start && end <= start + longestPhrase);
      known.set(start, further);
      return further;
    };

    const elementEnds = (element: Element, at: number): readonly number[] => {
      if (element.is === 'questionMark') return asked[at] && gaps[at] === 'stop' ? [at] : [];
      if (element.is === 'slot') return freeWords(element.slot, message, at);
      const word = words[at];
      const ends = word !== undefined && fits(word, element) ? [at + 1] : [];
      for (const name of element.lists) addNew(ends, read(name, at));
      return ends;
    };

    const afterLoose = new Map<number, readonly number[]>();
    const withLoose = (at: number): readonly number[] => {
      const known = afterLoose.get(at);
      if (known) return known;
      const places = new Set([at]);
      let last = [at];
      for (let i = 0; i < mostLoose && last.length > 0; i++) {
        last = [...new Set(last.flatMap((place) => (gaps[place] === 'stop' ? [] : read('loose', place))))];
        for (const place of last) places.add(place);
      }
      afterLoose.set(at, [...places]);
      return [...places];
    };

    const nextPlaces = (element: Element, at: number, isFirst: boolean, loosely: boolean): readonly number[] => {
      if (isFirst || element.is === 'questionMark') return elementEnds(element, at);
      const starts = loosely ? withLoose(at) : [at];
      return starts.flatMap((place) => {
        if (gaps[place] !== 'stop' || (element.is === 'slot' && element.slot === 'signature'))
          return elementEnds(element, place);
        return element.is === 'slot' &&
          element.slot !== 'thing' &&
          element.slot !== 'item' &&
          element.slot !== 'failure'
          ? [place]
          : [];
      });
    };

    const phraseEnds = (phrase: Phrase, start: number, loosely: boolean): readonly number[] => {
      let places: readonly number[] = [start];
      for (const [i, element] of phrase.entries()) {
        const next = element.optional ? [...places] : [];
        for (const at of places) addNew(next, nextPlaces(element, at, i === 0 || at === start, loosely));
        if (next.length === 0) return next;
        places = next;
      }
      return places;
    };

    return read;
  };
};
