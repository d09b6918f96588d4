import type { Steps } from '../../concurrency/steps.ts';
import { isDigit } from '../characters.ts';
import type { Span } from '../spans.ts';
import { type DigitGroup, digitChains, continuesCode, isFollowedByCode } from './digit-chains.ts';
import { type Candidate, phoneAt } from './phone-candidates.ts';

/** Extensions after a number: `доб. 123`, `(вн. 77)`, `ext. 45`, `#123`. */
const extension =
  /^[,;]?[ \u00a0\t]*(?:\([ ]?(?:доб(?:авочн[а-яё]{0,3})?|вн(?:утр(?:енн[а-яё]{0,3})?)?|ext(?:ension)?|x|#)[ .:]{0,2}(?:номер )?\d{1,6}(?:-\d{1,3})?[ ]?\)|(?:доб(?:авочн[а-яё]{0,3})?|вн(?:утр(?:енн[а-яё]{0,3})?)?|ext(?:ension)?|x|#)[ .:]{0,2}(?:номер )?\d{1,6}(?:-\d{1,3})?)(?!\d)/iu;

const withExtension = (text: string, end: number): number =>
  end + (extension.exec(text.slice(end, end + 40))?.[0].length ?? 0);

const opensBracket = (text: string, start: number): number => {
  const bracket = /\([ ]?$/.exec(text.slice(Math.max(0, start - 2), start));
  return bracket ? start - bracket[0].length : start;
};

/** The bracket before an area code belongs to the number if its partner is inside: `(495) 765-43-21`. */
const startWithBracket = (text: string, start: number, end: number): number => {
  const bracket = opensBracket(text, start);
  if (bracket === start) return start;
  const inside = text.slice(start, end);
  const close = inside.indexOf(')');
  const open = inside.indexOf('(');
  return close >= 0 && (open < 0 || close < open) ? bracket : start;
};

/** The offset of a plus sign before the number, possibly with a blank between. */
const plusBefore = (text: string, start: number): number | undefined => {
  const plus = /[+＋][ \u00a0]?\(?$/.exec(text.slice(Math.max(0, start - 3), start));
  return plus ? start - plus[0].length : undefined;
};

/** `650+253+1234`: a digit before the plus sign makes it a sum. */
const isSum = (text: string, plus: number): boolean => isDigit(text.charCodeAt(plus - 1));

const spanOf = (text: string, candidate: Candidate, plus: number | undefined): Span => {
  const start = plus ?? startWithBracket(text, candidate.start, candidate.end);
  return { start, end: withExtension(text, candidate.end) };
};

/** Whether a number may start at this group: at the start of a chain, or after a blank. */
const mayStartNumber = (text: string, chain: readonly DigitGroup[], index: number): boolean => {
  const group = chain[index];
  if (!group) return false;
  return index === 0 ? !continuesCode(text, group.start) : /[ (]/.test(group.gap) && !group.gap.includes('-');
};

/** Whether the next number follows after a comma or conjunction: `40-10-20, 40-10-21`, `… и 40-10-21`. */
const continuesList = (text: string, from: number, to: number): boolean =>
  from >= 0 && to - from <= maxConjunction && /^\s*(?:[,;/]|и|или)\s*$/.test(text.slice(from, to));

const maxConjunction = 6;

function* phonesInChain(text: string, chain: readonly DigitGroup[], last: number): Steps<Span[]> {
  const found: Span[] = [];
  let index = 0;
  while (index < chain.length) {
    const group = chain[index];
    const plus = group && plusBefore(text, group.start);
    const mayStart =
      plus === undefined
        ? mayStartNumber(text, chain, index) || startsAfterSlash(chain, index, found) || group?.start === last + 1
        : !isSum(text, plus);
    const candidate = mayStart
      ? phoneAt({
          text,
          chain,
          index,
          plus,
          continuesList: continuesList(text, found.at(-1)?.end ?? last, group?.start ?? 0),
        })
      : undefined;
    if (candidate && !isFollowedByCode(text, candidate.end)) {
      found.push(spanOf(text, candidate, plus));
      index = candidate.next;
    } else index++;
    yield;
  }
  return found;
}

const startsAfterSlash = (chain: readonly DigitGroup[], index: number, found: readonly Span[]): boolean =>
  chain[index]?.gap === '/' && found.at(-1)?.end === chain[index - 1]?.end;

/** An extension may contain a digit group of the chain: drops spans that overlap the previous one. */
const withoutOverlaps = (spans: readonly Span[]): Span[] => {
  const kept: Span[] = [];
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
};

/** The telephone numbers of a text in order, including extensions. */
export function* findPhones(text: string): Steps<Span[]> {
  const found: Span[] = [];
  for (const chain of digitChains(text)) {
    for (const phone of yield* phonesInChain(text, chain, found.at(-1)?.end ?? -2)) found.push(phone);
  }
  return withoutOverlaps(found);
}
