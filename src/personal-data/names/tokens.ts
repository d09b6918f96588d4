import { endsStep, type Steps } from '../../concurrency/steps.ts';
import { isLatin } from '../characters.ts';
import { spellingOf, type Spelling } from './spellings.ts';

/** A word, number or sign of a text with its offsets; its spelling says something only of Cyrillic words. */
export type Token = Spelling & {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `contact` is a telephone or an e-mail address, `cut` whatever else was found before. */
  readonly kind: 'word' | 'latin' | 'number' | 'break' | 'contact' | 'cut' | 'sign';
  /** Only a blank or nothing separates it from the previous token, no sign and no line break. */
  readonly spaced: boolean;
  readonly opensSentence: boolean;
};

const pattern = /[Ѐ-ҁҊ-ԯ]+(?:[-‐‑’'][Ѐ-ҁҊ-ԯ]+)*|[A-Za-z\u00c0-\u024f]+|[0-9]+|\n|\u0001+|\u0002+|[^\s]/gu;

/** Of what is no word. At the first use, since it loads the dictionary. */
let nothing: Spelling | undefined;

const kindOf = (text: string): Token['kind'] => {
  const code = text.charCodeAt(0);
  if (code === 1) return 'cut';
  if (code === 2) return 'contact';
  if (code === 10) return 'break';
  if (code >= 48 && code <= 57) return 'number';
  if (code >= 0x400 && code <= 0x52f) return 'word';
  return isLatin(code) || (code >= 0xc0 && code <= 0x24f) ? 'latin' : 'sign';
};

/** Short words whose full stop ends no sentence. */
const abbreviation =
  /^(?:г|гг|ул|им|т|д|п|к|р|пр|пл|пер|наб|ш|кв|стр|корп|см|гр|тов|зам|руб|коп|тел|моб|доб|ув|уваж|др|проф|акад|ст|обл|рн|пос|с|бул|просп|оф|[а-я])$/;

type Sentence = { open: boolean };

const closesSentence = (text: string, before: Token | undefined): boolean => {
  if (text === '.')
    return !(before?.kind === 'word' && before.end - before.start <= 5 && abbreviation.test(before.facts.word));
  return '!?…\n;•*'.includes(text);
};

/** «Поле не заполнено»: what is quoted begins with a capital whatever it is. */
const opensQuotation = (text: string): boolean => '«“„'.includes(text);

/** Signs that leave the beginning of a sentence open. */
const keepsOpen = (text: string): boolean => '"([-–—>.!?…*•#'.includes(text);

const advance = (sentence: Sentence, token: Token, before: Token | undefined): void => {
  if (token.kind === 'word' || token.kind === 'number' || token.kind === 'latin') sentence.open = false;
  else if (closesSentence(token.text, before) || opensQuotation(token.text)) sentence.open = true;
  else if (!(token.kind === 'sign' && keepsOpen(token.text))) sentence.open = token.kind === 'break';
};

/** Appends the next tokens of the text, as many as one step may take; returns whether there may be more. */
const addTokens = (text: string, tokens: Token[], sentence: Sentence): boolean => {
  pattern.lastIndex = tokens.at(-1)?.end ?? 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [word] = match;
    const kind = kindOf(word);
    const before = tokens.at(-1);
    const { letters, facts, mayBeName, isUnknownName } =
      kind === 'word' ? spellingOf(word) : (nothing ??= spellingOf(''));
    const token: Token = {
      letters,
      facts,
      mayBeName,
      isUnknownName,
      start: match.index,
      end: match.index + word.length,
      text: word,
      kind,
      spaced:
        before !== undefined &&
        before.kind !== 'sign' &&
        before.kind !== 'break' &&
        kind !== 'sign' &&
        kind !== 'break',
      opensSentence: sentence.open,
    };
    tokens.push(token);
    advance(sentence, token, before);
    if (endsStep(tokens.length)) return true;
  }
  return false;
};

/** Returns the tokens of a text in order. */
export function* tokenize(text: string): Steps<Token[]> {
  const tokens: Token[] = [];
  const sentence: Sentence = { open: true };
  while (addTokens(text, tokens, sentence)) yield;
  return tokens;
}
