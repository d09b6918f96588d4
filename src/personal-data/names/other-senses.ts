import { isSign, wordAfter, type NameDocument } from './document.ts';
import { followsGreeting } from './greetings.ts';
import { type Token } from './tokens.ts';

const isThing = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.facts.productNoun ||
    token.facts.placeNoun ||
    token.facts.institutionNoun ||
    /^(?:книга|огурцы|такси)$/.test(token.facts.word)) &&
  !token.facts.roleNoun;

/** Максим (такси); Владимир — это город или склад? Лилия — это тариф: the text says that it is a thing. */
const isDefinedAsThing = ({ tokens }: NameDocument, first: number): boolean => {
  const isBracketed = isSign(tokens[first + 1], '(') && isSign(tokens[first + 3], '),');
  if (isBracketed) return tokens[first + 2]?.letters === 'lower' && isThing(tokens[first + 2]);
  const second = tokens[first + 1];
  const at = second?.kind === 'word' && second.letters === 'Capital' && second.spaced ? first + 1 : first;
  const dash = isSign(tokens[at + 1], '—–-') ? 1 : 0;
  const isTold = tokens[at + dash + 1]?.facts.word === 'это';
  if (dash === 0 && !isTold) return false;
  let next = at + dash + (isTold ? 2 : 1);
  if (tokens[next]?.facts.word === 'же') next++;
  const noun = tokens[next];
  if (/^(?:виртуальн|голосов)/.test(noun?.facts.word ?? '')) return true;
  return (
    noun?.letters === 'lower' &&
    (isTold || noun.facts.placeNoun || tokens[at]?.facts.wordlike === true) &&
    (noun.facts.placeNoun || noun.facts.productNoun || /^(?:название|кличка|модель|марка)$/.test(noun.facts.word)) &&
    !noun.facts.roleNoun
  );
};

/** Алиса, включи музыку: commands to a voice assistant. */
const isCommanded = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.brandName === true &&
  isSign(tokens[at + 1], ',') &&
  /^(?:включи|выключи|поставь|запусти|останови|сыграй|погромче|громче|тише|потише)$/.test(
    tokens[at + 2]?.facts.word ?? '',
  ) &&
  /^(?:музык|песн|радио|колонк|свет|будильник|таймер|плейлист|громче|тише)/.test(
    tokens[at + 3]?.facts.word ?? 'громче',
  );

/** Надежда, что ответят: a noun with its clause. */
const hasClause = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.wordlike === true &&
  tokens[at].opensSentence &&
  /^(?:надежд|вер|рос|слав)/.test(tokens[at].facts.word) &&
  isSign(tokens[at + 1], ',') &&
  tokens[at + 2]?.facts.word === 'что' &&
  !asks(tokens, at + 3);

const maxQuestion = 40;

/** Надежда, что с заказом? A short question addressed to a person. */
const asks = (tokens: readonly Token[], from: number): boolean => {
  let at = from;
  while (at < tokens.length && at - from < maxQuestion && !isSign(tokens[at], '.!?…') && tokens[at]?.kind !== 'break')
    at++;
  return isSign(tokens[at], '?');
};

/** ген. директором, юр. адрес: an abbreviated adjective. */
const isAbbreviated = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.letters === 'lower' &&
  isSign(tokens[at + 1], '.') &&
  (tokens[at + 2]?.facts.roleNoun === true ||
    (/^(?:юр|ген|макс|вит)$/.test(tokens[at].facts.word) && tokens[at + 2]?.letters === 'lower'));

const damaged = /вяд|слом|мят|вял|засох|бит|поврежд|порван|грязн|увя|надлом|гнил|мерзл|сух/;

/** Роза пришла сломанная, Лилия приехала засохшая: in which state goods came. */
const isDelivered = (document: NameDocument, at: number): boolean =>
  goods.test(document.tokens[at]?.facts.word ?? '') &&
  /^(?:пришл|прибыл|приехал|доехал|оказал|достав)/.test(wordAfter(document, at)?.facts.word ?? '') &&
  damaged.test(wordAfter(document, at + 1)?.facts.word ?? '');

/** Роман, который я заказывала; Роза, которую вы прислали: the object of a clause; of a woman the clause may be said as well. */
const isObject = ({ tokens }: NameDocument, at: number): boolean => {
  if (tokens[at]?.facts.wordlike !== true || !isSign(tokens[at + 1], ',')) return false;
  if (!/^(?:вы|я|мы)$/.test(tokens[at + 3]?.facts.word ?? '') || !acquires(tokens, at)) return false;
  const pronoun = tokens[at + 2]?.facts.word ?? '';
  return pronoun === 'который' || (pronoun === 'которую' && goods.test(tokens[at].facts.word));
};

const acquired = /^(?:заказ|куп|покуп|получ|чита|прочит|выбр|выбир|возвра|верн)/;
const clauseReach = 3;

const acquires = (tokens: readonly Token[], at: number): boolean => {
  const isGoods = goods.test(tokens[at]?.facts.word ?? '');
  return tokens
    .slice(at + 4, at + 4 + clauseReach)
    .some(({ facts }) => acquired.test(facts.word) || (isGoods && /^(?:присла|привез)/.test(facts.word)));
};

/** Names that are sold. */
const goods = /^(?:роз|лили|камели|маргарит|фиалк)/;

const isInfinitive = (token: Token | undefined): boolean =>
  /(?:ть|ться|ти|чь)$/.test(token?.facts.word ?? '') && !/^(?:опять|пять|ночь|очень)$/.test(token?.facts.word ?? '');

/** Рада, что …; Рада помочь: the short adjective. */
const isPredicate = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const facts = tokens[at]?.facts;
  if (facts?.predicate !== true || facts.nameForms.every((form) => /(?:datv|loct)$/.test(form))) return false;
  if (followsGreeting(document, at) || asks(tokens, at + 1)) return false;
  const after = tokens[at + 1]?.facts.word ?? '';
  if (isSign(tokens[at + 1], ',')) return /^(?:что|чтобы|если|как|когда)$/.test(tokens[at + 2]?.facts.word ?? '');
  if (/^(?:была?|буд[уе]т?)$/.test(after)) return isInfinitive(tokens[at + 2]) || isInfinitive(tokens[at + 3]);
  return /^(?:за|вам|вас|тебе)$/.test(after) || isInfinitive(tokens[at + 1]);
};

/** Whether the text speaks of a first name as of another word: a noun with its clause, goods, a machine, an adjective. */
export const isOtherSense = (document: NameDocument, at: number): boolean =>
  isPredicate(document, at) ||
  hasClause(document, at) ||
  isObject(document, at) ||
  isCommanded(document, at) ||
  isDefinedAsThing(document, at) ||
  isDelivered(document, at) ||
  isAbbreviated(document, at);
