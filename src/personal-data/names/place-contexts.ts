import { stands, isCapitalised, isSign, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { isIssued, isStreet } from './streets.ts';
import { type Token } from './tokens.ts';

/** Letters of the longest abbreviation that is a noun as well; a longer noun before a full stop ends its sentence: от моего имени. */
const maxAbbreviation = 3;

/** звонил г. Штольц, претензия от г. Петрова, г. Иванов просит. */
const isGentleman = (tokens: readonly Token[], dot: number): boolean => {
  const named = tokens[dot + 1]?.facts;
  if (tokens[dot - 2]?.facts.humanVerb === true) return true;
  if (named?.surname !== true || named.place) return false;
  return /^(?:от|у|для|к)$/.test(tokens[dot - 2]?.facts.word ?? '') || tokens[dot + 2]?.facts.humanVerb === true;
};

/** ул., пр-т., but not the м. of к. м. н. */
const isAbbreviatedPlace = ({ tokens }: NameDocument, dot: number): boolean => {
  const word = tokens[dot - 1];
  if (!isSign(tokens[dot], '.') || word?.kind !== 'word' || word.letters !== 'lower') return false;
  if (word.facts.word === 'г' && isGentleman(tokens, dot)) return false;
  if (tokens[dot - 2]?.kind === 'number' && /^[гмд]$/.test(word.facts.word) && tokens[dot + 1]?.facts.place !== true)
    return false;
  if (isSign(tokens[dot - 2], '.') && tokens[dot - 3]?.text.length === 1) return false;
  return word.facts.placeNoun && !(word.facts.noun && word.text.length > maxAbbreviation);
};

/** Titles, first names and initials are allowed between a place noun and the name: улица Академика Королёва. */
const bridgesToPlace = (token: Token | undefined): boolean =>
  token?.kind === 'word' &&
  (token.facts.title ||
    token.facts.nameParticle ||
    token.facts.word === 'и' ||
    (isCapitalised(token) && (token.facts.first || token.facts.surname || token.facts.adjective || token.facts.place)));

/** A rank and two initials with their full stops: ул. Маршала Г. К. Жукова. */
const bridgeLimit = 6;

/** One letter is a place only as an abbreviation: с. Покровское, but с Никитой. */
const needsDot = new Set(['с', 'п', 'д', 'к', 'о', 'м']);

/** по имени Аристарх, от имени Ивана: a person, unlike имени Ломоносова. */
const isNamed = (noun: Token, before: Token | undefined, named: Token | undefined): boolean =>
  noun.facts.word === 'имени' &&
  (/^(?:по|от|нет|без)$/.test(before?.facts.word ?? '') ||
    (named?.facts.first === true && !named.facts.surname && !named.facts.cases.includes('gent')));

/** An institution's имени may follow a name, Шереметьево имени Пушкина; another noun after one is a part of it. */
const isOwnNoun = ({ facts }: Token, before: Token | undefined): boolean =>
  facts.word === 'имени' || !isCapitalised(before);

/** На вокзале Петров ждёт, Из города Анна уехала: a nominative that the noun in its case does not take. */
const isOneWho = (noun: Token, before: Token | undefined, named: Token | undefined): boolean =>
  named !== undefined &&
  noun.facts.noun &&
  noun.text.length > maxAbbreviation &&
  (before?.facts.preposition === true || !noun.facts.cases.includes('nomn')) &&
  !named.facts.place &&
  (named.facts.everyday || (named.facts.surname && !noun.facts.settlementNoun)) &&
  named.facts.nameForms.some((form) => form.endsWith('nomn')) &&
  !named.facts.nameForms.some((form) => /(?:gent|accs)$/.test(form));

/** A region's noun takes no name after it; a settlement's none but its own: мэр города Лужков is a person. */
const takesName = (noun: Token, before: Token | undefined, named: Token | undefined): boolean => {
  if (noun.facts.first || isNamed(noun, before, named) || noun.facts.regionNoun || needsDot.has(noun.facts.word))
    return false;
  if (isOneWho(noun, before, named)) return false;
  if (!noun.facts.settlementNoun || !named?.facts.surname || named.facts.place || noun.facts.commonNominative)
    return true;
  return named.facts.nameNominative && before?.facts.personNoun !== true && !named.facts.word.endsWith('а');
};

/** ул. Ленина, проспект Маршала Жукова, имени Ломоносова. */
const followsPlaceNoun = (document: NameDocument, at: number): boolean => {
  const { tokens, has } = document;
  if (!has.placeNoun) return false;
  for (let left = at - 1; left >= Math.max(0, at - bridgeLimit); left--) {
    const token = tokens[left];
    if (isAbbreviatedPlace(document, left)) return true;
    if (
      token?.kind === 'word' &&
      tokens[left + 1]?.spaced &&
      token.facts.placeNoun &&
      isOwnNoun(token, tokens[left - 1]?.spaced ? tokens[left - 1] : undefined)
    )
      return takesName(token, tokens[left - 1], tokens[at]);
    const isInitial = isSign(token, '.') && tokens[left - 1]?.text.length === 1;
    if (!bridgesToPlace(token) && !isInitial && !(token?.text.length === 1 && isSign(tokens[left + 1], '.')))
      return false;
  }
  return false;
};

/** Иванов улицу перепутал, Петров область не указал: a man's surname and a feminine noun, or another case. */
const isMisfit = (token: Token | undefined, noun: Token): boolean =>
  token?.facts.surname === true &&
  token.facts.surnameLike &&
  ((/[ое]в$|ин$/.test(token.facts.word) && /[аяую]$|ость$|область$/.test(noun.facts.word)) ||
    (token.facts.nameNominative && noun.facts.noun && !noun.facts.cases.includes('nomn')));

/** Невский проспект, Сивцев Вражек переулок. */
const precedesPlaceNoun = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  return (
    after !== undefined &&
    after.facts.placeNoun &&
    after.text.length > 2 &&
    !after.facts.first &&
    !isMisfit(document.tokens[at], after) &&
    (document.tokens[at]?.facts.adjective === true ||
      document.tokens[at]?.facts.surnameLike === true ||
      /[иы]й$|ая$|ьин[аоу]?$|(?:ов|ев|ин)ы$|[оы]е$|[оы][мй]$|ого$/.test(document.tokens[at]?.facts.word ?? ''))
  );
};

const precedesVerb = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  return (after?.facts.word === 'не' ? wordAfter(document, at + 1) : after)?.facts.verb === true;
};

/** терминал Владимир, филиал Киров: a branch is called by its town; a person's name has another case or no town. */
const followsBranch = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  if (facts?.place !== true || !facts.nameNominative) return false;
  const branch = wordBefore(document, at)?.facts;
  if (branch?.branchNoun !== true || !branch.cases.includes('nomn')) return false;
  return !(wordBefore(document, at - 1)?.facts.preposition === true && precedesVerb(document, at));
};

const isTown = (token: Token | undefined): boolean => isCapitalised(token) && token?.facts.place === true;

/** Нижний Новгород, Великий Устюг. */
const isTownOfTwo = (tokens: readonly Token[], at: number): boolean =>
  isCapitalised(tokens[at]) && tokens[at]?.facts.adjective === true && isTown(tokens[at + 1]);

/** рейс Владимир – Самара, поезд Москва-Киров: a dash joins two towns. */
const isOnRoute = ({ tokens }: NameDocument, at: number): boolean =>
  isTown(tokens[at]) &&
  ((isSign(tokens[at + 1], '-–—→') && (isTown(tokens[at + 2]) || isTownOfTwo(tokens, at + 2))) ||
    (isSign(tokens[at - 1], '-–—→') && isTown(tokens[at - 2])));

const maxList = 4;

const isOnlyTown = ({ facts }: Token): boolean => facts.place && !facts.surname && !facts.first && !facts.common;

/** Пермь, Киров и Владимир: a list of towns by one that is nothing else, in the same case. */
const isInListOfTowns = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const token = tokens[at];
  if (
    !token ||
    !isTown(token) ||
    stands(document, 'afterGreeting', at) ||
    (tokens[at + 1]?.spaced === true && isCapitalised(tokens[at + 1]))
  )
    return false;
  const meetsTown = (step: 2 | -2): boolean => {
    for (let other = at + step; Math.abs(other - at) <= maxList * 2; other += step) {
      const joint = tokens[other - step / 2];
      const town = tokens[other];
      if (!town || !isTown(town) || !(isSign(joint, ',') || joint?.facts.word === 'и')) return false;
      if (isOnlyTown(town)) return town.facts.cases.some((form) => token.facts.cases.includes(form));
    }
    return false;
  };
  return meetsTown(-2) || meetsTown(2);
};

/** Whether the word names a street, a station or a town, not a person. */
export const isInPlace = (document: NameDocument, at: number): boolean =>
  followsPlaceNoun(document, at) ||
  precedesPlaceNoun(document, at) ||
  isStreet(document, at) ||
  followsBranch(document, at) ||
  isOnRoute(document, at) ||
  isInListOfTowns(document, at);

const placePrepositions = new Set(['в', 'во', 'из', 'до', 'под', 'около', 'возле', 'через', 'на', 'по']);

/** на Зуеву, через Ильину: a town of this stem is neuter and has no such form. */
export const isWomanInAccusative = (before: Token, { word, nameForms, place, cases }: Token['facts']): boolean =>
  /^(?:на|за|про|через|в|под)$/.test(before.facts.word) &&
  /(?:[ое]в|ин)у$/.test(word) &&
  (nameForms.includes('femn accs') || (place && cases.every((form) => form === 'datv')));

/** бронь на Зверева, замена Лосева на Гусева: made out to a man, whose accusative the town of that name does not have. */
export const isMadeOutTo = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  const isWoman = facts?.first === true && facts.nameForms.some((form) => form === 'femn accs' || form === 'ms-f accs');
  if (!(facts?.surname === true || facts?.first === true) || !(isWoman || facts.nameForms.includes('masc accs')))
    return false;
  if (wordBefore(document, at)?.facts.word !== 'на') return false;
  const thing = wordBefore(document, at - 1);
  return isIssued(thing) || (isCapitalised(thing) && thing?.facts.nameForms.includes('masc accs') === true);
};

/** билет на попову: made out to a woman. */
export const isMadeOutToWoman = (document: Pick<NameDocument, 'tokens'>, at: number): boolean => {
  const before = wordBefore(document, at);
  const facts = document.tokens[at]?.facts;
  if (before?.facts.word !== 'на' || !facts) return false;
  const isAdjective = facts.surname && /[сц]кую$/.test(facts.word);
  if (!isAdjective && !isWomanInAccusative(before, facts)) return false;
  return isIssued(wordBefore(document, at - 1));
};

/** What is said or done about a person, hardly about a town: про Кирова, вместо Чехова. */
const aboutPerson = /^(?:про|насчет|вместо|кроме|против|ради)$/;

/** вместо Чехова, по поводу Кирова: a man's surname after a preposition that persons take rather than towns. */
export const isMentioned = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  if (facts?.surname !== true || !facts.surnameLike || !facts.nameForms.includes('masc gent')) return false;
  const before = wordBefore(document, at)?.facts.word ?? '';
  if (before === 'вместо' && isStreet(document, at - 2)) return false;
  return aboutPerson.test(before) || (before === 'поводу' && wordBefore(document, at - 1)?.facts.word === 'по');
};

const governed: ReadonlyMap<string, RegExp> = new Map([
  ['на', /accs|loct/],
  ['в', /accs|loct/],
  ['во', /accs|loct/],
  ['через', /accs/],
  ['по', /datv/],
  ['под', /accs|ablt/],
  ['из', /gent/],
  ['до', /gent/],
  ['около', /gent/],
  ['возле', /gent/],
]);

/** через Владимира: the town has another form there. */
const isGoverned = (before: Token, { placeCases }: Token['facts']): boolean =>
  placeCases.length === 0 || placeCases.some((form) => governed.get(before.facts.word)?.test(form) !== false);

const reaching = /дозвон|достуч|донес|доноси|довест|довед|доводи|докрич|вытян/;
const reachingReach = 4;

/** дозвониться до Кузнецова, До Владимира не дозвониться: persons are reached so. */
const isReached = ({ tokens }: NameDocument, at: number): boolean =>
  tokens.slice(Math.max(0, at - reachingReach), at + reachingReach).some(({ facts }) => reaching.test(facts.word));

const fault = /^(?:дело|проблема|причина|сомневаюсь|уверен|уверена|ошиб(?:ся|лась))$/;
const faultReach = 7;

/** из Котова, в Соколове, под Пушкином: villages have the forms of men's surnames, but for под Соколовым and дело в Соколове. */
const isVillage = (document: NameDocument, at: number, before: Token): boolean => {
  const { tokens } = document;
  const { word, nameForms } = tokens[at]?.facts ?? { word: '', nameForms: [] };
  if (/^(?:из|до)$/.test(before.facts.word)) return !word.endsWith('ой') && !isReached(document, at);
  if (before.facts.word === 'под') return word.endsWith('ом');
  if (!/^(?:в|во)$/.test(before.facts.word)) return false;
  const isFault = tokens.slice(Math.max(0, at - faultReach), at).some(({ facts }) => fault.test(facts.word));
  return !isFault && nameForms.some((form) => form.endsWith('loct') || form === 'masc nomn');
};

/** Живу во Владимире, из Кирова, в Королёве: a town by its preposition; so is a surname in the locative after в. */
export const isTownByPreposition = (document: NameDocument, at: number): boolean => {
  const before = wordBefore(document, at);
  const facts = document.tokens[at]?.facts;
  if (!before || !facts || !placePrepositions.has(before.facts.word)) return false;
  if (isWomanInAccusative(before, facts)) return false;
  if (facts.place && !(facts.first && wordAfter(document, at)?.facts.surname === true))
    return isGoverned(before, facts) && !isReached(document, at) && !isMadeOutTo(document, at);
  if (/^(?:в|во)$/.test(before.facts.word) && facts.first && !facts.surname)
    return facts.nameForms.length > 0 && !facts.nameForms.some((form) => /(?:accs|loct)$/.test(form));
  if (!facts.surname || facts.first) return false;
  return isVillage(document, at, before);
};

/** Южная Каролина, Новая Виктория: adjectives of regions. */
const partsOfTheWorld =
  /^(?:северн|южн|восточн|западн|центральн|верхн|нижн|больш|мал|нов|стар)(?:ый|ий|ой|ая|яя|ое|ее|ого|его|ому|ему|ую|юю|ом|ем|ым|им)$/;

/** Whether the word names a region by the adjective before it. */
export const isRegionByAdjective = (document: NameDocument, at: number): boolean => {
  const before = wordBefore(document, at);
  return (
    before !== undefined && isCapitalised(before) && partsOfTheWorld.test(before.facts.word) && !before.opensSentence
  );
};
