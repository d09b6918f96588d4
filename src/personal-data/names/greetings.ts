import { isSign, type NameDocument } from './document.ts';

/** "Третий день" is not a greeting, "добрый день" is. */
const partOfDay = /^(?:день|дня|утро|утра|вечер|вечера|ночи)$/;
const wishes = /^(?:добр|хорош|спокойн|приятн|удачн|прекрасн|чудесн|отличн|всего|чуд)/;

/** A greeting, thanks or farewell before, on this line or the one above: Привет, Саш; С уважением,⏎Ольга. */
export const followsGreeting = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean => {
  let left = at - 1;
  while (left >= 0 && at - left < 4 && (isSign(tokens[left], ',!.—–-)') || tokens[left]?.kind === 'break')) left--;
  const word = tokens[left];
  if (word?.kind !== 'word' || !word.facts.greeting) return false;
  return !partOfDay.test(word.facts.word) || wishes.test(tokens[left - 1]?.facts.word ?? '');
};

/** There is no full stop or line break directly before, unless a comma ends the line above: Здравствуйте,⏎Вера. */
const isSameSentence = ({ tokens }: NameDocument, at: number): boolean =>
  !isSign(tokens[at - 1], '.!') && (tokens[at - 1]?.kind !== 'break' || isSign(tokens[at - 2], ','));

/** Whether the greeting before is meant for the word: in the same sentence, or the word is all of the next. */
export const isGreeted = (document: NameDocument, at: number): boolean =>
  followsGreeting(document, at) && (isSameSentence(document, at) || endsPhrase(document, at));

/** Whether the word is set off like an address: Роман, подскажите; а вы, Вера, …; ответьте, Роза! */
export const isVocative = ({ tokens }: NameDocument, at: number): boolean => {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (!isSign(after, ',!')) return false;
  return token?.opensSentence === true || isSign(tokens[at - 1], ',');
};

const greetingStart = /^(?:здрав?ствуй|привет|добр(?:ый|ое|ого)$|спасибо|благодарю)/;

/** Whether a greeting comes after: Дильшод, добрый день; костя привет. */
export const precedesGreeting = ({ tokens }: NameDocument, at: number): boolean =>
  isSign(tokens[at + 1], ',')
    ? greetingStart.test(tokens[at + 2]?.facts.word ?? '')
    : tokens[at]?.opensSentence === true && /^(?:привет|здрав?ствуй)/.test(tokens[at + 1]?.facts.word ?? '');

/** Whether the word is all there is on the last line or in the last sentence: a signature. */
export const isSignature = ({ tokens }: NameDocument, at: number): boolean =>
  at > 0 &&
  tokens[at]?.opensSentence === true &&
  (at === tokens.length - 1 || (at === tokens.length - 2 && isSign(tokens[at + 1], '.!)')));

const departments =
  /^(?:отдел|служб|поддержк|техподдержк|бухгалтери|офис|склад|логистик|администраци|дирекци|компани|ооо|ип|менеджер)/;

const longLine = 3;

const wordsOfLine = ({ tokens }: NameDocument, from: number): number => {
  let at = from;
  while (at - from < longLine && tokens[at]?.kind === 'word') at++;
  return at - from;
};

/** Whether the word is a line of its own above its bearer's job or, at the beginning, above a message. */
export const isHeading = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (at > 0 && tokens[at - 1]?.kind !== 'break') return false;
  const end = isSign(tokens[at + 1], ',.') ? at + 2 : at + 1;
  const next = tokens[end + 1];
  if (tokens[end]?.kind !== 'break') return false;
  if (next?.kind !== 'word') return next?.kind === 'contact';
  const { facts } = next;
  if (facts.roleNoun || facts.profession || departments.test(facts.word)) return true;
  return (
    (facts.adjective && wordsOfLine(document, end + 1) > 1 && tokens[end + 2]?.facts.roleNoun === true) ||
    (at === 0 && next.letters === 'Capital' && wordsOfLine(document, end + 1) >= longLine)
  );
};

/** Whether the word ends its line or is closed by a sign, as a signature is. */
export const endsPhrase = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean => {
  const after = tokens[at + 1];
  return after === undefined || after.kind === 'break' || isSign(after, ',.!?):;—–');
};
