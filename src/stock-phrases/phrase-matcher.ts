import type { MessageWords } from './message-words.ts';
import { type BegunPhrases, parsePhraseLists, type PhraseNotations } from './phrase-lists.ts';
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
  readonly begunBy: (word: string) => BegunPhrases;
  /** Lists without fillers between their words. */
  readonly fillers: ReadonlySet<string>;
  readonly message: MessageWords;
  /** By word, then by list. */
  readonly ends: (Map<string, readonly number[]> | undefined)[];
  readonly afterFillers: Map<number, readonly number[]>;
};

/** Returns a function that makes the matcher of a message; misspelt words are corrected to those of the phrases. */
export const phraseMatchers = (notations: PhraseNotations): ((message: MessageWords) => PhraseMatcher) => {
  const { begunBy, fillers, vocabulary } = parsePhraseLists(notations);
  const corrected = spellingCorrector(vocabulary);
  return (message) => {
    const matching: Matching = {
      begunBy,
      fillers,
      message: { ...message, words: message.words.map(corrected) },
      ends: [],
      afterFillers: new Map(),
    };
    return (list, start) => listEnds(matching, list, start);
  };
};

const none: readonly number[] = [];

const listEnds = (matching: Matching, name: string, start: number): readonly number[] => {
  const first = matching.message.words[start];
  const begun = first === undefined ? undefined : matching.begunBy(first).get(name);
  if (!begun) return none;
  const found = (matching.ends[start] ??= new Map<string, readonly number[]>());
  const known = found.get(name);
  if (known) return known;
  const allowsFillers = !matching.fillers.has(name);
  const ends: number[] = [];
  for (const phrase of begun) addNew(ends, phraseEnds(matching, phrase, { start, allowsFillers }));
  const further = ends.filter((end) => end > start && end <= start + maxPhraseWords);
  found.set(name, further);
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
