import { type Reading } from './dictionary.ts';
import { conclusionTests, factNames, senseTests, type Fact } from './facts.ts';
import { entryOf, isPersonal, placesOf, type Entry } from './morphology.ts';
import { figureStem, surnameStem } from './name-shapes.ts';

/** The forms of a word, and what its forms share. */
type Forms = {
  readonly word: string;
  /** Gender and case of its readings as a person's name, `masc nomn`; empty when unknown. */
  readonly nameForms: readonly string[];
  /** The cases of all its senses, and of its sense as a place. */
  readonly cases: readonly string[];
  readonly placeCases: readonly string[];
  /** What all forms of it share, if it is a surname, and if it is a word of a figure's name. */
  readonly stem: string;
  readonly figureStem: string;
  /** The same name in another case has a key in common. */
  readonly keys: readonly string[];
};

/** What is known about a word without its context: its properties (`facts.ts`) as bits, and its forms. */
export type WordFacts = Forms & Readonly<Record<Fact, boolean>>;

/** First names have no plural here; families do. */
const isOnePerson = (reading: Reading): boolean =>
  isPersonal(reading) && !(reading.proper === 'Name' && reading.plural);

const formOf = ({ gender, form }: { gender?: string | undefined; form?: string | undefined }): string =>
  `${gender ?? 'ms-f'} ${form ?? ''}`;

/** Known names share their lemma, unknown ones a stem; an everyday word that serves as a name only matches itself. */
const keysOf = ({ word, all, listed }: Entry): readonly string[] => {
  const lemmas = [...all.filter(isPersonal), ...listed].map(({ lemma }) => lemma);
  if (lemmas.length > 0) return [...new Set(lemmas)];
  return all.length > 0 ? [`=${word}`] : [`~${surnameStem(word)}`];
};

const formsOf = (entry: Entry): Forms => ({
  word: entry.word,
  nameForms: [...new Set([...entry.all.filter(isOnePerson), ...entry.listed].map(formOf))],
  cases: [...new Set([...entry.all, ...entry.listed].flatMap(({ form }) => form ?? []))],
  placeCases: [...new Set(placesOf(entry).flatMap(({ form }) => form ?? []))],
  stem: surnameStem(entry.word),
  figureStem: figureStem(entry.word),
  keys: keysOf(entry),
});

class Facts implements Forms {
  readonly word: string;
  readonly nameForms: readonly string[];
  readonly cases: readonly string[];
  readonly placeCases: readonly string[];
  readonly stem: string;
  readonly figureStem: string;
  readonly keys: readonly string[];
  /** Property `n` is bit `n % 32` of item `n / 32`. */
  readonly bits: readonly number[];

  constructor(forms: Forms, bits: readonly number[]) {
    this.word = forms.word;
    this.nameForms = forms.nameForms;
    this.cases = forms.cases;
    this.placeCases = forms.placeCases;
    this.stem = forms.stem;
    this.figureStem = forms.figureStem;
    this.keys = forms.keys;
    this.bits = bits;
  }
}

factNames.forEach((name, number) => {
  const [item, mask] = [number >>> 5, 1 << (number & 31)];
  Object.defineProperty(Facts.prototype, name, {
    get(this: Facts) {
      return ((this.bits[item] ?? 0) & mask) !== 0;
    },
  });
});

/** Each property is an accessor that the loop above defines. */
const factsOf = (forms: Forms, bits: readonly number[]): WordFacts => new Facts(forms, bits) as Facts & WordFacts;

const setBit = (bits: number[], number: number, isSet: boolean): void => {
  const item = number >>> 5;
  const mask = 1 << (number & 31);
  bits[item] = isSet ? (bits[item] ?? 0) | mask : (bits[item] ?? 0) & ~mask;
};

type Changes = Partial<Forms & Record<Fact, boolean>>;

/** Returns the facts with some of them changed. */
export const changed = (facts: WordFacts, changes: Changes): WordFacts => {
  const bits = factNames.reduce<number[]>((all, name, number) => {
    setBit(all, number, changes[name] ?? facts[name]);
    return all;
  }, []);
  return factsOf({ ...facts, ...changes }, bits);
};

const simpleFacts = (word: string): WordFacts => {
  const entry = entryOf(word);
  const bits: number[] = [];
  senseTests.forEach((test, number) => setBit(bits, number, test(entry)));
  const facts = factsOf(formsOf(entry), bits);
  conclusionTests.forEach((test, number) => setBit(bits, senseTests.length + number, test(facts, word)));
  return facts;
};

/** Анна-Мария, Римский-Корсаков: a name when its parts are. */
const joinedFacts = (word: string): WordFacts => {
  const whole = simpleFacts(word);
  const parts = word.split('-');
  const [left = '', right = ''] = parts;
  if (/^(?:ака|ага|апа|эже|байке|джан|хан|бек|хоним)$/.test(right) && simpleFacts(left).first) return simpleFacts(left);
  if (/^(?:младш|старш)/.test(right)) return simpleFacts(left);
  if (whole.known || parts.length !== 2 || left.length < 2 || right.length < 2) return whole;
  const a = simpleFacts(left);
  const b = simpleFacts(right);
  const first = a.first && b.first && !a.brandName;
  const surname = (a.surname || a.surnameShape || (a.adjective && b.surname)) && (b.surname || b.surnameShape);
  return changed(whole, {
    first,
    everyday: first,
    onlyFirst: first && (a.everyday || a.onlyFirst) && (b.everyday || b.onlyFirst),
    surname,
    surnameShape: !surname && (b.surnameShape || b.surname || b.pluralSurname) && b.surnameLike,
    nameable: whole.nameable || first || surname,
    known: first || surname,
    nameForms: b.nameForms,
    keys: [`~${surnameStem(word)}`],
  });
};

/** Returns what is known about a lower-case word with е for ё. */
export const wordFacts = (word: string): WordFacts =>
  word.length < 60 && word.includes('-') ? joinedFacts(word) : simpleFacts(word.slice(0, 60));
