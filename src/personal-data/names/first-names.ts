import { thingForms } from '../name-lists.ts';
import { isCapitalised, isSign, mark, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { markFullName } from './full-name.ts';
import { endsPhrase, precedesGreeting, followsGreeting, isGreeted, isVocative } from './greetings.ts';
import {
  isBesideContact,
  isBesideDeed,
  followsHumanVerb,
  followsNamingWord,
  followsPersonNoun,
  followsPersonVerb,
  followsPresentation,
  isLabel,
  isOnCall,
  isPerson,
  precedesHumanVerb,
  precedesOrigin,
} from './person-contexts.ts';
import { isInPlace } from './place-contexts.ts';
import { hasCertainSurnameBeside, hasSurnameBeside } from './surname-beside.ts';
import { isModel, isNameOfThing, isNoPerson, isQuotedTitle } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

/** Аскер Хасанович: within a sentence a noun with a capital before a patronymic. */
const isNounAsName = ({ facts, mayBeName, opensSentence }: Token): boolean =>
  mayBeName && !opensSentence && facts.noun && !facts.officeNoun && !facts.productNoun;

const isShortName = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.facts.first ||
    (isCapitalised(token) && !token.facts.never && (!token.facts.known || isNounAsName(token))) ||
    /^(?:сан|марь|пал|миха)$/.test(token.facts.word));

/** Доржиева Дарима Баировна: whatever the dictionary takes the middle one for, it is a first name. */
const standsAfterSurname = ({ tokens, marked }: NameDocument, at: number): boolean => {
  const surname = tokens[at - 1];
  if (!tokens[at]?.spaced || !isCapitalised(tokens[at]) || !isCapitalised(surname)) return false;
  return marked[at - 1] === true || surname?.facts.surname === true || surname?.facts.surnameShape === true;
};

/** A patronymic in any letter case, with the first name and surname beside it. */
export const patronymic = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.patronymic || isInPlace(document, at) || isQuotedTitle(document, at)) return;
  if (token.letters === 'lower' && token.facts.common) return;
  const before = wordBefore(document, at);
  const isFirst = isShortName(before) || standsAfterSurname(document, at - 1);
  if (isFirst && !isInPlace(document, at - 1)) markFullName(document, at - 1);
  else if (!document.marked[at]) markFullName(document, at);
};

/** Свет, вода, газ: an everyday noun that begins a list is called by nobody. */
const beginsList = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.noun === true &&
  tokens[at + 2]?.facts.noun === true &&
  tokens[at + 2]?.facts.verb !== true &&
  tokens[at + 2]?.facts.greeting !== true;

/** A short form of address: Саш, глянь; Привет, Наташ! */
export const shortVocative = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.vocative || token.letters === 'UPPER' || (token.letters === 'lower' && token.facts.common)) return;
  const isSetOff = isVocative(document, at) || document.tokens[at - 1]?.text === ',';
  const called = (isSetOff || followsGreeting(document, at)) && endsPhrase(document, at);
  if (called && !beginsList(document, at) && !isNoPerson(document, at)) mark(document, at, at);
};

const shortest = 4;

const isClearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  // Short words in lower case are slang as often as rare names: доступ к акку.
  if (facts.onlyFirst && letters === 'lower') return facts.everyday || token.text.length > shortest;
  if (facts.onlyFirst) return letters !== 'UPPER' || token.text.length > 3;
  if (letters === 'UPPER' || letters === 'lower' || facts.brandName || facts.brand) return false;
  if (facts.wordlike || !facts.everyday)
    return (
      !token.opensSentence &&
      facts.wordlike &&
      facts.everyday &&
      !isCapitalised(wordBefore(document, at)) &&
      document.tokens[at - 1]?.text !== ':'
    );
  return !token.opensSentence || !facts.common;
};

const introducing = new Set(['вами', 'связи', 'приветствует', 'беспокоит', 'отвечает', 'слушает']);

/** это снова лена, …; это опять дима. */
const isBackAgain = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean =>
  /^(?:снова|опять)$/.test(tokens[at - 1]?.facts.word ?? '') && tokens[at - 2]?.facts.word === 'это';

/** я роман, ваш клиент; с вами вера, слушаю; это лев из отдела продаж; привет, это роза. */
const isIntroduced = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean => {
  const before = tokens[at - 1]?.facts.word;
  const after = tokens[at + 1];
  return (
    (before === 'я' && after?.text === ',') ||
    (introducing.has(before ?? '') && endsPhrase({ tokens }, at)) ||
    (before === 'это' && (after?.facts.word === 'из' || followsGreeting({ tokens }, at - 1))) ||
    (isBackAgain({ tokens }, at) && endsPhrase({ tokens }, at)) ||
    precedesOrigin({ tokens }, at) ||
    isOnCall({ tokens }, at)
  );
};

/** Only a person is greeted, called or announced so, be the word a brand or not. */
const isSurelyPerson = (document: NameDocument, at: number): boolean =>
  followsNamingWord(document, at) ||
  (followsGreeting(document, at) && endsPhrase(document, at)) ||
  precedesGreeting(document, at) ||
  isIntroduced(document, at) ||
  (document.tokens[at - 1]?.facts.roleNoun === true && followsPersonNoun(document, at));

/** The subject of what a person does: a nominative, so that "попросил Алису" stays a machine. */
const isSubject = ({ facts }: Token): boolean => facts.nameForms.some((form) => form.endsWith('nomn'));

/** карта мира, для роста, от лени: a form that is a noun of every day before it is a name's. */
const isFormOfThing = ({ word, noun, wordlike, predicate }: Token['facts']): boolean =>
  (noun && wordlike) || predicate || thingForms.has(word);

/** What one asks to give or tell to somebody. */
const givenTo =
  /звони|^(?:спасибо|привет|переда[йл]|скаж[иу]|напиш[иу]|сообщи|ответь|скинь|кинь|отда[йл]|перешли|отправь|дай|покажи|объясни|напомни|подскажи)/;

/** позвони свете, спасибо лене, толику передайте: nobody calls or thanks the light; позвоните жене is about a wife. */
const isCalled = (document: NameDocument, at: number, { facts }: Token): boolean => {
  if (!facts.nameForms.some((form) => form.endsWith('datv'))) return false;
  if (givenTo.test(wordBefore(document, at)?.facts.word ?? '')) return true;
  return givenTo.test(wordAfter(document, at)?.facts.word ?? '') && !isFormOfThing(facts);
};

/** васе петрову, рябинину злату: a surname that is nothing else in the same case right after or before. */
const hasLowerSurname = (document: NameDocument, at: number, { facts }: Token): boolean => {
  const before = wordBefore(document, at);
  if (before?.letters === 'lower' && before.facts.surname && !before.facts.common && !before.facts.place)
    return facts.nameForms.some((form) => before.facts.nameForms.includes(form));
  const after = wordAfter(document, at)?.facts;
  if (!after?.surname || after.common || after.place || isFormOfThing(facts)) return false;
  return facts.nameForms.some((form) => after.nameForms.includes(form));
};

/** прошу света: what one asks for is no subject, an asking one is: просила света. */
const hasSubject = (verb: Token | undefined): boolean => /(?:л|ла|ет|ит)(?:с[ья])?$/.test(verb?.facts.word ?? '');

/** Удачи :) тоня */
const followsSmiley = ({ tokens }: NameDocument, at: number): boolean =>
  isSign(tokens[at - 1], ')') && !tokens.slice(Math.max(0, at - longestAside), at).some((token) => isSign(token, '('));

const longestAside = 30;

/** …, лена; …) лена: a name that closes the text; after another genitive, нет газа, света, it goes on a list. */
const closesText = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (tokens.length - at > 2 || !endsPhrase(document, at)) return false;
  if (followsSmiley(document, at)) return true;
  if (!isSign(tokens[at - 1], ',')) return false;
  const before = tokens[at - 2];
  return !(before?.kind === 'word' && before.facts.noun && before.facts.cases.includes('gent'));
};

/** What a person has: почта димы, номер лены, день рождения кати. */
const belongings =
  /^(?:почт[аеуы]|мейл|номер[аеу]?|телефон[аеу]?|кабинет[аеу]?|адрес[аеу]?|логин[аеу]?|парол[ьяюе]|аккаунт[аеу]?|уч[её]тк[аеиу]|профил[ьяюе]|карт[аеуы]|паспорт[аеу]?|рождени[яею]|данные|подпис[ьи]|контакты?|ящик[аеу]?|чат[аеу]?|комп|компьютер[аеу]?|ноут|ноутбук[аеу]?|смен[аеуы]|отпуск[аеу]?|заказ[аеу]?|посылк[аеиу]|заявк[аеиу]|доступ[аеу]?|сообщени[еяю]|письм[оау]|фото|скрин)$/;

/** Prepositions and the case of a person after them. */
const personCases: ReadonlyMap<string, string> = new Map([
  ['у', 'gent'],
  ['от', 'gent'],
  ['для', 'gent'],
  ['без', 'gent'],
  ['про', 'accs'],
  ['через', 'accs'],
]);

/** почта димы, у лены, через колю: a form that is nobody's but a name's where a person stands. */
const isOwner = (document: NameDocument, at: number, { facts }: Token): boolean => {
  const before = wordBefore(document, at)?.facts.word ?? '';
  const needed = belongings.test(before) ? 'gent' : personCases.get(before);
  return needed !== undefined && facts.nameForms.some((form) => form.endsWith(needed)) && !isFormOfThing(facts);
};

/** спасибо лёше и диме: beside a name in the same case. */
const isBesideName = ({ tokens, marked }: NameDocument, at: number, { facts }: Token): boolean => {
  const other = tokens[at - 2];
  if (!marked[at - 2] || tokens[at - 1]?.facts.word !== 'и' || isFormOfThing(facts)) return false;
  return other?.facts.nameForms.some((form) => facts.nameForms.some((own) => own.slice(5) === form.slice(5))) === true;
};

/** 8 900 … рустам: alone after a telephone, at the end of the phrase. */
const isBesideNumber = (document: NameDocument, at: number): boolean =>
  document.tokens[at - 1]?.kind === 'contact' && endsPhrase(document, at);

/** где лена; а дима где? */
const isAskedFor = (document: NameDocument, at: number): boolean =>
  /^(?:где|куда)$/.test(wordBefore(document, at)?.facts.word ?? '') ||
  /^(?:где|куда)$/.test(wordAfter(document, at)?.facts.word ?? '');

/** A lower-case word that is an everyday word too needs a nominative that only the name has, or a sure context. */
const isLowerPerson = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts } = token;
  if (!facts.everyday || facts.roleNoun) return false;
  if (isSurelyPerson(document, at) || isCalled(document, at, token) || isOwner(document, at, token)) return true;
  if (hasLowerSurname(document, at, token)) return true;
  if (facts.brandName || facts.predicate) return false;
  if (isSubject(token) && (isBesideContact(document, at) || isBesideNumber(document, at))) return true;
  const readsAsName = facts.nameNominative && !facts.commonNominative;
  if ((readsAsName && isAskedFor(document, at)) || isBesideName(document, at, token)) return true;
  const isAddressed = followsHumanVerb(document, at) && facts.nameForms.some((form) => form.endsWith('datv'));
  if (followsPersonNoun(document, at) || followsPersonVerb(document, at) || isAddressed)
    return (
      !facts.wordlike || (readsAsName && (followsPersonNoun(document, at) || hasSubject(wordBefore(document, at))))
    );
  if ((readsAsName || (!facts.wordlike && isSubject(token))) && closesText(document, at)) return true;
  if (isVocative(document, at) || (isSubject(token) && isLabel(document, at))) return true;
  if (!facts.wordlike && document.tokens[at - 1]?.text === ',' && endsPhrase(document, at)) return true;
  return (
    (followsPresentation(document, at) && (readsAsName || !facts.wordlike)) ||
    ((isGreeted(document, at) || precedesHumanVerb(document, at)) && readsAsName)
  );
};

/** An assistant or a system becomes a person where one is greeted or named, or by what only a person did. */
const isNamesake = (document: NameDocument, at: number, token: Token): boolean =>
  hasCertainSurnameBeside(document, at) ||
  isSurelyPerson(document, at) ||
  followsPresentation(document, at) ||
  isGreeted(document, at) ||
  isVocative(document, at) ||
  followsPersonNoun(document, at) ||
  isLabel(document, at) ||
  (isSubject(token) && (isBesideDeed(document, at, at) || wordBefore(document, at)?.facts.contactVerb === true));

/** Хорхе Мартинес: before a name that is nothing else. */
const precedesForeignName = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  return after?.letters === 'Capital' && after.facts.onlyFirst && document.tokens[at]?.letters === 'Capital';
};

const isUnclearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  if (letters === 'lower') return isLowerPerson(document, at, token);
  if (facts.brandName || facts.brand) return isNamesake(document, at, token);
  if (facts.never && !followsNamingWord(document, at)) return false;
  if (letters === 'UPPER' && !facts.everyday) return false;
  if (hasSurnameBeside(document, at) || precedesForeignName(document, at)) return true;
  // НЕТ СВЕТА, ПОДКЛЮЧИТЬ СВЕТ: in capitals a form that no bearer is called by is the everyday word.
  if (letters === 'UPPER' && facts.common && !isSubject(token)) return false;
  const isSpokenOf = isPerson(document, at) || (isSubject(token) && isBesideContact(document, at));
  const isGiven = followsPersonVerb(document, at) && facts.nameForms.some((form) => form.endsWith('datv'));
  return (facts.everyday || !facts.common || followsPersonNoun(document, at) || isGiven) && isSpokenOf;
};

const hasNativeSurname = ({ tokens }: NameDocument, at: number): boolean => {
  const after = tokens[at + 1];
  return after?.spaced === true && (after.facts.surname || after.facts.surnameShape || after.facts.patronymic);
};

/** от бренда Нина Риччи is no person, владелец кафе Йохен Шарф is one, and so is every thing's Нина Ветрова. */
const isFullNameAfterThing = (document: NameDocument, at: number): boolean => {
  if (!isNameOfThing(document, at) || isInPlace(document, at) || !hasSurnameBeside(document, at)) return false;
  const thing = wordBefore(document, at);
  if (!thing || thing.facts.first) return false;
  const isInCharge = wordBefore(document, at - 1)?.facts.personNoun === true;
  if (thing.facts.vesselNoun) return isInCharge;
  if (thing.facts.makerNoun && !isInCharge) return hasNativeSurname(document, at);
  return !thing.opensSentence || (hasNativeSurname(document, at) && !thing.facts.institutionNoun);
};

/** Владимир — это город или склад? Лилия — это тариф: the text says that it is a thing. */
const isDefinedAsThing = ({ tokens }: NameDocument, at: number): boolean => {
  if (!isSign(tokens[at + 1], '—–-')) return false;
  let next = tokens[at + 2]?.facts.word === 'это' ? at + 3 : at + 2;
  if (tokens[next]?.facts.word === 'же') next++;
  const noun = tokens[next];
  if (/^(?:виртуальн|голосов)/.test(noun?.facts.word ?? '')) return true;
  return noun?.letters === 'lower' && (noun.facts.placeNoun || noun.facts.productNoun) && !noun.facts.roleNoun;
};

/** Алиса, включи музыку: what an assistant is told to do. */
const isCommanded = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.brandName === true &&
  isSign(tokens[at + 1], ',') &&
  /^(?:включи|выключи|поставь|запусти|останови|сыграй|найди|погромче|громче|тише|потише)$/.test(
    tokens[at + 2]?.facts.word ?? '',
  );

/** Надежда, что ответят: a noun with its clause. */
const hasClause = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.wordlike === true &&
  /^(?:надежд|вер|рос|слав)/.test(tokens[at].facts.word) &&
  isSign(tokens[at + 1], ',') &&
  tokens[at + 2]?.facts.word === 'что';

/** ген. директором: an abbreviated adjective before a job. */
const isAbbreviated = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.letters === 'lower' && isSign(tokens[at + 1], '.') && tokens[at + 2]?.facts.roleNoun === true;

/** Роза пришла сломанная, Лилия приехала засохшая: in which state goods came. */
const isDelivered = (document: NameDocument, at: number): boolean =>
  document.tokens[at]?.facts.wordlike === true &&
  /^(?:пришл|прибыл|приехал|доехал|оказал|достав)/.test(wordAfter(document, at)?.facts.word ?? '') &&
  wordAfter(document, at + 1)?.facts.adjective === true;

/** Рада, что …; Рада помочь: the short adjective. */
const isPredicate = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (tokens[at]?.facts.predicate !== true) return false;
  const after = tokens[isSign(tokens[at + 1], ',') ? at + 2 : at + 1]?.facts.word ?? '';
  return /^(?:что|чтобы|если|как|когда|за|вам|вас|тебе|была?|буд[уе]т?)$|(?:ть|ться|ти|чь)$/.test(after);
};

/** A first name: a clear one anywhere, one that is another word too where a person is spoken of. */
export const firstName = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.first || document.marked[at] || token.end - token.start < 2 || isModel(document, at)) return;
  if (
    isPredicate(document, at) ||
    hasClause(document, at) ||
    isCommanded(document, at) ||
    isDefinedAsThing(document, at) ||
    isDelivered(document, at) ||
    isAbbreviated(document, at)
  )
    return;
  if (!isClearFirst(document, at, token) && !isUnclearFirst(document, at, token)) return;
  if (!isNoPerson(document, at) || isFullNameAfterThing(document, at)) markFullName(document, at);
};
