import { mapInSteps, type Steps } from '../../concurrency/steps.ts';
import { type Span } from '../spans.ts';
import { labels } from './chain.ts';
import { chanceAt, type Tagged } from './mentions.ts';
import { Tagger } from './tagger.ts';

/** How probable a name must be: a leak is worse than a mask too many. */
const minProbability = 0.4;

/** What a client's name is read behind, since it stands alone. */
export const clientLabel = 'ФИО: ';

/** Names of several words are one span, unless another begins. */
export const spansOf = (tagged: Tagged): Span[] => {
  const { text, probabilities } = tagged;
  const spans: { start: number; end: number }[] = [];
  let isNamed = false;
  text.tokens.forEach(({ start, end, spelling: { kind, text: written } }, at) => {
    const wasNamed = isNamed;
    isNamed = chanceAt(tagged, at) >= minProbability && (wasNamed || kind !== 'sign');
    if (!isNamed) return;
    const begins = (probabilities[at * labels + 1] as number) > (probabilities[at * labels + 2] as number);
    const last = spans.at(-1);
    // A sign belongs to the name if another word of it follows, a full stop in any case.
    if (kind === 'sign' && written !== '.') return;
    if (last && wasNamed && !begins) last.end = end;
    else if (kind !== 'sign') spans.push({ start, end });
  });
  return spans;
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
    const known = client === undefined ? [] : [yield* this.tagger.read(`${clientLabel}${client}`)];
    const tagged = yield* this.tagger.reread([...read, ...known]);
    return tagged.slice(0, texts.length).map((one) => spansOf(one));
  }
}
