import type { Steps } from '../concurrency/steps.ts';
import { decodeHTMLStrict } from 'entities/decode';

/** An HTML entity, with each `amp;` that a further encoding has put before it. Numbers and `&nbsp` are entities without a semicolon too, as in browsers. */
const entity =
  /&((?:amp;)*)(#0*\d{1,7}(?:;|(?!\d))|#x0*[\da-f]{1,6}(?:;|(?![\da-f]))|nbsp(?:;|(?![a-z=]))|[a-z][a-z\d]{1,31};)/gi;

const markup = /[<>&"']/;

/**
 * The text of one entity. Of several encodings all are undone, so that none hides a number or name, but only one for what would be markup:
 * `&amp;nbsp;` is a blank and `&amp;lt;` is `&lt;`.
 */
const textOf = (whole: string, encodings: string, body: string): string => {
  const single = `&${body.replace(/;?$/, ';')}`;
  const text = decodeHTMLStrict(single);
  const isMarkup = text === single || markup.test(text);
  if (encodings !== '' && isMarkup) return `&${encodings.slice('amp;'.length)}${body}`;
  return text === single ? whole : text;
};

/** The text with its HTML entities decoded; unknown ones stay. Not idempotent: a text may be decoded once only. */
export function* withoutEntities(text: string): Steps<string> {
  if (!text.includes('&')) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { 0: whole, 1: encodings = '', 2: body = '', index } of text.matchAll(entity)) {
    parts.push(text.slice(from, index), textOf(whole, encodings, body));
    from = index + whole.length;
    yield;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The text that `withoutEntities` turns into this one: the ampersand of each entity that it would decode is escaped. */
export const escapeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (whole: string, encodings: string, body: string) =>
        textOf(whole, encodings, body) === whole ? whole : `&#38;${whole.slice(1)}`,
      )
    : text;

/** All line separators except `\n`, including vertical tab and form feed. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Control characters and invisible format characters, which could hide a name or number from the rules. */
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * Joiners, variation selectors, fillers, tags and combining marks belong to emoji and to other scripts; after an ASCII, Latin or Cyrillic character they
 * could hide a name or number. A stress mark in a Russian word goes with them.
 */
const hiding =
  /(?<=[!-~À-ɏЀ-ԯ])(?:[\u0300-\u036f\u0483-\u0489\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u20d0-\u20ff\u3164\ufe00-\ufe0f\uffa0]|\udb40[\udc00-\uddff])+/g;

/** Blank to the eye, but no white space of JavaScript. */
const brailleBlank = /\u2800/g;

/** Texts of only these characters, which most are, need no replacement and are in Normalization Form C. */
const ordinary = /^[\t\n -~\u00a0«»Ѐ-ҁҊ-ԯ–—“”„…№]*$/;

/** Longer runs of combining marks than any language has (UAX 15, Stream-Safe Text Format): the time to normalise them grows with the square of their number. */
const longMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * The text in Normalization Form C, without invisible characters: a well-formed string whose only line break is `\n` and whose only other control
 * character is tab. Idempotent.
 */
export const visibleText = (text: string): string => {
  if (ordinary.test(text)) return text;
  const visible = text.toWellFormed().replace(lineBreak, '\n').replace(invisible, '').replace(brailleBlank, ' ');
  // Composed before marks are removed, so that `и` and a breve are the letter `й`.
  return visible.replace(longMarks, '$1').normalize('NFC').replace(hiding, '').normalize('NFC');
};
