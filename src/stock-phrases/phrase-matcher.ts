import type { MessageWords } from './message-words.ts';
import { candidates, parsePhraseLists, type PhraseList, type PhraseNotations } from './phrase-lists.ts';
import { type Element, fits, type Phrase } from './phrase-notation.ts';
import { mayBeEmpty, slotEnds } from './slot-ends.ts';
import { spellingCorrector } from './spelling.ts';

/** The ends (word indexes after the last word) of all phrases of a list that start at word `start`; none is empty. */
export type PhraseMatcher = (list: string, start: number) => readonly number[];

/** In words; bounds the cost of a phrase in a long message. */
const maxPhraseWords = 40;

/** Fillers in a row between two words of a phrase. */
const maxFillers = 3;

/** The phrases matched so far in one message: each list is matched once at each word, so a message takes linear time. */
type Matching = {
  readonly lists: ReadonlyMap<string, PhraseList>;
  readonly message: MessageWords;
  readonly ends: Map<string, Map<number, readonly number[]>>;
  readonly afterFillers: Map<number, readonly number[]>;
};

/** Returns a function that makes the matcher of a message; misspelt words are corrected to those of the phrases. */
export const phraseMatchers = (notations: PhraseNotations): ((message: MessageWords) => PhraseMatcher) => {
  const { lists, vocabulary } = parsePhraseLists(notations);
  const corrected = spellingCorrector(vocabulary);
  return (message) => {
    const matching: Matching = {
      lists,
      message: { ...message, words: message.words.map(corrected) },
      ends: new Map(),
      afterFillers: new Map(),
    };
    return (list, start) => listEnds(matching, list, start);
  };
};

const listEnds = (matching: Matching, name: string, start: number): readonly number[] => {
  let byStart = matching.ends.get(name);
  if (!byStart) matching.ends.set(name, (byStart = new Map<number, readonly number[]>()));
  const known = byStart.get(start);
  if (known) return known;
  const list = matching.lists.get(name);
  const ends: number[] = [];
  if (list) {
    const { allowsFillers } = list;
    for (const phrases of candidates(list, matching.message.words[start])) {
      for (const phrase of phrases) addNew(ends, phraseEnds(matching, phrase, { start, allowsFillers }));
    }
  }
  const further = ends.filter((end) => end > start && end <= start + maxPhraseWords);
  byStart.set(start, further);
  return further;
};

const phraseEnds = (
  matching: Matching,
  phrase: Phrase,
  { start, allowsFillers }: { readonly start: number; readonly allowsFillers: boolean },
): readonly number[] => {
  let positions: readonly number[] = [start];
  for (const element of phrase) {
    const next = element.optional ? [...positions] : [];
    for (const at of positions) {
      if (at === start || element.is === 'questionMark') addNew(next, elementEnds(matching, element, at));
      else if (!allowsFillers) addNew(next, continuedEnds(matching, element, at));
      else for (const from of afterFillers(matching, at)) addNew(next, continuedEnds(matching, element, from));
    }
    if (next.length === 0) return next;
    positions = next;
  }
  return positions;
};

/** The ends of an element that is not the first of its phrase: a phrase stays within its sentence, except for a signature. */
const continuedEnds = (matching: Matching, element: Element, at: number): readonly number[] => {
  const { gaps } = matching.message;
  if (gaps[at] !== 'stop' || (element.is === 'slot' && element.slot === 'signature')) {
    return elementEnds(matching, element, at);
  }
  return element.is === 'slot' && mayBeEmpty(element.slot) ? [at] : [];
};

const elementEnds = (matching: Matching, element: Element, at: number): readonly number[] => {
  const { words, gaps, asked } = matching.message;
  if (element.is === 'questionMark') return asked[at] && gaps[at] === 'stop' ? [at] : [];
  if (element.is === 'slot') return slotEnds(element.slot, matching.message, at);
  const word = words[at];
  const ends = word !== undefined && fits(word, element) ? [at + 1] : [];
  for (const name of element.lists) addNew(ends, listEnds(matching, name, at));
  return ends;
};

/** `at` itself and the positions after one to three fillers. */
const afterFillers = (matching: Matching, at: number): readonly number[] => {
  const known = matching.afterFillers.get(at);
  if (known) return known;
  const { gaps } = matching.message;
  const positions = new Set([at]);
  let last = [at];
  for (let i = 0; i < maxFillers && last.length > 0; i++) {
    last = [...new Set(last.flatMap((from) => (gaps[from] === 'stop' ? [] : listEnds(matching, 'filler', from))))];
    for (const position of last) positions.add(position);
  }
  const all = [...positions];
  matching.afterFillers.set(at, all);
  return all;
};

const addNew = (to: number[], ends: readonly number[]) => {
  for (const end of ends) if (!to.includes(end)) to.push(end);
};
