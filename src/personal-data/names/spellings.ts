import { changed, wordFacts, type WordFacts } from './word-facts.ts';

/** `contact` is a telephone or an e-mail address, `cut` whatever else was found before. */
export type Kind = 'word' | 'latin' | 'number' | 'break' | 'contact' | 'cut' | 'sign';

/** What is known about a token as it is written; facts say something only of Cyrillic words. */
export type Spelling = {
  readonly text: string;
  readonly kind: Kind;
  readonly letters: 'Capital' | 'UPPER' | 'lower';
  readonly facts: WordFacts;
  /** A capitalised word that may be a name at all: no brand, greeting, role or word of every message. */
  readonly mayBeName: boolean;
  /** A capitalised word without an everyday sense: unknown, or a name only. */
  readonly isUnknownName: boolean;
  /** What it does to a sentence: one begins behind it, or goes on from where it began, or ends unless an abbreviation precedes. */
  readonly bound: 'opens' | 'keeps' | 'stop' | 'abbreviation' | 'none';
  /** Which tests of patterns it was asked, and of which it is, as bits. */
  answers: Uint32Array;
  /** Which rules may mark it and which ask for it as a neighbour, as bits; found at the first question. */
  rules: Int32Array | undefined;
};

const lettersOf = (text: string): Spelling['letters'] => {
  const first = text.charAt(0);
  if (first === first.toLowerCase()) return 'lower';
  return text.length > 1 && text === text.toUpperCase() ? 'UPPER' : 'Capital';
};

/** ИТ-отдела, Робот-пылесос: a name goes on in lower case only with such endings. */
const lowerPart =
  /[-‐‑](?!(?:оглы|оглу|кызы|заде|бек|хан|ага|джан|баши|паша|ака|апа|эже|байке|хоним|младш|старш)(?:ий|его|ему|им|ем|ая|ей|ую|а|у|ом|е)?(?![а-яё]))[а-яё]/;

/** With its ё Тёма is no subject. */
const withYo = /^тём(?:а|ы|е|у|ой|ою)$/;

const factsOf = (text: string): WordFacts => {
  const lower = text.toLowerCase();
  const facts = wordFacts(lower.replaceAll('ё', 'е').replace(/[‐‑]/g, '-'));
  return withYo.test(lower) ? changed(facts, { common: false, noun: false, wordlike: false, onlyFirst: true }) : facts;
};

/** A sentence begins after these; «Поле не заполнено»: what is quoted begins with a capital whatever it is. */
const opening = '!?…;•*«“„';

/** Signs that leave the beginning of a sentence open. */
const keepsOpen = '"([-–—>#';

const longestAbbreviation = 5;

const boundOf = (text: string, kind: Kind, { abbreviation }: WordFacts): Spelling['bound'] => {
  if (kind === 'break') return 'opens';
  if (kind === 'word') return abbreviation && text.length <= longestAbbreviation ? 'abbreviation' : 'none';
  if (kind !== 'sign') return 'none';
  if (text === '.') return 'stop';
  return opening.includes(text) ? 'opens' : keepsOpen.includes(text) ? 'keeps' : 'none';
};

const unasked = new Uint32Array();

const newSpelling = (text: string, kind: Kind): Spelling => {
  const isWord = kind === 'word';
  const letters = isWord ? lettersOf(text) : 'lower';
  const facts = factsOf(isWord ? text : '');
  const isExcluded =
    facts.never || facts.brand || facts.greeting || facts.placeNoun || facts.roleNoun || facts.profession;
  const mayBeName =
    letters !== 'lower' &&
    text.length > 1 &&
    !/^[А-ЯЁ]-|[а-яё][А-ЯЁ]|^[А-ЯЁ]{2,}[а-яё]/.test(text) &&
    !lowerPart.test(text) &&
    !isExcluded;
  const isName = !facts.known || (facts.surname && !facts.common) || facts.onlyFirst;
  const isThing = facts.institutionShape || facts.pluralShape || facts.place;
  return {
    text,
    kind,
    letters,
    facts,
    mayBeName,
    isUnknownName: mayBeName && letters === 'Capital' && isName && !isThing,
    bound: boundOf(text, kind, facts),
    answers: unasked,
    rules: undefined,
  };
};

/** Spellings that are kept; then all are forgotten. */
const limit = 60_000;
/** Slots of the hash table, a power of two, more than twice the limit. */
const slotCount = 2 ** 17;
/** A longer run of letters is no word worth keeping. */
const longestKept = 48;

/** Spellings by their letters. A look-up compares with the text in place, so that a token costs no string of its own. */
class Vocabulary {
  private slots = new Int32Array(slotCount);
  private kept: Spelling[] = [];

  /** Returns the spelling of a part of a text. */
  at(text: string, start: number, end: number, kind: Kind): Spelling {
    const length = end - start;
    if (length > longestKept) return newSpelling(text.slice(start, end), kind);
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    let slot = (hash ^ (hash >>> 15)) & (slotCount - 1);
    for (let number = this.slots[slot] ?? 0; number > 0; number = this.slots[slot] ?? 0) {
      const spelling = this.kept[number - 1];
      if (spelling?.text.length === length && isAt(text, start, spelling.text)) return spelling;
      slot = (slot + 1) & (slotCount - 1);
    }
    return this.keep(slot, newSpelling(copied(text.slice(start, end)), kind));
  }

  private keep(slot: number, spelling: Spelling): Spelling {
    if (this.kept.length >= limit) {
      this.slots.fill(0);
      this.kept = [];
      return spelling;
    }
    this.slots[slot] = this.kept.push(spelling);
    return spelling;
  }
}

/** As `startsWith`, which costs more for a few letters. */
const isAt = (text: string, start: number, word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false;
  return true;
};

/** A slice of a text keeps the whole text in memory; what is kept must not. */
const copied = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');

const vocabulary = new Vocabulary();

/** Returns what is known about a part of a text; ё counts as е. */
export const spellingAt = (text: string, start: number, end: number, kind: Kind): Spelling =>
  vocabulary.at(text, start, end, kind);

/** Returns what is known about a word in any letter case; ё counts as е. */
export const spellingOf = (word: string): Spelling => spellingAt(word, 0, word.length, 'word');
