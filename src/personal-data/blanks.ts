/** Line separators of every system, and vertical tab and form feed, which separate lines too. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Control characters and the invisible format marks that would hide a name or number from the eye of a rule. */
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Joiners are part of emoji, but between letters and digits they only hide something. */
const hidingJoiner = /(?<=[0-9A-Za-zЀ-ԯ@.])[\u200c\u200d]+/g;

/** Most texts hold nothing else. */
const ordinary = /^[\t\n -~\u00a0«»Ѐ-ԯ–—“”„…№]*$/;

/**
 * Returns a well-formed string with `\n` as its only line break and no control character but tab and line break:
 * decisions on cleaning.
 */
export const dropControls = (text: string): string =>
  ordinary.test(text)
    ? text
    : text.toWellFormed().replace(lineBreak, '\n').replace(invisible, '').replace(hidingJoiner, '');

const untidy = /[^\S\n ]| {2}|\n[ \n]| \n|^\s|\s$/;

/** Returns the trimmed text, runs of blanks as one blank and runs with a line break as one line break. */
export const tidyBlanks = (text: string): string =>
  untidy.test(text)
    ? text
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n[ \n]*/g, '\n')
        .trim()
    : text;
