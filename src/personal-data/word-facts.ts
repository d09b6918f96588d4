import { isDiminutive } from './diminutives.ts';
import { readings, type Reading } from './dictionary.ts';
import { listedForms } from './listed-names.ts';
import {
  brandNames,
  brands,
  everydayNames,
  greetingEnds,
  humanVerbs,
  institutionNouns,
  namelikePlaces,
  neverNames,
  placeNouns,
  productNouns,
  regionNouns,
  roleNouns,
  settlementNouns,
  titles,
  wordlikeForms,
} from './name-lists.ts';

/** What is known about a word as such, wherever it stands. */
export type WordFacts = {
  readonly word: string;
  /** The dictionary has it in some sense. */
  readonly known: boolean;
  /** It can be a first name. */
  readonly first: boolean;
  /** It can be a first name of every day. */
  readonly everyday: boolean;
  /** It can be nothing but a first name. */
  readonly onlyFirst: boolean;
  readonly brandName: boolean;
  readonly patronymic: boolean;
  /** A surname the dictionary has. */
  readonly surname: boolean;
  /** An unknown word built like a surname. */
  readonly surnameShape: boolean;
  /** A word, known or not, with the endings of -ов, -ев, -ин: Шумов. */
  readonly surnameLike: boolean;
  readonly place: boolean;
  /** An unknown word built like an institution's. */
  readonly institutionShape: boolean;
  /** It has a sense that is no proper name. */
  readonly common: boolean;
  readonly adjective: boolean;
  readonly noun: boolean;
  readonly personNoun: boolean;
  readonly roleNoun: boolean;
  readonly placeNoun: boolean;
  readonly regionNoun: boolean;
  readonly settlementNoun: boolean;
  /** The noun for a person is one person. */
  readonly singular: boolean;
  readonly institutionNoun: boolean;
  readonly productNoun: boolean;
  readonly title: boolean;
  readonly greeting: boolean;
  /** An everyday word in this very form: it needs a person's context. */
  readonly wordlike: boolean;
  /** Its sense that is no proper name can be a nominative. */
  readonly commonNominative: boolean;
  /** Its name sense can be a nominative. */
  readonly nameNominative: boolean;
  readonly preposition: boolean;
  readonly cases: readonly string[];
  readonly humanVerb: boolean;
  readonly verb: boolean;
  readonly never: boolean;
  readonly brand: boolean;
  /** Gender and case of its readings as a person's name, `masc nomn`; empty when unknown. */
  readonly nameForms: readonly string[];
  /** What its forms share: the same name in another case has a key in common. */
  readonly keys: readonly string[];
};

const patronymicShape = /^[а-я]{2,}(?:(?:ов|ев|ь)ич(?:а|у|ем|е)?|(?:овн|евн|иничн|ичн)(?:а|ы|е|у|ой|ою))$/;
/** Spoken patronymics: Иваныч, Марь Иванна, Сан Саныч, Николавна. */
const spokenPatronymic =
  /^(?:(?:иван|степан|михал|пал|николаич|николай|саны|александр|алексан|андре|серге|алексе|васил|петро|федоры|семены|антоны|борис|максим|палы|кузьми|лукич|никитич|ильич|фомич|саввич|данил|геннад|георгич|юрь|валерь|григорь|анатоль|виталь|леонид|михайл)(?:ы?ч|ич|ьич|евич)(?:а|у|ем|ом|е)?|(?:иванн|михалн|михайлн|николавн|алексанн|алексевн|андревн|сергевн|василевн|палн|степанн|семенн|антонн|петровн|борисн|дмитревн|юрьн|анатольн|васильн)(?:а|ы|е|у|ой))$/;

const surnameShape =
  /^[а-я]{2,}(?:(?:[бвгджзклмнпрстфхцчшщ]ов|[а-я]ев|[бвгджзклмнпрстфхцчшщ]ин|цын)(?:а|у|ым|ой|е|ою)?|енко|швили|дзе|чук(?:а|у|ом|е)?|[сц]к(?:ий|ого|ому|им|ом|ая|ой|ую)|[а-я]ян(?:а|у|ом|е)?)$/;
const patternedSurname = /^[а-я]{2,}(?:[бвгджзклмнпрстфхцчшщ]ов|[а-я]ев|[бвгджзклмнпрстфхцчшщ]ин|цын)(?:а|у|ым|ой|е|ою)?$/;

/** Росприроднадзор, Мосэнерго, Стройбанк: institutions, whatever their endings. */
const institutionShape = /^(?:рос|мос|гос|мин|глав|спец|энерго|газ|нефте?|авто|тех|строй|пром|агро|евро|интер)[а-я]{3,}$|(?:надзор|банк|фонд|строй|энерго|пром|торг|транс|телеком|нефть|газ|авиа|маркет|софт|сервис|плюс|инвест|финанс|снаб|охран)[а-я]{0,3}$/;

/** The same stem for all forms of a surname the dictionary does not have. */
export const surnameStem = (word: string): string =>
  word
    .replace(/(?:ого|ому|ыми|ими|ая|ую|ий|ый)$/, '')
    .replace(/(?:ов|ев|ин|ын)(?:а|у|ым|ой|е|ою|ы|ых)$/, (ending) => ending.slice(0, 2))
    .replace(/(?:ом|ем|ой|ою|ей|ью|ым|им|ых|а|у|е|ы|и|я|ю|й|ь|о)$/, '');

const isPersonal = ({ proper }: Reading): boolean => proper === 'Name' || proper === 'Surn' || proper === 'Patr';

const formOf = ({ gender, form }: { gender?: string | undefined; form?: string | undefined }): string => `${gender ?? 'ms-f'} ${form ?? ''}`;

type Nouns = Pick<WordFacts, 'personNoun' | 'roleNoun' | 'placeNoun' | 'regionNoun' | 'settlementNoun' | 'singular' | 'institutionNoun' | 'productNoun' | 'title' | 'greeting' | 'humanVerb'>;

/** What its everyday sense does to the capitalised word beside it. */
const rolesOf = (word: string, common: readonly Reading[]): Nouns => {
  const lemmas = [word, ...common.filter(({ pos }) => pos === 'NOUN').map(({ lemma }) => lemma)];
  const isIn = (list: ReadonlySet<string>): boolean => lemmas.some((lemma) => list.has(lemma));
  const roleNoun = isIn(roleNouns);
  return {
    roleNoun,
    personNoun: roleNoun || (common.some(({ pos, animate }) => pos === 'NOUN' && animate) && !common.some(({ pos }) => pos === 'ADJF')),
    placeNoun: isIn(placeNouns),
    regionNoun: isIn(regionNouns),
    settlementNoun: isIn(settlementNouns),
    singular: common.length === 0 || common.some(({ pos, plural }) => pos === 'NOUN' && !plural),
    institutionNoun: isIn(institutionNouns),
    productNoun: isIn(productNouns),
    title: isIn(titles),
    greeting: greetingEnds.has(word),
    humanVerb: common.some(({ pos, lemma }) => (pos === 'VERB' || pos === 'INFN') && humanVerbs.has(lemma)),
  };
};

type Senses = Omit<WordFacts, 'word' | 'keys' | 'nameForms' | 'surnameShape' | 'surnameLike' | 'institutionShape' | 'onlyFirst' | 'patronymic'>;

const senses = (word: string, all: readonly Reading[]): Senses => {
  const listed = listedForms(word);
  const proper = new Set(all.map((reading) => reading.proper));
  const common = all.filter((reading) => reading.proper === undefined);
  const some = (test: (reading: Reading) => boolean): boolean => common.some(test);
  return {
    known: all.length > 0,
    first: all.some(({ proper: kind, plural }) => kind === 'Name' && !plural) || listed.length > 0 || (common.length === 0 && all.length === 0 && isDiminutive(word)),
    everyday: listed.some(({ lemma }) => everydayNames.has(lemma)) || all.some(({ lemma, proper: kind }) => kind === 'Name' && everydayNames.has(lemma)),
    brandName: [word, ...all.map(({ lemma }) => lemma)].some((lemma) => brandNames.has(lemma)),
    surname: proper.has('Surn'),
    place: proper.has('Geox') || proper.has('Orgn') || namelikePlaces.has(word),
    common: common.length > 0,
    adjective: some(({ pos }) => pos === 'ADJF' || pos === 'PRTF'),
    noun: some(({ pos }) => pos === 'NOUN'),
    ...rolesOf(word, common),
    verb: some(({ pos }) => pos === 'VERB' || pos === 'PRED'),
    wordlike: wordlikeForms.has(word),
    commonNominative: some(({ form, plural }) => form === 'nomn' && !plural),
    nameNominative: all.some((reading) => isPersonal(reading) && reading.form === 'nomn' && !reading.plural) || listed.some(({ form }) => form === 'nomn'),
    preposition: some(({ pos }) => pos === 'PREP'),
    cases: [...new Set([...all, ...listed].flatMap(({ form }) => form ?? []))],
    never: neverNames.has(word),
    brand: brands.has(word),
  };
};

/** Known names share their lemma, unknown ones a stem; an everyday word that serves as a name only matches itself. */
const keysOf = (word: string, all: readonly Reading[]): string[] => {
  const lemmas = [...all.filter(isPersonal), ...listedForms(word)].map(({ lemma }) => lemma);
  if (lemmas.length > 0) return [...new Set(lemmas)];
  return all.length > 0 ? [`=${word}`] : [`~${surnameStem(word)}`];
};

const simpleFacts = (word: string): WordFacts => {
  const all = readings(word);
  const sense = senses(word, all);
  const nameForms = [...all.filter(isPersonal).map(formOf), ...listedForms(word).map(formOf)];
  const spoken = spokenPatronymic.test(word);
  return {
    ...sense,
    word,
    patronymic: all.some(({ proper }) => proper === 'Patr') || spoken || (!sense.known && patronymicShape.test(word)),
    surnameShape: !sense.known && word.length > 4 && surnameShape.test(word) && !institutionShape.test(word),
    institutionShape: !sense.known && institutionShape.test(word),
    surnameLike: word.length > 4 && patternedSurname.test(word),
    onlyFirst: sense.first && !sense.common && !sense.place && !sense.brand && !sense.brandName && !sense.wordlike && word.length > 2,
    nameForms: [...new Set(nameForms)],
    keys: keysOf(word, all),
  };
};

/** Анна-Мария, Римский-Корсаков: a name when its parts are. */
const joinedFacts = (word: string): WordFacts => {
  const whole = simpleFacts(word);
  const parts = word.split('-');
  const [left = '', right = ''] = parts;
  if (whole.known || parts.length !== 2 || left.length < 2 || right.length < 2) return whole;
  const a = simpleFacts(left);
  const b = simpleFacts(right);
  const first = a.first && b.first && !a.brandName;
  const surname = (a.surname || a.surnameShape || (a.adjective && b.surname)) && (b.surname || b.surnameShape);
  return { ...whole, first, everyday: first, onlyFirst: first && a.onlyFirst && b.onlyFirst, surname, surnameShape: false, known: first || surname, nameForms: b.nameForms, keys: [`~${surnameStem(word)}`] };
};

const cache = new Map<string, WordFacts>();
const cacheLimit = 60_000;

/** Returns what is known about a word in any letter case; ё counts as е. */
export const factsOf = (spelling: string): WordFacts => {
  const cached = cache.get(spelling);
  if (cached) return cached;
  const word = spelling.toLowerCase().replaceAll('ё', 'е');
  const facts = word.length < 60 && word.includes('-') ? joinedFacts(word) : simpleFacts(word.slice(0, 60));
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(spelling, facts);
  return facts;
};
