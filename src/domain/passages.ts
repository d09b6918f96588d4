import { isStepEnd, type Steps } from '../concurrency/steps.ts';
import { nameSet } from '../platform/name-set.ts';
import { details, type TicketDetails } from './ticket-fields.ts';
import { type CleanTicket, fullText } from './ticket-record.ts';

/** Words in a row by which a text is known to have been copied from another. */
const passageWords = 8;
/** Of a shorter text nobody can say whose it is. */
const leastWords = 4;

/** Letters of the scripts that have no blanks between words. */
const unspaced = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`;
/** A word, and in those scripts a character: where a word ends depends there on a dictionary, and on what stands beside it. */
const word = new RegExp(String.raw`${unspaced}|[[\p{L}\p{N}]--${unspaced}]+`, 'gv');

/** Without what may differ in a copy: letter case, signs, accents, and characters that nobody sees. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
    .match(word) ?? [];

/** Pieces of a text that end with a word, if any of its words ends: a step takes about a millisecond. */
const piece = /[^]{1,8192}(?:\s|$)|[^]{1,8192}/gu;

function* wordsInSteps(text: string): Steps<readonly string[]> {
  const words: string[] = [];
  for (const [part] of text.matchAll(piece)) {
    for (const one of wordsOf(part)) words.push(one);
    yield;
  }
  return words;
}

const inRow = (words: readonly string[]): string => ` ${words.join(' ')} `;

function* passagesIn(words: readonly string[]): Generator<string, void> {
  for (let first = 0; first + passageWords <= words.length; first += 1)
    yield words.slice(first, first + passageWords).join(' ');
}

/**
 * Tells whether a text has a passage of one of these: eight words in a row, or one of both, with at least four words and less than eight, stands in the other as a whole.
 * Less is so ordinary that it says nothing. A text of these that stands in another takes no memory of its own, and a passage sixteen bytes or more.
 */
export function* passagesOf(texts: readonly string[]): Steps<(text: string) => boolean> {
  const passages = nameSet();
  const short = new Set<string>();
  const rows: string[] = [];
  const longestFirst = [...new Set(texts)].toSorted((one, other) => other.length - one.length);
  for (const text of longestFirst) {
    const words = yield* wordsInSteps(text);
    if (words.length < leastWords) continue;
    const row = inRow(words);
    if (words.length < passageWords) short.add(row);
    if (rows.some((longer) => longer.includes(row))) continue;
    rows.push(row);
    let count = 0;
    for (const passage of passagesIn(words)) {
      passages.add(passage);
      if (isStepEnd(count++)) yield;
    }
  }
  return (text) => {
    const words = wordsOf(text);
    if (words.length < leastWords) return false;
    const row = inRow(words);
    for (const passage of passagesIn(words)) if (passages.has(passage)) return true;
    for (const one of short) if (row.includes(one)) return true;
    return words.length < passageWords && rows.some((one) => one.includes(row));
  };
}

/** The stored details of a ticket. */
export const detailTexts = (ticket: TicketDetails): readonly string[] =>
  details.flatMap(({ property }) => ticket[property] ?? []);

/**
 * The texts by which a copy of a ticket is known: each stored field and message, and those that are shown one after the other as one text, with labels and without. So a
 * conversation of short messages is known as a whole.
 */
export const copiedTexts = (ticket: CleanTicket): readonly string[] => {
  const { ticketId, category, problem, solution } = ticket;
  const joined = [problem, solution, [category, ...problem, ...solution]].map((parts) => parts.join('\n'));
  return [ticketId, ...detailTexts(ticket), ...problem, ...solution, ...joined, fullText(ticket)];
};
