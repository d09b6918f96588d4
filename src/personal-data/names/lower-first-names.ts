import { thingForms } from './name-lists.ts';
import { agree } from './agreement.ts';
import { stands, isSign, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { isOnlySurname } from './adjacent-surname.ts';
import { type Token } from './tokens.ts';

const introducing = new Set(['вами', 'связи', 'приветствует', 'беспокоит', 'отвечает', 'слушает']);

/** это снова лена, …; это опять дима. */
const isBackAgain = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean =>
  /^(?:снова|опять)$/.test(tokens[at - 1]?.facts.word ?? '') && tokens[at - 2]?.facts.word === 'это';

/** темы из офиса, любой из отдела: no nominative of a name, but a word of every day. */
const isOblique = (token: Token | undefined): boolean =>
  token?.letters === 'lower' && token.facts.common && !isSubject(token) && isFormOfThing(token.facts);

/** я роман, ваш клиент; с вами вера, слушаю; это лев из отдела продаж; привет, это роза. */
const isIntroduced = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const before = tokens[at - 1]?.facts.word;
  const after = tokens[at + 1];
  return (
    (before === 'я' && after?.text === ',') ||
    (introducing.has(before ?? '') && stands(document, 'endsPhrase', at)) ||
    (before === 'это' && (after?.facts.word === 'из' || stands(document, 'afterGreeting', at - 1))) ||
    (isBackAgain({ tokens }, at) && stands(document, 'endsPhrase', at)) ||
    (stands(document, 'beforeOrigin', at) &&
      (!isOblique(tokens[at]) || belongings.test(before ?? '') || personCases.has(before ?? ''))) ||
    stands(document, 'onCall', at)
  );
};

/** оператор вера, оператору вере; оператор любой agrees in no form of a name. */
const agreesWithRole = ({ tokens }: NameDocument, at: number): boolean => {
  const [role, token] = [tokens[at - 1]?.facts, tokens[at]?.facts];
  if (!role || !token || token.nameForms.length === 0) return true;
  return role.cases.length === 0 || token.nameForms.some((form) => role.cases.includes(form.split(' ')[1] ?? ''));
};

/** Only a person is greeted, called or announced so, be the word a brand or not. */
export const isSurelyPerson = (document: NameDocument, at: number): boolean =>
  stands(document, 'named', at) ||
  (stands(document, 'afterGreeting', at) && stands(document, 'endsPhrase', at)) ||
  stands(document, 'beforeGreeting', at) ||
  isIntroduced(document, at) ||
  (document.tokens[at - 1]?.facts.roleNoun === true &&
    stands(document, 'afterPersonNoun', at) &&
    agreesWithRole(document, at));

/** The subject of what a person does: a nominative, so that "попросил Алису" stays a machine. */
export const isSubject = ({ facts }: Token): boolean => facts.nameForms.some((form) => form.endsWith('nomn'));

/** карта мира, для роста, от лени: a form that is a noun of every day before it is a name's. */
const isFormOfThing = ({ word, noun, wordlike, predicate }: Token['facts']): boolean =>
  (noun && wordlike) || predicate || thingForms.has(word);

/** васе петрову, рябинину злату: a surname that is nothing else in the same case right after or before. */
const hasLowerSurname = (document: NameDocument, at: number, { facts }: Token): boolean => {
  const before = wordBefore(document, at);
  if (before?.letters === 'lower' && isOnlySurname(before.facts)) return agree(facts.nameForms, before.facts.nameForms);
  const after = wordAfter(document, at)?.facts;
  return after !== undefined && isOnlySurname(after) && agree(facts.nameForms, after.nameForms);
};

/** прошу света: what one asks for is no subject, an asking one is: просила света. */
const hasSubject = (verb: Token | undefined): boolean => /(?:л|ла|ет|ит)(?:с[ья])?$/.test(verb?.facts.word ?? '');

/** Удачи :) тоня */
const followsSmiley = ({ tokens }: NameDocument, at: number): boolean =>
  isSign(tokens[at - 1], ')') && !tokens.slice(Math.max(0, at - maxAside), at).some((token) => isSign(token, '('));

const maxAside = 30;

/** …, лена; …) лена: a name that closes the text; after another genitive, нет газа, света, it goes on a list. */
const closesText = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (tokens.length - at > 2 || !stands(document, 'endsPhrase', at)) return false;
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

/** почта димы, у лены, через колю: a form that only a name has, where a person is expected. */
const isOwner = (document: NameDocument, at: number, { facts }: Token): boolean => {
  const before = wordBefore(document, at)?.facts.word ?? '';
  const needed = belongings.test(before) ? 'gent' : personCases.get(before);
  return needed !== undefined && facts.nameForms.some((form) => form.endsWith(needed)) && !isFormOfThing(facts);
};

/** спасибо лёше и диме: next to a name in the same case. */
const isBesideName = ({ tokens, marked }: NameDocument, at: number, { facts }: Token): boolean => {
  const other = tokens[at - 2];
  if (!marked[at - 2] || tokens[at - 1]?.facts.word !== 'и' || isFormOfThing(facts)) return false;
  return other?.facts.nameForms.some((form) => facts.nameForms.some((own) => own.slice(5) === form.slice(5))) === true;
};

/** 8 900 … рустам: alone after a telephone, at the end of the phrase. */
const isBesideNumber = (document: NameDocument, at: number): boolean =>
  document.tokens[at - 1]?.kind === 'contact' && stands(document, 'endsPhrase', at);

/** где лена; а дима где? */
const isAskedFor = (document: NameDocument, at: number): boolean =>
  /^(?:где|куда)$/.test(wordBefore(document, at)?.facts.word ?? '') ||
  /^(?:где|куда)$/.test(wordAfter(document, at)?.facts.word ?? '');

/** Given something, called, spoken with, in trouble or the owner of a device. */
const isDealtWith = (document: NameDocument, at: number): boolean =>
  stands(document, 'givenTo', at) ||
  stands(document, 'spokenTo', at) ||
  stands(document, 'inTrouble', at) ||
  stands(document, 'ownsDevice', at);

/** A lower-case word that is an everyday word too needs a nominative that only the name has, or a sure context. */
export const isLowerPerson = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts } = token;
  if (!(facts.everyday || facts.onlyFirst) || facts.roleNoun) return false;
  if (isSurelyPerson(document, at) || isDealtWith(document, at) || isOwner(document, at, token)) return true;
  if (hasLowerSurname(document, at, token)) return true;
  if (facts.brandName || facts.predicate) return false;
  if (isSubject(token) && (stands(document, 'besideContactVerb', at) || isBesideNumber(document, at))) return true;
  const readsAsName = facts.nameNominative && !facts.commonNominative;
  if (
    (readsAsName && (isAskedFor(document, at) || stands(document, 'present', at))) ||
    isBesideName(document, at, token)
  )
    return true;
  const isAddressed = stands(document, 'afterHumanVerb', at) && facts.nameForms.some((form) => form.endsWith('datv'));
  if (stands(document, 'afterPersonNoun', at) || stands(document, 'afterPersonVerb', at) || isAddressed)
    return (
      (!facts.wordlike && !isFormOfThing(facts)) ||
      (readsAsName && (stands(document, 'afterPersonNoun', at) || hasSubject(wordBefore(document, at))))
    );
  if ((readsAsName || (!facts.wordlike && isSubject(token))) && closesText(document, at)) return true;
  if (stands(document, 'vocative', at) || (isSubject(token) && stands(document, 'label', at))) return true;
  const isSetOff = document.tokens[at - 1]?.text === ',' && stands(document, 'endsPhrase', at);
  if (!facts.wordlike && !isFormOfThing(facts) && isSetOff) return true;
  return (
    (stands(document, 'presented', at) && (readsAsName || (!facts.wordlike && (!facts.common || isSubject(token))))) ||
    ((stands(document, 'greeted', at) || stands(document, 'beforeHumanVerb', at)) && readsAsName)
  );
};
