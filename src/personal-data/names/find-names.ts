import { mapInSteps, type Steps } from '../../concurrency/steps.ts';
import { type Span } from '../spans.ts';
import { labels } from './chain.ts';
import { chanceAt, type Tagged } from './mentions.ts';
import { Tagger } from './tagger.ts';
import type { Token } from './tokens.ts';

/** How probable a name must be: a leak is worse than a mask too many. */
const minProbability = 0.36;

/** What a client's name is read behind, since it stands alone. */
export const clientLabel = 'ФИО: ';

const isOfLetters = (token: Token | undefined): boolean =>
  token?.spelling.kind === 'word' || token?.spelling.kind === 'latin';

/** Whether two tokens are one word, written in two scripts or as two words in one: no part of it is masked alone. */
const areOneWord = (token: Token | undefined, next: Token | undefined): boolean =>
  token?.end === next?.start && isOfLetters(token) && isOfLetters(next);

/** Whether each token belongs to a name by itself, or by the word that it is a part of. */
const named = (tagged: Tagged): boolean[] => {
  const { tokens } = tagged.text;
  const isNamed = tokens.map((_, at) => chanceAt(tagged, at) >= minProbability);
  for (let at = 1; at < tokens.length; at++)
    if (isNamed[at - 1] && areOneWord(tokens[at - 1], tokens[at])) isNamed[at] = true;
  for (let at = tokens.length - 1; at > 0; at--)
    if (isNamed[at] && areOneWord(tokens[at - 1], tokens[at])) isNamed[at - 1] = true;
  return isNamed;
};

/** Names of several words are one span, unless another begins. */
export const spansOf = (tagged: Tagged): Span[] => {
  const { text, probabilities } = tagged;
  const spans: { start: number; end: number }[] = [];
  const belongs = named(tagged);
  let isNamed = false;
  text.tokens.forEach(({ start, end, spelling: { kind, text: written } }, at) => {
    const wasNamed = isNamed;
    isNamed = belongs[at] === true && (wasNamed || kind !== 'sign');
    if (!isNamed) return;
    const begins =
      !areOneWord(text.tokens[at - 1], text.tokens[at]) &&
      (probabilities[at * labels + 1] as number) > (probabilities[at * labels + 2] as number);
    const last = spans.at(-1);
    // A sign belongs to the name if another word of it follows, a full stop in any case.
    if (kind === 'sign' && written !== '.') return;
    if (last && wasNamed && !begins) last.end = end;
    else if (kind !== 'sign') spans.push({ start, end });
  });
  return spans;
};

/** Of two readings of a text at each token the one that takes it for a name rather: what is known beside a text tells of names in it, and never speaks against one. */
const surer = (one: Tagged, other: Tagged): Tagged => {
  if (one.probabilities === other.probabilities) return one;
  const probabilities = one.probabilities.slice();
  for (let at = 0; at < one.text.tokens.length; at++) {
    if (chanceAt(other, at) <= chanceAt(one, at)) continue;
    const first = at * labels;
    probabilities.set(other.probabilities.subarray(first, first + labels), first);
  }
  return { text: one.text, probabilities };
};

/** Finds personal names (docs/personal-data.md). It keeps what it has learnt of spellings, so that one for all texts is fastest. */
export class NameFinder {
  readonly tagger: Tagger;

  constructor(tagger = new Tagger()) {
    this.tagger = tagger;
  }

  /**
   * Returns the spans of personal names of each text of a conversation (docs/contract.md, "Tickets"). What is found in one text, or in the client's name,
   * tells of its other forms in all texts.
   */
  *find(texts: readonly string[], client?: string): Steps<Span[][]> {
    const read = yield* mapInSteps(texts, (text) => this.tagger.read(text));
    const alone = yield* this.tagger.reread(read);
    if (client === undefined) return alone.map(spansOf);
    const known = yield* this.tagger.read(`${clientLabel}${client}`);
    const withClient = yield* this.tagger.reread([...read, known]);
    return alone.map((one, at) => spansOf(surer(one, withClient[at] ?? one)));
  }
}
