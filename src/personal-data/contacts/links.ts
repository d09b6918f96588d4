import type { Steps } from '../../concurrency/steps.ts';
import { isBlank, isCyrillic, isDigit, isLatin, isLetter } from '../characters.ts';
import { contactFiller, removedFiller, type Span } from '../spans.ts';
import {
  cyrillicDomains,
  fileExtensions,
  packagePrefixes,
  productLabels,
  rareTopLevelDomains,
} from './domain-lists.ts';
import { domainAtStart, endOfLabels, type LabelRuns, labelRuns } from './domains.ts';

const stops = new Set(`\n"<>«»“”„\`|\\^{}${removedFiller}${contactFiller}`.split(''));

/** Cyrillic directly after a Latin letter, a digit or a comma is the next word of the sentence. */
const leavesAddress = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  if (isCyrillic(text.charCodeAt(at))) return isLatin(before) || isDigit(before) || ',;!'.includes(text.charAt(at - 1));
  return false;
};

const nextInList = /[,;](?:https?:\/\/|www\.)/iy;

/** Whether the next address of a list follows the comma or semicolon at the offset. */
const startsNextInList = (text: string, at: number, code: number): boolean => {
  if (code !== 44 && code !== 59) return false;
  nextInList.lastIndex = at;
  return nextInList.test(text);
};

const isInAddress = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return !stops.has(text.charAt(at)) && !isBlank(code) && !leavesAddress(text, at) && !startsNextInList(text, at, code);
};

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** The offset after what may belong to an address: before a closing bracket that it did not open, so that what is behind is read for its own links only. */
const runEnd = (text: string, from: number): number => {
  const open: Record<string, number> = { '(': 0, '[': 0 };
  let at = from;
  for (; at < text.length && isInAddress(text, at); at++) {
    const char = text.charAt(at);
    if (char in open) open[char] = (open[char] ?? 0) + 1;
    const opener = openers[char];
    if (opener === undefined) continue;
    if (open[opener] === 0) break;
    open[opener] = (open[opener] ?? 0) - 1;
  }
  return at;
};

/** The end of an address that starts at `from`, without punctuation at its end; `from` if there is none. */
const endOfAddress = (text: string, from: number): number => {
  let end = runEnd(text, from);
  while (end > from && ".,;:!?…'*_–—".includes(text.charAt(end - 1))) end--;
  return end;
};

const startOfScheme = (text: string, colon: number, floor: number): number => {
  let start = colon;
  while (start > floor && colon - start < 20 && /[a-z0-9+.-]/i.test(text.charAt(start - 1))) start--;
  while (start < colon && !isLatin(text.charCodeAt(start))) start++;
  return start;
};

/** Whether a host starts at the offset: `http://` alone is not a link. */
const startsHost = (text: string, at: number): boolean =>
  isLetter(text.charCodeAt(at)) || isDigit(text.charCodeAt(at)) || '[+'.includes(text.charAt(at) || ' ');

/** `//cdn.example.com/x` needs a registered top-level domain and a blank or quote before it, unlike comments and paths. */
const isSchemeless = (text: string, at: number): boolean => {
  if (at > 0 && !/[\s"'(<=]/.test(text.charAt(at - 1))) return false;
  return domainAtStart(text.slice(at + 2, Math.min(endOfLabels(text, at + 2), at + 257)), 'registered') !== undefined;
};

const schemeLinkAt = (text: string, at: number, floor: number): Span | undefined => {
  if (!startsHost(text, at + 2)) return undefined;
  const hasColon = text.charAt(at - 1) === ':';
  const start = hasColon ? startOfScheme(text, at - 1, floor) : at;
  if (hasColon ? start === at - 1 : !isSchemeless(text, at)) return undefined;
  return { start, end: endOfAddress(text, at + 2) };
};

/** The links with a scheme (`https://…`) or only slashes (`//cdn.example.com/x`), in order. */
export function* findSchemeLinks(text: string): Steps<Span[]> {
  const found: Span[] = [];
  let floor = 0;
  for (let at = text.indexOf('//'); at >= 0; at = text.indexOf('//', floor)) {
    const link = schemeLinkAt(text, at, floor);
    if (link) found.push(link);
    floor = link?.end ?? at + 1;
    yield;
  }
  return found;
}

const isHostCode = (code: number): boolean =>
  isLatin(code) || isDigit(code) || isCyrillic(code) || code === 45 || code === 46;

const startOfHost = (text: string, dot: number, floor: number): number => {
  let start = dot;
  while (start > floor && isHostCode(text.charCodeAt(start - 1))) start--;
  while (start < dot && '.-'.includes(text.charAt(start))) start++;
  return start;
};

/** `Сайтexample.com`: excludes a Cyrillic word directly before a Latin host. */
const withoutAttachedWord = (text: string, start: number, dot: number): number => {
  let at = dot;
  while (at > start && !isCyrillic(text.charCodeAt(at - 1))) at--;
  return at > start && at < dot && isLatin(text.charCodeAt(at)) ? at : start;
};

/** Whether a domain without a scheme is a link, not a file, a package or a product. */
const isLink = (domain: string, hasPath: boolean): boolean => {
  const labels = domain.toLowerCase().split('.');
  const top = labels.at(-1) ?? '';
  const first = labels[0] ?? '';
  if (first === 'www') return labels.length > 2 || hasPath;
  if ((packagePrefixes.has(first) && labels.length > 2) || /^javax?$/.test(first)) return false;
  if (isCyrillic(top.charCodeAt(0))) return cyrillicDomains.has(top) && (hasPath || (labels.at(-2) ?? '').length > 1);
  if (isCyrillic((labels.at(-2) ?? '').charCodeAt(0))) return false;
  if (top === 'net' && productLabels.has(labels.at(-2) ?? '')) return false;
  if (top === 'name' && !hasPath) return false;
  if (fileExtensions.has(top)) return hasPath || labels.length > 2;
  return /[a-zа-яё]/.test(labels.at(-2) ?? '') || hasPath;
};

const addressPart = /(?::\d{2,5})?[/?#]/y;
const portOnly = /:\d{2,5}(?!\d)/y;

const hasPathAt = (text: string, hostEnd: number): boolean => {
  addressPart.lastIndex = hostEnd;
  return addressPart.test(text);
};

/** The end of the link whose host ends at `hostEnd`, including its path. */
const endOfLink = (text: string, hostEnd: number, hasPath: boolean): number => {
  if (hasPath) return Math.max(hostEnd, endOfAddress(text, hostEnd));
  portOnly.lastIndex = hostEnd;
  return portOnly.test(text) ? portOnly.lastIndex : hostEnd;
};

/** `com.shop.Cart.add(`: the start of a package name. */
const startsPackage = (text: string, start: number, end: number): boolean =>
  text.charAt(end) === '.' &&
  isLatin(text.charCodeAt(end + 1)) &&
  packagePrefixes.has(text.slice(start, text.indexOf('.', start)).toLowerCase());

/** `com.firma.cart.add(`, `shop.ru_old`: part of a longer name. */
const continuesName = (text: string, start: number, end: number): boolean =>
  startsPackage(text, start, end) ||
  '@_'.includes(text.charAt(end) || ' ') ||
  (text.charAt(end) === '.' && /^(?:[a-z]|[A-Z]\w{0,40}[A-Z])/.test(text.slice(end + 1, end + 43)));

/** `forms.gle`, for a link with a path. */
const rareDomain = (run: string): string | undefined =>
  /^[a-z0-9.-]+$/i.test(run) && rareTopLevelDomains.has(run.slice(run.lastIndexOf('.') + 1).toLowerCase())
    ? run
    : undefined;

const linkAround = (labels: LabelRuns, dot: number, floor: number): { readonly span?: Span; readonly next: number } => {
  const { text } = labels;
  const wholeStart = startOfHost(text, dot, floor);
  const runEndsAt = labels.endFrom(wholeStart);
  const next = Math.max(dot + 1, runEndsAt);
  const start = withoutAttachedWord(text, wholeStart, dot);
  if (start >= dot || '@/\\_'.includes(text.charAt(start - 1) || ' ')) return { next };
  const run = text.slice(start, Math.min(runEndsAt, start + 255));
  const domain = domainAtStart(run, 'registered') ?? (text.charAt(runEndsAt) === '/' ? rareDomain(run) : undefined);
  if (domain === undefined || continuesName(text, start, start + domain.length)) return { next };
  const hostEnd = start + domain.length;
  const hasPath = hasPathAt(text, hostEnd);
  // The path is read of links only: what is none is searched again behind its host.
  if (!isLink(domain, hasPath)) return { next };
  const end = endOfLink(text, hostEnd, hasPath);
  return { span: { start, end }, next: end };
};

/** The links without a scheme (`example.com/path`, `www.example.ru`, `пример.рф`), in order. */
export function* findBareLinks(text: string): Steps<Span[]> {
  const found: Span[] = [];
  const labels = labelRuns(text);
  let floor = 0;
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', floor)) {
    yield;
    const before = text.charCodeAt(dot - 1);
    if (!isHostCode(before) || !isHostCode(text.charCodeAt(dot + 1))) {
      floor = dot + 1;
      continue;
    }
    const { span, next } = linkAround(labels, dot, floor);
    if (span) found.push(span);
    floor = next;
  }
  return found;
}
