import { type Reading } from './dictionary.ts';
import {
  animals,
  bearerNouns,
  branchNouns,
  contactVerbs,
  deviceVerbs,
  fatherParticles,
  greetingEnds,
  humanVerbs,
  institutionNouns,
  makerNouns,
  motionVerbs,
  nameParticles,
  objectVerbs,
  placeNouns,
  productNouns,
  regionNouns,
  roleNouns,
  settlementNouns,
  shortSurnames,
  thingForms,
  titles,
  vesselNouns,
} from './name-lists.ts';
import { streetBeginnings, streetNames, streetTitles } from './street-lists.ts';

/** What the everyday sense of a word says about an adjacent capitalised word. */
export type WordRoles = {
  /** A noun for a person, of the lists or any animate one. */
  readonly personNoun: boolean;
  /** A noun for a person that a name follows in every position: оператор, клиент. */
  readonly roleNoun: boolean;
  /** A noun for a living being that is a surname as well, of no pet: мельник, сорока. */
  readonly bearer: boolean;
  /** A noun for an office or an activity, by its ending: регистратура, приемная. */
  readonly officeNoun: boolean;
  /** A noun that says what a person does, by its ending. */
  readonly profession: boolean;
  /** A noun for an animal or a machine, whose name is no person's. */
  readonly animalNoun: boolean;
  readonly placeNoun: boolean;
  /** A noun of a part of a business or of transport that is called by its town: склад, рейс. */
  readonly branchNoun: boolean;
  readonly regionNoun: boolean;
  readonly settlementNoun: boolean;
  /** The noun is one person or thing. */
  readonly singular: boolean;
  readonly institutionNoun: boolean;
  readonly productNoun: boolean;
  /** A noun of goods that are called by a designer's full name: духи, сумка. */
  readonly makerNoun: boolean;
  readonly vesselNoun: boolean;
  readonly title: boolean;
  /** A rank or a calling in the genitive that streets begin with: маршала. */
  readonly streetTitle: boolean;
  /** The first name of someone whose full name streets have: карла. */
  readonly beginsStreet: boolean;
  /** Someone whom streets all over the country are named after, in the genitive: ленина. */
  readonly streetName: boolean;
  /** A form that is a noun of every day before it is a name's. */
  readonly thingForm: boolean;
  /** A document made out to a person, or what is done to one: на after it is no street's. */
  readonly issued: boolean;
  /** де, ван, бин. */
  readonly nameParticle: boolean;
  /** оглы, кызы, уулу. */
  readonly fatherParticle: boolean;
  /** Ли, Ю, Шин: words of every day but for a capital where a person is named. */
  readonly shortSurname: boolean;
  readonly greeting: boolean;
  readonly humanVerb: boolean;
  /** A person's verb whose object is a person too: позвонить, спросить. */
  readonly personVerb: boolean;
  /** звонил, ответила, приветствует. */
  readonly contactVerb: boolean;
  /** A verb that only a person does, in the past tense: пообещал, сказала. */
  readonly pastPersonVerb: boolean;
  /** A verb of coming and going, of persons and goods. */
  readonly motionVerb: boolean;
  /** A verb of several persons: сообщили. */
  readonly pluralVerb: boolean;
};

/** воспитатель, психолог, машинист, грузчик: what a person does, never a surname. */
const professionShape = /(?:тель|тельница|лог|ист|истка|тор|щик|щица|рузчик|овод|овед|ограф|онер|стка)$/;

/** Тьютор, сомнолог, эсэмэмщик: the same endings where the dictionary does not have the word. */
const unknownProfession =
  /(?:[аеиую]тор|[аеиоу]лог|[ое]граф|овед|щик|щица|ница|вичка|клинер|утер|йзер|ример|огер|менеджер|мейкер)(?:а|у|ом|е)?$/;

/** пр-ту, б-ре: the abbreviation without its ending. */
const shortened = (word: string): string =>
  word.length < 8 && word.includes('-') ? word.replace(/(?:ов|ам|ах|ом|а|у|е|ы)$/, '') : word;

/** Documents made out to a person, and what is done to one: бронь, билет, оформлен. */
const issuedShape =
  /^(?:брон|забронир|заказ$|заказан|запис|билет|доверенност|накладн|сч[её]т|полис|договор|стол$|столик|пропуск|справк|сертификат|документ|оформ|переоформ|выпис|выпущен|зарегистр|жалоб|пожаловал|жалу|путевк|абонемент|переписа|замен|сменит|измен|звонок|разговор|вызов|тикет|задач|переключ|перевест|перевед|перевел|внутренний|обиж|обидел|зл[аы]$|злюсь|крич|наорал|ругал|надею|рассчит|ссыла|сосла|ссылк|похож|учетк|аккаунт|ящик|почт[ау]$|доступ|допуск|больничн|прав[ао]|парол|симк|компьют|смен[аыу]|подпис|ответствен|вешат|перенес|перечисл|начисл|зарплат|откры|закры|нарвал|наткнул|донес|подал|иск$|иска$|заявлени|заявк|обращени|наряд|чек$|перевод|платеж|карт[ау]$|квитанц|штраф|кредит|ипотек|займ|претензи|возлож|назнач|оставл|оставил|висит|числит|положил|доверя)/;

/** регистратура, приемная, отделение: an abstract noun is no surname. */
const officeShape = /(?:[цс]ия|ние|тие|ство|ость|ура|терия|емная|кадры|ресепшн)$/;

/** Returns the roles of a lower-case word from its readings that are no proper names; `isKnown` as a name or by them. */
export const rolesOf = (word: string, common: readonly Reading[], isKnown: boolean): WordRoles => {
  const nouns = word.length > 1 ? common.filter(({ pos }) => pos === 'NOUN') : [];
  const lemmas = [word, shortened(word), ...nouns.map(({ lemma }) => lemma)];
  const isIn = (list: ReadonlySet<string>): boolean => lemmas.some((lemma) => list.has(lemma));
  const isOneOf = (list: ReadonlySet<string>): boolean =>
    isIn(list) || (word.includes('-') && word.split('-').some((part) => part.length > 3 && list.has(part)));
  return {
    roleNoun: isIn(roleNouns),
    profession:
      nouns.some(({ animate, lemma }) => animate && professionShape.test(lemma)) ||
      (!isKnown && unknownProfession.test(word)),
    bearer: isIn(bearerNouns),
    officeNoun: nouns.some(({ animate, lemma }) => !animate && officeShape.test(lemma)),
    personNoun:
      isIn(roleNouns) ||
      (nouns.some(({ animate }) => animate) &&
        !isIn(animals) &&
        !common.some(({ pos }) => pos === 'ADJF' || pos === 'PREP')),
    animalNoun: isIn(animals),
    placeNoun: isIn(placeNouns),
    branchNoun: isIn(branchNouns),
    regionNoun: isIn(regionNouns),
    settlementNoun: isIn(settlementNouns),
    singular: common.length === 0 || common.some(({ pos, plural }) => pos === 'NOUN' && !plural),
    institutionNoun: isOneOf(institutionNouns),
    productNoun: isIn(productNouns) || isIn(makerNouns) || isIn(vesselNouns),
    makerNoun: isIn(makerNouns),
    vesselNoun: isIn(vesselNouns),
    title: isIn(titles),
    streetTitle: streetTitles.has(word),
    nameParticle: nameParticles.has(word),
    fatherParticle: fatherParticles.has(word),
    shortSurname: shortSurnames.has(word),
    beginsStreet: streetBeginnings.has(word),
    streetName: streetNames.has(word),
    thingForm: thingForms.has(word),
    issued: issuedShape.test(word),
    ...rolesInSpeech(word, common),
  };
};

const rolesInSpeech = (word: string, common: readonly Reading[]) => {
  const verbs = common.filter(({ pos }) => pos === 'VERB' || pos === 'INFN');
  return {
    greeting: greetingEnds.has(word),
    personVerb: verbs.some(({ lemma }) => humanVerbs.has(lemma) && !objectVerbs.has(lemma)),
    contactVerb: verbs.some(({ lemma }) => contactVerbs.has(lemma)),
    pastPersonVerb: verbs.some(
      ({ lemma, tense }) =>
        tense === 'past' &&
        humanVerbs.has(lemma) &&
        !objectVerbs.has(lemma) &&
        !deviceVerbs.has(lemma) &&
        !motionVerbs.has(lemma),
    ),
    motionVerb: verbs.some(({ lemma }) => motionVerbs.has(lemma)),
    pluralVerb: verbs.length > 0 && verbs.every(({ plural }) => plural),
    humanVerb: verbs.some(({ lemma }) => humanVerbs.has(lemma)),
  };
};
