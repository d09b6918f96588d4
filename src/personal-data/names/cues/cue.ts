/** Sentences with the names that must be masked marked: ‹Лена› на связи. The table's test compares them with the final decision. */
export type Examples = {
  /** The cue matches at a word of each. */
  readonly yes: readonly [string, ...string[]];
  /** Near misses: what resembles a match. */
  readonly no?: readonly string[];
};

/** A pattern (docs/personal-data.md, "Patterns") and its examples. */
export type Cue = { readonly pattern: string; readonly examples: Examples };

/** Cues by the name of the context that they describe; a word stands in it when one of them matches. */
export type CueTable<Name extends string = string> = Readonly<Record<Name, readonly Cue[]>>;

/** One line of a table. */
export const cue = (pattern: string, examples: Examples): Cue => ({ pattern, examples });
