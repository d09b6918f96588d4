import { readings, type Reading } from './dictionary.ts';
import { figures, shortVocatives } from './name-lists.ts';
import { listedForms } from './listed-names.ts';
import {
  isDiminutive,
  figureStem,
  isInstitutionShape,
  isPatronymicShape,
  isPossessiveShape,
  isSpokenPatronymic,
  isSurnameShape,
  surnameStem,
} from './name-shapes.ts';
import { isPersonal, sensesOf, type WordSenses } from './word-senses.ts';

/** What is known about a word without its context. */
export type WordFacts = WordSenses & {
  readonly word: string;
  /** It can be nothing but a first name. */
  readonly onlyFirst: boolean;
  readonly patronymic: boolean;
  /** It can be a name in lower case: first name, patronymic or surname. */
  readonly nameable: boolean;
  /** A short form of address: Саш, Викусь. */
  readonly vocative: boolean;
  /** An unknown word built like a surname. */
  readonly surnameShape: boolean;
  /** Known only as the genitive of several things, ветров, горбунков: in a person's place a surname. */
  readonly pluralSurname: boolean;
  /** A word, known or not, with the endings of -ов, -ев, -ин: Шумов. */
  readonly surnameLike: boolean;
  /** An unknown word built like an institution's. */
  readonly institutionShape: boolean;
  /** The dative or ablative of several: Викиновостям. */
  readonly pluralShape: boolean;
  /** Gender and case of its readings as a person's name, `masc nomn`; empty when unknown. */
  readonly nameForms: readonly string[];
  /** What all forms of it share, if it is a surname. */
  readonly stem: string;
  /** What all forms of it share, if it is a word of a figure's name. */
  readonly figureStem: string;
  /** A figure's or a brand's full name can begin with it: Гарри, Карл. */
  readonly beginsFigure: boolean;
  /** What its forms share: the same name in another case has a key in common. */
  readonly keys: readonly string[];
};

const figureBeginnings = new Set([...figures].map((figure) => figure.split(' ', 1)[0]));

/** Whether the word is a listed name as it is listed. */
const isListed = (word: string): boolean =>
  listedForms(word).some(({ form, lemma }) => form === 'nomn' && lemma === word);

/** Панфилыч: the spoken patronymic of any name. */
const isSonOfListed = (word: string): boolean => {
  const name = /^([а-я]{3,})[ыи]ч(?:а|у|ем|е)?$/.exec(word)?.[1] ?? '';
  if (name === '') return false;
  return isListed(name) || readings(name).some(({ proper, form }) => proper === 'Name' && form === 'nomn');
};

/** First names have no plural here; families do. */
const isOnePerson = (reading: Reading): boolean =>
  isPersonal(reading) && !(reading.proper === 'Name' && reading.plural);

const formOf = ({ gender, form }: { gender?: string | undefined; form?: string | undefined }): string =>
  `${gender ?? 'ms-f'} ${form ?? ''}`;

/** Known names share their lemma, unknown ones a stem; an everyday word that serves as a name only matches itself. */
const keysOf = (word: string, all: readonly Reading[]): string[] => {
  const lemmas = [...all.filter(isPersonal), ...listedForms(word)].map(({ lemma }) => lemma);
  if (lemmas.length > 0) return [...new Set(lemmas)];
  return all.length > 0 ? [`=${word}`] : [`~${surnameStem(word)}`];
};

const isGenitivePlural = ({ pos, plural, form }: Reading): boolean =>
  pos === 'NOUN' && plural && (form === 'gent' || form === 'accs');

/** Towns and adjectives of the same spelling, Львов and хромовый, change nothing about it. */
const isOnlyGenitivePlural = (all: readonly Reading[]): boolean => {
  const nouns = all.filter(({ pos, proper }) => pos !== 'ADJS' && pos !== 'ADJF' && proper !== 'Geox');
  return all.some(({ proper }) => proper !== 'Geox') && nouns.every(isGenitivePlural);
};

type Shapes = Pick<WordFacts, 'patronymic' | 'surnameShape' | 'pluralSurname'>;

const shapesOf = (word: string, sense: WordSenses, all: readonly Reading[]): Shapes => ({
  patronymic:
    all.some(({ proper }) => proper === 'Patr') ||
    isSpokenPatronymic(word) ||
    (!sense.known && isSonOfListed(word)) ||
    (!sense.known && isPatronymicShape(word)),
  surnameShape: isSurnameShape(word) && all.every((reading) => isPersonal(reading) && isGenitivePlural(reading)),
  pluralSurname: !sense.surname && isPossessiveShape(word) && isOnlyGenitivePlural(all),
});

const isShortName = (word: string): boolean => isListed(word) || isDiminutive(word);

/** Without the last vowel of a listed or built name: Андрюш, Кост, Нюр, Тань, Зой; an everyday word counts as listed only. */
const isVocativeForm = (word: string, { common, never }: WordSenses): boolean => {
  if (shortVocatives.has(word)) return true;
  if (common || never || word.length < 3) return false;
  const stem = /[йь]$/.test(word) ? word.slice(0, -1) : word;
  return /[бвгджзклмнпрстфхцчш]$/.test(word)
    ? isShortName(`${word}а`) || (word.length > 3 && isShortName(`${word}я`))
    : stem !== word && isShortName(`${stem}я`);
};

/** Марку, Алле: a form of a name of every day is no rare name without cases. */
const isRareNamesake = (word: string, { proper, lemma }: Reading): boolean =>
  proper === 'Name' && lemma === word && listedForms(word).every((listed) => listed.lemma !== word);

type NameSenses = WordSenses & Shapes & Pick<WordFacts, 'vocative'>;

/** With юзер головко: an unknown word in -ко is a surname where a person is named. */
const isNameable = (word: string, facts: NameSenses): boolean =>
  facts.first ||
  facts.surname ||
  facts.patronymic ||
  facts.surnameShape ||
  facts.pluralSurname ||
  facts.vocative ||
  (!facts.known && /[бвгджзклмнпрстфхцчшщ]ко$/.test(word));

const simpleFacts = (word: string): WordFacts => {
  const isForm = listedForms(word).length > 0;
  const all = readings(word).filter((reading) => !(isForm && isRareNamesake(word, reading)));
  const sense = sensesOf(word, all);
  const shapes = shapesOf(word, sense, all);
  const vocative = isVocativeForm(word, sense);
  const figure = figureStem(word);
  const nameForms = [...all.filter(isOnePerson).map(formOf), ...listedForms(word).map(formOf)];
  return {
    ...sense,
    word,
    ...shapes,
    vocative,
    nameable: isNameable(word, { ...sense, ...shapes, vocative }),
    institutionShape: !sense.known && isInstitutionShape(word),
    surnameLike: isPossessiveShape(word),
    pluralShape: /(?:ям|ями|ами)$/.test(word),
    onlyFirst:
      sense.first &&
      !sense.common &&
      !sense.place &&
      !sense.brand &&
      !sense.brandName &&
      !sense.wordlike &&
      !sense.never &&
      word.length > 2,
    nameForms: [...new Set(nameForms)],
    stem: surnameStem(word),
    figureStem: figure,
    beginsFigure: figureBeginnings.has(figure),
    keys: keysOf(word, all),
  };
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
  return {
    ...whole,
    first,
    everyday: first,
    onlyFirst: first && (a.everyday || a.onlyFirst) && (b.everyday || b.onlyFirst),
    surname,
    surnameShape: !surname && (b.surnameShape || b.surname || b.pluralSurname) && b.surnameLike,
    nameable: whole.nameable || first || surname,
    known: first || surname,
    nameForms: b.nameForms,
    keys: [`~${surnameStem(word)}`],
  };
};

/** Returns what is known about a lower-case word with е for ё. */
export const wordFacts = (word: string): WordFacts =>
  word.length < 60 && word.includes('-') ? joinedFacts(word) : simpleFacts(word.slice(0, 60));
