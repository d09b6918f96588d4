import { stands, isSign, mark, type NameDocument } from './document.ts';
import { isOnlySurname } from './adjacent-surname.ts';
import { isNoPerson } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

/** Принято, Пестова: the last word, after a comma. */
const closesAfterComma = ({ tokens }: NameDocument, at: number): boolean =>
  at > 1 &&
  isSign(tokens[at - 1], ',') &&
  (at === tokens.length - 1 || (at === tokens.length - 2 && isSign(tokens[at + 1], '.!')));

const maxTail = 12;

/** Details after the writer's name: a flat, a job, a company, a date. */
const isDetail = (token: Token | undefined): boolean =>
  token?.kind === 'contact' ||
  token?.kind === 'number' ||
  (token?.kind === 'word' &&
    (token.facts.roleNoun ||
      token.facts.profession ||
      /^(?:кв|квартира|подъезд|д|дом|ооо|оао|зао|пао|ао|ип|отдел|бухгалтерия|тсж|снт)$/.test(token.facts.word)));

/** Тётушкин, табельный 3318; Бойко, кв. 4: what only a person has begins the detail. */
const isNumberOfPerson = (token: Token | undefined): boolean =>
  /^(?:кв|квартира|табельн(?:ый|ого)|логин|абонент|паспорт|снилс|договор|каб|кабинет|палата|группа|доб|отдел|бухгалтерия|менеджер)$/.test(
    token?.facts.word ?? '',
  );

/** Жду ответа. Прохоров, кв. 91: the last sentence is the writer's name and a detail. */
const isSignatureWithDetail = ({ tokens }: NameDocument, at: number): boolean => {
  const token = tokens[at];
  if (token?.opensSentence !== true || !isSign(tokens[at + 1], ',')) return false;
  if (token.facts.place && !token.facts.oftenSurname) return false;
  if (at === 0) return isNumberOfPerson(tokens[at + 2]);
  const tail = tokens.slice(at + 2, at + 2 + maxTail);
  return isDetail(tail[0]) && tail.length < maxTail && !tail.some(({ kind, facts }) => kind === 'break' || facts.verb);
};

/** Согласовано. Мельниченко. a@b.ru: a sentence of its own before an address. */
const precedesAddress = ({ tokens }: NameDocument, at: number): boolean =>
  at > 0 && tokens[at]?.opensSentence === true && isSign(tokens[at + 1], '.,') && tokens[at + 2]?.kind === 'contact';

const isNothingElse = ({ facts }: Token): boolean => isOnlySurname(facts) && !facts.first;

/** A surname alone on the last line or after the last comma, an everyday word or not: Жду.⏎Синяков. */
export const signed = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.mayBeName !== true || document.marked[at] || !(token.facts.surnameLike || isNothingElse(token))) return;
  if (
    !stands(document, 'signature', at) &&
    !(
      token.letters === 'Capital' &&
      (closesAfterComma(document, at) || isSignatureWithDetail(document, at) || precedesAddress(document, at))
    )
  )
    return;
  const { surname, pluralSurname, surnameShape, place, cases } = token.facts;
  const isSurname = surname || pluralSurname || surnameShape || (place && !cases.includes('nomn'));
  if (isSurname && !isNoPerson(document, at)) mark(document, at, at);
};

/** Орехова: нет — a speaker's label by a surname that is a town's genitive too. */
export const labelled = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.mayBeName !== true || document.marked[at]) return;
  const { facts } = token;
  const isSentence = token.opensSentence && isSign(document.tokens[at + 1], ':');
  if (isSentence && token.letters === 'Capital' && facts.surnameShape && !facts.place && !isNoPerson(document, at))
    mark(document, at, at);
  if (!facts.surnameLike || !stands(document, 'label', at)) return;
  if (facts.surname || facts.pluralSurname || (facts.place && !facts.cases.includes('nomn'))) mark(document, at, at);
};
