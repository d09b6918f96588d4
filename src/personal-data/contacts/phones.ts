import { isDigit } from '../characters.ts';
import { digitChains, isGluedLeft, isGluedRight, type DigitGroup } from './digit-chains.ts';
import { phoneAt, type Candidate } from './phone-forms.ts';
import { type Span } from '../spans.ts';

/** `доб. 123`, `(вн. 77)`, `ext. 45`, `#123` after a number belong to it. */
const extension =
  /^[,;]?[ \u00a0\t]*(?:\([ ]?(?:доб(?:авочн[а-яё]{0,3})?|вн(?:утр(?:енн[а-яё]{0,3})?)?|ext(?:ension)?|x|#)[ .:]{0,2}(?:номер )?\d{1,6}(?:-\d{1,3})?[ ]?\)|(?:доб(?:авочн[а-яё]{0,3})?|вн(?:утр(?:енн[а-яё]{0,3})?)?|ext(?:ension)?|x|#)[ .:]{0,2}(?:номер )?\d{1,6}(?:-\d{1,3})?)(?!\d)/iu;

const withExtension = (text: string, end: number): number =>
  end + (extension.exec(text.slice(end, end + 40))?.[0].length ?? 0);

const opensBracket = (text: string, start: number): number => {
  const bracket = /\([ ]?$/.exec(text.slice(Math.max(0, start - 2), start));
  return bracket ? start - bracket[0].length : start;
};

/** The bracket before a code belongs to the number only when its partner stands inside: `(495) 765-43-21`. */
const startWithBracket = (text: string, start: number, end: number): number => {
  const bracket = opensBracket(text, start);
  if (bracket === start) return start;
  const inside = text.slice(start, end);
  const close = inside.indexOf(')');
  const open = inside.indexOf('(');
  return close >= 0 && (open < 0 || close < open) ? bracket : start;
};

/** `+`, blanks between it and the number, included. */
const plusBefore = (text: string, start: number): number | undefined => {
  const plus = /[+＋][ \u00a0]?\(?$/.exec(text.slice(Math.max(0, start - 3), start));
  return plus ? start - plus[0].length : undefined;
};

/** A number right after a digit and a plus is a sum: `650+253+1234`. */
const isSum = (text: string, plus: number): boolean => isDigit(text.charCodeAt(plus - 1));

const spanOf = (text: string, candidate: Candidate, plus: number | undefined): Span => {
  const start = plus ?? startWithBracket(text, candidate.start, candidate.end);
  return { start, end: withExtension(text, candidate.end) };
};

/** What stands left of a candidate inside the chain: nothing, or a blank that separates another number. */
const startsFreely = (text: string, chain: readonly DigitGroup[], index: number): boolean => {
  const group = chain[index];
  if (!group) return false;
  return index === 0 ? !isGluedLeft(text, group.start) : /[ (]/.test(group.gap) && !group.gap.includes('-');
};

/** `40-10-20, 40-10-21`, `… и 40-10-21`. */
const goesOn = (text: string, from: number, to: number): boolean =>
  from >= 0 && to - from <= longestJoint && /^\s*(?:[,;/]|и|или)\s*$/.test(text.slice(from, to));

const longestJoint = 6;

const phonesInChain = (text: string, chain: readonly DigitGroup[], last: number): Span[] => {
  const found: Span[] = [];
  let index = 0;
  while (index < chain.length) {
    const group = chain[index];
    const plus = group && plusBefore(text, group.start);
    const free =
      plus === undefined
        ? startsFreely(text, chain, index) || startsAfterSlash(chain, index, found) || group?.start === last + 1
        : !isSum(text, plus);
    const candidate = free
      ? phoneAt({ text, chain, index, plus, goesOn: goesOn(text, found.at(-1)?.end ?? last, group?.start ?? 0) })
      : undefined;
    if (candidate && !isGluedRight(text, candidate.end)) {
      found.push(spanOf(text, candidate, plus));
      index = candidate.next;
    } else index++;
  }
  return found;
};

const startsAfterSlash = (chain: readonly DigitGroup[], index: number, found: readonly Span[]): boolean =>
  chain[index]?.gap === '/' && found.at(-1)?.end === chain[index - 1]?.end;

/** Extensions of a number may hold a digit group of the chain; a span never starts inside the one before. */
const apart = (spans: readonly Span[]): Span[] => {
  const kept: Span[] = [];
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
};

/** Returns the telephone numbers of a text in order, extensions included: rule 2 of the contract. */
export const findPhones = (text: string): Span[] => {
  const found: Span[] = [];
  for (const chain of digitChains(text)) found.push(...phonesInChain(text, chain, found.at(-1)?.end ?? -2));
  return apart(found);
};
