import { isSign, type NameDocument } from './document.ts';

/** The words between "surname" and the surname: фамилию на X, фамилия по мужу X, фамилия раньше была X. */
const bridgesToSurname = new Set(
  'на с по в мужу жене отцу матери мужа жены отца паспорту паспорте билете договоре документах документам клиента абонента пассажира заказчика водителя сотрудника получателя гостя была был будет стала раньше ранее теперь по-английски английски английском латиницей транслитом после замужества замужеством замуж девичья новая старая прежняя прошлая настоящая указана моя его ее'.split(
    ' ',
  ),
);
const surnameWords = new Set(['фамилия', 'фамилию', 'фамилии', 'фамилией']);
const maxWordsBetween = 5;

/** Whether "фамилия" in any case precedes: сменить фамилию на X, под фамилией X, с X на Y. */
export const followsSurnameWord = ({ tokens, marked }: NameDocument, at: number): boolean => {
  let left = isSign(tokens[at - 1], ':—–-«"') ? at - 2 : at - 1;
  const nearest = tokens[left]?.facts.word ?? '';
  if (nearest === 'в' || nearest === 'по') return false;
  const first = left;
  const isBridge = (other: number): boolean =>
    bridgesToSurname.has(tokens[other]?.facts.word ?? '') || marked[other] === true || isSign(tokens[other], ',');
  while (first - left < maxWordsBetween && isBridge(left)) left--;
  return surnameWords.has(tokens[left]?.facts.word ?? '');
};
