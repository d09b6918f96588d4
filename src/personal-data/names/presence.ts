import { type NameDocument } from './document.ts';

/** Whether the person is said to be available: Майя на связи, Вера на линии. */
export const isOnCall = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean =>
  tokens[at + 1]?.facts.word === 'на' &&
  /^(?:связи|линии|проводе|телефоне)$/.test(tokens[at + 2]?.facts.word ?? '') &&
  tokens[at + 3]?.facts.word !== 'нет' &&
  tokens[at + 3]?.facts.word !== 'не';

/** Рустам уволен, Максим где?, Толик спасибо, а дима когда будет?: states and questions that concern only persons. */
const isOnly = (tokens: NameDocument['tokens'], at: number): boolean => {
  const [after, next] = [tokens[at + 1]?.facts.word ?? '', tokens[at + 2]?.text ?? ''];
  if (/^(?:уволена?|спасибо|больничном)$/.test(after)) return true;
  if (after === 'где') return next === '?';
  if (after === 'когда') return /^(?:будет|придет|выйдет)$/.test(next);
  return /^нуж(?:ен|на|ны|но)$/.test(after) && /^(?:доступ|пароль|пропуск|ноутбук|отпуск)/.test(next);
};

/** Майя слушает, Света в отпуске, Слава на смене: states of persons only. */
const isAway = ({ tokens }: NameDocument, at: number): boolean => {
  const [after, next] = [tokens[at + 1]?.facts.word ?? '', tokens[at + 2]?.facts.word ?? ''];
  if (next === 'нет' || next === 'не') return false;
  if (isOnly(tokens, at)) return true;
  if (/^(?:слушает|слушаю|дежурит|здесь|тут|дома|занята?|свободна?|заболела?)$/.test(after)) return true;
  if (after === 'на') return /^(?:смене|больничном|обеде|месте|совещании|созвоне|выезде|удаленке|встрече)$/.test(next);
  return after === 'в' && /^(?:отпуске|декрете|командировке|офисе|отгуле)$/.test(next);
};

/** Лилия не вышла на смену, Роман ушёл на обед. */
const leavesForWork = ({ tokens }: NameDocument, at: number): boolean => {
  const verb = tokens[at + 1]?.facts.word === 'не' ? at + 2 : at + 1;
  return (
    tokens[verb]?.facts.verb === true &&
    tokens[verb + 1]?.facts.word === 'на' &&
    /^(?:смену|работу|обед|больничный|встречу|пенсию|планерку|совещание)$/.test(tokens[verb + 2]?.facts.word ?? '')
  );
};

/** Whether the word is said to be at work, away, dismissed or on call. */
export const isPersonState = (document: NameDocument, at: number): boolean =>
  isOnCall(document, at) || isAway(document, at) || leavesForWork(document, at);

/** Whether the word is the nominative of a name and said to be at work, away or on call. */
export const isPresent = (document: NameDocument, at: number): boolean =>
  document.tokens[at]?.facts.nameNominative === true && isPersonState(document, at);
