import { wordAfter, wordBefore, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

/** Requests whose recipient is a person, in the dative. */
const givenTo =
  /звони|^(?:доступ|права|спасибо|привет|переда[йлт]|скаж[иу]|напиш[иу]|сообщи|ответь|скинь|кинь|отда[йлт]|перешли|отправь|дай|покажи|объясни|напомни|подскажи)/;
const saidVerb = /писал|говорил|отправлял/;

/** Requests whose object is a person. */
const summons = /^(?:спрос|позов|позва|приглас|соедин|разбуд|заблокир|разблокир|уволи)/;
const talks =
  /^(?:чат|переписк|диалог|разговор|созвон|разговарива|поговори|говори|обща|пообща|созв[ао]н|договор|связ|соедин|встреч|встрет|переписыва|обсужда|обсуди|согласов|перевед)/;
const fails = /^(?:не|нет|опять|снова|тоже|вс[ея]|пропал|завис|слома|глюч|сбой|отвал|болит|есть)/;

/** Forms that are another word before they are a name's: мира, роста, темы. */
const thingsFirst = new Set(
  'мира миром мире роста росту ростом темы теме тему темой поля поле полю полем семена семени лени рая раем жене жену женой марте марту мартом тому том томом августе раду ради серый серые'.split(
    ' ',
  ),
);

const hasForm = ({ facts, letters }: Token, form: string): boolean =>
  facts.nameForms.some((own) => own.endsWith(form)) && !(letters === 'lower' && thingsFirst.has(facts.word));

/** позвони свете, Передайте Вере, толику передайте: an everyday noun in the dative is not called or thanked, except a noun for a person (позвоните жене). */
export const isGivenTo = (document: NameDocument, at: number, token: Token): boolean => {
  if (!hasForm(token, 'datv')) return false;
  const after = wordAfter(document, at)?.facts.word ?? '';
  const isThing = token.facts.noun && token.facts.wordlike;
  return (
    givenTo.test(wordBefore(document, at)?.facts.word ?? '') ||
    saidVerb.test(after) ||
    (givenTo.test(after) && !isThing)
  );
};

/** позовите веру, соедините с романом, разговаривала с лидой */
export const isSpokenTo = (document: NameDocument, at: number, token: Token): boolean => {
  const before = wordBefore(document, at)?.facts.word ?? '';
  if (summons.test(before)) return hasForm(token, 'accs');
  return /^со?$/.test(before) && hasForm(token, 'ablt') && talks.test(wordBefore(document, at - 1)?.facts.word ?? '');
};

/** у веры не работает компьютер: the person who has a problem. */
export const hasTrouble = (document: NameDocument, at: number, token: Token): boolean =>
  wordBefore(document, at)?.facts.word === 'у' &&
  hasForm(token, 'gent') &&
  fails.test(wordAfter(document, at)?.facts.word ?? '');

const device =
  /^(?:почт[аеуы]|мейл|логин[аеу]?|парол[ьяюе]|аккаунт[аеу]?|уч[её]тк[аеиу]|ящик[аеу]?|комп|компьютер[аеу]?|ноут|ноутбук[аеу]?|доступ[аеу]?|пк)$/;

/** комп веры, пароль романа: possessions of persons only. */
export const ownsDevice = (document: NameDocument, at: number, token: Token): boolean =>
  device.test(wordBefore(document, at)?.facts.word ?? '') && hasForm(token, 'gent');
