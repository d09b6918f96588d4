import { runAtOnce, type Steps } from '../../concurrency/steps.ts';
import { hasBit, type Ends } from './automaton.ts';
import { CompiledCues, type Place, type Signature } from './compiled-cues.ts';
import { type CueTable } from './cues/cue.ts';
import { type Terms } from './patterns.ts';
import { type Token } from './tokens.ts';

type Text = { readonly text: string; readonly tokens: readonly Token[] };

/** What a pattern cannot say: `#name` in a slot asks for it. */
export type Predicates = Readonly<Record<string, (text: Text, at: number) => boolean>>;

/** Which contexts the words of a text stand in. */
export type Evidence<Name extends string> = {
  /** Reads the text in steps; what is asked before reads it at once. */
  readonly prepare: () => Steps<void>;
  /** Whether the context of this number, which `numberOf` tells, holds at a token. */
  readonly holds: (context: number, at: number) => boolean;
  /** The patterns of a context that match at a token, as they are written. */
  readonly matching: (name: Name, at: number) => readonly string[];
};

/** A text that both automata have read; the contexts of a token are found when it is first asked for. */
type Reading = {
  readonly signatures: readonly Signature[];
  readonly before: readonly Ends[];
  readonly behind: readonly Ends[];
  readonly contexts: (Uint32Array | undefined)[];
};

function* read({ left, right, signatureOf }: CompiledCues, tokens: readonly Token[]): Steps<Reading> {
  const edge = signatureOf(undefined);
  const signatures = tokens.map(signatureOf);
  const inputs = { left: signatures.map((one) => one.left), right: signatures.map((one) => one.right) };
  const before = yield* left.run(inputs.left, edge.left);
  const behind = yield* right.run(inputs.right, edge.right);
  return { signatures, before, behind, contexts: new Array<Uint32Array | undefined>(tokens.length) };
}

const nowhere = new Uint32Array();

/**
 * Compiles cues, once for all texts. A pattern matches at a token that passes the test of its slot when the left side ends before it and the right side
 * begins behind it. Two passes over a text find where sides end, so that the time is linear in its length.
 */
export const compileCues = <Name extends string>(table: CueTable<Name>, terms: Terms, predicates: Predicates) => {
  const cues = new CompiledCues(table, terms, Object.keys(predicates));
  const questions = Object.values(predicates);

  return (text: Text): Evidence<Name> => {
    let reading: Reading | undefined;
    const placeAt = (at: number): Place | undefined => {
      const { signatures, before, behind } = (reading ??= runAtOnce(read(cues, text.tokens)));
      const [signature, left, right] = [signatures[at], before[at], behind[at]];
      if (!signature || !left || !right) return undefined;
      const answers = questions.reduce((bits, holds, index) => (holds(text, at) ? bits | (1 << index) : bits), 0);
      return { signature, before: left, behind: right, predicates: answers };
    };
    const contextsAt = (at: number): Uint32Array => {
      const known = reading?.contexts[at];
      if (known) return known;
      const place = placeAt(at);
      if (!place) return nowhere;
      const contexts = cues.contextsOf(place);
      if (reading) reading.contexts[at] = contexts;
      return contexts;
    };
    return {
      *prepare() {
        reading ??= yield* read(cues, text.tokens);
      },
      holds: (context, at) => hasBit(contextsAt(at), context),
      matching(name, at) {
        const place = placeAt(at);
        return place ? cues.matching(name, place) : [];
      },
    };
  };
};
