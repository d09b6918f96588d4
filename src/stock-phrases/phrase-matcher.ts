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
  /** By word, what it can begin. */
  readonly begun: (BegunPhrases | undefined)[];
  /** By word, then by list. */
  readonly ends: (Map<string, readonly number[]> | undefined)[];
  readonly afterFillers: Map<number, readonly number[]>;
  /** By the positions of a phrase. Phrases with the same beginning share theirs. */
  readonly continuations: Map<readonly number[], readonly number[]>;
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
      begun: [],
      ends: [],
      afterFillers: new Map(),
      continuations: new Map(),
    };
    return (list, start) => listEnds(matching, list, start);
  };
};

const none: readonly number[] = [];

const begunAt = ({ begun, begunBy, message }: Matching, at: number): BegunPhrases | undefined => {
  const word = message.words[at];
  return word === undefined ? undefined : (begun[at] ??= begunBy(word));
};

const listEnds = (matching: Matching, name: string, start: number): readonly number[] => {
  const begun = begunAt(matching, start)?.get(name);
  if (!begun) return none;
  const found = (matching.ends[start] ??= new Map<string, readonly number[]>());
  const known = found.get(name);
  if (known) return known;
  const search = { matching, start, allowsFillers: !matching.fillers.has(name) };
  const ends = positionsFrom(start);
  for (const phrase of begun) addNew(ends, phraseEnds(search, phrase));
  const further = ends.all.filter((end) => end > start);
  found.set(name, further);
  return further;
};

/** Of the phrases of one list that start at a word. */
type Search = { readonly matching: Matching; readonly start: number; readonly allowsFillers: boolean };

const phraseEnds = (search: Search, phrase: Phrase): readonly number[] => {
  let positions: readonly number[] = [search.start];
  for (const element of phrase) {
    positions = nextPositions(search, element, positions);
    if (positions.length === 0) return none;
  }
  return positions;
};

/** Where a phrase may be after one more element. */
const nextPositions = (search: Search, element: Element, positions: readonly number[]): readonly number[] => {
  const { matching, start } = search;
  const isFirst = positions.length === 1 && positions[0] === start;
  if (isFirst && !element.optional) return elementEnds(matching, element, start);
  const next = positionsFrom(start);
  if (element.is === 'questionMark') {
    for (const at of positions) addNew(next, elementEnds(matching, element, at));
  } else {
    if (positions.includes(start)) addNew(next, elementEnds(matching, element, start));
    if (!isFirst) for (const at of continuations(search, positions)) addNew(next, continuedEnds(matching, element, at));
  }
  if (!element.optional) return next.all;
  if (next.all.length === 0) return positions;
  addNew(next, positions);
  return next.all;
};

/** Where a phrase may go on from its positions behind its start, each once: there and, if it allows them, after fillers, which lead from several to the same one. */
const continuations = ({ matching, start, allowsFillers }: Search, positions: readonly number[]): readonly number[] => {
  const [only = start] = positions;
  if (!allowsFillers) return positions.filter((at) => at > start);
  if (positions.length === 1) return afterFillers(matching, only);
  const known = matching.continuations.get(positions);
  if (known) return known;
  const found = positionsFrom(start);
  for (const at of positions) if (at > start) addNew(found, afterFillers(matching, at));
  matching.continuations.set(positions, found.all);
  return found.all;
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
  const isFit = word !== undefined && fits(word, element);
  const [only, ...more] = element.lists;
  // Most elements are words or one list.
  if (only === undefined) return isFit ? [at + 1] : none;
  if (!isFit && more.length === 0) return listEnds(matching, only, at);
  const ends = positionsFrom(at);
  if (isFit) addNew(ends, [at + 1]);
  for (const name of element.lists) addNew(ends, listEnds(matching, name, at));
  return ends.all;
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

/** Positions of a phrase, each once, in any order; `near` and `far` are the bits of those within 32 words of its start and of the others. */
type Positions = { readonly start: number; readonly all: number[]; near: number; far: number };

const positionsFrom = (start: number): Positions => ({ start, all: [], near: 0, far: 0 });

/** Adds positions that are not there already, and with which the phrase is not too long. */
const addNew = (to: Positions, positions: readonly number[]) => {
  for (const position of positions) {
    const offset = position - to.start;
    if (offset > maxPhraseWords) continue;
    const bit = 1 << (offset % 32);
    const bits = offset < 32 ? to.near : to.far;
    if (bits & bit) continue;
    if (offset < 32) to.near = bits | bit;
    else to.far = bits | bit;
    to.all.push(position);
  }
};
