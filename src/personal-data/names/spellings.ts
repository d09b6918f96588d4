import { randomInt } from 'node:crypto';
import { copyString } from '../../platform/copy-string.ts';
import { list, rewriting } from './lexicon.ts';
import { entryOf, kinshipOf, type Kinship } from './morphology.ts';
import { cutOf } from './word-cuts.ts';
import { factsOf, type Kind, type WordFacts } from './word-facts.ts';

/** What it does to a sentence: one begins behind it, or goes on from where it began, or ends unless an abbreviation precedes. */
type Bound = 'opens' | 'keeps' | 'stop' | 'abbreviation' | 'none';

/** A sentence begins after these; «Поле не заполнено»: what is quoted begins with a capital whatever it is. */
const opening = '!?…;•*«“„';

/** Signs that leave the beginning of a sentence open. */
const keepsOpen = '"([-–—>#';

const longestAbbreviation = 5;
const abbreviations = list('abbreviations');

const boundOf = (text: string, kind: Kind, word: string): Bound => {
  if (kind === 'break') return 'opens';
  if (kind === 'word') return abbreviations.has(word) && text.length <= longestAbbreviation ? 'abbreviation' : 'none';
  if (kind !== 'sign') return 'none';
  if (text === '.') return 'stop';
  return opening.includes(text) ? 'opens' : keepsOpen.includes(text) ? 'keeps' : 'none';
};

/** A longer run of letters is no word worth keeping. */
const longestKept = 48;

/** What is beyond these letters of a word is left aside. */
const longestWord = 60;

const withoutAddition = rewriting('addition');

/** The word itself in lower case, with е for ё, without what is added to a name. */
const wordOf = (lower: string): string => {
  const word = lower.replaceAll('ё', 'е').replace(/[‐‑]/g, '-').slice(0, longestWord);
  return word.includes('-') ? withoutAddition(word) : word;
};

const minHalfLength = 4;

/** By which mentions of a word are found. Бонч-Осмоловская: each half of a double surname is its bearer's as well. */
const mentionKeysOf = (spelling: Spelling): readonly string[] => {
  const { text, kind } = spelling;
  if (kind === 'latin') return text.length > 1 ? [text.toLowerCase()] : [];
  if (kind !== 'word' || text.length < 2) return [];
  if (!text.includes('-')) return spelling.kinship.keys;
  const halves = text.split('-').filter((half) => half.length >= minHalfLength);
  const ofHalves = halves.map((half) => new Spelling(half, 'word').kinship);
  return [...spelling.kinship.keys, ...ofHalves.flatMap(({ keys, stem }) => [...keys, stem])];
};

/** A token as it is written; what is known of it is asked for when it is needed, and kept. */
export class Spelling {
  readonly text: string;
  readonly kind: Kind;
  /** A Cyrillic word in lower case, with е for ё; empty for all else. */
  readonly word: string;
  readonly bound: Bound;
  /** After how many letters a further word begins; 0 if it is one. */
  readonly cut: number;
  /** What it adds to the scores of the tokens around it (`Tagger`), once it was asked for. */
  sums: Float64Array | undefined = undefined;
  private said: WordFacts | undefined = undefined;
  private known: Kinship | undefined = undefined;
  private keys: readonly string[] | undefined = undefined;

  constructor(text: string, kind: Kind) {
    const isWord = kind === 'word';
    this.text = text;
    this.kind = kind;
    this.word = isWord ? wordOf(text.toLowerCase()) : '';
    this.bound = boundOf(text, kind, this.word);
    this.cut = isWord && text.length <= longestKept ? cutOf(text) : 0;
  }

  get facts(): WordFacts {
    return (this.said ??= factsOf(this));
  }

  get kinship(): Kinship {
    return (this.known ??= kinshipOf(entryOf(this.word)));
  }

  get mentionKeys(): readonly string[] {
    return (this.keys ??= mentionKeysOf(this));
  }
}

/** Spellings that are kept; then all are forgotten. */
const limit = 60_000;
/** There are more than twice as many slots, so that a free one is near. */
const slotBits = 17;
/** By chance, so that nobody can write words that all have the same slot. */
const multiplier = randomInt(2 ** 31) * 2 + 1;

/** Spellings by their letters, ё as е. A look-up compares with the text in place, so that a token costs no string of its own. */
export class Vocabulary {
  /** What stands before and behind a text. */
  readonly edge = new Spelling('', 'edge');
  /** By the upper bits of a number of their letters, or in the next slot that is free. */
  private readonly kept = new Array<Spelling | undefined>(2 ** slotBits);
  private count = 0;

  /** Returns the spelling of a part of a text. */
  at(text: string, start: number, end: number, kind: Kind): Spelling {
    const length = end - start;
    if (length > longestKept) return new Spelling(text.slice(start, end), kind);
    let hash = multiplier;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), multiplier);
    let slot = hash >>> (32 - slotBits);
    for (let known = this.kept[slot]; known !== undefined; known = this.kept[slot]) {
      if (known.text.length === length && isAt(text, start, known.text)) return known;
      slot = (slot + 1) % this.kept.length;
    }
    const spelling = new Spelling(copyString(text.slice(start, end)), kind);
    this.kept[slot] = spelling;
    this.count = (this.count + 1) % limit;
    if (this.count === 0) this.kept.fill(undefined);
    return spelling;
  }
}

/** As `startsWith`, which costs more for a few letters. */
const isAt = (text: string, start: number, word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false;
  return true;
};
