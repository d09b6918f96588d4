import type { Steps } from '../../concurrency/steps.ts';
import { isBlank, isCyrillic, isDigit, isLatin } from '../characters.ts';
import type { Span } from '../spans.ts';
import { topLevelDomains } from './domain-lists.ts';
import { domainAtStart, endOfLabels, type TopLevel } from './domains.ts';

const isLocal = (code: number): boolean =>
  isLatin(code) ||
  isDigit(code) ||
  isCyrillic(code) ||
  (code > 32 && code < 127 && "._%+-'".includes(String.fromCharCode(code)));

/** `почтаivan` is a word and an address without a blank; `ивaн`, with one Latin letter inside, is one word. */
const withoutAttachedWord = (text: string, start: number, end: number): number => {
  let at = end - 1;
  while (at >= start && !isCyrillic(text.charCodeAt(at))) at--;
  if (at < start || at === end - 1 || !isLatin(text.charCodeAt(at + 1))) return start;
  return at + 1;
};

/** The start of the part before the at sign at `end`, not before `floor`; `end` if there is none. */
export const startOfLocal = (text: string, end: number, floor: number): number => {
  let start = end;
  while (start > floor && isLocal(text.charCodeAt(start - 1))) start--;
  start = withoutAttachedWord(text, start, end);
  while (start < end && "'+%-".includes(text.charAt(start))) start++;
  const hasName = /[A-Za-z0-9Ѐ-ԯ_]/.test(text.slice(start, Math.min(end, start + 80)));
  return hasName ? start : end;
};

const skipBlank = (text: string, at: number): number => (isBlank(text.charCodeAt(at)) ? at + 1 : at);

const addressLiteral = /^\[\d{1,3}(?:\.\d{1,3}){3}\]/;

/** `ivan@mail,ru`: a comma instead of the dot. */
const commaDomain = (text: string, from: number): number | undefined => {
  const match = /^([a-z0-9-]{2,63}),([a-z]{2,4})(?![a-z0-9.@-])/i.exec(text.slice(from, from + 70));
  return match && topLevelDomains.has((match[2] ?? '').toLowerCase()) ? from + match[0].length : undefined;
};

/** The end of the domain that starts at `from`, or undefined. */
export const endOfDomain = (text: string, from: number, kind: TopLevel): number | undefined => {
  const run = text.slice(from, Math.min(endOfLabels(text, from), from + 255));
  const domain = domainAtStart(run, kind);
  if (domain !== undefined) return from + domain.length;
  const literal = addressLiteral.exec(text.slice(from, from + 18));
  return literal ? from + literal[0].length : commaDomain(text, from);
};

const withMailto = (text: string, start: number): number =>
  text.slice(Math.max(0, start - 7), start).toLowerCase() === 'mailto:' ? start - 7 : start;

/** `ivan @ mail.ru`: with blanks around the sign, an address needs Latin letters and a registered top-level domain. */
const spacedEmail = (text: string, at: number, floor: number): Span | undefined => {
  const left = isBlank(text.charCodeAt(at - 1)) ? at - 1 : at;
  const start = startOfLocal(text, left, floor);
  if (start === left || !/^[\w.+-]*[a-z][\w.+-]*$/i.test(text.slice(start, left).slice(0, 100))) return undefined;
  const end = endOfDomain(text, skipBlank(text, at + 1), 'registered');
  return end === undefined ? undefined : { start, end };
};

const emailAround = (text: string, at: number, floor: number): Span | undefined => {
  const start = startOfLocal(text, at, floor);
  const end = start === at ? undefined : endOfDomain(text, at + 1, 'any');
  if (end === undefined) return spacedEmail(text, at, floor);
  return { start: withMailto(text, start), end };
};

const sign = /[@\uff20]/g;

const nextSign = (text: string, from: number): number => {
  sign.lastIndex = from;
  return sign.test(text) ? sign.lastIndex - 1 : -1;
};

/** The e-mail addresses of a text in order, including `mailto:`. */
export function* findEmails(text: string): Steps<Span[]> {
  const found: Span[] = [];
  let floor = 0;
  for (let at = 0; at < text.length; at++) {
    at = nextSign(text, at);
    if (at < 0) break;
    const email = emailAround(text, at, floor);
    if (email) found.push(email);
    floor = email?.end ?? at + 1;
    at = floor - 1;
    yield;
  }
  return found;
}
