import { readFileSync } from 'node:fs';
import { endsStep, type Steps } from '../../concurrency/steps.ts';
import { type Text } from './compile.ts';
import { facts, type FactName } from './cues/facts.ts';
import { type Cues } from './match.ts';
import { type Spelling } from './spellings.ts';

/** Where a word stands that speaks for or against a name: so far before or behind it, or as the word itself, which the rules have left open or marked. */
export const columns = [-2, -1, 'open', 'marked', 1, 2, 3] as const;
const [open, marked] = [columns.indexOf('open'), columns.indexOf('marked')];
const beside = columns.flatMap((offset, column) => (typeof offset === 'number' ? [{ offset, column }] : []));

/** By how much a property of a word raises the logarithm of the odds of a name, for each column. */
export type Weights = ReadonlyMap<string, readonly number[]>;

/** Reads what `npm run train:names` has learnt from labelled lines: a property and its weights in each line, in the order of `columns`. */
const learntWeights = (): Weights =>
  new Map(
    readFileSync(new URL('learnt-weights.txt', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([property = '', ...weights]) => [property, weights.map(Number)]),
  );

/** Weights with which every mark of the rules stays. */
export const rulesAlone: Weights = new Map([
  ['always', columns.map((_, at) => Number(at === marked) - Number(at === open))],
]);

/** Senses of the dictionary that are proper names. */
const properSenses = ['Name', 'Surn', 'Patr', 'Geox', 'Orgn', 'Trad'];
const endingLengths = [2, 3];

/** What a token is besides `facts`, by its letters and the dictionary: `Capital`, `=лиса`, `-са`, `NOUN`, `NOUN.nomn`, `Surn.gent`; a sign is itself. */
export const propertiesOf = ({ kind, text, letters, word, entry }: Spelling): ReadonlySet<string> => {
  if (kind === 'sign') return new Set([`'${text}'`]);
  if (kind !== 'word' && kind !== 'latin') return new Set([kind]);
  const written = word || text.toLowerCase();
  const readings = [...entry.dict, ...entry.listed];
  const ofReadings = readings.flatMap(({ tag: { grammemes } }) => {
    const [part = ''] = grammemes;
    const sense = properSenses.find((one) => grammemes.has(one)) ?? part;
    return [part, ...[...grammemes].map((grammeme) => `${sense}.${grammeme}`)];
  });
  const endings = endingLengths.map((length) => `-${written.slice(-length)}`);
  return new Set([kind, letters, `=${readings[0]?.lemma ?? written}`, ...endings, ...ofReadings]);
};

/** A word that is left open and has lower odds by itself is no name, whatever stands beside it: that is so of most, and saves their time. */
const leastAlone = -4;

/** A logistic regression: the weights of a word and of its neighbours are added up. Each spelling keeps the sums of its weights, so that a word costs a few additions. */
export class LearntMarks {
  private readonly cues: Cues;
  private readonly weights: Weights;
  private readonly facts: readonly FactName[];
  private readonly always: Float64Array;
  private readonly opens: Float64Array;
  private readonly besideMarked: Float64Array;
  private readonly noPerson: Float64Array;

  constructor(cues: Cues, weights = learntWeights()) {
    this.cues = cues;
    this.weights = weights;
    this.facts = (Object.keys(facts) as FactName[]).filter((fact) => weights.has(fact));
    this.always = this.sumsOf(['always']);
    this.opens = this.sumsOf(['opens']);
    this.besideMarked = this.sumsOf(['besideMarked']);
    this.noPerson = this.sumsOf(['noPerson']);
  }

  private sumsOf(properties: readonly string[]): Float64Array {
    const rows = properties.map((property) => this.weights.get(property));
    return Float64Array.from(columns, (_, column) => rows.reduce((sum, row) => sum + (row?.[column] ?? 0), 0));
  }

  /** What is no word that can be weighed keeps its mark. */
  private ofSpelling(spelling: Spelling): Float64Array {
    const known = this.facts.filter((fact) => this.cues.is(spelling, fact));
    const sums = this.sumsOf([...propertiesOf(spelling), ...known]);
    if (this.cues.is(spelling, 'weighable')) return sums;
    sums[open] = -Infinity;
    sums[marked] = Infinity;
    return sums;
  }

  private ofToken({ tokens, edge }: Text, at: number, column: number): number {
    const token = at >= 0 && at < tokens.length ? tokens[at] : undefined;
    const spelling = token?.spelling ?? edge;
    spelling.learnt ??= this.ofSpelling(spelling);
    return (spelling.learnt[column] ?? 0) + (token?.opensSentence ? (this.opens[column] ?? 0) : 0);
  }

  /** Returns the logarithm of the odds that a token belongs to a name by what is marked so far; the costs of both errors are in it. */
  odds(text: Text, at: number): number {
    const slot = text.marked[at] ? marked : open;
    let odds = (this.always[slot] ?? 0) + this.ofToken(text, at, slot);
    if (slot === open && odds < leastAlone) return odds;
    for (const { offset, column } of beside) {
      const place = at + offset;
      odds += this.ofToken(text, place, column);
      if (place >= 0 && place < text.marked.length && text.marked[place]) odds += this.besideMarked[column] ?? 0;
    }
    const lowered = odds + (this.noPerson[slot] ?? 0);
    // The question is dear, and asked where it decides.
    return odds > 0 !== lowered > 0 && this.cues.holds('noPerson', text, at) ? lowered : odds;
  }

  /** Whether it decides about a token that a rule may mark, or has marked alone: of a name of several words nothing is taken back. */
  decides({ marked }: Text, at: number): boolean {
    return !marked[at] || ((at === 0 || !marked[at - 1]) && !marked[at + 1]);
  }

  /** Changes the marks of these tokens that should be others, each by what was marked before; returns whether any was added. */
  *correct(text: Text & { readonly marked: boolean[] }, tokens: readonly number[]): Steps<boolean> {
    const changed: number[] = [];
    for (let place = 0; place < tokens.length; place++) {
      const at = tokens[place] ?? 0;
      if (this.decides(text, at) && this.odds(text, at) > 0 !== text.marked[at]) changed.push(at);
      if (endsStep(place)) yield;
    }
    for (const at of changed) text.marked[at] = !text.marked[at];
    return changed.some((at) => text.marked[at]);
  }
}
