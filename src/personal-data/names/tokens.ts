import { isStepEnd } from '../../concurrency/steps.ts';
import { isCyrillic, isDigit, isLatin } from '../characters.ts';
import { type Spelling, type Vocabulary } from './spellings.ts';
import { kinds } from './word-facts.ts';

/** A word, number or sign of a text with its offsets. */
export type Token = {
  readonly spelling: Spelling;
  readonly start: number;
  readonly end: number;
  readonly opensSentence: boolean;
};

/** What a UTF-16 unit is part of: a kind by its number, or a blank, which is no token. */
const blank = kinds.indexOf('edge');
const sign = kinds.indexOf('sign');

const classOf = (code: number): number => {
  if (code === 10) return kinds.indexOf('break');
  if (code === 1) return kinds.indexOf('cut');
  if (code === 2) return kinds.indexOf('contact');
  if (isCyrillic(code)) return kinds.indexOf('word');
  if (isLatin(code) || (code >= 0xc0 && code <= 0x24f)) return kinds.indexOf('latin');
  if (isDigit(code) && code < 128) return kinds.indexOf('number');
  return code === 32 || code === 0xa0 || (code >= 9 && code <= 13) ? blank : sign;
};

/** Further than the letters there are only signs and these blanks. */
const lettersEnd = 0x530;
const furtherBlanks = [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];

const classes = new Uint8Array(0x10000).fill(sign);
for (let code = 0; code < lettersEnd; code++) classes[code] = classOf(code);
for (const code of furtherBlanks) classes[code] = blank;
classes.fill(blank, 0x2000, 0x200b);

const wordClass = kinds.indexOf('word');
const breakClass = kinds.indexOf('break');

/** Signs that go on with a word between two letters: Ж-П, д'Артаньян. */
const joinsWord = (code: number): boolean =>
  code === 45 || code === 39 || code === 0x2010 || code === 0x2011 || code === 0x2019;

/** The offset after the token that starts here. */
const endOf = (text: string, start: number, kind: number): number => {
  let end = start + 1;
  if (kind === breakClass) return end;
  if (kind === sign) return (text.codePointAt(start) ?? 0) > 0xffff ? end + 1 : end;
  for (;;) {
    while (end < text.length && classes[text.charCodeAt(end)] === kind) end++;
    if (kind !== wordClass || end + 1 >= text.length || !joinsWord(text.charCodeAt(end))) return end;
    if (classes[text.charCodeAt(end + 1)] !== wordClass) return end;
    end++;
  }
};

/** Whether the next token opens a sentence. */
const opensNext = ({ spelling: { bound }, opensSentence }: Token, before: Token | undefined): boolean => {
  if (bound === 'none' || bound === 'abbreviation') return false;
  if (bound === 'opens') return true;
  return opensSentence || (bound === 'stop' && before?.spelling.bound !== 'abbreviation');
};

/** Appends the next tokens of a text, as many as one step may take; returns whether there may be more. */
export const addTokens = (text: string, tokens: Token[], spellings: Vocabulary): boolean => {
  let before = tokens.at(-1);
  let opens = before === undefined || opensNext(before, tokens.at(-2));
  for (let start = before?.end ?? 0; start < text.length;) {
    const kind = classes[text.charCodeAt(start)] ?? sign;
    if (kind === blank) {
      start++;
      continue;
    }
    let end = endOf(text, start, kind);
    let spelling = spellings.at(text, start, end, kinds[kind] ?? 'sign');
    if (spelling.cut > 0) {
      end = start + spelling.cut;
      spelling = spellings.at(text, start, end, 'word');
    }
    const token = { spelling, start, end, opensSentence: opens };
    opens = opensNext(token, before);
    before = token;
    start = end;
    if (isStepEnd(tokens.push(token))) return true;
  }
  return false;
};
