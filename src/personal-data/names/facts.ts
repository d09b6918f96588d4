import { readings, type Reading } from './dictionary.ts';
import { brandNames, everydayNames, figures, fullStreetNames, list, listedForms } from './lexicon.ts';
import {
  common,
  isPersonal,
  isPossessive,
  listedAs,
  noun,
  nounOrPart,
  placesOf,
  verb,
  without,
  type Entry,
  type Test,
} from './morphology.ts';
import {
  figureStem,
  isDiminutive,
  isEasternName,
  isInstitutionShape,
  isPatronymicShape,
  isPossessiveShape,
  isSpokenPatronymic,
  isSurnameShape,
  issuedShape,
  officeShape,
  professionShape,
  unknownProfession,
} from './name-shapes.ts';

const brands = list('brands');
const namelikePlaces = list('namelikePlaces');
const namesakesOfTowns = list('namesakesOfTowns');
const wordlikeForms = list('wordlikeForms');
const abbreviations = list('abbreviations');
const roleNoun = noun('roleNouns');
const animalNoun = noun('animals');
const shortVocatives = list('shortVocatives');
const neverNames = list('neverNames');
const onlyPersonVerbs = without('humanVerbs', 'objectVerbs', 'deviceVerbs', 'motionVerbs');

const isGenitivePlural = ({ pos, plural, form }: Reading): boolean =>
  pos === 'NOUN' && plural && (form === 'gent' || form === 'accs');

/** Towns and adjectives of the same spelling, Львов and хромовый, change nothing about it. */
const isOnlyGenitivePlural = ({ all }: Entry): boolean => {
  const nouns = all.filter(({ pos, proper }) => pos !== 'ADJS' && pos !== 'ADJF' && proper !== 'Geox');
  return all.some(({ proper }) => proper !== 'Geox') && nouns.every(isGenitivePlural);
};

/** Whether the word is a listed name as it is listed. */
const isListed = (word: string): boolean =>
  listedForms(word).some(({ form, lemma }) => form === 'nomn' && lemma === word);

/** Панфилыч: the spoken patronymic of any name. */
const isSonOfListed = (word: string): boolean => {
  const name = /^([а-я]{3,})[ыи]ч(?:а|у|ем|е)?$/.exec(word)?.[1] ?? '';
  if (name === '') return false;
  return isListed(name) || readings(name).some(({ proper, form }) => proper === 'Name' && form === 'nomn');
};

const isShortName = (word: string): boolean => isListed(word) || isDiminutive(word);

/** Without the last vowel of a listed or built name: Андрюш, Кост, Нюр, Тань, Зой. */
const isCutName = (word: string): boolean => {
  if (word.length < 3) return false;
  const stem = /[йь]$/.test(word) ? word.slice(0, -1) : word;
  return /[бвгджзклмнпрстфхцчш]$/.test(word)
    ? isShortName(`${word}а`) || (word.length > 3 && isShortName(`${word}я`))
    : stem !== word && isShortName(`${stem}я`);
};

const isUnknown = ({ all, listed, word }: Entry): boolean =>
  all.length === 0 && listed.length === 0 && !isEasternName(word);

const figureBeginnings = new Set([...figures].map((figure) => figure.split(' ', 1)[0]));
const streetBeginnings = new Set([...fullStreetNames].map((name) => name.split(' ', 1)[0]));

/** What the dictionary, the lists and the endings say of a word: a fact a line. */
const senses = {
  /** The dictionary has it in some sense. */
  known: ({ all }) => all.length > 0,
  /** It can be a first name. */
  first: ({ word, all, listed }) =>
    listed.length > 0 ||
    (all.length === 0
      ? isDiminutive(word) || isEasternName(word)
      : !namelikePlaces.has(word) && all.some(({ proper, plural }) => proper === 'Name' && !plural)),
  /** It can be a first name of every day. */
  everyday: ({ word, all, listed }) =>
    listed.length > 0 ||
    (all.length === 0
      ? isDiminutive(word)
      : all.some(({ lemma, proper }) => proper === 'Name' && everydayNames.has(lemma))),
  /** A form in which a name of every day is listed. */
  everydayForm: listedAs('everydayNames'),
  /** A short name that is an assistant's, a brand's or a system's as well. */
  brandName: ({ word, all }) => [word, ...all.map(({ lemma }) => lemma)].some((lemma) => brandNames.has(lemma)),
  /** A surname the dictionary has. */
  surname: ({ isSurname }) => isSurname,
  /** A surname that is far more frequent than the town of that name: Борисов. */
  oftenSurname: ({ all }) => all.some(({ proper, lemma }) => proper === 'Surn' && namesakesOfTowns.has(lemma)),
  place: (entry) => placesOf(entry).length > 0 || namelikePlaces.has(entry.word),
  /** It has a sense that is no proper name. */
  common: common(() => true),
  noun: common(({ pos }) => pos === 'NOUN'),
  adjective: ({ word, common: own }) =>
    own.some((reading) => (reading.pos === 'ADJF' || reading.pos === 'PRTF') && !isPossessive(word, reading)),
  /** A short participle or adjective: дан, мила. */
  predicate: common(({ pos }) => pos === 'PRTS' || pos === 'ADJS'),
  verb: common(({ pos }) => pos === 'VERB' || pos === 'PRED'),
  preposition: common(({ pos }) => pos === 'PREP'),
  /** The noun is one person or thing. */
  singular: ({ common: own }) => own.length === 0 || own.some(({ pos, plural }) => pos === 'NOUN' && !plural),
  /** Its sense that is no proper name can be a nominative. */
  commonNominative: common(({ form, plural }) => form === 'nomn' && !plural),
  /** Its name sense can be a nominative. */
  nameNominative: ({ all, listed }) =>
    all.some((reading) => isPersonal(reading) && reading.form === 'nomn' && !reading.plural) ||
    listed.some(({ form }) => form === 'nomn'),
  /** It needs a person's context: an everyday word in this very form. */
  wordlike: ({ word, all, common: own }) =>
    wordlikeForms.has(word) && (own.length > 0 || all.some(({ proper }) => proper === 'Geox')),
  /** A form that is a noun of every day before it is a name's. */
  thingForm: listedAs('thingForms'),
  never: listedAs('neverNames'),
  /** A brand in any case, Логитека; a word the dictionary knows only as it is listed. */
  brand: ({ word, all }) =>
    brands.has(word) || (all.length === 0 && brands.has(word.replace(/(?:ом|а|у|е|и|ы|я|ю)$/, ''))),
  // Nouns, in any form
  /** A noun for a person that a name follows in every position: оператор, клиент. */
  roleNoun,
  /** A noun for a person, of the list or any animate one. */
  personNoun: (entry) =>
    roleNoun(entry) ||
    (entry.nouns.some(({ animate }) => animate) &&
      !animalNoun(entry) &&
      !entry.common.some(({ pos }) => pos === 'ADJF' || pos === 'PREP')),
  /** A noun for a living being that is a surname as well, of no pet: мельник, сорока. */
  bearer: noun('bearerNouns'),
  /** A noun that says what a person does, by its ending. */
  profession: (entry) =>
    entry.nouns.some(({ animate, lemma }) => animate && professionShape.test(lemma)) ||
    (isUnknown(entry) && unknownProfession.test(entry.word)),
  /** A noun for an office or an activity, by its ending: регистратура, приемная. */
  officeNoun: ({ nouns }) => nouns.some(({ animate, lemma }) => !animate && officeShape.test(lemma)),
  /** A noun for an animal or a machine, whose name is no person's. */
  animalNoun,
  placeNoun: noun('placeNouns'),
  /** A noun of a part of a business or of transport that is called by its town: склад, рейс. */
  branchNoun: noun('branchNouns'),
  regionNoun: noun('regionNouns'),
  settlementNoun: noun('settlementNouns'),
  institutionNoun: nounOrPart('institutionNouns'),
  productNoun: noun('productNouns', 'makerNouns', 'vesselNouns'),
  /** A noun of goods that are called by a designer's full name: духи, сумка. */
  makerNoun: noun('makerNouns'),
  vesselNoun: noun('vesselNouns'),
  title: noun('titles'),
  // Verbs, in any form
  humanVerb: verb('humanVerbs'),
  /** A person's verb whose object is a person too: позвонить, спросить. */
  personVerb: verb('humanVerbs', 'objectVerbs'),
  /** A verb that only a person does, in the past tense: пообещал, сказала. */
  pastPersonVerb: ({ verbs }) => verbs.some(({ lemma, tense }) => tense === 'past' && onlyPersonVerbs.has(lemma)),
  /** звонил, ответила, приветствует. */
  contactVerb: verb('contactVerbs'),
  /** A verb of coming and going, of persons and goods. */
  motionVerb: verb('motionVerbs'),
  /** A verb of several persons: сообщили. */
  pluralVerb: ({ verbs }) => verbs.length > 0 && verbs.every(({ plural }) => plural),
  // Words as they are written
  greeting: listedAs('greetingEnds'),
  /** A short word whose full stop ends no sentence. */
  abbreviation: ({ word }) => /^[а-я]$/.test(word) || abbreviations.has(word),
  /** A rank or a calling in the genitive that streets begin with: маршала. */
  streetTitle: listedAs('streetTitles'),
  /** Someone whom streets all over the country are named after, in the genitive: ленина. */
  streetName: listedAs('streetNames'),
  /** The first name of someone whose full name streets have: карла. */
  beginsStreet: ({ word }) => streetBeginnings.has(word),
  /** A figure's or a brand's full name can begin with it: Гарри, Карл. */
  beginsFigure: ({ word }) => figureBeginnings.has(figureStem(word)),
  /** де, ван, бин. */
  nameParticle: listedAs('nameParticles'),
  /** оглы, кызы, уулу. */
  fatherParticle: listedAs('fatherParticles'),
  /** Ли, Ю, Шин: words of every day but for a capital where a person is named. */
  shortSurname: listedAs('shortSurnames'),
  /** A document made out to a person, or what is done to one: на after it is no street's. */
  issued: ({ word }) => issuedShape.test(word),
  // Endings
  /** An unknown word built like a surname. */
  surnameShape: ({ word, all }) =>
    isSurnameShape(word) && all.every((reading) => isPersonal(reading) && isGenitivePlural(reading)),
  /** A word, known or not, with the endings of -ов, -ев, -ин: Шумов. */
  surnameLike: ({ word }) => isPossessiveShape(word),
  /** Known only as the genitive of several things, ветров, горбунков: in a person's place a surname. */
  pluralSurname: (entry) => !entry.isSurname && isPossessiveShape(entry.word) && isOnlyGenitivePlural(entry),
  patronymic: ({ word, all }) =>
    all.some(({ proper }) => proper === 'Patr') ||
    isSpokenPatronymic(word) ||
    (all.length === 0 && (isSonOfListed(word) || isPatronymicShape(word))),
  /** An unknown word built like an institution's. */
  institutionShape: ({ word, all }) => all.length === 0 && isInstitutionShape(word),
  /** The dative or ablative of several: Викиновостям. */
  pluralShape: ({ word }) => /(?:ям|ями|ами)$/.test(word),
  /** A short form of address, Саш, Викусь; an everyday word counts as listed only. */
  vocative: ({ word, common: own }) =>
    shortVocatives.has(word) || (own.length === 0 && !neverNames.has(word) && isCutName(word)),
} as const satisfies Record<string, Test>;

type Sense = keyof typeof senses;

/** What follows from other facts. */
const conclusions = {
  /** It can be nothing but a first name. */
  onlyFirst: (is, word) =>
    is.first && !is.common && !is.place && !is.brand && !is.brandName && !is.wordlike && !is.never && word.length > 2,
  /** It can be a name in lower case. With юзер головко: an unknown word in -ко is a surname where a person is named. */
  nameable: (is, word) =>
    is.first ||
    is.surname ||
    is.patronymic ||
    is.surnameShape ||
    is.pluralSurname ||
    is.vocative ||
    (!is.known && /[бвгджзклмнпрстфхцчшщ]ко$/.test(word)),
} as const satisfies Record<string, (is: Readonly<Record<Sense, boolean>>, word: string) => boolean>;

/** A property of a word. */
export type Fact = Sense | keyof typeof conclusions;

/** All properties; their places are their numbers. */
export const factNames = [...Object.keys(senses), ...Object.keys(conclusions)] as readonly Fact[];
export const senseTests: readonly Test[] = Object.values(senses);
export const conclusionTests = Object.values(conclusions);
