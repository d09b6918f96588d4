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

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The tables as one. A name that stands in two of them is an error, since the later one would replace the other unseen. */
export const disjoint = <const Tables extends readonly object[]>(...tables: Tables): Intersection<Tables[number]> => {
  const names = tables.flatMap((table) => Object.keys(table));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two tables have the name ${twice}`);
  return Object.assign({}, ...tables) as Intersection<Tables[number]>;
};
