import { endsStep, mapInSteps, partsOf, type Steps } from '../../concurrency/steps.ts';
import { contextNumbers } from './cues/index.ts';
import { is, isNoPerson, mark, nameDocument, stands, type NameDocument } from './document.ts';
import { surnameStem } from './lexicon.ts';
import { clientLabel, rules } from './cues/rules.ts';
import { spellingOf, type Spelling } from './spellings.ts';
import { type Span } from '../spans.ts';

const appliedRules = rules.map(([, context, tier]) => ({ context: contextNumbers[context], tier }));

const applyRule = (document: NameDocument, { context, tier }: (typeof appliedRules)[number], at: number): void => {
  if (tier !== 'further' && document.marked[at]) return;
  const range = document.cues.rangeAt(context, document, at);
  if (range && (tier !== 'cue' || !isNoPerson(document, at))) mark(document, range);
};

function* applyRules(document: NameDocument): Steps<void> {
  const places = yield* document.cues.placesOf(document);
  for (let number = 0; number < places.length; number++) {
    const [ofRule, rule] = [places[number], appliedRules[number]];
    if (!ofRule || !rule) continue;
    const parts = partsOf(ofRule);
    for (const part of parts) {
      for (const at of part) applyRule(document, rule, at);
      if (parts.length > 1) yield;
    }
  }
}

/** Returns a text's tokens with the marks that the rules set, each text for itself. */
export function* readNames(text: string): Steps<NameDocument> {
  const document = yield* nameDocument(text);
  yield* applyRules(document);
  return document;
}

/** A client's name is a person's when the rules find one in it; every word of it is then searched for. */
function* clientKeys(client: string): Steps<string[]> {
  const document = yield* readNames(`${clientLabel}${client}`);
  const isPerson = document.tokens.some(({ spelling }, at) => document.marked[at] && is(document, spelling, 'person'));
  return isPerson ? keysOfMarked(document) : [];
}

/** Бонч-Осмоловская: each half of a double surname is its bearer's as well. */
const halves = ({ text }: Spelling): string[] => text.split('-').filter((half) => half.length >= minHalfLength);

const minHalfLength = 4;

const keysOf = (spelling: Spelling): readonly string[] =>
  spelling.text.includes('-')
    ? [
        ...spelling.forms.keys,
        ...halves(spelling).flatMap((half) => [...spellingOf(half).forms.keys, `~${surnameStem(half.toLowerCase())}`]),
      ]
    : spelling.forms.keys;

/** Each spelling is asked once, however often the name is written. */
const keysOfMarked = (document: NameDocument): string[] => {
  const { tokens, marked } = document;
  if (!marked.includes(true)) return [];
  const names = new Set<Spelling>();
  tokens.forEach(({ spelling }, at) => {
    if (marked[at] && is(document, spelling, 'recurring')) names.add(spelling);
  });
  return [...names].flatMap(keysOf);
};

const isOtherForm = (document: NameDocument, spelling: Spelling, keys: ReadonlySet<string>): boolean => {
  if (!is(document, spelling, 'otherForm')) return false;
  const { forms } = spelling;
  return (
    forms.keys.some((key) => keys.has(key)) || (keys.has(`~${forms.stem}`) && is(document, spelling, 'adjectiveForm'))
  );
};

/** A name found once is found in its other forms. */
function* spread(document: NameDocument, keys: ReadonlySet<string>): Steps<void> {
  const { tokens, marked } = document;
  for (let at = 0; at < tokens.length; at++) {
    if (endsStep(at)) yield;
    const token = tokens[at];
    if (token && marked[at] !== true && isOtherForm(document, token.spelling, keys) && !isNoPerson(document, at))
      marked[at] = true;
  }
}

/** Marked words side by side are one name, unless another begins. */
const spansOf = (document: NameDocument): Span[] => {
  const { tokens, marked } = document;
  const spans: { start: number; end: number }[] = [];
  tokens.forEach(({ start, end }, at) => {
    if (!marked[at]) return;
    const last = spans.at(-1);
    if (last && marked[at - 1] && !stands(document, 'beginsAnother', at)) last.end = end;
    else spans.push({ start, end });
  });
  return spans;
};

/**
 * Returns the spans of personal names of each text of a conversation (docs/contract.md, "Tickets"). A name found in one
 * text, or in the client's name, is found in its other forms in all texts.
 */
export function* findNames(texts: readonly string[], client?: string): Steps<Span[][]> {
  const documents = yield* mapInSteps(texts, readNames);
  const keys = new Set(documents.flatMap(keysOfMarked));
  yield;
  if (client !== undefined) for (const key of yield* clientKeys(client)) keys.add(key);
  for (const document of documents) if (keys.size > 0) yield* spread(document, keys);
  yield;
  return documents.map(spansOf);
}
