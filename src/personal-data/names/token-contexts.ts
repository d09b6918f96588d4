import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { hashOf, mixed } from './hash.ts';
import { withoutLookAlikes } from './look-alikes.ts';
import { type Vocabulary } from './spellings.ts';
import { addTokens, type Token } from './tokens.ts';
import { wordColumns, type WordFacts } from './word-facts.ts';

/** What a token is in its context; a column with a sign tells what stands before (`-`) or behind (`+`) the token. */
const contextColumns = [
  /** Begins a sentence. */
  'opens',
  /** Is between quotation marks. */
  'quoted',
  /** How the words of its line are written. */
  'style',
  /** No blank is between it and its neighbour. */
  'glued-',
  'glued+',
  /** The cases that it shares with its neighbour. */
  'agrees-',
  'agrees+',
  /** The next word beyond signs and capitalised words. */
  'beyond-',
  'beyond+',
  /** The lemma of the nearest verb within six tokens, and what that says of who does it. */
  'nearVerb-',
  'nearVerb+',
  'nearForm-',
  'nearForm+',
] as const;

export const columns = [...wordColumns, ...contextColumns];
export const width = columns.length;
const column = Object.fromEntries(columns.map((name, index) => [name, index])) as Record<
  (typeof columns)[number],
  number
>;

/** How far templates look. */
export const reach = 3;

/** A tokenised text, with the features of each token. */
export type ReadText = {
  readonly tokens: readonly Token[];
  /** A row of `columns` for each token, and for as many edges before and behind as a template looks ahead: each a hash, 0 where there is nothing to say. */
  readonly rows: Int32Array;
  /** `WordFacts.lists` of the same. */
  readonly lists: readonly Int32Array[];
};

/** Returns what a column says of a token. */
export const valueAt = ({ rows }: ReadText, at: number, name: keyof typeof column): number =>
  rows[(at + reach) * width + column[name]] as number;

const yes = hashOf('yes');

/** How the words of a line are written. */
const styleOf = (tokens: readonly Token[], from: number, to: number): string => {
  const counts = { none: 0, lower: 0, upper: 0, mixed: 0 };
  for (let at = from; at < to; at++) counts[(tokens[at] as Token).spelling.facts.letters]++;
  const words = to - from - counts.none;
  if (counts.lower === words) return 'lower';
  if (counts.upper === words) return 'upper';
  return counts.upper * 2 > words ? 'mostly upper' : 'usual';
};

/** Beginnings of sentences, quotation marks and the style of the line, line by line. */
function* readLines(tokens: readonly Token[], rows: Int32Array): Steps<void> {
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && tokens[to]?.spelling.kind !== 'break') to++;
    const style = hashOf(styleOf(tokens, from, to));
    let quoted = false;
    for (let at = from; at < to; at++) {
      const { spelling, opensSentence } = tokens[at] as Token;
      const { kind, text } = spelling;
      const row = (at + reach) * width;
      if (kind === 'sign' && (text === '»' || text === '”' || (text === '"' && quoted))) quoted = false;
      else if (kind === 'sign' && '«“„"'.includes(text)) quoted = true;
      else if (quoted) rows[row + column.quoted] = yes;
      if (opensSentence) rows[row + column.opens] = yes;
      rows[row + column.style] = style;
      if (isStepEnd(at)) yield;
    }
    from = to + 1;
  }
}

const agreement = (word: WordFacts, other: WordFacts): number => {
  const shared =
    (word.nameCases & other.nameCases ? 1 : 0) |
    (word.nameCases & other.commonCases ? 2 : 0) |
    (word.commonCases & other.nameCases ? 4 : 0) |
    (word.commonCases & other.commonCases ? 8 : 0);
  return word.nameCases | word.commonCases && other.nameCases | other.commonCases ? mixed(yes, shared + 1) : 0;
};

/** How far away a verb may be. */
const verbReach = 6;

/** Goes through the tokens in one direction and notes what each has behind it, as seen from there. */
function* readSide(tokens: readonly Token[], rows: Int32Array, sign: '-' | '+'): Steps<void> {
  const step = sign === '-' ? 1 : -1;
  let beyond = hashOf('edge');
  let verb: WordFacts | undefined;
  let distance = 0;
  for (let at = sign === '-' ? 0 : tokens.length - 1; at >= 0 && at < tokens.length; at += step) {
    const { spelling, start, end } = tokens[at] as Token;
    const { kind, text, facts } = spelling;
    const row = (at + reach) * width;
    const other = tokens[at - step];
    if (other) {
      rows[row + column[`agrees${sign}`]] = agreement(facts, other.spelling.facts);
      if (other.end === start || other.start === end) rows[row + column[`glued${sign}`]] = yes;
    }
    rows[row + column[`beyond${sign}`]] = beyond;
    if (verb && distance < verbReach) {
      rows[row + column[`nearVerb${sign}`]] = verb.values[column.lemma] as number;
      rows[row + column[`nearForm${sign}`]] = verb.values[column.verb] as number;
    }
    distance++;
    if (kind === 'break') verb = undefined;
    else if (facts.isVerb) [verb, distance] = [facts, 0];
    if (kind === 'break' || (kind !== 'sign' && !facts.isCapitalised) || ':;«'.includes(text))
      beyond = facts.values[column.word] as number;
    if (isStepEnd(at)) yield;
  }
}

/** A new word takes as long as this many known ones. */
const newWordCost = 8;

/** Tokenises a text and reads what is known of its tokens. */
export function* readText(written: string, spellings: Vocabulary): Steps<ReadText> {
  const text = withoutLookAlikes(written);
  const tokens: Token[] = [];
  while (addTokens(text, tokens, spellings)) yield;
  const rows = new Int32Array((tokens.length + 2 * reach) * width);
  const lists: Int32Array[] = [];
  for (let at = -reach; at < tokens.length + reach; at++) {
    const { facts } = at >= 0 && at < tokens.length ? (tokens[at] as Token).spelling : spellings.edge;
    rows.set(facts.values, (at + reach) * width);
    if (isStepEnd(lists.push(facts.lists) * newWordCost - 1)) yield;
  }
  yield* readLines(tokens, rows);
  yield* readSide(tokens, rows, '-');
  yield* readSide(tokens, rows, '+');
  return { tokens, rows, lists };
}
