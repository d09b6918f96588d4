import type { Steps } from '../../concurrency/steps.ts';
import { isBlank, isCyrillic, isDigit, isLatin } from '../characters.ts';
import type { Span } from '../spans.ts';
import { words } from '../word-list.ts';
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

/** `"ivan petrov"@mail.ru`: a local part in quotation marks, blanks included (RFC 5321). */
const quotedLocal = /["“«][^"“”«»\n@]{1,64}["”»]$/;

const startOfQuotedLocal = (text: string, end: number, floor: number): number =>
  end - (quotedLocal.exec(text.slice(Math.max(floor, end - 66), end))?.[0].length ?? 0);

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
const spacedEmail = (text: string, { at, after }: Sign, floor: number): Span | undefined => {
  const left = isBlank(text.charCodeAt(at - 1)) ? at - 1 : at;
  const start = startOfLocal(text, left, floor);
  if (start === left || !/^[\w.+-]*[a-z][\w.+-]*$/i.test(text.slice(start, left).slice(0, 100))) return undefined;
  const end = endOfDomain(text, skipBlank(text, after), 'registered');
  return end === undefined ? undefined : { start, end };
};

/** `ivan@example .com`, `ivan@example. com`, `ivan@example..com`: a blank or a further dot at the last dot of what is no domain yet. */
const spacedDomain =
  /^(?:[a-z0-9-]{1,63}\.){0,4}([a-z0-9-]{1,63})(?: \. ?|\.[ .])([a-zрф]{2,4})(?![a-zа-яё0-9@-]|\.[a-z0-9])/i;
const spacedTopLevels = words('com ru net org рф ua kz');

const endOfSpacedDomain = (text: string, from: number): number | undefined => {
  const [whole = '', last = '', top = ''] = spacedDomain.exec(text.slice(from, from + 255)) ?? [];
  return spacedTopLevels.has(top) && !spacedTopLevels.has(last) ? from + whole.length : undefined;
};

/** Of a local part with signs that are encoded. */
const longestLocal = 64;

/** An at sign and where its domain begins: doubled, in brackets or encoded for an address on the web as well. */
type Sign = { readonly at: number; readonly after: number };

const emailAround = (text: string, { at, after }: Sign, floor: number): Span | undefined => {
  const local = startOfLocal(text, at, floor);
  const start = local === at ? startOfQuotedLocal(text, at, floor) : local;
  if (start === at) return undefined;
  const end = endOfSpacedDomain(text, after) ?? endOfDomain(text, after, 'any');
  return end === undefined ? undefined : { start: withMailto(text, start), end };
};

const sign = /[([{]?[@\uff20]{1,3}[)\]}]?|%(?:25){0,3}40/g;

const nextSign = (text: string, from: number): Sign | undefined => {
  sign.lastIndex = from;
  const found = sign.exec(text);
  return found ? { at: found.index, after: sign.lastIndex } : undefined;
};

/** The e-mail addresses of a text in order, including `mailto:`. */
export function* findEmails(text: string): Steps<Span[]> {
  const found: Span[] = [];
  let floor = 0;
  for (let next = nextSign(text, 0); next; next = nextSign(text, Math.max(floor, next.after))) {
    const email = emailAround(text, next, floor) ?? spacedEmail(text, next, floor);
    if (email) found.push(email);
    // `a%40b@mail.ru`: what is encoded may belong to a longer local part.
    floor = email?.end ?? (text.charAt(next.at) === '%' ? Math.max(floor, next.at - longestLocal) : next.after);
    yield;
  }
  return found;
}
