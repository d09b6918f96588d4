/** A run of words that a phrase leaves open; `free-words.ts` says what may stand in it. */
export type Slot = 'words' | 'thing' | 'tail' | 'item' | 'failure' | 'place' | 'question' | 'signature';

/** One of some words (whole, by beginning, by ending) or of the phrases of some lists. */
export type Choice = {
  readonly is: 'choice';
  readonly exact: ReadonlySet<string>;
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly lists: readonly string[];
};

export type Element = { readonly optional: boolean } & (
  Choice | { readonly is: 'slot'; readonly slot: Slot } | { readonly is: 'questionMark' }
);

export type Phrase = readonly Element[];

const slots: readonly string[] = [
  'words',
  'thing',
  'tail',
  'item',
  'failure',
  'place',
  'question',
  'signature',
] satisfies readonly Slot[];
const isSlot = (name: string): name is Slot => slots.includes(name);

const choice = (spec: string): Choice => {
  const variants = spec.split('|');
  const words = variants.filter((variant) => !variant.startsWith('{'));
  return {
    is: 'choice',
    exact: new Set(words.filter((word) => !word.includes('*'))),
    starts: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    ends: words.filter((word) => word.startsWith('*') && word.length > 1).map((word) => word.slice(1)),
    lists: variants.filter((variant) => variant.startsWith('{')).map((variant) => variant.slice(1, -1)),
  };
};

const element = (spec: string): Element => {
  if (spec === '?') return { is: 'questionMark', optional: false };
  const optional = spec.endsWith('?');
  const core = optional ? spec.slice(0, -1) : spec;
  if (!core.startsWith('<')) return { ...choice(core), optional };
  const slot = core.slice(1, -1);
  if (!isSlot(slot)) throw new Error(`No such slot in a stock phrase: ${spec}`);
  return { is: 'slot', slot, optional };
};

/** Returns a phrase read from the notation that heads `stock-phrases.ts`; a slot without a meaning is an error. */
export const readPhrase = (notation: string): Phrase =>
  (notation.match(/(?:\{[^}]*\}|<[^>]*>|[^\s{<])+/g) ?? []).map(element);

/** Returns whether a word is one of a choice's words, or has one of its beginnings (`скрин*`) or endings (`*ую`). */
export const fits = (word: string, of: Choice): boolean =>
  of.exact.has(word) ||
  of.starts.some((start) => word.startsWith(start)) ||
  of.ends.some((end) => word.length > end.length + 1 && word.endsWith(end));
