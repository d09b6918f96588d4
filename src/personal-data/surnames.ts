import { fatherParticles, nameParticles } from './name-lists.ts';
import { isCapitalised, mark, wordAfter, wordBefore, type NameDocument } from './name-document.ts';
import { type Token } from './tokens.ts';

const share = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === 0 || right.length === 0 || left.some((item) => right.includes(item));

const genderOf = (form: string): string => form.split(' ', 1)[0] ?? '';

/** Gender and case agree; a form of unknown or common gender agrees with both. */
const agree = (left: readonly string[], right: readonly string[]): boolean => {
  if (left.length === 0 || right.length === 0) return true;
  return left.some((a) => right.some((b) => a.split(' ')[1] === b.split(' ')[1] && (genderOf(a) === genderOf(b) || a.startsWith('ms-f') || b.startsWith('ms-f'))));
};

const indeclinable = /[иы]х$|ко$/;

/** Says whether a capitalised word beside a first name or patronymic is its surname. */
const isSurnameBeside = (token: Token, anchor: Token, side: 'left' | 'right'): boolean => {
  const { facts } = token;
  if (facts.never || facts.greeting || facts.brand || facts.placeNoun) return false;
  if (facts.surname) return agree(facts.nameForms, anchor.facts.nameForms) || !facts.common;
  if (facts.surnameShape || (facts.surnameLike && token.letters === 'Capital' && !token.opensSentence)) return true;
  if (indeclinable.test(facts.word) && !token.opensSentence && token.letters === 'Capital') return true;
  if (token.letters === 'UPPER') return false;
  if (!facts.known) return side === 'right' || !token.opensSentence || facts.first;
  if (facts.roleNoun || facts.preposition || token.opensSentence) return false;
  if (facts.place) return side === 'right' && share(facts.cases, anchor.facts.cases);
  return (facts.noun || facts.adjective) && share(facts.cases, anchor.facts.cases) && (side === 'right' || !facts.personNoun || !facts.adjective);
};

/** In lower case only a surname of the dictionary counts, or one built like it: иванов сергей. */
const isLowerSurname = (token: Token, anchor: Token): boolean =>
  !token.facts.never && !token.facts.preposition && !token.facts.verb && !token.facts.greeting &&
  ((token.facts.surname && agree(token.facts.nameForms, anchor.facts.nameForms) && !token.facts.noun) || token.facts.surnameShape);

const isBeside = (token: Token | undefined, anchor: Token | undefined, side: 'left' | 'right'): boolean => {
  if (!token || !anchor) return false;
  return isCapitalised(token) ? isSurnameBeside(token, anchor, side) : isLowerSurname(token, anchor);
};

const longestMiddle = 3;

/** Returns the offset of the last further first name, patronymic or father's particle after a first name. */
const middleEnd = (document: NameDocument, at: number): number => {
  let last = at;
  for (let next = wordAfter(document, last); next && last - at < longestMiddle; next = wordAfter(document, last)) {
    const isFirst = isCapitalised(next) && next.facts.first && !next.facts.never && !(last > at && next.facts.surname);
    if (!isFirst && !next.facts.patronymic && !fatherParticles.has(next.facts.word)) break;
    last++;
  }
  return last;
};

/** Марин Ле Пен, Усама бин Ладен: a particle takes any capitalised word after it. */
const particleEnd = (document: NameDocument, last: number): number => {
  const particle = wordAfter(document, last);
  const isParticle = particle !== undefined && nameParticles.has(particle.facts.word);
  if (isParticle && isCapitalised(wordAfter(document, last + 1))) return last + 2;
  return /^(?:аль|эль|ал|ад|бин|ибн)[-‐‑]/.test(particle?.facts.word ?? '') ? last + 1 : last;
};

/** Extends a marked first name to the right: further first names, patronymic, surname. */
const rightEnd = (document: NameDocument, at: number): number => {
  const last = middleEnd(document, at);
  const withParticle = particleEnd(document, last);
  if (withParticle > last) return withParticle;
  return isBeside(wordAfter(document, last), document.tokens[at], 'right') ? last + 1 : last;
};

/** Marks the full name around a first name: what stands right of it, else a surname left of it. */
export const markFullName = (document: NameDocument, at: number): void => {
  const last = rightEnd(document, at);
  const tail = document.tokens[last];
  const endsInSurname = last > at && tail !== undefined && !tail.facts.patronymic && !fatherParticles.has(tail.facts.word) && !tail.facts.onlyFirst;
  const before = wordBefore(document, at);
  const takesLeft = !endsInSurname && isBeside(before, document.tokens[at], 'left') && !document.marked[at - 1];
  mark(document, takesLeft ? at - 1 : at, last);
};

/** Says whether a surname stands beside the word, so that an unclear first name is one: Роман Петров. */
export const hasSurnameBeside = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  const clear = (other: Token | undefined): boolean =>
    isCapitalised(other) && token !== undefined && !other.facts.never && !other.facts.brand &&
    ((other.facts.surname && !other.facts.adjective && agree(other.facts.nameForms, token.facts.nameForms)) || other.facts.surnameShape || other.facts.patronymic || (!other.facts.known && other.letters === 'Capital'));
  return clear(wordAfter(document, at)) || (clear(wordBefore(document, at)) && wordBefore(document, at)?.opensSentence === false);
};
