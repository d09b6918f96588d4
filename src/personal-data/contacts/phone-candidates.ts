import type { DigitGroup } from './digit-chains.ts';
import {
  type Format,
  hasAreaCode,
  hasDiallingPrefix,
  hasLocalGroups,
  hasUnambiguousGroups,
  hasUsualGroups,
  international,
  isAreaAfterWord,
  isForeignAfterWord,
  isForeignDialled,
  isLocal,
  isLocalAfterWord,
  isMobile,
  isNational,
  isNeighbouringMobile,
  isNeighbouringTown,
  isUkrainianAfterWord,
} from './phone-formats.ts';
import {
  followsDepartmentOrPerson,
  followsOtherWord,
  followsPhoneWord,
  precedesCallClause,
  precedesPhoneWord,
  precedesUnit,
} from './phone-words.ts';

/** A telephone number inside a chain; `next` is the index of the first group after it. */
export type Candidate = { readonly start: number; readonly end: number; readonly next: number };

/** A position in a chain where a number may start. */
type Position = {
  readonly text: string;
  readonly chain: readonly DigitGroup[];
  /** The index of the group. */
  readonly index: number;
  /** The offset of a plus sign directly before it. */
  readonly plus: number | undefined;
  /** A number precedes it in a list: a word for a telephone before that one counts for this one too. */
  readonly continuesList: boolean;
};

const maxDigits = 15;
const minDigits = 5;
/** Digit by digit only after a plus sign. */
const maxGroups = 9;

type Option = Format & { readonly candidate: Candidate };

/** The telephone number that starts at a position, or undefined. */
export const phoneAt = (position: Position): Candidate | undefined => {
  const options = optionsAt(position);
  const found =
    position.plus === undefined ? domestic(position, options) : (international(options) ?? domestic(position, options));
  if (!found) return digitByDigit(position);
  const isAmount = /^\d+(?:\.3)*$/.test(found.shape) && precedesUnit(position.text, found.candidate.end);
  return isAmount && position.plus === undefined ? undefined : found.candidate;
};

const plainDigits = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 48));

/** A number may end before a blank, a slash, a closing bracket or at the end of its chain. */
const mayEnd = (next: DigitGroup | undefined): boolean => next === undefined || /^[ /)]/.test(next.gap);

/** Two single digits in a row are a list, not part of a number, except after a plus sign (`+39 0 6…`). */
const isList = (before: DigitGroup | undefined, group: DigitGroup): boolean =>
  before !== undefined && before.end - before.start === 1 && group.end - group.start === 1;

/** The possible numbers that start here, shortest first: five to fifteen digits. */
const optionsAt = ({ text, chain, index, plus }: Position): Option[] => {
  const found: Option[] = [];
  const start = chain[index]?.start ?? 0;
  let digits = '';
  let shape = '';
  let gaps = '';
  const limit = Math.min(chain.length, index + (plus === undefined ? maxGroups : maxDigits));
  for (let at = index; at < limit; at++) {
    const group = chain[at];
    const before = at > index ? chain[at - 1] : undefined;
    if (!group || digits.length + group.end - group.start > maxDigits) break;
    if (plus === undefined && isList(before, group)) break;
    digits += plainDigits(text.slice(group.start, group.end));
    shape += `${before ? '.' : ''}${group.end - group.start}`;
    if (before) gaps += `${group.gap}|`;
    if (digits.length >= minDigits && mayEnd(chain[at + 1]) && (!gaps.includes('_') || hasUsualGroups(shape)))
      found.push({ digits, shape, gaps, candidate: { start, end: group.end, next: at + 1 } });
  }
  return found;
};

/** A number without a plus sign: by its format alone, or by its format and the words around it. */
const domestic = (position: Position, options: readonly Option[]): Option | undefined => {
  const { text } = position;
  const whole =
    options.findLast(hasDiallingPrefix) ??
    (startsForeign(position) ? options.findLast(isForeignDialled) : undefined) ??
    options.findLast(isNational) ??
    options.findLast(isNeighbouringMobile) ??
    options.findLast(isNeighbouringTown) ??
    (followsCapitals(position) ? undefined : options.findLast(isMobile)) ??
    options.findLast(hasAreaCode) ??
    options.findLast(isLocal);
  const short =
    options.findLast(isForeignAfterWord) ??
    options.findLast(isUkrainianAfterWord) ??
    options.findLast(isAreaAfterWord) ??
    options.findLast(isLocalAfterWord);
  const start = (whole ?? short)?.candidate.start;
  if (start === undefined) return undefined;
  if (position.continuesList || followsPhoneWord(text, start)) return whole ?? short;
  if (whole) return isUnambiguous(position, whole) || !followsOtherWord(text, start) ? whole : undefined;
  return short && hasLocalGroups(short) && hasPhoneContext(text, short.candidate) ? short : undefined;
};

/** Inside a chain `810` is the currency of an account; numbers of up to three digits that only grow or fall are a list of sizes. */
const startsForeign = ({ text, chain, index }: Position): boolean =>
  index === 0 && !(chain.every(({ start, end }) => end - start <= 3) && isCount(numbersOf(text, chain)));

/** Whether the words around a short local number make it a telephone number. */
const hasPhoneContext = (text: string, { start, end }: Candidate): boolean =>
  (followsDepartmentOrPerson(text, start) ||
    /^ ?\(?(?:доб|вн)\p{L}*\.? ?\d/u.test(text.slice(end, end + 20)) ||
    precedesPhoneWord(text, end) ||
    precedesCallClause(text, end)) &&
  !followsOtherWord(text, start);

/** Whether the groups alone make it a telephone number, even after a word such as "order" but not after "№". */
const isUnambiguous = ({ text, chain }: Position, option: Option): boolean =>
  option.candidate.next === chain.length &&
  hasUnambiguousGroups(option) &&
  !/№\s?$/.test(text.slice(Math.max(0, option.candidate.start - 2), option.candidate.start));

/** FD 9904 200017: capitals before ten digits make them a code. */
const followsCapitals = ({ text, chain, index }: Position): boolean => {
  const start = chain[index]?.start ?? 0;
  return /(?<![A-Za-z])[A-Z]{2,4}[ ]?$/.test(text.slice(Math.max(0, start - 6), start));
};

const numbersOf = (text: string, chain: readonly DigitGroup[]): number[] =>
  chain.map(({ start, end }) => Number(plainDigits(text.slice(start, end))));

/** 7 8 9 10 11, 9 8 7 6: such numbers are a count. */
const isCount = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0)) ||
  numbers.every((number, at) => at === 0 || number < (numbers[at - 1] ?? 0));

/** Ten digits of a mobile operator's number, each for itself. */
const isOneByOne = (digits: string, chain: readonly DigitGroup[]): boolean =>
  chain.length === 10 && /^9[0-689]/.test(digits);

/** `8-9-0-3-…`, `8 9 0 3 555 12 34`: digits one by one, with the same separator throughout the chain. */
const digitByDigit = ({ text, chain, index }: Position): Candidate | undefined => {
  const [head, second, third] = chain;
  const tail = chain.at(-1);
  if (index !== 0 || !head || !second || !third || !tail || chain.length > maxDigits) return undefined;
  if (!chain.every(({ gap }, at) => at === 0 || gap === second.gap)) return undefined;
  if (third.end - third.start > 1 || second.end - second.start > 1 || head.end - head.start > 1) return undefined;
  const digits = plainDigits(chain.map(({ start, end }) => text.slice(start, end)).join(''));
  const isNumber = /^(?:[78]9\d{9}|[78][348]\d{9}|9\d{9})$/.test(digits) && new Set(digits).size > 2;
  if (!isNumber || isCount(numbersOf(text, chain))) return undefined;
  const isMobileNumber = (/^[78]9/.test(digits) || isOneByOne(digits, chain)) && !followsOtherWord(text, head.start);
  if (second.gap !== '-' && !isMobileNumber && !followsPhoneWord(text, head.start)) return undefined;
  return { start: head.start, end: tail.end, next: chain.length };
};
