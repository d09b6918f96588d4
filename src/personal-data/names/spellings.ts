import { wordFacts, type WordFacts } from './word-facts.ts';

/** What is known about a word as it is written. */
export type Spelling = {
  readonly letters: 'Capital' | 'UPPER' | 'lower';
  readonly facts: WordFacts;
  /** A capitalised word that may be a name at all: no brand, greeting, role or word of every message. */
  readonly mayBeName: boolean;
  /** A capitalised word without an everyday sense: unknown, or a name only. */
  readonly isUnknownName: boolean;
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
  return withYo.test(lower) ? { ...facts, common: false, noun: false, wordlike: false, onlyFirst: true } : facts;
};

const spell = (text: string): Spelling => {
  const letters = lettersOf(text);
  const facts = factsOf(text);
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
  return { letters, facts, mayBeName, isUnknownName: mayBeName && letters === 'Capital' && isName && !isThing };
};

const cache = new Map<string, Spelling>();
const cacheLimit = 60_000;

/** Returns what is known about a word in any letter case; ё counts as е. */
export const spellingOf = (text: string): Spelling => {
  const cached = cache.get(text);
  if (cached) return cached;
  const spelling = spell(text);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(text, spelling);
  return spelling;
};
