import { type DigitGroup } from './digit-chains.ts';
import {
  followsOtherWord,
  followsPhoneWord,
  followsPostOrBearer,
  precedesSilence,
  precedesUnit,
} from './phone-words.ts';

/** A telephone number inside a chain: its offsets and the index of the first group after it. */
export type Candidate = { readonly start: number; readonly end: number; readonly next: number };

/** A place in a chain where a number may start; `plus` is the offset of a plus sign right before it. */
export type Place = {
  readonly text: string;
  readonly chain: readonly DigitGroup[];
  readonly index: number;
  readonly plus: number | undefined;
  /** A number was found right before, with a comma or "and" between: the word for a telephone counts for both. */
  readonly goesOn: boolean;
};

const longestNumber = 15;
const shortestNumber = 5;

type Prefix = { readonly digits: string; readonly shape: string; readonly gaps: string; readonly candidate: Candidate };

const plainDigits = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 48));

/** A number may end before a blank, a slash or the end of its chain, not in the midst of a tight one. */
const mayEnd = (next: DigitGroup | undefined): boolean => next === undefined || /^[ /)]/.test(next.gap);

const mostGroups = 9;

/** Single digits in a row are a list, not a number; only `+39 0 6…` may have two. */
const isList = (before: DigitGroup | undefined, group: DigitGroup): boolean =>
  before !== undefined && before.end - before.start === 1 && group.end - group.start === 1;

/** Every way to end a number that starts here, shortest first: five to fifteen digits. */
const prefixes = ({ text, chain, index, plus }: Place): Prefix[] => {
  const found: Prefix[] = [];
  const start = chain[index]?.start ?? 0;
  let digits = '';
  let shape = '';
  let gaps = '';
  for (let at = index; at < chain.length && at < index + mostGroups; at++) {
    const group = chain[at];
    const before = at > index ? chain[at - 1] : undefined;
    if (!group || digits.length + group.end - group.start > longestNumber) break;
    if (plus === undefined && isList(before, group)) break;
    digits += plainDigits(text.slice(group.start, group.end));
    shape += `${before ? '.' : ''}${group.end - group.start}`;
    if (before) gaps += `${group.gap}|`;
    if (digits.length >= shortestNumber && mayEnd(chain[at + 1]))
      found.push({ digits, shape, gaps, candidate: { start, end: group.end, next: at + 1 } });
  }
  return found;
};

/** Numbers of digits, country code included, by country code; others have nine to fifteen. */
const lengths: readonly (readonly [RegExp, number])[] = [
  [/^7/, 11],
  [/^1/, 11],
  [/^(?:375|380|998|996|992|994|995|90)/, 12],
  [/^(?:374|373|371)/, 11],
  [/^86/, 13],
  [/^44/, 12],
];

/** `+` and a country code. */
const international = (options: readonly Prefix[]): Prefix | undefined => {
  const fitting = options.filter(({ digits }) => digits.length >= 9 && !digits.startsWith('0'));
  const exact = fitting.find(({ digits }) =>
    lengths.some(([code, length]) => code.test(digits) && digits.length === length),
  );
  return exact ?? fitting.findLast(({ gaps }) => !gaps.includes('/'));
};

/** A code of three to five digits after the trunk digit, or everything in one run. */
const nationalShape = /^(?:1\.[3-9]|1\.10$|[4-7](?:\.|$)|11$)/;

/** 8 or 7 and an area code; in Belarus the codes begin with 0. */
const trunkAndCode = /^(?:[78][3-9]|80(?:1[5-7]|2[1-5]|29|33|44)[1-9])/;

/** 8 or 7, an existing area code, seven digits more in any grouping. */
const national = ({ digits, shape, gaps }: Prefix): boolean =>
  (digits.length === 11 &&
    trunkAndCode.test(digits) &&
    nationalShape.test(shape) &&
    !/\.1\.1\.1\./.test(shape) &&
    !/\..*\..*\./.test(gaps.replace(/[^./|]/g, '').replaceAll('|', ''))) ||
  isDotted(digits, shape, gaps) ||
  (digits.length === 11 && /^8[3-9]/.test(digits) && shape === '1.2.2.2.2.2' && /^(?:-\|)+$/.test(gaps));

/** Dots alone separate numbers only in the usual groups: `8.912.345.67.89`. */
const isDotted = (digits: string, shape: string, gaps: string): boolean =>
  digits.length === 11 &&
  /^(?:\.\|)+$/.test(gaps) &&
  ((/^[78][3-9]/.test(digits) && /^1\.(?:3\.3|4\.2|5\.1)\.2\.2$/.test(shape)) ||
    (/^[78]9/.test(digits) && shape === '1.3.3.4'));

/** Ten digits of a mobile number without the trunk digit. */
const mobile = ({ digits, shape }: Prefix): boolean =>
  digits.length === 10 && digits.startsWith('9') && /^(?:[3-9](?:\.|$)|10$)/.test(shape);

/** Area code and number without the trunk digit: the code in brackets, or in the usual groups. */
const withAreaCode = ({ digits, shape, gaps }: Prefix): boolean => {
  if (digits.length !== 10 || !/^(?:[3489]|0(?:17|25|29|33|44))/.test(digits)) return false;
  return /^\)/.test(gaps.trimStart()) || (/^(?:3\.3\.2\.2|4\.2\.2\.2)$/.test(shape) && gaps.includes('-'));
};

/** `00 7 903 …`, `810 7 495 …`, `8-10-380-50-…`: dialling out, to a country that writes so. */
const diallingOut = ({ digits }: Prefix): boolean =>
  /^(?:00|810)(?:7[3-9]\d{9}|(?:375|380|996|998|992|993|994|995)\d{9}|37[0-4]\d{8})$/.test(digits);

/** 375 29 …, 998901…: a neighbour's country code without its plus, before a mobile operator's code. */
const neighbour = ({ digits, shape }: Prefix): boolean =>
  /^(?:375(?:25|29|33|44)|380(?:50|6[3678]|73|9[1-9])|998(?:33|50|55|77|88|9\d)|996[57]\d)\d{7}$/.test(digits) &&
  /^(?:3\.[2-5](?:\.|$)|5\.|12$)/.test(shape);

/** 998 71 203-44-15: a neighbour's town in the groups of a telephone. */
const neighbouringTown = ({ digits, shape }: Prefix): boolean =>
  /^(?:998[67]\d|996\d\d|992\d\d|995\d\d)\d{7}$/.test(digits) && /^3\.[23]\.(?:3\.2\.2|2\.2\.2)$/.test(shape);

/** 234-56-78: a local number in the usual groups needs no word before it. */
const local = ({ shape, gaps, digits }: Prefix): boolean =>
  shape === '3.2.2' && gaps === '-|-|' && /^[1-9]/.test(digits);

/** After a word for a telephone any local number of five to seven digits counts. */
const localAfterWord = ({ digits, shape, gaps }: Prefix): boolean =>
  /^(?:7|6|3\.4|3\.2\.2|2\.2\.2|1\.2\.2|3\.3|2\.2\.3|1\.2\.2\.2)$/.test(shape) &&
  digits.length >= 5 &&
  !/[./()]/.test(gaps) &&
  !/^0/.test(digits);

/** 495 640 17 28: after a word for a telephone an area code needs no brackets. */
const areaAfterWord = ({ digits, shape, gaps }: Prefix): boolean =>
  /^[3489]\d{9}$/.test(digits) && /^(?:3\.3\.2\.2|3\.3\.4|3\.7|4\.2\.2\.2|4\.6)$/.test(shape) && !/[./]/.test(gaps);

/** 0671234567: after a word for a telephone a number of Ukraine, its country left out. */
const ukrainian = ({ digits, shape }: Prefix): boolean =>
  /^0[3-9]\d{8}$/.test(digits) && /^(?:10|3\.3\.2\.2|3\.7)$/.test(shape);

/** 2-34-56, 33-14-08: the groups of a local number that no date has. */
const localGroups = ({ digits, shape, gaps }: Prefix): boolean =>
  /^[1-9]/.test(digits) &&
  (shape === '1.2.2' || (shape === '2.2.2' && (Number(digits.slice(0, 2)) > 31 || Number(digits.slice(2, 4)) > 12))) &&
  gaps === '-|-|';

const last = (options: readonly Prefix[], test: (option: Prefix) => boolean): Prefix | undefined =>
  options.findLast(test);

/** A number in the groups of a telephone speaks for itself even after "order"; a bare run of digits does not. */
const speaksForItself = ({ text, chain }: Place, option: Prefix): boolean =>
  /^(?:1\.[345]\.|1\.10$|4\.(?:3\.|7$))/.test(option.shape) &&
  option.candidate.next === chain.length &&
  national(option) &&
  !/№\s?$/.test(text.slice(Math.max(0, option.candidate.start - 2), option.candidate.start));

/** FD 9904 200017: capitals before a number without its trunk digit are a code. */
const endsInCode = (text: string, { chain, index }: Place): boolean => {
  const start = chain[index]?.start ?? 0;
  return /(?<![A-Za-z])[A-Z]{2,4}[ ]?$/.test(text.slice(Math.max(0, start - 6), start));
};

const domestic = (place: Place, options: readonly Prefix[]): Prefix | undefined => {
  const { text } = place;
  const whole =
    last(options, diallingOut) ??
    last(options, national) ??
    last(options, neighbour) ??
    last(options, neighbouringTown) ??
    (endsInCode(text, place) ? undefined : last(options, mobile)) ??
    last(options, withAreaCode) ??
    last(options, local);
  const short = last(options, ukrainian) ?? last(options, areaAfterWord) ?? last(options, localAfterWord);
  const start = (whole ?? short)?.candidate.start;
  if (start === undefined) return undefined;
  if (place.goesOn || followsPhoneWord(text, start)) return whole ?? short;
  if (!whole && short && localGroups(short))
    return (followsPostOrBearer(text, start) ||
      /^ ?\(?(?:доб|вн)\p{L}*\.? ?\d/u.test(text.slice(short.candidate.end, short.candidate.end + 20)) ||
      precedesSilence(text, short.candidate.end)) &&
      !followsOtherWord(text, start)
      ? short
      : undefined;
  return whole && (speaksForItself(place, whole) || !followsOtherWord(text, start)) ? whole : undefined;
};

const numbersOf = (text: string, chain: readonly DigitGroup[]): number[] =>
  chain.map(({ start, end }) => Number(plainDigits(text.slice(start, end))));

/** 7 8 9 10 11: counting up is no telephone number. */
const countsUp = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

/** `8-9-0-3-…`, `8 9 0 3 555 12 34`: digits one by one, all joined alike, nothing before or after. */
const digitByDigit = ({ text, chain, index }: Place): Candidate | undefined => {
  const [head, second, third] = chain;
  const tail = chain.at(-1);
  if (index !== 0 || !head || !second || !third || !tail || chain.length > longestNumber) return undefined;
  if (!chain.every(({ gap }, at) => at === 0 || gap === second.gap)) return undefined;
  if (third.end - third.start > 1 || second.end - second.start > 1 || head.end - head.start > 1) return undefined;
  const digits = plainDigits(chain.map(({ start, end }) => text.slice(start, end)).join(''));
  const isNumber = /^(?:[78]9\d{9}|[78][348]\d{9}|9\d{9})$/.test(digits) && new Set(digits).size > 2;
  if (!isNumber || countsUp(numbersOf(text, chain))) return undefined;
  const isMobile = /^[78]9/.test(digits) && !followsOtherWord(text, head.start);
  if (second.gap !== '-' && !isMobile && !followsPhoneWord(text, head.start)) return undefined;
  return { start: head.start, end: tail.end, next: chain.length };
};

/** Returns the telephone number that starts at a place, or undefined. */
export const phoneAt = (place: Place): Candidate | undefined => {
  const options = prefixes(place);
  const found =
    place.plus === undefined ? domestic(place, options) : (international(options) ?? domestic(place, options));
  if (!found) return digitByDigit(place);
  const isAmount = /^\d+(?:\.3)*$/.test(found.shape) && precedesUnit(place.text, found.candidate.end);
  return isAmount && place.plus === undefined ? undefined : found.candidate;
};
