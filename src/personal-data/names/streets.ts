import { isCapitalised, isSign, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { canBeGenitive, isCount, precedesHouseNumber } from './house-numbers.ts';
import { fullStreetNames, streetNames } from './street-lists.ts';
import { type Token } from './tokens.ts';

/** Whether the word is a document made out to a person, so that a name after на is not a street. */
export const isIssued = (token: Token | undefined): boolean => token?.facts.issued === true;

/** магазин на Олега оформлен */
const madeOut = /^(?:оформлен|записан|выписан|зарегистрирован|заказан|забронирован)/;

/** Мусы Джалиля, 19 */
const precedesNumber = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[isSign(tokens[at + 1], ',') ? at + 2 : at + 1]?.kind === 'number';

const streetReach = 10;

/** улица Карла Маркса есть, а Розы Люксембург — нет: a street is spoken of before. */
const followsStreetNoun = ({ tokens }: NameDocument, at: number): boolean =>
  tokens
    .slice(Math.max(0, at - streetReach), at)
    .some(({ facts }) => /^(?:улиц|ул$|проспект|бульвар)/.test(facts.word));

const isStreetPreposition = (token: Token | undefined): boolean =>
  token?.facts.word === 'на' || token?.facts.word === 'по';

/** The first word of a full name that the word is the first or the second of, or -1. */
const startOfPair = ({ tokens }: NameDocument, at: number): number => {
  if (isPair(tokens[at], tokens[at + 1])) return at;
  return isPair(tokens[at - 1], tokens[at]) ? at - 1 : -1;
};

const isPair = (left: Token | undefined, right: Token | undefined): boolean =>
  left?.facts.first === true && right?.spaced === true && isCapitalised(left) && isCapitalised(right);

/** Розы, Софьи: a genitive that на and по do not take; nor does на take a person in the locative, на Валерии. */
const isWomansGenitive = ({ facts }: Token, before?: Token): boolean =>
  facts.nameForms.some((form) => form.endsWith('femn gent') || form === 'ms-f gent') &&
  !facts.nameForms.some((form) => (before?.facts.word === 'на' ? /accs$/ : /(?:datv|accs|loct)$/).test(form));

/** по Бориса Галушкина: по takes no genitive of a man either. */
const isUngovernedName = (before: Token | undefined, { facts }: Token): boolean =>
  before?.facts.word === 'по' &&
  facts.nameForms.includes('masc gent') &&
  !facts.nameForms.some((form) => /(?:datv|nomn)$/.test(form));

/** на Льва Толстого, 16; на Карла Маркса; на Софьи Ковалевской: a street of a full name by its preposition. */
const isStreetOfFullName = (document: NameDocument, at: number): boolean => {
  const start = startOfPair(document, at);
  const first = document.tokens[start];
  const surname = document.tokens[start + 1];
  if (!first || !surname) return false;
  const hasPreposition = isStreetPreposition(wordBefore(document, start));
  const isOfHouse = /^дом/.test(wordBefore(document, start)?.facts.word ?? '');
  if (!hasPreposition && !first.facts.beginsStreet && !isOfHouse) return false;
  const hasNumber = precedesHouseNumber(document, start + 1);
  const isNumbered = hasNumber || precedesNumber(document, start + 1);
  if (!hasPreposition && !isNumbered && !followsStreetNoun(document, start)) return false;
  const isFamous = fullStreetNames.has(`${first.facts.word} ${surname.facts.word}`);
  if (!hasPreposition) return isFamous || (isOfHouse && isNumbered && isWomansGenitive(first));
  if (isIssued(wordBefore(document, start - 1))) return false;
  if (
    isWomansGenitive(first, document.tokens[start - 1]) ||
    isFamous ||
    isUngovernedName(document.tokens[start - 1], first)
  )
    return true;
  return (
    !surname.facts.first &&
    isSign(document.tokens[start + 2], ',') &&
    isNumbered &&
    !isCount(document.tokens[start + 4])
  );
};

const maxTitledWords = 3;

/** на Маршала Жукова, по Академика С. П. Королёва: a rank in the genitive. */
const followsStreetTitle = (document: NameDocument, at: number): boolean => {
  const { tokens, has } = document;
  if (!has.streetTitle) return false;
  for (let left = at - 1; left >= Math.max(0, at - maxTitledWords * 2); left--) {
    const token = tokens[left];
    if (token?.facts.streetTitle === true)
      return token.letters === 'Capital' && (!token.opensSentence || precedesHouseNumber(document, at));
    const isInitial = isSign(token, '.') || token?.text.length === 1;
    if (!isInitial && !(isCapitalised(token) && token?.facts.first === true)) return false;
  }
  return false;
};

/** по Лескова: по takes no genitive. */
const isUngoverned = (before: Token, { facts }: Token): boolean =>
  before.facts.word === 'по' &&
  facts.surname &&
  facts.nameForms.includes('masc gent') &&
  !facts.nameForms.some((form) => form.endsWith('datv'));

/** на Тургеневской, на Тургеневскую: a street or a station; in the accusative only where it is no known surname. */
const isAdjectiveOfPlace = (before: Token, { facts }: Token): boolean =>
  before.facts.word === 'на' &&
  (/ск(?:ой|ом)$/.test(facts.word) || (facts.word.endsWith('скую') && !facts.surname && !facts.first));

const premises =
  /^(?:отделени[еяю]|банкомат[аеу]?|офис[аеу]?|филиал[аеу]?|пвз|аптек[аеиу]|касс[аеуы]|терминал[аеу]?|остановк[аеиу]|кафе|поликлиник[аеиу]|пункт[аеу]?|выдачи|постамат[аеу]?|почтамат[аеу]?|салон[аеу]?|точк[аеиу]|магазин[аеу]?|детсад[аеу]?|двор[аеу]?|склад[аеу]?|корпус[аеу]?|школ[аеуы]|больниц[аеуы]|мойк[аеи]|автомойк[аеи])$/;

/** отделение на Кочетова, касса на Марата: a street after what is located in it. */
const followsPremises = (document: NameDocument, at: number, token: Token): boolean => {
  const { surname, surnameShape, first } = token.facts;
  return (surname || surnameShape || first) && premises.test(wordBefore(document, at - 1)?.facts.word ?? '');
};

/** Отделение на Мира закрыто, ближайшее на Рубинштейна: another street with the same preposition before. */
const isBesideStreet = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (tokens[at]?.facts.surname !== true && tokens[at]?.facts.surnameShape !== true) return false;
  for (let other = at - 2; other > Math.max(0, at - streetReach); other--) {
    if (tokens[other - 1]?.facts.word !== tokens[at - 1]?.facts.word || !isCapitalised(tokens[other])) continue;
    if (streetNames.has(tokens[other]?.facts.word ?? '')) return true;
  }
  return false;
};

/** переписать с Жукова на Королева */
const isMadeOver = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at - 2]?.facts.surname === true &&
  isCapitalised(tokens[at - 2]) &&
  /^со?$/.test(tokens[at - 3]?.facts.word ?? '');

const isStreetByPreposition = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  const before = wordBefore(document, at);
  if (!token || !before || !isStreetPreposition(before)) return false;
  if (isIssued(wordBefore(document, at - 1)) || madeOut.test(wordAfter(document, at)?.facts.word ?? '')) return false;
  if (isUngoverned(before, token) || isAdjectiveOfPlace(before, token)) return true;
  if (token.facts.surname && isMadeOver(document, at)) return false;
  if (!canBeGenitive(token) || startOfPair(document, at) === at) return false;
  if (streetNames.has(token.facts.word) || isBesideStreet(document, at)) return true;
  return before.facts.word === 'на' && followsPremises(document, at, token);
};

const isListed = (token: Token | undefined): boolean =>
  isCapitalised(token) && streetNames.has(token?.facts.word ?? '');

/** Чехова/Некрасова, от Ушакова до Нахимова, Минина и Пожарского, 2: two after whom streets are named. */
const isOfTwoStreets = (document: NameDocument, at: number): boolean =>
  isListed(document.tokens[at]) && (joinsStreets(document, at + 1) || joinsStreets(document, at - 1));

/** "And" joins persons as well, and с Жукова на Королева is a transfer between persons: a street needs a house number, a street's noun or a word that is no surname. */
const joinsStreets = (document: NameDocument, at: number): boolean => {
  const [left, joint, right] = [document.tokens[at - 1], document.tokens[at], document.tokens[at + 1]];
  if (!isListed(left) || !isListed(right)) return false;
  const introduction = document.tokens[at - 2]?.facts.word ?? '';
  if (isSign(joint, '/-–—') || joint?.facts.word === 'до')
    return (
      /^(?:на|по|от|с|район|районе|угол|углу|маршрут|проезд)$/.test(introduction) || followsStreetNoun(document, at - 1)
    );
  if (isSign(joint, ',')) return followsStreetNoun(document, at - 1);
  if (joint?.facts.word === 'и') return precedesHouseNumber(document, at + 1) || followsStreetNoun(document, at - 1);
  return joint?.facts.word === 'на' && !(left?.facts.surname === true && right?.facts.surname === true);
};

const corner = /^(?:угл[ау]|угол|пересечени[еяию]|перекр[её]ст(?:ок|ке|ка))$/;
/** со стороны Королёва возражений нет */
const objects = /^(?:нет|не|возраж|претенз|замечан|жалоб|ошибк|вопрос)/;
const side = /^(?:стороны|сторону|напротив|район|районе)$/;
const furthestCorner = 4;

/** на углу Ланской и Чехова: what streets have; со стороны Щербакова: what persons have too, so that only those lists know count. */
const isAtCorner = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const token = tokens[at];
  if (!token || !canBeGenitive(token) || !isCapitalised(token)) return false;
  for (let left = at - 1; left >= Math.max(0, at - furthestCorner); left--) {
    const word = tokens[left];
    if (left === at - 1 && side.test(word?.facts.word ?? ''))
      return isListed(token) && !objects.test(tokens[at + 1]?.facts.word ?? '');
    if (corner.test(word?.facts.word ?? '') && tokens[left - 1]?.facts.word !== 'в')
      return (
        token.facts.surname ||
        token.facts.surnameShape ||
        isCapitalised(tokens[at + 1]) ||
        isCapitalised(tokens[at - 1])
      );
    if (word?.facts.word !== 'и' && !isCapitalised(word)) return false;
  }
  return false;
};

/** Пятёрочка на Попова закрылась: what shops do, not persons. */
const closesThere = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  if (!token?.facts.surname || !canBeGenitive(token) || wordBefore(document, at)?.facts.word !== 'на') return false;
  return (
    /^(?:закрыл(?:ась|ся|ось)|закрыт|открыл(?:ась|ся|ось)|открыт|переехал)/.test(
      document.tokens[at + 1]?.facts.word ?? '',
    ) && !isIssued(wordBefore(document, at - 1))
  );
};

/** на Лермонтова вместо Лермонтовского */
const replacesStreet = (document: NameDocument, at: number): boolean =>
  wordBefore(document, at)?.facts.word === 'вместо' && at > 2 && isStreetByPreposition(document, at - 2);

/** Whether the word is the name of a street by its house number, its preposition or its rank. */
export const isStreet = (document: NameDocument, at: number): boolean =>
  precedesHouseNumber(document, at) ||
  isStreetOfFullName(document, at) ||
  isOfTwoStreets(document, at) ||
  isAtCorner(document, at) ||
  closesThere(document, at) ||
  replacesStreet(document, at) ||
  isStreetByPreposition(document, at) ||
  followsStreetTitle(document, at);
