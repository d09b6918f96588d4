import { type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

/** What holds or shows a person's name: Контакт «…», Файл «Паспорт …». */
const holders =
  /^(?:контакт|чат|профил|календар|документ|файл|папк|подпис|учетк|аккаунт|ящик|бейдж|визитк|переписк|пользовател|заявк|карточк|пропуск)/;

/** Паспорт Кузнецовой Анны, Резюме …: the papers of a person. */
const papers = /^(?:паспорт|резюме|договор|заявлени|справк|анкет|акт|счет|диплом|пропуск)/;

const arePair = (left: Token['facts'] | undefined, right: Token['facts'] | undefined): boolean =>
  (left?.surname === true && right?.first === true) ||
  (left?.first === true && (right?.surname === true || right?.patronymic === true));

const isThing = (token: Token | undefined): boolean =>
  token?.kind === 'word' &&
  ((token.facts.noun && (!token.facts.adjective || token.facts.productNoun)) || !token.facts.known) &&
  !token.facts.personNoun &&
  !holders.test(token.facts.word);

/**
 * Whether quotation marks contain a full name that is not a title: «Иванов Иван» указан в заявке; Контакт «Алексей
 * Смирнов»; Файл «Паспорт Кузнецовой Анны»; with a patronymic behind any noun.
 */
export const holdsFullName = ({ tokens }: NameDocument, open: number, close: number): boolean => {
  const all = tokens.slice(open + 1, close);
  const words = papers.test(all[0]?.facts.word ?? '') ? all.slice(1) : all;
  if (!arePair(words[0]?.facts, words[1]?.facts)) return false;
  const isWhole = words.length > 2 && words.some(({ facts }) => facts.patronymic);
  return isWhole || !isThing(tokens[open - 1]);
};

const statementVerb = /^(?:стоит|указан[ао]?|написан[ао]?|подписан[ао]?|представил(?:ся|ась)|назвал(?:ся|ась))$/;

/** Whether a person's verb precedes or follows quotation marks that contain only a name: Мне ответила «Елена»; Ваша «Светлана» нахамила. */
export const actsInQuotes = ({ tokens }: NameDocument, open: number, close: number): boolean => {
  const [word, second] = [tokens[open + 1]?.facts, tokens[open + 2]];
  if (close - open !== 2 || second === undefined || word === undefined) return false;
  if (!(word.everyday || word.surname) || word.brandName) return false;
  const before = tokens[open - 1]?.facts.word === 'как' ? tokens[open - 2] : tokens[open - 1];
  const after = tokens[close + 1]?.facts.word === 'не' ? tokens[close + 2] : tokens[close + 1];
  if (isThing(before)) return false;
  return (
    before?.facts.pastPersonVerb === true ||
    statementVerb.test(before?.facts.word ?? '') ||
    after?.facts.pastPersonVerb === true
  );
};
