import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { smallFloats } from '../../platform/small-arrays.ts';
import { Chain, labels, longestChain } from './chain.ts';
import { compiled, featureBuffer, featuresAt } from './features.ts';
import { Conversation, type Tagged } from './mentions.ts';
import { Vocabulary, type Spelling } from './spellings.ts';
import { reach, readText, type ReadText, width } from './token-contexts.ts';
import { type Token } from './tokens.ts';
import { readWeights, type LearntTables } from './weights.ts';
import type { WordFacts } from './word-facts.ts';

/** Signs inside names: И. И., ORLOVA/YANA, Ж.-К. */
const joining = './-‐‑';

/** Whether the token may belong to a name; what lies between two that do not is a chain. */
const mayBeName = (tokens: readonly Token[], at: number): boolean => {
  const { spelling, start } = tokens[at] as Token;
  const { kind, text } = spelling;
  if (kind !== 'sign') return kind === 'word' || kind === 'latin';
  return joining.includes(text) && at > 0 && tokens[at - 1]?.end === start;
};

/** Yields the first token of each chain and the one behind its last. */
export function* chainsOf(tokens: readonly Token[]): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && to - from < longestChain && mayBeName(tokens, to)) to++;
    if (to > from) yield [from, to];
    from = Math.max(to, from + 1);
  }
}

/** A text with the scores of its tokens, two a token, and their probabilities, `labels` a token. */
export type Scored = Tagged & { readonly scores: Float64Array };

const offsets = Array.from({ length: 2 * reach + 1 }, (_, number) => number - reach);

/** Templates that ask for one word alone, by its offset: each spelling keeps the sums of their weights. */
const ofOneWord = offsets.map((offset) => compiled.filter((one) => one.isOfOneWord && one.offsets[0] === offset));
const ofSeveral = compiled.filter(({ isOfOneWord }) => !isOfOneWord);

/** Finds how probable it is that tokens belong to names, in two passes over the texts of a conversation. It keeps what it has learnt of spellings. */
export class Tagger {
  readonly spellings = new Vocabulary();
  readonly learnt: LearntTables;
  private readonly chain: Chain;
  private readonly buffer = featureBuffer();
  /** Of numbers, by their facts, which are few. */
  private readonly sumsOfNumbers = new Map<WordFacts, Float64Array>();

  constructor(learnt = readWeights()) {
    this.learnt = learnt;
    this.chain = new Chain(learnt.transitions);
  }

  /** What a word adds to the scores of the tokens around it: two numbers for each offset of the word. */
  private sumsOf({ facts, kind }: Spelling): Float64Array {
    const known = kind === 'number' ? this.sumsOfNumbers.get(facts) : undefined;
    if (known !== undefined) return known;
    const sums = smallFloats(offsets.length * 2);
    if (kind === 'number') this.sumsOfNumbers.set(facts, sums);
    const rows = new Int32Array(offsets.length * width);
    for (const number of offsets.keys()) rows.set(facts.values, number * width);
    const alone = { rows, lists: offsets.map(() => facts.lists) };
    for (const [number, templates] of ofOneWord.entries()) {
      const count = featuresAt(alone, 0, templates, this.buffer);
      this.learnt.tables[0].add(this.buffer, count, sums, number * 2);
    }
    return sums;
  }

  private addScores(text: ReadText, at: number, scores: Float64Array): void {
    const { tokens } = text;
    for (let number = 0; number < offsets.length; number++) {
      const index = at + number - reach;
      const spelling = index >= 0 && index < tokens.length ? (tokens[index] as Token).spelling : this.spellings.edge;
      const sums = (spelling.sums ??= this.sumsOf(spelling));
      scores[at * 2] = (scores[at * 2] as number) + (sums[number * 2] as number);
      scores[at * 2 + 1] = (scores[at * 2 + 1] as number) + (sums[number * 2 + 1] as number);
    }
    const count = featuresAt(text, at, ofSeveral, this.buffer);
    this.learnt.tables[0].add(this.buffer, count, scores, at * 2);
  }

  private weigh({ scores, probabilities }: Omit<Scored, 'text'>, [from, to]: readonly [number, number]): void {
    this.chain.run(scores, from, to);
    probabilities.set(this.chain.probabilities.subarray(0, (to - from) * labels), from * labels);
  }

  /** The first pass, over one text. */
  *read(written: string): Steps<Scored> {
    const text = yield* readText(written, this.spellings);
    const scores = new Float64Array(text.tokens.length * 2);
    const probabilities = new Float64Array(text.tokens.length * labels).fill(1);
    // Not their indices: of every second token, or every eighth, none may be the last of a step.
    let scored = 0;
    for (const chain of chainsOf(text.tokens)) {
      for (let at = chain[0]; at < chain[1]; at++) {
        this.addScores(text, at, scores);
        if (isStepEnd(scored++)) yield;
      }
      this.weigh({ scores, probabilities }, chain);
    }
    return { text, scores, probabilities };
  }

  /** The second pass, over the texts of a conversation: what the mentions of a word say of each other is added to its scores. */
  *reread(texts: readonly Scored[]): Steps<readonly Tagged[]> {
    const conversation = yield* Conversation.of(texts);
    if (conversation.isEmpty) return texts;
    const second: Tagged[] = [];
    for (const tagged of texts) second.push(yield* this.rereadOne(tagged, conversation));
    return second;
  }

  private *rereadOne(tagged: Scored, conversation: Conversation): Steps<Tagged> {
    const { text, scores } = tagged;
    let changed: Omit<Scored, 'text'> | undefined;
    let looked = 0;
    for (const chain of chainsOf(text.tokens)) {
      let isChanged = false;
      for (let at = chain[0]; at < chain[1]; at++) {
        if (isStepEnd(looked++)) yield;
        const count = conversation.featuresAt(tagged, at, this.buffer);
        if (count === 0) continue;
        isChanged = true;
        changed ??= { scores: scores.slice(), probabilities: tagged.probabilities.slice() };
        this.learnt.tables[1].add(this.buffer, count, changed.scores, at * 2);
      }
      if (isChanged && changed) this.weigh(changed, chain);
    }
    return changed ? { text, probabilities: changed.probabilities } : tagged;
  }
}
