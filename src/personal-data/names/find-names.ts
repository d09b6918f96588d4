import { endsStep, mapInSteps, type Steps } from '../../concurrency/steps.ts';
import { type Span } from '../spans.ts';
import { type Text } from './compile.ts';
import { facts, senses } from './cues/facts.ts';
import { cueTable } from './cues/index.ts';
import { clientLabel, mayHoldName, rules, type Rule, type Tier } from './cues/rules.ts';
import { terms } from './cues/terms.ts';
import { LearntMarks, type Weights } from './learnt.ts';
import { Cues, type Places } from './match.ts';
import { predicates } from './predicates.ts';
import { Spelling } from './spellings.ts';
import { lowestBit, maxInRow } from './token-tests.ts';
import { addTokens, type Token } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = Text & {
  readonly marked: boolean[];
  /** The cues that marked a name, in their order. */
  readonly fired: string[];
};

const minHalfLength = 4;

/** Бонч-Осмоловская: each half of a double surname is its bearer's as well. */
const keysOf = ({ text, kinship }: Spelling): readonly string[] => {
  const halves = text.includes('-') ? text.split('-').filter((half) => half.length >= minHalfLength) : [];
  const ofHalves = halves.map((half) => new Spelling(half, 'word').kinship);
  return [...kinship.keys, ...ofHalves.flatMap(({ keys, stem }) => [...keys, stem])];
};

/** Finds personal names. It keeps what it has learnt of spellings, so that one for all texts is fastest. */
export class NameFinder {
  readonly cues = new Cues({ table: cueTable, terms, facts, senses, predicates, rules, remembered: 'noPerson' });
  readonly learnt: LearntMarks;

  constructor(weights?: Weights) {
    this.learnt = new LearntMarks(this.cues, weights);
  }

  /** Returns a text's tokens with the marks of the rules, corrected by what was learnt, each text for itself; no tokens where nothing can be a name. */
  *read(text: string): Steps<NameDocument> {
    const { spellings } = this.cues;
    const tokens: Token[] = [];
    if (mayHoldName.test(text)) while (addTokens(text, tokens, spellings)) yield;
    const marked = new Array<boolean>(tokens.length).fill(false);
    const remembered = new Array<boolean | undefined>(tokens.length);
    const document: NameDocument = { tokens, edge: spellings.edge, marked, fired: [], remembered };
    const places: Places = { tokens: [], rules: [], inAny: [] };
    for (let at = 0; at < tokens.length; at++) {
      this.cues.addPlace(places, document, at);
      if (endsStep(at)) yield;
    }
    yield* this.applyAll(document, places);
    if (yield* this.learnt.correct(document, places.tokens)) yield* this.applyAll(document, places, 'further');
    return document;
  }

  /** Applies the rules, or those of a tier, in their order, each from the first token to the last. */
  private *applyAll(document: NameDocument, { tokens, rules: rulesAt, inAny }: Places, tier?: Tier): Steps<void> {
    let applied = 0;
    for (let row = 0; row < inAny.length; row++)
      for (let left = inAny[row] ?? 0; left !== 0; left &= left - 1) {
        const rule = rules[row * maxInRow + lowestBit(left)];
        if (tier !== undefined && rule?.[2] !== tier) continue;
        for (let place = 0; rule && place < tokens.length; place++) {
          if (((rulesAt[place * inAny.length + row] ?? 0) & left & -left) === 0) continue;
          this.apply(rule, document, tokens[place] ?? 0);
          if (endsStep((applied += 1))) yield;
        }
      }
  }

  private apply([, context, tier]: Rule, document: NameDocument, at: number): void {
    const { marked, fired } = document;
    if (tier !== 'further' && marked[at]) return;
    const range = this.cues.rangeAt(context, document, at);
    if (!range || (tier === 'cue' && this.cues.holds('noPerson', document, at))) return;
    marked.fill(true, range.first, range.last + 1);
    fired.push(range.pattern);
  }

  /** What the other forms of the marked names have in common with them; each spelling is asked once, however often the name is written. */
  private keysIn(documents: readonly NameDocument[]): string[] {
    const names = new Set<Spelling>();
    for (const { tokens, marked } of documents)
      for (let at = marked.indexOf(true); at >= 0; at = marked.indexOf(true, at + 1)) {
        const spelling = tokens[at]?.spelling;
        if (spelling && this.cues.is(spelling, 'recurring')) names.add(spelling);
      }
    return [...names].flatMap(keysOf);
  }

  /** A client's name is a person's when the rules find one in it; every word of it is then searched for. */
  private *clientKeys(client: string): Steps<string[]> {
    const document = yield* this.read(`${clientLabel}${client}`);
    const { tokens, marked } = document;
    const isPerson = tokens.some(({ spelling }, at) => marked[at] && this.cues.is(spelling, 'person'));
    return isPerson ? this.keysIn([document]) : [];
  }

  private isOtherForm(spelling: Spelling, keys: ReadonlySet<string>): boolean {
    if (!this.cues.is(spelling, 'otherForm')) return false;
    const { kinship } = spelling;
    return (
      kinship.keys.some((key) => keys.has(key)) || (keys.has(kinship.stem) && this.cues.is(spelling, 'adjectiveForm'))
    );
  }

  /** A name found once is found in its other forms. */
  private *spread(document: NameDocument, keys: ReadonlySet<string>): Steps<void> {
    const { tokens, marked } = document;
    for (let at = 0; at < tokens.length; at++) {
      if (endsStep(at)) yield;
      const token = tokens[at];
      if (!token || marked[at] || !this.isOtherForm(token.spelling, keys)) continue;
      marked[at] = !this.cues.holds('noPerson', document, at);
    }
  }

  /** Marked words side by side are one name, unless another begins. */
  private spansOf(document: NameDocument): Span[] {
    const { tokens, marked } = document;
    const spans: { start: number; end: number }[] = [];
    for (let at = marked.indexOf(true); at >= 0; at = marked.indexOf(true, at + 1)) {
      const token = tokens[at];
      const last = spans.at(-1);
      if (!token) break;
      if (last && marked[at - 1] && !this.cues.holds('beginsAnother', document, at)) last.end = token.end;
      else spans.push({ start: token.start, end: token.end });
    }
    return spans;
  }

  /**
   * Returns the spans of personal names of each text of a conversation (docs/contract.md, "Tickets"). A name found in one
   * text, or in the client's name, is found in its other forms in all texts.
   */
  *find(texts: readonly string[], client?: string): Steps<Span[][]> {
    const documents = yield* mapInSteps(texts, (text) => this.read(text));
    const keys = new Set(this.keysIn(documents));
    if (client !== undefined) for (const key of yield* this.clientKeys(client)) keys.add(key);
    for (const document of documents) if (keys.size > 0) yield* this.spread(document, keys);
    return documents.map((document) => this.spansOf(document));
  }
}
