import { nameDocument } from './contexts.ts';
import { mapInSteps, partsOf, type Steps } from '../../concurrency/steps.ts';
import { everydayNames, fatherParticles } from './lexicon.ts';
import { contextNumbers } from './cues/index.ts';
import { type NameDocument, isNoPerson, mark } from './document.ts';
import { surnameStem } from './name-shapes.ts';
import { rules } from './rules.ts';
import { spellingOf, type Spelling } from './spellings.ts';
import { type Token } from './tokens.ts';
import { type Span } from '../spans.ts';

/** Returns the tokens that each rule may mark, by its number; a letter alone is none. */
const placesOf = ({ tokens, cues }: NameDocument): (readonly number[] | undefined)[] => {
  const places: number[][] = [];
  tokens.forEach(({ spelling, start, end }, at) => {
    if (end - start > 1) for (const rule of cues.rulesOf(spelling)) (places[rule] ??= []).push(at);
  });
  return places;
};

const appliedRules = rules.map(([, context, tier]) => ({ context: contextNumbers[context], tier }));

const applyRule = (document: NameDocument, { context, tier }: (typeof appliedRules)[number], at: number): void => {
  if (tier !== 'further' && document.marked[at]) return;
  const range = document.cues.rangeAt(context, document, at);
  if (range && (tier !== 'cue' || !isNoPerson(document, at))) mark(document, range);
};

function* applyRules(document: NameDocument): Steps<void> {
  const places = placesOf(document);
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
  const document = yield* readNames(`ФИО: ${client}`);
  const isPerson = document.tokens.some(
    ({ facts }, at) => document.marked[at] && (facts.first || facts.surname || facts.surnameShape || facts.patronymic),
  );
  return isPerson ? keysOfMarked(document) : [];
}

/** Бонч-Осмоловская: each half of a double surname is its bearer's as well. */
const halves = ({ text }: Spelling): string[] => text.split('-').filter((half) => half.length >= minHalfLength);

const minHalfLength = 4;

const keysOf = (spelling: Spelling): readonly string[] =>
  spelling.text.includes('-')
    ? [
        ...spelling.facts.keys,
        ...halves(spelling).flatMap((half) => [...spellingOf(half).facts.keys, `~${surnameStem(half.toLowerCase())}`]),
      ]
    : spelling.facts.keys;

/** Each spelling is asked once, however often the name is written. */
const keysOfMarked = ({ tokens, marked }: NameDocument): string[] => {
  if (!marked.includes(true)) return [];
  const names = new Set<Spelling>();
  tokens.forEach(({ spelling }, at) => {
    const isKept = marked[at] && spelling.kind === 'word' && spelling.text.length > 2 && !spelling.facts.patronymic;
    if (isKept) names.add(spelling);
  });
  return [...names].flatMap(keysOf);
};

const isOtherForm = ({ spelling }: Token, keys: ReadonlySet<string>): boolean => {
  const { kind, text, facts, letters } = spelling;
  if (kind !== 'word' || text.length < 3 || facts.never) return false;
  const isLower = letters === 'lower';
  if (isLower && (facts.common || facts.place || !(facts.surname || facts.first || !facts.known))) return false;
  if (facts.keys.some((key) => keys.has(key))) return true;
  return !isLower && facts.adjective && keys.has(`~${facts.stem}`);
};

/** стала фон Берг: the particle belongs to the surname. */
const markParticles = ({ tokens, marked }: NameDocument): void => {
  if (!marked.includes(true)) return;
  tokens.forEach(({ facts, letters }, at) => {
    if (letters === 'lower' && facts.word === 'фон' && tokens[at + 1]?.spaced === true && marked[at + 1])
      marked[at] = true;
  });
};

/** A name found once is found in its other forms. */
const spread = (document: NameDocument, keys: ReadonlySet<string>): void => {
  for (let at = 0; at < document.tokens.length; at++) {
    const token = document.tokens[at];
    if (token && document.marked[at] !== true && isOtherForm(token, keys) && !isNoPerson(document, at))
      document.marked[at] = true;
  }
};

/** вдова Кузнецова Анна Львовна: a first name in another case than the name before it begins another name; Гусейн оглы, a father's, does not. */
const beginsAnother = (before: Token, token: Token, after: Token | undefined): boolean =>
  token.facts.onlyFirst &&
  !fatherParticles.has(after?.facts.word ?? '') &&
  !isUndeclinedWoman(before, token, after) &&
  token.facts.nameForms.length > 0 &&
  before.facts.nameForms.length > 0 &&
  (before.facts.surname || before.facts.first) &&
  !before.text.includes('-') &&
  !(isWoman(token) && before.facts.surname && before.facts.nameForms.includes('masc nomn')) &&
  !(canBeWoman(before) && !token.facts.everyday && token.facts.nameForms.every((form) => form.startsWith('masc'))) &&
  !before.facts.nameForms.some((form) => token.facts.nameForms.some((other) => caseOf(form) === caseOf(other)));

/** От Байрамовой Севинч, Юсуповой Дилором Каримовны: surname and patronymic agree, the first name between them has no cases. */
const isUndeclinedWoman = (surname: Token, first: Token, patronymic: Token | undefined): boolean =>
  (/(?:[ое]в|ин)ой$/.test(surname.facts.word) &&
    !everydayNames.has(first.facts.word) &&
    !first.facts.nameForms.includes('masc gent')) ||
  (patronymic?.facts.patronymic === true &&
    patronymic.facts.nameForms.some((form) => surname.facts.nameForms.includes(form)));

/** Цой Виктории, Марии Гонсалес: a woman's surname of a man's form has no cases. */
const isWoman = ({ facts }: Token): boolean =>
  facts.nameForms.some((form) => form.startsWith('femn')) && !facts.nameForms.some((form) => form.startsWith('masc'));

const canBeWoman = ({ facts }: Token): boolean =>
  facts.first && facts.nameForms.some((form) => form.startsWith('femn'));

const caseOf = (form: string): string => form.split(' ')[1] ?? '';

/** КОНОПЛЕВА/ЯНА: as tickets write one name. */
const isOnTicket = (before: Token, token: Token, text: string): boolean =>
  before.letters === 'UPPER' && token.letters === 'UPPER' && text.slice(before.end, token.start) === '/';

/** Егор Дм. Вахрушев: a shortened patronymic or first name and its full stop. */
const isShortened = ({ tokens, marked }: Pick<NameDocument, 'tokens' | 'marked'>, at: number): boolean => {
  const [middle, dot, token] = tokens.slice(Math.max(0, at - 2), at + 1);
  if (!token?.facts.surnameLike || dot?.text !== '.' || !marked[at - 2] || !marked[at - 3]) return false;
  return (
    middle !== undefined &&
    middle.text.length <= maxShortenedLength &&
    !middle.facts.known &&
    token.start - dot.end <= 1
  );
};

const maxShortenedLength = 4;

const joins = ({ text, tokens, marked }: NameDocument, at: number): boolean => {
  const before = tokens[at - 1];
  const token = tokens[at];
  if (isShortened({ tokens, marked }, at)) return true;
  return (
    before !== undefined &&
    token !== undefined &&
    marked[at - 1] === true &&
    (/^[ \t\u00a0-]?$/.test(text.slice(before.end, token.start)) || isOnTicket(before, token, text)) &&
    !beginsAnother(before, token, tokens[at + 1])
  );
};

const spansOf = (document: NameDocument): Span[] => {
  const spans: { start: number; end: number }[] = [];
  document.tokens.forEach(({ start, end }, at) => {
    if (!document.marked[at]) return;
    const last = spans.at(-1);
    if (last && joins(document, at)) last.end = end;
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
  for (const document of documents) if (keys.size > 0) spread(document, keys);
  yield;
  documents.forEach(markParticles);
  return documents.map(spansOf);
}
