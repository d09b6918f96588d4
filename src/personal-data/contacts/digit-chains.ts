import { isBlank, isDigit, isLetter } from '../characters.ts';

/** A run of digits and what stands between it and the run before: '' at the beginning of a chain. */
export type DigitGroup = { readonly start: number; readonly end: number; readonly gap: string };

const isDash = (code: number): boolean =>
  code === 45 || (code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0xff0d;

/** What a sign between two runs counts as; square brackets are as good as round ones. */
const gapSigns: ReadonlyMap<number, string> = new Map([
  [40, '('],
  [41, ')'],
  [46, '.'],
  [47, '/'],
  [91, '('],
  [93, ')'],
]);

const gapSign = (code: number): string | undefined => (isDash(code) ? '-' : isBlank(code) ? ' ' : gapSigns.get(code));

const longestGap = 4;

/** Blanks become ' ', dashes '-': what is left tells how tightly two runs are joined. */
const gapBetween = (text: string, from: number, to: number): string | undefined => {
  if (to - from > longestGap) return undefined;
  let gap = '';
  for (let at = from; at < to; at++) {
    const sign = gapSign(text.charCodeAt(at));
    if (sign === undefined) return undefined;
    gap += sign;
  }
  return / \/ |\. |- $|^ -(?! )|\/\//.test(gap) && gap !== ' - ' ? undefined : gap;
};

/** `+7 950 / 118 40 27`: a spaced slash joins only a code and its number. */
const slashAfterCode = (text: string, chain: readonly DigitGroup[], start: number): string | undefined => {
  const code = text.slice(chain[0]?.start, chain.at(-1)?.end);
  return chain.length <= 2 && /^[78][ -]?[3-9]\d\d$/.test(code) && text.slice(chain.at(-1)?.end, start) === ' / '
    ? '/'
    : undefined;
};

/** Returns the text's runs of digits, joined into chains by the separators a telephone number may have. */
export const digitChains = (text: string): DigitGroup[][] => {
  const chains: DigitGroup[][] = [];
  let chain: DigitGroup[] = [];
  const digits = /[0-9０-９]+/g;
  for (let match = digits.exec(text); match; match = digits.exec(text)) {
    const start = match.index;
    const last = chain.at(-1);
    const gap = last && (gapBetween(text, last.end, start) ?? slashAfterCode(text, chain, start));
    if (gap === undefined) {
      chain = [];
      chains.push(chain);
    }
    chain.push({ start, end: digits.lastIndex, gap: gap ?? '' });
  }
  return chains;
};

/** Fields of a call that only a number's length tells from other codes. */
const callKey =
  /(?<![a-z0-9_.-])(?:caller|callee|called|calling|from|to|src|dst|ani|dnis|did|clid|number|num|sender|recipient|contact|abonent|whatsapp|viber|sms)=$/i;

/** `phone=8903…`, `from=7903…`: the value of a field for telephones. */
const followsPhoneKey = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 20), at);
  return (
    /(?:phone(?:_?(?:number|no))?|tel|mobile|msisdn|cell|caller_?(?:id|number|num))=$/i.test(before) ||
    (callKey.test(before) && /^(?:[78][3-9]|9)\d{9}(?!\d)/.test(text.slice(at, at + 12)))
  );
};

const followsMessenger = (text: string, at: number): boolean =>
  /(?:whats?app|viber|telegram|phone|(?<![a-z])tel)$/i.test(text.slice(Math.max(0, at - 9), at));

/** Says whether a digit, Latin letter or sign of a longer code is glued to the left of the offset. */
export const isGluedLeft = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at - 1);
  if (isLetter(code)) return code < 0x400 && !followsMessenger(text, at);
  if ('_=*&'.includes(text.charAt(at - 1) || ' '))
    return (
      text.charAt(at - 1) !== '=' ||
      (/[a-z_]=$/i.test(text.slice(Math.max(0, at - 3), at)) && !followsPhoneKey(text, at))
    );
  return (
    ',.:-/\\'.includes(text.charAt(at - 1) || ' ') && (isDigit(text.charCodeAt(at - 2)) || isLetterBeforeSign(text, at))
  );
};

/** `A-8903…`, `x.8903…` continue a code; `тел:8903…`, `тел.8903…` do not. */
const isLetterBeforeSign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at - 2);
  return text.charAt(at - 1) === '-' && isLetter(code) && code < 0x400;
};

/** Says whether a longer code goes on right after the offset. */
export const isGluedRight = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (isLetter(code)) return code < 0x400;
  if ('_*@'.includes(text.charAt(at) || ' ')) return true;
  if (text.charAt(at) === '/') return isDigit(text.charCodeAt(at + 1)) && !'789'.includes(text.charAt(at + 1));
  if (text.charAt(at) === ',' && /^,[78]?9\d{9}(?!\d)/.test(text.slice(at, at + 13))) return false;
  return ',.:-'.includes(text.charAt(at) || ' ') && isDigit(text.charCodeAt(at + 1));
};
