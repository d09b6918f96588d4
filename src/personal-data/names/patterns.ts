import { cases } from './dictionary.ts';

/** What one token must be: a leaf (a word, a shape, a sign, a property) or a combination of tests. */
export type TokenTest =
  | { readonly kind: 'leaf'; readonly leaf: string }
  | { readonly kind: 'all' | 'any'; readonly tests: readonly TokenTest[] }
  | { readonly kind: 'not'; readonly test: TokenTest };

/** A sequence of tokens; the named ones are the name. */
export type Sequence =
  | { readonly kind: 'token'; readonly test: TokenTest; readonly named: boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Sequence[] }
  | { readonly kind: 'repeat'; readonly part: Sequence; readonly min: number; readonly max: number };

/** The word that the pattern speaks of, and what stands to its left and right. */
export type Pattern = { readonly left: Sequence; readonly slot: TokenTest; readonly right: Sequence };

/** Named parts of patterns: `<name>` stands for the text, in brackets. */
export type Terms = Readonly<Record<string, string>>;

const parallelSigns = [':', '—', '–', '-'];

const lexeme =
  /<[A-Za-z]+>|'[^']+'|\/(?:[^/\\]|\\.)+\/|[#@]?[A-Za-z][A-Za-z-]*(?::!?[A-Za-z-]+(?:\.!?[A-Za-z-]+)*)?|-?[а-я](?:[а-я-]*[а-я])?-?|\{\d+,\d+\}|[()|&![\]?‹›]|[^\s]/g;

/** What no lexeme begins with, alone. */
const unreadable = /^[^()|&![\]?‹›А-яA-Za-z]$/;

const lexemesOf = (text: string): readonly string[] => {
  const found = text.match(lexeme) ?? [];
  const stray = found.find((one) => unreadable.test(one));
  if (stray !== undefined) throw new Error(`Unreadable "${stray}" in pattern: ${text}`);
  return found;
};

/** Returns what a named part stands for, within or outside the name. */
type TermOf = (name: string, isInName: boolean) => Sequence;

/** A recursive descent over the lexemes; each method reads one level of the grammar. */
class Reader {
  private at = 0;
  private isInName = false;
  private readonly lexemes: readonly string[];
  private readonly text: string;
  private readonly termOf: TermOf;

  constructor(text: string, termOf: TermOf, isInName = false) {
    this.text = text;
    this.lexemes = lexemesOf(text);
    this.termOf = termOf;
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
    const left = this.parts();
    if (!this.take('[')) this.fail('[');
    const slot = this.asTest(this.choice());
    if (!this.take(']')) this.fail(']');
    const right = this.parts();
    if (this.at < this.lexemes.length) this.fail('the end');
    return { left, slot, right };
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

  private choice(): Sequence {
    const parts = [this.parts()];
    while (this.take('|')) parts.push(this.parts());
    if (parts.length === 1 && parts[0]) return parts[0];
    const tests = parts.map((part) => (part.kind === 'token' ? part.test : undefined));
    return tests.every((test) => test !== undefined)
      ? { kind: 'token', test: { kind: 'any', tests }, named: this.isInName }
      : { kind: 'choice', parts };
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
    const next = this.lexemes[this.at] ?? '';
    const range = /^\{(\d+),(\d+)\}$/.exec(next);
    if (!range && next !== '?') return part;
    this.at++;
    if (range) return { kind: 'repeat', part, min: Number(range[1]), max: Number(range[2]) };
    return { kind: 'repeat', part, min: 0, max: 1 };
  }

  private conjunction(): Sequence {
    const first = this.negation();
    if (this.lexemes[this.at] !== '&') return first;
    const tests = [this.asTest(first)];
    while (this.take('&')) tests.push(this.asTest(this.negation()));
    return { kind: 'token', test: { kind: 'all', tests }, named: this.isInName };
  }

  private negation(): Sequence {
    if (this.take('!'))
      return { kind: 'token', test: { kind: 'not', test: this.asTest(this.negation()) }, named: this.isInName };
    if (this.take('(')) {
      const inner = this.choice();
      if (!this.take(')')) this.fail(')');
      return inner;
    }
    const leaf = this.lexemes[this.at] ?? '';
    if (leaf === '' || /^[()|&![\]?{]/.test(leaf)) this.fail('a token');
    this.at++;
    if (leaf.startsWith('<')) return this.termOf(leaf.slice(1, -1), this.isInName);
    return { kind: 'token', test: { kind: 'leaf', leaf }, named: this.isInName };
  }
}

/** Reads texts in the pattern language (docs/personal-data.md, "Patterns"); each term is read once, however many patterns contain it. */
export class PatternReader {
  private readonly terms: Terms;
  /** By name, and whether they stand in a name; undefined while a term is read. */
  private readonly read = new Map<string, Sequence | undefined>();

  constructor(terms: Terms) {
    this.terms = terms;
  }

  private readonly termOf: TermOf = (name, isInName) => {
    const key = isInName ? `‹${name}›` : name;
    const known = this.read.get(key);
    if (known) return known;
    const text = this.terms[name];
    if (text === undefined) throw new Error(`Unknown term <${name}>`);
    if (this.read.has(key)) throw new Error(`Terms that contain each other: <${name}>`);
    if (text.includes(':C') || text.includes("'$'"))
      throw new Error(`Agreement belongs into a pattern, not into the term <${name}>`);
    this.read.set(key, undefined);
    const part = new Reader(text, this.termOf, isInName).whole();
    this.read.set(key, part);
    return part;
  };

  /** Returns the patterns that a text stands for: several if it has `:C`, one for each case. Throws on an unreadable text. */
  patterns(text: string): Pattern[] {
    const ofCase = text.includes(':C') ? cases.map((form) => text.replaceAll(':C', `:${form}`)) : [text];
    const variants = ofCase.flatMap((variant) =>
      variant.includes("'$'") ? parallelSigns.map((sign) => variant.replaceAll("'$'", `'${sign}'`)) : [variant],
    );
    return variants.map((variant) => new Reader(variant, this.termOf).pattern());
  }

  /** Returns the test of one token that a text stands for. Throws on an unreadable text. */
  test(text: string): TokenTest {
    return new Reader(`[${text}]`, this.termOf).pattern().slot;
  }
}
