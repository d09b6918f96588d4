import { cases } from './dictionary.ts';

/** What one token must be: a leaf (a word, a shape, a sign, a property) or a combination of tests. Equal tests of one reader are one object. */
export type TokenTest = {
  readonly id: number;
  readonly kind: 'leaf' | 'not' | 'all' | 'any';
  readonly leaf: string;
  readonly parts: readonly TokenTest[];
  /** Whether it depends on the token's place, not only on its spelling. */
  readonly ofPlace: boolean;
};

/** A sequence of tokens; the named ones are the name. */
export type Sequence =
  | { readonly kind: 'token'; readonly test: TokenTest; readonly named: boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Sequence[] }
  | { readonly kind: 'repeat'; readonly part: Sequence; readonly min: number; readonly max: number };

/** The word that a pattern speaks of, and what stands to its left, read from right to left, and to its right; `text`: the pattern as it is written. */
export type Pattern = {
  readonly text: string;
  readonly left: Sequence;
  readonly slot: TokenTest;
  readonly right: Sequence;
};

/** Named parts of patterns: `<name>` stands for the text, in brackets. */
export type Terms = Readonly<Record<string, string>>;

const parallelSigns = [':', '—', '–', '-'];

const lexeme =
  /<[A-Za-z]+>|'[^']+'|\/(?:[^/\\]|\\.)+\/|[#@]?[A-Za-z][A-Za-z-]*(?::[!@]?[A-Za-z-]+(?:\.!?[A-Za-z-]+)*)*|-?[а-я](?:[а-я-]*[а-я])?-?|\{\d+,\d+\}|[()|&![\]?‹›]|[^\s]/g;

/** What no lexeme begins with, alone. */
const unreadable = /^[^()|&![\]?‹›А-яA-Za-z]$/;

const lexemesOf = (text: string): readonly string[] => {
  const found = text.match(lexeme) ?? [];
  const stray = found.find((one) => unreadable.test(one));
  if (stray !== undefined) throw new Error(`Unreadable "${stray}" in pattern: ${text}`);
  return found;
};

/** As it is read from right to left. */
const mirrored = (part: Sequence): Sequence => {
  if (part.kind === 'token') return part;
  if (part.kind === 'repeat') return { ...part, part: mirrored(part.part) };
  const parts = part.parts.map(mirrored);
  return { kind: part.kind, parts: part.kind === 'sequence' ? parts.reverse() : parts };
};

/** A recursive descent over the lexemes of a text; each method reads one level of the grammar. */
class Parser {
  private at = 0;
  private isInName: boolean;
  private readonly lexemes: readonly string[];
  private readonly text: string;
  private readonly reader: PatternReader;

  constructor(text: string, reader: PatternReader, isInName = false) {
    this.text = text;
    this.lexemes = lexemesOf(text);
    this.reader = reader;
    this.isInName = isInName;
  }

  private fail(expected: string): never {
    throw new Error(`Expected ${expected} before "${this.lexemes[this.at] ?? 'the end'}" in pattern: ${this.text}`);
  }

  private take(wanted: string): boolean {
    if (this.lexemes[this.at] !== wanted) return false;
    this.at++;
    return true;
  }

  pattern(): Pattern {
    const left = mirrored(this.parts());
    if (!this.take('[')) this.fail('[');
    const slot = this.asTest(this.choice());
    if (!this.take(']')) this.fail(']');
    const right = this.parts();
    if (this.at < this.lexemes.length) this.fail('the end');
    return { text: this.text, left, slot, right };
  }

  /** What stands alone, as in brackets. */
  whole(): Sequence {
    const part = this.choice();
    if (this.at < this.lexemes.length) this.fail('the end');
    return part;
  }

  private asTest(part: Sequence): TokenTest {
    return part.kind === 'token' ? part.test : this.fail('a test of one token');
  }

  private token(test: TokenTest): Sequence {
    return { kind: 'token', test, named: this.isInName };
  }

  private choice(): Sequence {
    const parts = [this.parts()];
    while (this.take('|')) parts.push(this.parts());
    if (parts.length === 1 && parts[0]) return parts[0];
    const tests = parts.flatMap((part) => (part.kind === 'token' ? part.test : []));
    return tests.length === parts.length ? this.token(this.reader.combined('any', tests)) : { kind: 'choice', parts };
  }

  private parts(): Sequence {
    const parts: Sequence[] = [];
    while (this.at < this.lexemes.length && !'|)[]'.includes(this.lexemes[this.at] ?? ''))
      if (this.take('‹')) this.isInName = true;
      else if (this.take('›')) this.isInName = false;
      else parts.push(this.repeated());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
  }

  private repeated(): Sequence {
    const part = this.conjunction();
    if (this.take('?')) return { kind: 'repeat', part, min: 0, max: 1 };
    const range = /^\{(\d+),(\d+)\}$/.exec(this.lexemes[this.at] ?? '');
    if (!range) return part;
    this.at++;
    return { kind: 'repeat', part, min: Number(range[1]), max: Number(range[2]) };
  }

  private conjunction(): Sequence {
    const first = this.negation();
    if (this.lexemes[this.at] !== '&') return first;
    const tests = [this.asTest(first)];
    while (this.take('&')) tests.push(this.asTest(this.negation()));
    return this.token(this.reader.combined('all', tests));
  }

  private negation(): Sequence {
    if (this.take('!')) return this.token(this.reader.combined('not', [this.asTest(this.negation())]));
    if (this.take('(')) {
      const inner = this.choice();
      if (!this.take(')')) this.fail(')');
      return inner;
    }
    const leaf = this.lexemes[this.at] ?? '';
    if (leaf === '' || /^[()|&![\]?{]/.test(leaf)) this.fail('a token');
    this.at++;
    return leaf.startsWith('<')
      ? this.reader.term(leaf.slice(1, -1), this.isInName)
      : this.token(this.reader.leaf(leaf));
  }
}

/** Leaves that depend on the token's place: another context, a predicate, or one of these. */
const placeLeaf = /^(?:#.*|opens|marked|glued)$/;

/** Reads texts in the pattern language (docs/personal-data.md, "Patterns"); each term is read once, however many patterns contain it. */
export class PatternReader {
  private readonly terms: Terms;
  /** By name, and whether they stand in a name; undefined while a term is read. */
  private readonly read = new Map<string, Sequence | undefined>();
  private readonly tests = new Map<string, TokenTest>();

  constructor(terms: Terms) {
    this.terms = terms;
  }

  private interned(key: string, test: Omit<TokenTest, 'id'>): TokenTest {
    const known = this.tests.get(key);
    if (known) return known;
    const added = { ...test, id: this.tests.size };
    this.tests.set(key, added);
    return added;
  }

  /** Returns the test that a word, a shape, a sign or a property is. */
  leaf(leaf: string): TokenTest {
    return this.interned(leaf, { kind: 'leaf', leaf, parts: [], ofPlace: placeLeaf.test(leaf) });
  }

  /** Returns the test that combines others; one of a kind within another of the same kind is no level of its own. */
  combined(kind: 'not' | 'all' | 'any', tests: readonly TokenTest[]): TokenTest {
    const flat = tests.flatMap((test) => (kind !== 'not' && test.kind === kind ? test.parts : test));
    const parts = [...new Set(flat)];
    const [only] = parts;
    if (kind !== 'not' && parts.length === 1 && only) return only;
    const key = `${kind} ${parts.map(({ id }) => id).join(' ')}`;
    return this.interned(key, { kind, leaf: '', parts, ofPlace: parts.some((part) => part.ofPlace) });
  }

  /** Returns what a named part stands for, within or outside the name. */
  term(name: string, isInName: boolean): Sequence {
    const key = isInName ? `‹${name}›` : name;
    const known = this.read.get(key);
    if (known) return known;
    const text = this.terms[name];
    if (text === undefined) throw new Error(`Unknown term <${name}>`);
    if (this.read.has(key)) throw new Error(`Terms that contain each other: <${name}>`);
    if (text.includes(':C') || text.includes("'$'"))
      throw new Error(`Agreement belongs into a pattern, not into the term <${name}>`);
    this.read.set(key, undefined);
    const part = new Parser(text, this, isInName).whole();
    this.read.set(key, part);
    return part;
  }

  /** Returns the patterns that a text stands for: several if it has `:C`, one for each case. Throws on an unreadable text. */
  patterns(text: string): Pattern[] {
    const ofCase = text.includes(':C') ? cases.map((form) => text.replaceAll(':C', `:${form}`)) : [text];
    const variants = ofCase.flatMap((variant) =>
      variant.includes("'$'") ? parallelSigns.map((sign) => variant.replaceAll("'$'", `'${sign}'`)) : [variant],
    );
    return variants.map((variant) => ({ ...new Parser(variant, this).pattern(), text }));
  }

  /** Returns the test of one token that a text stands for, with `:C` in any case. Throws on an unreadable text. */
  test(text: string): TokenTest {
    const tests = this.patterns(`[${text}]`).map(({ slot }) => slot);
    return this.combined('any', tests);
  }
}
