import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { labels } from './chain.ts';
import { hashOf, mixed } from './hash.ts';
import { mentionTemplates } from './templates.ts';
import { type ReadText, valueAt } from './token-contexts.ts';
import { type Token } from './tokens.ts';

/** A text and the probabilities, `labels` a token, of a first pass over it. */
export type Tagged = { readonly text: ReadText; readonly probabilities: Float64Array };

/** Returns how probable it is that a token belongs to a name. */
export const chanceAt = ({ probabilities }: Pick<Tagged, 'probabilities'>, at: number): number =>
  1 - (probabilities[at * labels] as number);

const keysAt = ({ text }: Tagged, at: number): readonly string[] => (text.tokens[at] as Token).spelling.mentionKeys;

/** Less than any chance. */
const none = -1;

/** The largest of some numbers, and what it is without one of them. */
class Largest {
  private first = none;
  private second = none;

  add(value: number): void {
    if (value > this.first) [this.first, this.second] = [value, this.first];
    else if (value > this.second) this.second = value;
  }

  without(value: number): number {
    return value === this.first ? this.second : this.first;
  }
}

/** What a mention says to the others. */
type Mention = {
  readonly chance: number;
  readonly opens: boolean;
  readonly isBeside: boolean;
  readonly isLower: boolean;
};

const mentionOf = (tagged: Tagged, at: number): Mention => {
  const { tokens } = tagged.text;
  const isName = (other: number): boolean => other >= 0 && other < tokens.length && chanceAt(tagged, other) > 0.5;
  return {
    chance: chanceAt(tagged, at),
    opens: valueAt(tagged.text, at, 'opens') !== 0,
    isBeside: isName(at - 1) || isName(at + 1),
    isLower: !(tokens[at] as Token).spelling.facts.isCapitalised,
  };
};

/** A chance in one of a few steps, fine near 0 and 1; none for one below 0. */
const steps = [0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99];
const stepOf = (chance: number): number => steps.filter((step) => chance >= step).length;

/** Mentions are counted so far. */
const maxMentions = 3;

/** All mentions of what may be one name, by how probable a name is in each. */
class Mentions {
  count = 0;
  private sum = 0;
  private inLower = 0;
  private readonly all = new Largest();
  private readonly doubts = new Largest();
  private readonly inSentence = new Largest();
  private readonly besideNames = new Largest();

  add({ chance, opens, isBeside, isLower }: Mention): void {
    this.count++;
    this.sum += chance;
    this.inLower += Number(isLower);
    this.all.add(chance);
    this.doubts.add(1 - chance);
    if (!opens) this.inSentence.add(chance);
    if (isBeside) this.besideNames.add(chance);
  }

  /** Returns what the others say to one of them, in the words of `mentionTemplates`. */
  saidTo({ chance, opens, isLower }: Mention) {
    const others = this.count - 1;
    return {
      most: stepOf(this.all.without(chance)),
      least: stepOf(1 - this.doubts.without(1 - chance)),
      mean: stepOf((this.sum - chance) / others),
      inSentence: stepOf(this.inSentence.without(opens ? none : chance)),
      beside: stepOf(this.besideNames.without(chance)),
      lower: Math.min(maxMentions, this.inLower - Number(isLower)),
      count: Math.min(maxMentions, others),
    };
  }
}

/** Below this chance a word asks nothing of its other mentions. */
const minProbability = 0.02;

/** The hashes of the second pass have so many bits. */
export const mentionBits = 14;

const compiled = mentionTemplates.map((text) => ({ salt: hashOf(text), parts: text.split(' ') }));

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
        for (const key of keysAt(tagged, at)) mentions.set(key, new Mentions());
      }
    for (const tagged of mentions.size > 0 ? texts : [])
      for (let at = 0; at < tagged.text.tokens.length; at++) {
        if (isStepEnd(at)) yield;
        for (const key of keysAt(tagged, at)) mentions.get(key)?.add(mentionOf(tagged, at));
      }
    return conversation;
  }

  /** Whether no word is mentioned that may be a name. */
  get isEmpty(): boolean {
    return this.mentions.size === 0;
  }

  /** Writes the hashes of the features of a token; returns how many there are: none where it is the only mention. */
  featuresAt(tagged: Tagged, at: number, into: Int32Array): number {
    let others: Mentions | undefined;
    for (const key of keysAt(tagged, at)) {
      const group = this.mentions.get(key);
      if (group && group.count > (others?.count ?? 1)) others = group;
    }
    if (!others) return 0;
    const mention = mentionOf(tagged, at);
    const said: Readonly<Record<string, number>> = {
      ...others.saidTo(mention),
      own: stepOf(mention.chance),
      opens: Number(mention.opens),
      shape: valueAt(tagged.text, at, 'shape'),
      kinds: valueAt(tagged.text, at, 'kinds'),
    };
    compiled.forEach(({ salt, parts }, number) => {
      into[number] = parts.reduce((hash, part) => mixed(hash, said[part] as number), salt) >>> (32 - mentionBits);
    });
    return compiled.length;
  }
}
