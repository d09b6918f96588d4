import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { labels } from './chain.ts';
import { hashOf, mixed } from './hash.ts';
import { type ReadText } from './features.ts';
import { type Token } from './tokens.ts';
import { contextColumns } from './token-contexts.ts';
import { wordColumns } from './word-facts.ts';

/** A text and the probabilities, `labels` a token, of a first pass over it. */
export type Tagged = { readonly text: ReadText; readonly probabilities: Float64Array };

/** Returns how probable it is that a token belongs to a name. */
export const chanceAt = ({ probabilities }: Pick<Tagged, 'probabilities'>, at: number): number =>
  1 - (probabilities[at * labels] as number);

/** The largest of some numbers, and what it is without one of them. */
class Largest {
  private first = -1;
  private second = -1;

  add(value: number): void {
    if (value > this.first) [this.first, this.second] = [value, this.first];
    else if (value > this.second) this.second = value;
  }

  without(value: number): number {
    return value === this.first ? this.second : this.first;
  }
}

/** All mentions of what may be one name, by how probable a name is in each. */
class Mentions {
  readonly all = new Largest();
  readonly doubts = new Largest();
  readonly inSentence = new Largest();
  readonly besideNames = new Largest();
  count = 0;
  sum = 0;
  inLower = 0;
}

/** Below this chance a word asks nothing of its other mentions. */
const minProbability = 0.02;

type MentionContext = {
  readonly chance: number;
  readonly opens: boolean;
  readonly isBeside: boolean;
  readonly isLower: boolean;
};

const opensColumn = contextColumns.indexOf('opens');
const [shapeColumn, kindsColumn] = [wordColumns.indexOf('shape'), wordColumns.indexOf('kinds')];

const contextOf = (tagged: Tagged, at: number): MentionContext => {
  const { tokens, contexts } = tagged.text;
  const isName = (other: number): boolean => other >= 0 && other < tokens.length && chanceAt(tagged, other) > 0.5;
  const { facts } = (tokens[at] as Token).spelling;
  return {
    chance: chanceAt(tagged, at),
    opens: contexts[at * contextColumns.length + opensColumn] !== 0,
    isBeside: isName(at - 1) || isName(at + 1),
    isLower: !facts.isCapitalised,
  };
};

const addMention = (to: Mentions, { chance, opens, isBeside, isLower }: MentionContext): void => {
  to.all.add(chance);
  to.doubts.add(1 - chance);
  if (!opens) to.inSentence.add(chance);
  if (isBeside) to.besideNames.add(chance);
  if (isLower) to.inLower++;
  to.count++;
  to.sum += chance;
};

/** A chance in one of a few steps, fine near 0 and 1. */
const steps = [0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99];
const stepOf = (chance: number): string =>
  chance < 0 ? 'none' : String(steps.filter((step) => chance >= step).length);

/** The features of the second pass: what is said of the other mentions of a word, with its own chance, shape and kinds. */
export const mentionTemplates = [
  'own shape',
  'own kinds',
  'own opens',
  'most',
  'most own',
  'most shape',
  'most kinds',
  'most kinds own',
  'most least',
  'least',
  'least own',
  'mean',
  'mean own',
  'inSentence',
  'inSentence own',
  'inSentence opens own',
  'beside',
  'beside own',
  'beside shape',
  'lower own',
  'lower most shape',
  'lower most kinds',
  'count most',
].map((text) => ({ text, salt: hashOf(text), parts: text.split(' ') }));

export const mentionBits = 14;

const most = 3;

/** Returns what is said of a mention by the others, by the words in `mentionTemplates`. */
const saidOf = (
  others: Mentions,
  { chance, opens, isLower }: MentionContext,
  token: Token,
): Readonly<Record<string, number>> => {
  const { values } = token.spelling.facts;
  const count = others.count - 1;
  return {
    own: hashOf(stepOf(chance)),
    shape: values[shapeColumn] as number,
    kinds: values[kindsColumn] as number,
    opens: hashOf(String(opens)),
    most: hashOf(stepOf(others.all.without(chance))),
    least: hashOf(stepOf(1 - others.doubts.without(1 - chance))),
    mean: hashOf(stepOf((others.sum - chance) / count)),
    inSentence: hashOf(stepOf(others.inSentence.without(opens ? -2 : chance))),
    beside: hashOf(stepOf(others.besideNames.without(chance))),
    lower: hashOf(String(Math.min(most, others.inLower - Number(isLower)))),
    count: hashOf(String(Math.min(most, count))),
  };
};

/** The mentions in the texts of one conversation, which are evidence for one another. */
export class Conversation {
  private readonly mentions = new Map<string, Mentions>();

  /** Reads what the first pass found. */
  static *of(texts: readonly Tagged[]): Steps<Conversation> {
    const conversation = new Conversation();
    const { mentions } = conversation;
    for (const tagged of texts)
      for (let at = 0; at < tagged.text.tokens.length; at++) {
        if (isStepEnd(at)) yield;
        if (chanceAt(tagged, at) < minProbability) continue;
        for (const key of (tagged.text.tokens[at] as Token).spelling.mentionKeys) mentions.set(key, new Mentions());
      }
    for (const tagged of mentions.size > 0 ? texts : [])
      for (let at = 0; at < tagged.text.tokens.length; at++) {
        if (isStepEnd(at)) yield;
        for (const key of (tagged.text.tokens[at] as Token).spelling.mentionKeys) {
          const group = mentions.get(key);
          if (group) addMention(group, contextOf(tagged, at));
        }
      }
    return conversation;
  }

  /** Whether no word is mentioned that may be a name. */
  get isEmpty(): boolean {
    return this.mentions.size === 0;
  }

  /** Writes the hashes of the features of a token; returns how many there are: none where it is the only mention. */
  featuresAt(tagged: Tagged, at: number, into: Int32Array): number {
    const token = tagged.text.tokens[at] as Token;
    let others: Mentions | undefined;
    for (const key of token.spelling.mentionKeys) {
      const group = this.mentions.get(key);
      if (group && group.count > (others?.count ?? 1)) others = group;
    }
    if (!others) return 0;
    const said = saidOf(others, contextOf(tagged, at), token);
    mentionTemplates.forEach(({ salt, parts }, number) => {
      into[number] = parts.reduce((hash, part) => mixed(hash, said[part] as number), salt) >>> (32 - mentionBits);
    });
    return mentionTemplates.length;
  }
}
