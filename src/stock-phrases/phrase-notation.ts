/**
 * The notation of stock phrases. A phrase is a text of elements separated by blanks; a message matches it word by word:
 *
 *   уточни|уточните   one of these words
 *   скрин*            a word with this beginning; `*` alone is any word
 *   *ую               a word with this ending
 *   {thing}           a phrase of the list `thing`; may be combined: `{please}|{must}`, `вас|{us}`
 *   вас?  {thing}?    the element is optional
 *   ?                 alone: the sentence ends here with a question mark
 *
 * Slots match any words except those that give an instruction (`instruction-words.ts`), so that a solution never matches:
 *
 *   <words>           up to 6 words that continue the name of a thing
 *   <thing>           1 to 8 words that name a thing; does not start with a preposition
 *   <item>            1 to 8 words that name a thing in an enumeration; no verb
 *   <tail>            up to 6 words after the name of a thing; no verb
 *   <place>           up to 8 words that may also name parts of a screen
 *   <failure>         a clause of up to 12 words that says what is missing or wrong
 *   <question>        up to 16 words of a question
 *   <signature>       up to 10 words at the end of the message; may span sentences
 *
 * Case, ё/е, punctuation and emoji are ignored. Except for a signature, a phrase stays within its sentence. Up to three phrases of the list `filler` may
 * occur between two elements. A word of seven or more letters may have one typo ("пожалуста").
 *
 * Example: `уточни|уточните {asked}` with `asked: ['номер <words>']` matches "Уточните, пожалуйста, номер заказа" if `filler` has "пожалуйста".
 */
export type Phrase = readonly Element[];

export type Element = { readonly optional: boolean } & (
  | Choice
  | { readonly is: 'slot'; readonly slot: Slot }
  | { readonly is: 'questionMark' }
);

/** Words (whole, by beginning, by ending) and lists of phrases, one of which must match. */
export type Choice = {
  readonly is: 'choice';
  readonly exact: ReadonlySet<string>;
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly lists: readonly string[];
};

const slots = ['words', 'thing', 'tail', 'item', 'failure', 'place', 'question', 'signature'] as const;

export type Slot = (typeof slots)[number];

const isSlot = (name: string): name is Slot => (slots as readonly string[]).includes(name);

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

/** Parses a phrase. Throws if it has an unknown slot. */
export const parsePhrase = (notation: string): Phrase =>
  (notation.match(/(?:\{[^}]*\}|<[^>]*>|[^\s{<])+/g) ?? []).map(element);

/** Whether a word matches one of the words of a choice, not counting its lists. */
export const fits = (word: string, of: Choice): boolean =>
  of.exact.has(word) ||
  of.starts.some((start) => word.startsWith(start)) ||
  of.ends.some((end) => word.length > end.length + 1 && word.endsWith(end));
