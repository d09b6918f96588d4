import { stands, isSign, mark, wordBefore, type NameDocument } from './document.ts';
import { isMadeOutToWoman } from './place-contexts.ts';
import { streetNames } from './street-lists.ts';
import { isIssued } from './streets.ts';
import { isNoPerson } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

/** фамилия мельник, фамилия черных: nothing but a surname follows in the nominative. */
const isSurnameOfNoun = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  if (!facts || wordBefore(document, at)?.facts.word !== 'фамилия' || facts.roleNoun || facts.never) return false;
  if (facts.preposition || facts.word.length < 2) return false;
  return !facts.known || (facts.noun && facts.commonNominative) || /[иы]х$/.test(facts.word);
};

/** юзер головко */
const isInKo = ({ known, word }: Token['facts']): boolean => !known && /[бвгджзклмнпрстфхцчшщ]ко$/.test(word);

/** федосеева кв 88: unlike after a street, there is no house number between. */
const precedesFlat = ({ tokens }: NameDocument, at: number): boolean => {
  const flat = isSign(tokens[at + 1], ',') ? at + 2 : at + 1;
  if (!/^(?:кв|квартира)$/.test(tokens[flat]?.facts.word ?? '')) return false;
  return tokens[isSign(tokens[flat + 1], '.') ? flat + 2 : flat + 1]?.kind === 'number';
};

/** оператор шумов сказал, but список созаёмщиков: a word in -ов the dictionary does not have may be the genitive of several. */
const isOneDoer = ({ tokens }: NameDocument, at: number): boolean => {
  if (!/(?:ов|ев)$/.test(tokens[at]?.facts.word ?? '')) return true;
  const after = tokens[at + 1]?.facts.word === 'не' ? tokens[at + 2] : tokens[at + 1];
  return (
    tokens[at - 1]?.facts.roleNoun === true && (after?.kind !== 'word' || (after.facts.verb && !after.facts.pluralVerb))
  );
};

const prepositions: ReadonlyMap<string, string> = new Map([
  ['у', 'gent'],
  ['от', 'gent'],
  ['для', 'gent'],
  ['без', 'gent'],
  ['про', 'accs'],
  ['к', 'datv'],
  ['с', 'ablt'],
]);
const belongings =
  /^(?:заявк|парол|доступ|почт|логин|учетк|аккаунт|заказ|договор|карт|комп|ноут|телефон|пропуск|отпуск|смен|карточк)/;
const handled = /(?:заблокир|разблокир|удал|уволи|добав|подключ|переве)/;

/** от смирновой, пароль смирнова, заблокировать смирнова, жалоба на смирнова */
const isHis = (document: NameDocument, at: number, { facts }: Token): boolean => {
  const before = wordBefore(document, at)?.facts.word ?? '';
  const has = (form: string): boolean => facts.nameForms.some((own) => own.endsWith(form));
  const needed = prepositions.get(before);
  if (needed !== undefined) return has(needed);
  if (before === 'на') return isIssued(wordBefore(document, at - 1)) && has('accs');
  return (belongings.test(before) && has('gent')) || (handled.test(before) && has('accs'));
};

/** A surname in lower case where a person is spoken of: моя фамилия зайцева, оператора семенову. */
export const lowerSurname = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.letters !== 'lower' || document.marked[at] || token.facts.first || token.facts.roleNoun) return;
  const { facts } = token;
  const isOfPerson =
    stands(document, 'afterPersonNoun', at) ||
    stands(document, 'afterPersonVerb', at) ||
    isMadeOutToWoman(document, at) ||
    stands(document, 'beforeOrigin', at);
  const isSpokenOf =
    isOfPerson ||
    stands(document, 'beforeHumanVerb', at) ||
    (stands(document, 'afterGreeting', at) && facts.nameNominative) ||
    stands(document, 'presented', at) ||
    stands(document, 'named', at);
  const isDealtWith =
    stands(document, 'givenTo', at) ||
    stands(document, 'spokenTo', at) ||
    isHis(document, at, token) ||
    stands(document, 'personState', at);
  const isSigned =
    /^(?:уважением|здравствуйте)$/.test(wordBefore(document, at)?.facts.word ?? '') &&
    stands(document, 'endsPhrase', at) &&
    ((facts.surname && facts.nameNominative) || facts.pluralSurname);
  const isSurname = facts.surname || facts.surnameShape || facts.pluralSurname;
  const isNamed = (isSurname || isSurnameOfNoun(document, at)) && stands(document, 'named', at);
  const isSurnameAlone = facts.surname && !facts.common && !facts.place;
  const isTown = facts.place && facts.pluralSurname;
  const hasRole =
    ((facts.surname && facts.nameNominative) || isTown) && document.tokens[at - 1]?.facts.roleNoun === true;
  const isTenant = token.opensSentence && isSurnameAlone && !streetNames.has(facts.word) && precedesFlat(document, at);
  const isUnknownSurname =
    (isInKo(facts) && document.tokens[at - 1]?.facts.roleNoun === true) ||
    (facts.surnameShape && facts.surnameLike && isOfPerson && isOneDoer(document, at));
  const isSure = isNamed || hasRole || isUnknownSurname || (isSurnameAlone && (isSpokenOf || isDealtWith)) || isSigned;
  if (isTenant || (isSure && !isNoPerson(document, at))) mark(document, at, at);
};
