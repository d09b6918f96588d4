import { isStepEnd, type Steps } from '../../concurrency/steps.ts';
import { hashOf, mixed } from './hash.ts';
import { contextColumns, contextsOf } from './token-contexts.ts';
import { templates } from './templates.ts';
import { type Vocabulary } from './spellings.ts';
import { addTokens, type Token } from './tokens.ts';
import { wordColumns, type WordFacts } from './word-facts.ts';

/** A tokenised text, with the features of each token. */
export type ReadText = {
  readonly tokens: readonly Token[];
  /** Of each token, with as many edges before and behind as a template looks ahead. */
  readonly facts: readonly WordFacts[];
  readonly contexts: Int32Array;
};

/** How far templates look. */
export const reach = 3;

/** A new word takes as long as this many known ones. */
const newWordCost = 8;

/** Tokenises a text and reads the features of its tokens. */
export function* readText(text: string, spellings: Vocabulary): Steps<ReadText> {
  const tokens: Token[] = [];
  while (addTokens(text, tokens, spellings)) yield;
  const edges = new Array<WordFacts>(reach).fill(spellings.edge.facts);
  const facts = [...edges];
  for (const { spelling } of tokens) if (isStepEnd(facts.push(spelling.facts) * newWordCost - 1)) yield;
  facts.push(...edges);
  return { tokens, facts, contexts: yield* contextsOf(tokens) };
}

/** What a template asks for: a column, those of contexts behind those of words, of the token so far away. */
type Part = { readonly column: number; readonly offset: number };

/** A line of `templates.ts`; for the lists of the token at the offset `list` it is repeated. */
export type Template = {
  readonly text: string;
  readonly salt: number;
  readonly parts: readonly Part[];
  readonly list: number | undefined;
};

const columns: readonly string[] = [...wordColumns, ...contextColumns];

/** Whether what a part asks for is said of a word, wherever it stands. */
export const isOfWord = ({ column }: Part): boolean => column < wordColumns.length;

/** Reads a line. Throws if it asks for what there is not. */
export const compile = (text: string): Template => {
  const parts = text.split(' ').map((part) => {
    const [, name = '', offset = '0'] = /^(\w+?)([-+]\d)?$/.exec(part) ?? [];
    return { name, column: columns.indexOf(name), offset: Number(offset) };
  });
  const [lists, others] = [parts.filter(({ name }) => name === 'list'), parts.filter(({ name }) => name !== 'list')];
  const isPossible = (part: Part): boolean =>
    part.column >= 0 && (isOfWord(part) ? Math.abs(part.offset) <= reach : part.offset === 0);
  if (!others.every(isPossible)) throw new Error(`A template asks for what there is not: ${text}`);
  return { text, salt: hashOf(text), parts: others, list: lists[0]?.offset };
};

export const compiled: readonly Template[] = templates.map(compile);

/** Size of a hash in bits. */
export const hashBits = 24;

/** Buffer for the features of a token; longer than any token needs. */
export const featureBuffer = (): Int32Array => new Int32Array(4_096);

/** Returns the hash of a template and its values, 0 where one of them has nothing to say. */
const hashAt = ({ facts, contexts }: ReadText, at: number, { salt, parts }: Template): number => {
  let hash = salt;
  for (const { column, offset } of parts) {
    const value =
      column < wordColumns.length
        ? (facts[at + offset + reach] as WordFacts).values[column]
        : contexts[at * contextColumns.length + column - wordColumns.length];
    if (value === 0) return 0;
    hash = mixed(hash, value as number);
  }
  return hash;
};

/** Writes the hashes of the features of a token by some templates; returns how many there are. */
export const featuresAt = (text: ReadText, at: number, asked: readonly Template[], into: Int32Array): number => {
  let count = 0;
  for (const template of asked) {
    const hash = hashAt(text, at, template);
    if (hash === 0) continue;
    if (template.list === undefined) into[count++] = hash >>> (32 - hashBits);
    else
      for (const one of (text.facts[at + template.list + reach] as WordFacts).lists)
        into[count++] = mixed(hash, one) >>> (32 - hashBits);
  }
  return count;
};
