import type { Steps } from '../concurrency/steps.ts';
import { emailMask, nameMask, phoneMask } from './find.ts';
import { removedFiller as gap } from './spans.ts';

/** What is mended where the text before a removed link ends with one pattern and the text after it begins with another: what is put in place of both. */
type Mend = {
  readonly before: RegExp;
  readonly after: RegExp;
  /** Nothing without it. */
  readonly becomes?: readonly [before: string, after: string];
};

/** Signs that may stand around a link alone: those that open, each with the one that closes, and those that do both. */
const brackets = ['()', '[]', '{}', '<>', '«»', '‹›', '„“', '“”'];
const doubled = ['**', '__', '*', '_', '`', '"', "'"];

/** Words before which a colon or a dash would announce nothing, and words after which a list ends. */
const conjunctions = ['а', 'но', 'затем', 'потом', 'далее', 'чтобы', 'после', 'где', 'там', 'but', 'then', 'to'];
const listEnds = ['и', 'или', 'and', 'or'];

const opening = '[([«„“‹<]';
const closing = '.,;:!?…)\\]»”';
const dash = '[-–—]';
const bullet = '[-–—•*]';
const lineEnd = ' ?(?=\\n|$)';
/** Unless the next line is an item of a list. */
const endOfAll = `${lineEnd}(?!\\n(?:\\d+[.)]|${bullet}) )`;
/** One of some signs as it ends a part of a sentence: `.env` and `:)` do not. */
const mark = (signs: string): string => `(?! ?[:;]-?[()])(?:(?=[${signs}])| (?=[${signs}](?:[\\s${gap}${closing}]|$)))`;

const before = (pattern: string): RegExp => new RegExp(`(?:${pattern})$`, 'u');
const after = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`, 'u');
const escaped = (signs: string): string => signs.replace(/[()[\]{}*]/g, String.raw`\$&`);
const followedBy = (words: readonly string[]): RegExp => after(` ?(?=(?:${words.join('|')})(?!\\p{L}))`);

const masks = [nameMask, phoneMask, emailMask].map((mask) => escaped(mask.slice(1))).join('|');

/** In this order, each as often as it applies. No pattern for the text before looks further back than `context`. */
const mends: readonly Mend[] = [
  // The text of a link in Markdown stays.
  { before: before(`\\[(?!${masks})([^[\\]\\n]{1,200})\\]\\(`), after: after('\\)'), becomes: ['$1', ''] },
  ...brackets.map((pair) => ({
    before: before(`${escaped(pair.charAt(0))} ?`),
    after: after(` ?${escaped(pair.charAt(1))}`),
  })),
  ...doubled.map((sign) => ({ before: before(escaped(sign)), after: after(escaped(sign)) })),
  // `по ссылке: …, затем`; `на портале — ….`
  { before: before(` ?[,;:] ?| ${dash} ?|^${dash} ?`), after: after(mark(closing)) },
  // `см. …, п. 2`; `Готово! ….`
  { before: before('(?<=[.!?…]) ?'), after: after(`${mark('.,;:')} ?[.,;:]+`) },
  // `…, там нажмите`; `(…, раздел 2)`; `- … — описание`
  {
    before: before(`(?:^|\\n)(?:${bullet} )?|${opening}`),
    after: after(`${mark('.,;:')} ?[.,;:]+ ?| ${dash} `),
    becomes: ['$&', ''],
  },
  { before: before(opening), after: after(' '), becomes: ['$&', ''] },
  // An item of a list that was the link alone.
  { before: before(`(^|\\n)${bullet} ?`), after: after(lineEnd), becomes: ['$1', ''] },
  // A line that ends with it.
  { before: before(` ?[,;] ?| ${dash} ?`), after: after(lineEnd) },
  { before: before('(?<=[\\p{L}\\p{N})\\]»”"]) ?:[ \\n]*'), after: after(endOfAll), becomes: ['.', ''] },
  // `по ссылке: … и нажмите`; `на …, … и ….`
  { before: before(` ?: ?| ${dash} ?`), after: followedBy([...conjunctions, ...listEnds]), becomes: [' ', ''] },
  { before: before(' ?: ?'), after: after(' ?(?=\\()'), becomes: [' ', ''] },
  { before: before(', ?'), after: followedBy(listEnds), becomes: [' ', ''] },
  // `на сайт ….`
  { before: before(' '), after: after(`(?=")|${mark(closing)}`) },
];

/** How far back a mend looks, in UTF-16 units, and how many are made of one gap: only hostile texts have more. */
const [context, maxMends] = [256, 20];

const mended = (before: string, after: string): readonly [string, string] => {
  let [left, right] = [before, after];
  for (let count = 0; count < maxMends; count++) {
    const mend = mends.find((each) => each.before.test(left) && each.after.test(right));
    if (!mend) break;
    const [start, end] = mend.becomes ?? ['', ''];
    [left, right] = [left.replace(mend.before, start), right.replace(mend.after, end)];
  }
  return [left, right];
};

const isWord = (char: string): boolean => /^[\p{L}\p{N}_]$/u.test(char);

/**
 * The text without the signs (`removedFiller`) that stand for removed links, and without the punctuation and brackets that only a link gave a meaning to; words are
 * never removed, and stay apart.
 */
export function* closeGaps(text: string): Steps<string> {
  const [first = '', ...parts] = text.split(gap);
  const done: string[] = [];
  let open = first;
  for (const [index, part] of parts.entries()) {
    const far = Math.max(0, open.length - context);
    done.push(open.slice(0, far));
    const following = index === parts.length - 1 ? '' : gap;
    const [left, right] = mended(open.slice(far), part + following);
    const rest = right.slice(0, right.length - following.length);
    open = left + (isWord(left.slice(-1)) && isWord(rest.charAt(0)) ? ' ' : '') + rest;
    yield;
  }
  return done.join('') + open;
}
