import { isBlank, isDigit, isLetter } from '../characters.ts';

/** A run of digits; `gap` is the separator before it (blanks as ' ', dashes as '-'), '' at the start of a chain. */
export type DigitGroup = { readonly start: number; readonly end: number; readonly gap: string };

const isDash = (code: number): boolean =>
  code === 45 || (code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0xff0d;

/** How separators are written in a gap; square brackets count as round ones, dots at half height as underscores. */
const gapSigns: ReadonlyMap<number, string> = new Map([
  [95, '_'],
  [0xb7, '_'],
  [0x2022, '_'],
  [0x2219, '_'],
  [0x22c5, '_'],
  [40, '('],
  [41, ')'],
  [46, '.'],
  [47, '/'],
  [91, '('],
  [93, ')'],
]);

const gapSign = (code: number): string | undefined => (isDash(code) ? '-' : isBlank(code) ? ' ' : gapSigns.get(code));

const maxGap = 4;

/** The normalised separator between two runs; undefined if it cannot occur inside a telephone number. */
const gapBetween = (text: string, from: number, to: number): string | undefined => {
  if (to - from > maxGap) return undefined;
  let gap = '';
  for (let at = from; at < to; at++) {
    const sign = gapSign(text.charCodeAt(at));
    if (sign === undefined) return undefined;
    gap += sign;
  }
  if (gap.includes('_') && gap !== '_') return undefined;
  return / \/ |\. |- $|^ -(?! )|\/\//.test(gap) && gap !== ' - ' ? undefined : gap;
};

/** `+7 950 / 118 40 27`: a slash between blanks may only separate an area code from its number. */
const slashAfterCode = (text: string, chain: readonly DigitGroup[], start: number): string | undefined => {
  const code = text.slice(chain[0]?.start, chain.at(-1)?.end);
  return chain.length <= 2 && /^[78][ -]?[3-9]\d\d$/.test(code) && text.slice(chain.at(-1)?.end, start) === ' / '
    ? '/'
    : undefined;
};

const maxBrokenLength = 20;
const lineBreak = /^ ?-?\n\(?$/;
const numberWithCode = /^[78][ -]?\(?[3-9]\d\d/;
const restOfNumber = /^\d+(?:\)?[ -]\d+){0,4}(?!\d|[:/]|[.,]\d)/;

/** `+7 903⏎123-45-67`: a line break may only separate a number's code, or more of it, from the rest that makes it whole. */
const breakAfterCode = (text: string, chain: readonly DigitGroup[], start: number): string | undefined => {
  const first = chain[0]?.start ?? start;
  const end = chain.at(-1)?.end ?? start;
  if (start - first > maxBrokenLength || !lineBreak.test(text.slice(end, start))) return undefined;
  const before = text.slice(first, end);
  const after = restOfNumber.exec(text.slice(start, start + maxBrokenLength))?.[0] ?? '';
  const isGrouped = /[()]/.test(before) || /\d[ -]\d/.test(after) || text.charAt(first - 1) === '+';
  const isWhole = numberWithCode.test(before) && `${before}${after}`.replace(/\D/g, '').length === 11;
  return isGrouped && isWhole ? ' ' : undefined;
};

/** The runs of digits in a text, grouped into chains by separators that a telephone number may contain. */
export const digitChains = (text: string): DigitGroup[][] => {
  const chains: DigitGroup[][] = [];
  let chain: DigitGroup[] = [];
  const digits = /[0-9０-９]+/g;
  for (let match = digits.exec(text); match; match = digits.exec(text)) {
    const start = match.index;
    const last = chain.at(-1);
    const gap =
      last &&
      (gapBetween(text, last.end, start) ?? slashAfterCode(text, chain, start) ?? breakAfterCode(text, chain, start));
    if (gap === undefined) {
      chain = [];
      chains.push(chain);
    }
    chain.push({ start, end: digits.lastIndex, gap: gap ?? '' });
  }
  return chains;
};

/** Names of fields that may hold a telephone number or another code; the length of the value decides. */
const callKey =
  /(?<![a-z0-9_.-])(?:caller|callee|called|calling|from|to|src|dst|ani|dnis|did|clid|number|num|sender|recipient|contact|abonent|whatsapp|viber|sms)=$/i;

/** `phone=8903…`, `from=7903…`: the value of a field for telephone numbers. */
const followsPhoneKey = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 20), at);
  return (
    /(?:phone(?:_?(?:number|no))?|tel|mobile|msisdn|cell|caller_?(?:id|number|num))=$/i.test(before) ||
    (callKey.test(before) && /^(?:[78][3-9]|9)\d{9}(?!\d)/.test(text.slice(at, at + 12)))
  );
};

const followsMessenger = (text: string, at: number): boolean =>
  /(?:whats?app|viber|telegram|phone|(?<![a-z])tel)$/i.test(text.slice(Math.max(0, at - 9), at));

/** `*8903…*` is set in bold; `12*8903…` and `id_8903…` go on beyond the sign. */
const isMarkInWord = (text: string, at: number, step: 1 | -1): boolean => {
  const beyond = text.charCodeAt(text.charAt(at + step) === text.charAt(at) ? at + 2 * step : at + step);
  return isDigit(beyond) || isLetter(beyond);
};

/** Whether the offset continues a longer code: a digit, Latin letter or sign precedes it directly. */
export const continuesCode = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at - 1);
  if (isLetter(code)) return code < 0x400 && !followsMessenger(text, at);
  if ('_*'.includes(text.charAt(at - 1) || ' ')) return isMarkInWord(text, at - 1, -1);
  if ('=&'.includes(text.charAt(at - 1) || ' '))
    return (
      text.charAt(at - 1) !== '=' ||
      (/[a-z_]=$/i.test(text.slice(Math.max(0, at - 3), at)) && !followsPhoneKey(text, at))
    );
  return (
    ',.:-/\\'.includes(text.charAt(at - 1) || ' ') && (isDigit(text.charCodeAt(at - 2)) || isLetterBeforeSign(text, at))
  );
};

/** `A-8903…` continues a code; `тел:8903…` and `тел.8903…` do not. */
const isLetterBeforeSign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at - 2);
  return text.charAt(at - 1) === '-' && isLetter(code) && code < 0x400;
};

/** Whether a longer code continues at the offset. */
export const isFollowedByCode = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (isLetter(code)) return code < 0x400;
  if (text.charAt(at) === '@') return true;
  if ('_*'.includes(text.charAt(at) || ' ')) return isMarkInWord(text, at, 1);
  if (text.charAt(at) === '/') return isDigit(text.charCodeAt(at + 1)) && !'789'.includes(text.charAt(at + 1));
  if (text.charAt(at) === ',' && /^,[78]?9\d{9}(?!\d)/.test(text.slice(at, at + 13))) return false;
  return ',.:-'.includes(text.charAt(at) || ' ') && isDigit(text.charCodeAt(at + 1));
};
