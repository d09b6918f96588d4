import { fatherParticles, nameParticles } from './lexicon.ts';
import { isCapitalised, mark, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { isSurname, share } from './adjacent-surname.ts';

const maxMiddleWords = 3;

/** Returns the offset of the last further first name, patronymic or father's particle after a first name. */
const middleEnd = (document: NameDocument, at: number): number => {
  let last = at;
  for (let next = wordAfter(document, last); next && last - at < maxMiddleWords; next = wordAfter(document, last)) {
    const isFirst = isCapitalised(next) && next.facts.first && !next.facts.never && !(last > at && next.facts.surname);
    const isFather = isCapitalised(next) && fatherParticles.has(wordAfter(document, last + 1)?.facts.word ?? '');
    if (!isFirst && !isFather && !next.facts.patronymic && !fatherParticles.has(next.facts.word)) break;
    last++;
  }
  return last;
};

/** Returns the offset of the last word of a name that goes on with a particle (Ле Пен, бин Ладен), else `last`. */
export const particleEnd = (document: NameDocument, last: number): number => {
  const particle = wordAfter(document, last);
  const isParticle = particle !== undefined && nameParticles.has(particle.facts.word);
  if (isParticle && isCapitalised(wordAfter(document, last + 1))) return last + 2;
  return particle?.text.includes('-') === true && /^(?:аль|эль|ал|ад|бин|ибн)-/.test(particle.facts.word)
    ? last + 1
    : last;
};

/** Карлос Ортега, Гарсия Маркес: a foreign surname may have a second word, unknown as well. */
const foreignEnd = (document: NameDocument, last: number): number => {
  const facts = document.tokens[last]?.facts;
  const second = wordAfter(document, last);
  const isForeign = facts !== undefined && !facts.surnameLike && !facts.surnameShape && !facts.common;
  return isForeign && second?.isUnknownName === true && !second.facts.onlyFirst ? last + 1 : last;
};

/** Extends a marked first name to the right: further first names, patronymic, surname. */
const rightEnd = (document: NameDocument, at: number): number => {
  const last = middleEnd(document, at);
  const withParticle = particleEnd(document, last);
  if (withParticle > last) return withParticle;
  if (!isSurname(wordAfter(document, last), document.tokens[at], 'right')) return last;
  const withSurname = particleEnd(document, last + 1);
  return withSurname > last + 1 ? withSurname : foreignEnd(document, withSurname);
};

/** контролёром Шпаком Юлием: behind a noun for a person another noun in its case is the surname. */
const isNamedAfterRole = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  const role = wordBefore(document, at);
  if (!token?.mayBeName || token.letters !== 'Capital' || !token.facts.noun || !role) return false;
  if (!document.tokens[at + 1]?.spaced || !(role.facts.roleNoun || role.facts.profession)) return false;
  return share(role.facts.cases, token.facts.cases) && token.facts.cases.length > 0;
};

/** Marks the full name around a first name: its parts to the right, else a surname to the left. */
export const markFullName = (document: NameDocument, at: number): void => {
  const last = rightEnd(document, at);
  const tail = document.tokens[last];
  const endsInSurname =
    last > at &&
    tail !== undefined &&
    !tail.facts.patronymic &&
    !fatherParticles.has(tail.facts.word) &&
    !tail.facts.onlyFirst;
  const before = wordBefore(document, at);
  const side = document.tokens[at + 1]?.facts.patronymic === true ? 'left of a full name' : 'left';
  const isLeftSurname = isSurname(before, document.tokens[at], side) || isNamedAfterRole(document, at - 1);
  const takesLeft = !endsInSurname && isLeftSurname && !document.marked[at - 1];
  const left = takesLeft ? at - 1 : at;
  const particle = takesLeft ? wordBefore(document, left) : undefined;
  const hasParticle = particle?.letters === 'lower' && /^(?:фон|де|ван|аль|бен|ибн)$/.test(particle.facts.word);
  mark(document, hasParticle ? left - 1 : left, last);
};
