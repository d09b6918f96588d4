import { freeWords } from './free-words.ts';
import type { MessageWords } from './message-words.ts';
import { fits, readPhrase, type Choice, type Element, type Phrase } from './phrase-notation.ts';

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

  return (message) => {
    const { words, gaps, asked } = message;
    const seen = new Map<string, Map<number, readonly number[]>>();

    const read: PhraseReader = (list, start) => {
      const known = seen.get(list) ?? new Map<number, readonly number[]>();
      seen.set(list, known);
      const before = known.get(start);
      if (before) return before;
      const index = indexes.get(list);
      const first = words[start];
      const keys = first === undefined ? [] : [...new Set([first.slice(0, 1), keyOf(first)])];
      const candidates = [...keys.flatMap((key) => index?.byStart.get(key) ?? []), ...(index?.others ?? [])];
      const ends = new Set(candidates.flatMap((phrase) => [...phraseEnds(phrase, start, !tight.has(list))]));
      ends.delete(start);
      known.set(start, [...ends]);
      return [...ends];
    };

    const elementEnds = (element: Element, at: number): readonly number[] => {
      if (element.is === 'questionMark') return asked[at] && gaps[at] === 'stop' ? [at] : [];
      if (element.is === 'slot') return freeWords(element.slot, message, at);
      const word = words[at];
      const inLists = element.lists.flatMap((name) => read(name, at));
      return word !== undefined && fits(word, element) ? [at + 1, ...inLists] : inLists;
    };

    const withLoose = (at: number): ReadonlySet<number> => {
      const places = new Set([at]);
      let last = [at];
      for (let i = 0; i < mostLoose && last.length > 0; i++) {
        last = last.flatMap((place) => (gaps[place] === 'stop' ? [] : read('loose', place)));
        for (const place of last) places.add(place);
      }
      return places;
    };

    const nextPlaces = (element: Element, at: number, isFirst: boolean, loosely: boolean): readonly number[] => {
      if (isFirst || element.is === 'questionMark') return elementEnds(element, at);
      const starts = loosely ? [...withLoose(at)] : [at];
      return starts.flatMap((place) => {
        if (gaps[place] !== 'stop' || (element.is === 'slot' && element.slot === 'signature'))
          return elementEnds(element, place);
        return element.is === 'slot' && element.slot !== 'thing' ? [place] : [];
      });
    };

    const phraseEnds = (phrase: Phrase, start: number, loosely: boolean): ReadonlySet<number> => {
      let places: ReadonlySet<number> = new Set([start]);
      for (const [i, element] of phrase.entries()) {
        const next = new Set<number>(element.optional ? places : []);
        for (const at of places) {
          const isFirst = i === 0 || at === start;
          for (const end of nextPlaces(element, at, isFirst, loosely)) next.add(end);
        }
        places = next;
        if (places.size === 0) break;
      }
      return places;
    };

    return read;
  };
};
