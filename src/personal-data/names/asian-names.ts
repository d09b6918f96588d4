import { shortSurnames } from './name-lists.ts';
import { stands, isCapitalised, mark, wordAfter, isNoPerson, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

const koreanFamily =
  /^(?:ким|ли|пак|чхве|цой|хван|чон|чан|юн|лим|сон|хон|син|квон|чо|хо|но|ю|ян|ван|чжан|чжао|чэнь|чень|лю|хуан|сюй|сунь|чжу|линь|цзян|чжоу|чжэн|фэн|дэн|цао|пэн|сяо|цай|юань|дун|нгуен|чан|фам|хоанг)(?:а|я|у|ю|ом|ем|е)?$/;

/** Family names that are words of every day. */
const everyday = /^(?:сон|син|но|хо|чо|ю|ян|лим|юн|чон)/;

/** Ли Вэй, Ким Джихун: a Korean or Chinese family name and an unknown word of one syllable or two. */
const isShortName = (document: NameDocument, at: number): boolean => {
  const second = wordAfter(document, at);
  if (
    second?.isUnknownName === true &&
    /^(?:[а-я]{6,8})$/.test(second.facts.word) &&
    !everyday.test(document.tokens[at]?.facts.word ?? '')
  )
    return true;
  return (
    isShortSyllable(second) &&
    (second?.facts.known === false || shortSurnames.has(second?.facts.word ?? '')) &&
    !isShortSyllable(wordAfter(document, at + 1))
  );
};

const isShortSyllable = (token: Token | undefined): boolean =>
  token !== undefined &&
  isCapitalised(token) &&
  token.letters === 'Capital' &&
  token.text.length <= 5 &&
  (!token.facts.never || shortSurnames.has(token.facts.word)) &&
  !token.facts.placeNoun;

/** Ким Чен Ир, Ли Со Ён: a Korean family name and two syllables. */
export const korean = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || !koreanFamily.test(token.facts.word) || token.letters !== 'Capital') return;
  const [second, third] = [wordAfter(document, at), wordAfter(document, at + 1)];
  const isKnownAfter = wordAfter(document, at)?.isUnknownName !== true;
  if (isNoPerson(document, at) && isKnownAfter && !stands(document, 'afterPersonNoun', at)) return;
  if (isShortName(document, at)) mark(document, at, at + 1);
  if (!isShortSyllable(second) || !isShortSyllable(third)) return;
  if (second?.facts.onlyFirst === true || third?.facts.patronymic === true) return;
  mark(document, at, at + 2);
};

const isSyllable = (token: Token | undefined): token is Token =>
  token !== undefined &&
  isCapitalised(token) &&
  token.letters === 'Capital' &&
  token.text.length <= 4 &&
  !token.facts.never &&
  !token.facts.verb;

/** Three or four short capitalised words in a row, one of them unknown: Аун Сан Су Чжи. */
export const syllables = (document: NameDocument, at: number): void => {
  let end = at;
  while (end - at < 4 && isSyllable(document.tokens[end]) && (end === at || document.tokens[end]?.spaced === true))
    end++;
  const run = document.tokens.slice(at, end);
  if (run[0]?.opensSentence === true && run[0].facts.common) return;
  if (run.length < 3 || !run.some(({ facts }) => !facts.known) || isNoPerson(document, at)) return;
  mark(document, at, end - 1);
};
