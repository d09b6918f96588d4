import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { hashOf, mixed } from './hash.ts';
import { type Token } from './tokens.ts';
import { wordColumns, type WordFacts } from './word-facts.ts';

/** What a token is in its context; the columns of `ReadText.contexts`. */
export const contextColumns = [
  'opens',
  'glued',
  'quoted',
  'style',
  'agreesBefore',
  'agreesAfter',
  'beyondBefore',
  'beyondAfter',
  'verbBefore',
  'verbAfter',
  'formBefore',
  'formAfter',
] as const;
export type ContextColumn = (typeof contextColumns)[number];

const width = contextColumns.length;
const column = Object.fromEntries(contextColumns.map((name, at) => [name, at])) as Record<ContextColumn, number>;
const [wordAt, lemmaAt, verbAt] = (['word', 'lemma', 'verb'] as const).map((name) => wordColumns.indexOf(name)) as [
  number,
  number,
  number,
];

const yes = hashOf('yes');

const styles = {
  lower: hashOf('lower'),
  upper: hashOf('upper'),
  mostlyUpper: hashOf('mostly upper'),
  usual: hashOf('usual'),
};

/** How the words of a line are written. */
const styleOf = (tokens: readonly Token[], from: number, to: number): number => {
  let [words, upper, lower] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const { letters } = (tokens[at] as Token).spelling.facts;
    if (letters === 'none') continue;
    words++;
    if (letters === 'lower') lower++;
    else if (letters === 'upper') upper++;
  }
  if (words === 0) return 0;
  if (lower === words) return styles.lower;
  if (upper === words) return styles.upper;
  return upper * 2 > words ? styles.mostlyUpper : styles.usual;
};

/** Quotation marks and the style of the line, line by line. */
function* readLines(tokens: readonly Token[], contexts: Int32Array): Steps<void> {
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && tokens[to]?.spelling.kind !== 'break') to++;
    const style = styleOf(tokens, from, to);
    let quoted = false;
    for (let at = from; at < to; at++) {
      const { kind, text } = (tokens[at] as Token).spelling;
      if (kind === 'sign' && (text === '»' || text === '”' || (text === '"' && quoted))) quoted = false;
      else if (kind === 'sign' && '«“„"'.includes(text)) quoted = true;
      else if (quoted) contexts[at * width + column.quoted] = yes;
      contexts[at * width + column.style] = style;
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
const reach = 6;

type Side = {
  readonly agrees: ContextColumn;
  readonly beyond: ContextColumn;
  readonly verb: ContextColumn;
  readonly form: ContextColumn;
};
const sides: readonly (readonly [step: 1 | -1, columns: Side])[] = [
  [1, { agrees: 'agreesBefore', beyond: 'beyondBefore', verb: 'verbBefore', form: 'formBefore' }],
  [-1, { agrees: 'agreesAfter', beyond: 'beyondAfter', verb: 'verbAfter', form: 'formAfter' }],
];

/** Goes through the tokens in one direction and notes what each has behind it: a verb, and the next word beyond signs and capitalised words. */
function* readSide(
  tokens: readonly Token[],
  contexts: Int32Array,
  [step, columns]: (typeof sides)[number],
): Steps<void> {
  let [beyond, verb, distance] = [hashOf('edge'), undefined as WordFacts | undefined, 0];
  const count = tokens.length;
  for (let at = step > 0 ? 0 : count - 1; at >= 0 && at < count; at += step) {
    const { kind, text: written, facts } = (tokens[at] as Token).spelling;
    const row = at * width;
    const other = at - step;
    if (other >= 0 && other < count)
      contexts[row + column[columns.agrees]] = agreement(facts, (tokens[other] as Token).spelling.facts);
    contexts[row + column[columns.beyond]] = beyond;
    if (verb && distance < reach) {
      contexts[row + column[columns.verb]] = verb.values[lemmaAt] ?? 0;
      contexts[row + column[columns.form]] = verb.values[verbAt] ?? 0;
    }
    distance++;
    if (kind === 'break') verb = undefined;
    else if (facts.isVerb) [verb, distance] = [facts, 0];
    if (kind === 'break' || (kind !== 'sign' && !facts.isCapitalised) || ':;«'.includes(written))
      beyond = facts.values[wordAt] ?? 0;
    if (isStepEnd(at)) yield;
  }
}

/** Returns what each token is in its context, as many numbers a token as there are columns. */
export function* contextsOf(tokens: readonly Token[]): Steps<Int32Array> {
  const contexts = new Int32Array(tokens.length * width);
  for (let at = 0; at < tokens.length; at++) {
    const { opensSentence, start } = tokens[at] as Token;
    if (opensSentence) contexts[at * width + column.opens] = yes;
    if (at > 0 && tokens[at - 1]?.end === start) contexts[at * width + column.glued] = yes;
    if (isStepEnd(at)) yield;
  }
  yield* readLines(tokens, contexts);
  for (const side of sides) yield* readSide(tokens, contexts, side);
  return contexts;
}
