import type { Steps } from '../../concurrency/steps.ts';
import type { Span } from '../spans.ts';
import { mailServices, spokenDomains } from './domain-lists.ts';
import { endOfDomain, startOfLocal } from './emails.ts';

/** The at sign as a word, in brackets or between blanks. */
const spokenSign =
  /(?:[ \t]?[([{<][ \t]?(?:at|a|а|dog|эт|собака|собачка)[ \t]?[)\]}>][ \t]?)|(?:[ \t](?:at|эт|собака|собачка)[ \t])|@/giu;

/** The dot as a word, likewise, and the top-level domain. */
const spokenDot =
  /^(?:[ \t]?[([{<][ \t]?(?:dot|точка)[ \t]?[)\]}>][ \t]?|[ \t](?:dot|точка)[ \t])([a-zа-яё]{2,12})(?![a-zа-яё0-9])/iu;

const firstLabel = /^[a-zа-яё0-9-]{1,63}/iu;

/** `mail точка ру`, `mail(dot)ru`, and `мейл ру` for known services. */
const endOfSpokenDomain = (text: string, from: number): number | undefined => {
  const window = text.slice(from, from + 120);
  const label = firstLabel.exec(window)?.[0];
  if (label === undefined) return undefined;
  const rest = window.slice(label.length);
  const dot = spokenDot.exec(rest);
  if (dot && (spokenDomains.has((dot[1] ?? '').toLowerCase()) || /^[a-z]+$/i.test(dot[1] ?? '')))
    return from + label.length + dot[0].length;
  const bare = /^[ \t]([a-zа-яё]{2,4})(?![a-zа-яё0-9])/iu.exec(rest);
  const known = mailServices.has(label.toLowerCase()) && spokenDomains.has((bare?.[1] ?? '').toLowerCase());
  return bare && known ? from + label.length + bare[0].length : undefined;
};

/** `ivan@mail точка ru`: the sign as a character, the dot as a word. */
const spokenDotAfter = (text: string, start: number, after: number): Span | undefined => {
  const end = endOfSpokenDomain(text, after);
  return end === undefined ? undefined : { start, end };
};

/** `look at firma.ru`, `Exception at com.firma.Cart.add`: "at" before anything except a mail service is prose. */
const isProse = (text: string, sign: string, from: number, end: number): boolean =>
  sign.trim().toLowerCase() === 'at' && !mailServices.has((text.slice(from, end).split('.', 1)[0] ?? '').toLowerCase());

/** `stas точка ` of `stas точка lunin собака mail точка ru`. */
const spokenLocal = /(?:[a-z0-9][a-z0-9._-]{0,63}[ \t](?:dot|точка|подч[её]ркивание|дефис|тире|минус)[ \t]){1,4}$/iu;

const maxSpokenLocal = 160;

/** The start of a local part whose signs are words too, not before `floor`. */
const startOfSpokenLocal = (text: string, start: number, floor: number): number => {
  const window = text.slice(Math.max(floor, start - maxSpokenLocal), start);
  return start - (spokenLocal.exec(window)?.[0].length ?? 0);
};

const emailAtSign = (text: string, sign: RegExpExecArray, floor: number): Span | undefined => {
  const start = startOfLocal(text, sign.index, floor);
  if (start === sign.index) return undefined;
  const after = sign.index + sign[0].length;
  const bracketed = /[([{<]/.test(sign[0]);
  if (sign[0] === '@') return spokenDotAfter(text, start, after);
  const plain = /^[\w.+-]*$/.test(text.slice(start, sign.index).slice(0, 100));
  const end = bracketed || plain ? endOfDomain(text, after, 'registered') : undefined;
  if (end !== undefined && (bracketed || !isProse(text, sign[0], after, end))) return { start, end };
  const spokenEnd = endOfSpokenDomain(text, after);
  return spokenEnd === undefined ? undefined : { start, end: spokenEnd };
};

/** The search may pause between two signs, so that the offset is not left in the expression, which other searches use too. */
const nextSign = (text: string, from: number): RegExpExecArray | null => {
  spokenSign.lastIndex = from;
  return spokenSign.exec(text);
};

/** The e-mail addresses whose sign or dot is written as a word (`ivan (at) mail.ru`), in order. */
export function* findSpokenEmails(text: string): Steps<Span[]> {
  const found: Span[] = [];
  let floor = 0;
  for (let match = nextSign(text, 0); match; match = nextSign(text, floor)) {
    const email = emailAtSign(text, match, floor);
    if (email) found.push({ ...email, start: startOfSpokenLocal(text, email.start, floor) });
    floor = email?.end ?? match.index + 1;
    yield;
  }
  return found;
}
