import { isSign, wordAfter, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

/** Владимир — это город или склад? Лилия — это тариф: the text says that it is a thing. */
const isDefinedAsThing = ({ tokens }: NameDocument, at: number): boolean => {
  if (!isSign(tokens[at + 1], '—–-')) return false;
  const isTold = tokens[at + 2]?.facts.word === 'это';
  let next = isTold ? at + 3 : at + 2;
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
  tokens[at].opensSentence &&
  /^(?:надежд|вер|рос|слав)/.test(tokens[at].facts.word) &&
  isSign(tokens[at + 1], ',') &&
  tokens[at + 2]?.facts.word === 'что' &&
  !asks(tokens, at + 3);

/** Надежда, что с заказом? Somebody is asked. */
const asks = (tokens: readonly Token[], from: number): boolean => {
  let at = from;
  while (at < tokens.length && !isSign(tokens[at], '.!?…') && tokens[at]?.kind !== 'break') at++;
  return isSign(tokens[at], '?');
};

/** ген. директором: an abbreviated adjective before a job. */
const isAbbreviated = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.letters === 'lower' && isSign(tokens[at + 1], '.') && tokens[at + 2]?.facts.roleNoun === true;

/** Роза пришла сломанная, Лилия приехала засохшая: in which state goods came. */
const isDelivered = (document: NameDocument, at: number): boolean =>
  goods.test(document.tokens[at]?.facts.word ?? '') &&
  /^(?:пришл|прибыл|приехал|доехал|оказал|достав)/.test(wordAfter(document, at)?.facts.word ?? '') &&
  wordAfter(document, at + 1)?.facts.adjective === true;

/** Роман, который я заказывала; Роза, которую вы прислали: the object of a clause; of a woman the clause may be said as well. */
const isObject = ({ tokens }: NameDocument, at: number): boolean => {
  if (tokens[at]?.facts.wordlike !== true || !isSign(tokens[at + 1], ',')) return false;
  if (!/^(?:вы|я|мы)$/.test(tokens[at + 3]?.facts.word ?? '')) return false;
  const pronoun = tokens[at + 2]?.facts.word ?? '';
  return pronoun === 'который' || (pronoun === 'которую' && goods.test(tokens[at].facts.word));
};

/** Names that are sold. */
const goods = /^(?:роз|лили|камели|маргарит|фиалк)/;

/** Рада, что …; Рада помочь: the short adjective. */
const isPredicate = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const facts = tokens[at]?.facts;
  if (facts?.predicate !== true || facts.nameForms.every((form) => /(?:datv|loct)$/.test(form))) return false;
  const after = tokens[isSign(tokens[at + 1], ',') ? at + 2 : at + 1]?.facts.word ?? '';
  return /^(?:что|чтобы|если|как|когда|за|вам|вас|тебе|была?|буд[уе]т?)$|(?:ть|ться|ти|чь)$/.test(after);
};

/** Says whether the text speaks of a first name as of another word: a noun with its clause, goods, a machine, an adjective. */
export const isOtherSense = (document: NameDocument, at: number): boolean =>
  isPredicate(document, at) ||
  hasClause(document, at) ||
  isObject(document, at) ||
  isCommanded(document, at) ||
  isDefinedAsThing(document, at) ||
  isDelivered(document, at) ||
  isAbbreviated(document, at);
