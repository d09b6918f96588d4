import { figures } from './name-lists.ts';
import { fieldOf } from './data-fields.ts';
import { stands, isCapitalised, isSign, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { isInPlace, isRegionByAdjective, isTownByPreposition } from './place-contexts.ts';
import { actsInQuotes, holdsFullName } from './quoted-names.ts';
import { type Token } from './tokens.ts';

/** Single quotation marks hold data, not titles. */
const opening = '«"“„';
const closing = '»"”“';
const maxTitle = 3;

/** Words before quotation marks that hold a name or its spelling. */
const spellingWords =
  /^(?:отчеств|фамили|имя$|имени$|фио$|пометк|подпис|получател|поле$|поля$|графе$|строке$|вместо$|написан|напечата|указан|значит|опечатк|исправ|почему-то|похоже|бейдж|табличк|записан|отображ)/;
const spellingReach = 10;

/** теплоход «Светлов», а в ваучере стоит «Красин»: another thing's title before. */
const endsTitle = (tokens: readonly Token[], at: number): boolean => {
  if (!isSign(tokens[at], '»”')) return false;
  let left = at - 1;
  while (at - left <= maxTitle + 1 && !isSign(tokens[left], '«“')) left--;
  const thing = tokens[left - 1]?.facts;
  return isSign(tokens[left], '«“') && (thing?.productNoun === true || thing?.institutionNoun === true);
};

/** в поле «Иванов», отчество: не «Ринатовна», а «Ренатовна», пометка «для Рябцева»: the text speaks of a name. */
const holdsSpelling = ({ tokens }: Pick<NameDocument, 'tokens'>, quote: number): boolean => {
  const before = tokens[quote - 1];
  if (before?.facts.productNoun === true || before?.facts.institutionNoun === true) return false;
  for (let left = quote - 1; left >= Math.max(0, quote - spellingReach); left--) {
    const token = tokens[left];
    if (token?.kind === 'break' || isSign(token, '.!?') || endsTitle(tokens, left)) return false;
    const isOfTitles = token?.facts.word === 'вместо' && (isSign(tokens[left - 1], closing) || left < quote - 2);
    if (token?.kind === 'word' && !isOfTitles && spellingWords.test(token.facts.word)) return true;
  }
  return false;
};

/** Works and events, which a longer title belongs to: концерт «Вечер памяти Виктора Цоя». */
const workNoun =
  /^(?:ооо$|оао$|зао$|пао$|ао$|тсж$|ук$|компани|фирм[аыеу]|премьер|концерт|спектакл|выставк|экскурси|лекци|вебинар|курс[аыеу]?$|набор|комплект|пьес|опер[аыеу]$|балет|мюзикл|роман|рассказ|повест|поэм|мастер-класс|фестивал|турнир|тренинг|семинар|квест|шоу|показ|сеанс|постановк|издани|учебник|пособи|пазл|фильм|книг|брошюр|сборник|собрани|стих|диск|пластинк|плакат|афиш|постер|открытк|сериал|мультик|мультфильм|альбом|песн|игр[аыеу]$)/;

/** концерт «…», магазин «…», билеты на «…» */
const isWork = (tokens: readonly Token[], at: number): boolean => {
  const facts = tokens[at]?.facts;
  if (facts?.word === 'на') return /^(?:билет|абонемент|сеанс)/.test(tokens[at - 1]?.facts.word ?? '');
  return facts?.productNoun === true || facts?.institutionNoun === true || workNoun.test(facts?.word ?? '');
};

const maxWorkTitle = 9;

/** Whether the word is in the title of a work or an event, which may be longer than the name of a shop. */
const isInTitleOfWork = ({ tokens }: NameDocument, at: number): boolean => {
  let left = at - 1;
  while (left >= 0 && at - left <= maxWorkTitle && isOfTitle(tokens[left])) left--;
  if (!isSign(tokens[left], '«“„') || !isWork(tokens, left - 1)) return false;
  let right = at + 1;
  while (right - left <= maxWorkTitle && isOfTitle(tokens[right])) right++;
  return isSign(tokens[right], closing);
};

const isOfTitle = (token: Token | undefined): boolean =>
  token?.kind === 'word' || token?.kind === 'number' || token?.kind === 'latin' || isSign(token, ',.:*-–—');

/** Whether the word is quoted as the spelling of a name: вместо «Ветров». */
export const isSpelled = (document: Pick<NameDocument, 'tokens'>, at: number): boolean =>
  isSign(document.tokens[at - 1], opening) && holdsSpelling(document, at - 1);

/** Whether a whole «…» holds the word and no more than a title's few; after a person's noun it is a name. */
export const isQuotedTitle = (document: NameDocument, at: number): boolean => {
  const { tokens, has } = document;
  if (!has.quotation) return false;
  if (isInTitleOfWork(document, at)) return true;
  let left = at - 1;
  while (left >= 0 && at - left <= maxTitle && tokens[left]?.kind === 'word') left--;
  if (tokens.slice(left + 1, at).some(({ facts }) => facts.greeting)) return false;
  let right = at + 1;
  while (
    right < tokens.length &&
    right - left <= maxTitle + 1 &&
    ['word', 'number', 'latin'].includes(tokens[right]?.kind ?? '')
  )
    right++;
  if (!isSign(tokens[left], opening) || !isSign(tokens[right], closing)) return false;
  if (tokens.slice(left, right).some(({ kind }) => kind === 'latin')) return true;
  if (right > left + 2 && tokens[right - 1]?.letters === 'lower' && tokens[right - 1]?.facts.noun === true) return true;
  if (left + 1 < at && tokens[left + 1]?.letters === 'lower' && tokens[left + 1]?.facts.roleNoun === true) return false;
  const field = fieldOf(document, left + 1);
  if (field !== undefined) return field === 'thing';
  if (holdsSpelling(document, left) || holdsFullName(document, left, right) || actsInQuotes(document, left, right))
    return false;
  const before = tokens[left - 1];
  if (
    before?.kind !== 'word' &&
    stands(document, 'beforeContact', right) &&
    (isSign(tokens[right + 1], '<') || tokens[right + 1]?.kind === 'contact')
  )
    return false;
  return !(before?.kind === 'word' && before.facts.roleNoun);
};

/** Телефон Алины is not called Алина: her plural does not count. */
const isNominative = ({ facts }: Token): boolean =>
  facts.nameForms.length > 0 ? facts.nameForms.some((form) => form.endsWith('nomn')) : facts.cases.includes('nomn');

/** Дед Мороз, День святого Валентина: known figures. */
const isFigure = (before: Token, { facts }: Token): boolean =>
  (before.facts.word.startsWith('свят') && /^свят(?:ой|ого|ому|ым|ом|ая|ую)$/.test(before.facts.word)) ||
  (before.facts.word.startsWith('дед') && facts.word.startsWith('мороз'));

/** Виртуальный помощник Олег is a program, ассистент Эльнара is not. */
const isProgram = (document: NameDocument, at: number): boolean =>
  /^(?:ассистент|помощни)/.test(wordBefore(document, at)?.facts.word ?? '') &&
  /^(?:виртуальн|голосов|умн|цифров|онлайн|электронн|чат)/.test(wordBefore(document, at - 1)?.facts.word ?? '');

/** Водитель такси Рустам, директор магазина Олег: who is in charge of the thing, not its name. */
const followsRole = (document: NameDocument, at: number): boolean => wordBefore(document, at)?.facts.roleNoun === true;

const isClearName = ({ facts }: Token): boolean =>
  facts.onlyFirst || (facts.first && facts.everyday && !facts.wordlike && !facts.brandName);

const sharesCase = (left: Token | undefined, right: Token): boolean =>
  left?.facts.cases.some((form) => right.facts.cases.includes(form)) === true;

const shops =
  /^(?:кафе|бар|ресторан|магазин|отел|гостиниц|салон|театр|бренд|марк|духи|торт|салат|водк|коньяк|вино|шоколад|сорт|теплоход|поезд|корм|чай|кофе|книг|фильм|роман|альбом|песн|сериал|спектакл|банк|агентств)/;

/** Телефон Смирнова недоступен, Добавьте в группу Фролова, Принтер Бондаренко: a surname that can be a genitive is the owner's. */
const isOwnedBy = ({ facts, letters }: Token, thing: Token): boolean => {
  if (letters !== 'Capital' || facts.brandName || facts.brand || shops.test(thing.facts.word)) return false;
  if (facts.surname) return !facts.first && facts.nameForms.some((form) => /(?:gent|accs|datv|ablt)$/.test(form));
  return facts.surnameShape && /(?:[оеё]ва|ина|ого|ой|енко|швили|дзе|[чщйю]ука|яна)$/.test(facts.word);
};

/** Вайбер Марина 8 916 …: labels of contacts. */
const messengers = new Set(['телеграм', 'телеграмм', 'вайбер', 'вотсап', 'ватсап', 'вацап', 'скайп']);

/** Whether the word is the name of goods, a shop, a law, an institution: салат Цезарь, театр Вахтангова. */
export const isNameOfThing = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  const before = wordBefore(document, at);
  if (!token || !before || before.facts.word === 'вине') return false;
  if (isFigure(before, token) || isProgram(document, at)) return true;
  if (stands(document, 'subjectWithObject', at)) return false;
  const thing = before.facts.first ? wordBefore(document, at - 1)?.facts : undefined;
  if (thing?.makerNoun === true || thing?.vesselNoun === true) return isNameOfThing(document, at - 1);
  if (thing?.institutionNoun === true && !token.facts.first) return true;
  if (before.facts.institutionNoun) return !stands(document, 'noTitleOfInstitution', at);
  if (before.facts.animalNoun) return isNominative(token);
  if (before.facts.word === 'памяти') return wordBefore(document, at - 1)?.facts.institutionNoun === true;
  if (before.facts.word === 'и' && isCapitalised(document.tokens[at - 2]) && sharesCase(document.tokens[at - 2], token))
    return wordBefore(document, at - 2)?.facts.institutionNoun === true;
  const isCalled =
    isNominative(token) ||
    !token.facts.known ||
    (before.facts.brand && !token.facts.surname && sharesCase(before, token));
  if (messengers.has(before.facts.word)) return false;
  if (before.facts.brand && before.letters !== 'lower')
    return (
      isCalled &&
      !(before.facts.word === 'почта' && (token.facts.first || token.facts.surname || token.facts.surnameShape))
    );
  if (isClearName(token) && followsRole(document, at - 1)) return false;
  return before.facts.productNoun && !before.facts.roleNoun && isCalled && !isOwnedBy(token, before);
};

/** Телефон: Марина; Карта: Ольга */
const personal = /^(?:телефон|карта|поставщик|мобильный|вайбер|вотсап|ватсап|телеграм|скайп)$/;

/** Город: Владимир; Товар: Роза — the label of a thing before the word. */
const followsThingLabel = ({ tokens }: NameDocument, at: number): boolean => {
  const label = tokens[at - 2];
  if (!isSign(tokens[at - 1], ':') || label?.kind !== 'word' || label.text.length < 3) return false;
  if (tokens[at - 3]?.facts.roleNoun === true) return false;
  if (tokens[at]?.facts.onlyFirst === true && personal.test(label.facts.word)) return false;
  const { facts } = label;
  return (
    thingLabels.has(facts.word) ||
    ((facts.placeNoun || facts.regionNoun || facts.productNoun || facts.institutionNoun) &&
      !facts.roleNoun &&
      facts.cases.includes('nomn'))
  );
};

const thingLabels = new Set(
  'название наименование цвет тема категория товар вкус сорт раздел кампания поставщик изделие артикул'.split(' '),
);

/** 8 Марта, 1 и 9 Мая: a number before a word that is a month too. */
const isDate = ({ tokens }: NameDocument, at: number): boolean => {
  const day = tokens[at]?.spaced === true ? tokens[at - 1] : undefined;
  return day?.kind === 'number' && day.text.length < 3 && months.has(tokens[at]?.facts.word ?? '');
};

const months = new Set(['марта', 'мая', 'августа']);

/** Новиков Групп, Петров и партнёры: a surname and what companies add to it. */
const isCompany = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  if (after?.facts.word === 'и') {
    const partner = document.tokens[at + 2]?.facts.word ?? '';
    return partners.test(partner) || (partner === 'к' && document.tokens[at + 3]?.text === '°');
  }
  return isCapitalised(after) && companyWord.test(after?.facts.word ?? '');
};

const partners = /^(?:партнер(?:ы|ов|ам|ами)$|ко$|сыновь)/;

const companyWord =
  /^(?:групп|консалтинг|трейд|трейдинг|инвест|холдинг|логистик|сервис|маркет|строй|девелопмент|медиа|продакшн|лайн|тревел|тур|авто|моторс|фарма|фарм|энтерпрайз|студио|лаб|капитал|финанс)$/;

/** Слава богу */
const isThanks = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.word === 'слава' && /^бог[ау]$/.test(tokens[at + 1]?.facts.word ?? '');

/** тема: FW, where Тёма is not meant; Марка: Kia. */
const isSubjectLine = ({ tokens }: NameDocument, at: number): boolean =>
  isSign(tokens[at + 1], ':') &&
  ((tokens[at]?.letters !== 'Capital' && tokens[at]?.facts.word === 'тема') ||
    /^(?:марка|рост|том)$/.test(tokens[at]?.facts.word ?? ''));

/** Whether a model's number hangs on the word, Полина-2, or a Latin word: no person. */
export const isModel = ({ tokens }: NameDocument, at: number): boolean => {
  const after = tokens[at + 1];
  const token = tokens[at];
  if (token?.letters === 'UPPER' && after?.kind === 'number' && after.start === token.end) return true;
  return (
    isSign(after, '-') &&
    after?.start === token?.end &&
    tokens[at + 2]?.kind === 'number' &&
    tokens[at + 2]?.start === after?.end
  );
};

/** Хромовской лаборатории: an unknown adjective before its noun. */
const isAdjective = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  if (!token || token.facts.surname || token.facts.first || !adjectiveEnding.test(token.facts.word)) return false;
  const after = wordAfter(document, at);
  if (after?.letters !== 'lower' || after.text.length < 2) return false;
  return (after.facts.noun || after.facts.adjective) && !after.facts.verb && !after.facts.preposition;
};

const adjectiveEnding = /[сц]к(?:ой|ого|ому|ую|ая|ий|им|ом|их|ие|ое)$|н(?:ого|ому|ую|ая|ый|ым|ых|ые|ое)$/;

const speaksAgainstPerson = (document: NameDocument, at: number): boolean =>
  isInPlace(document, at) ||
  isTownByPreposition(document, at) ||
  isRegionByAdjective(document, at) ||
  isQuotedTitle(document, at) ||
  isNameOfThing(document, at) ||
  isModel(document, at) ||
  isDate(document, at) ||
  isSubjectLine(document, at) ||
  isThanks(document, at) ||
  isCompany(document, at) ||
  isFigureOrBrand(document, at) ||
  isAdjective(document, at) ||
  followsThingLabel(document, at);

/** Гарри Поттер, Карл Лагерфельд: the word is one of the two of a figure's or a brand's full name. */
export const isFigureOrBrand = (document: NameDocument, at: number): boolean => {
  const pairs = (left: Token | undefined, right: Token | undefined): boolean =>
    left?.facts.beginsFigure === true &&
    right?.spaced === true &&
    isCapitalised(left) &&
    (isCapitalised(right) || right.facts.word === 'день') &&
    figures.has(`${left.facts.figureStem} ${right.facts.figureStem}`);
  const { tokens } = document;
  const [after, before] = [tokens[at + 1]?.facts.word === 'и' ? 2 : 1, tokens[at - 1]?.facts.word === 'и' ? 2 : 1];
  return pairs(tokens[at], tokens[at + after]) || pairs(tokens[at - before], tokens[at]);
};

/** Whether anything speaks against a person here. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  (document.noPerson[at] ??= speaksAgainstPerson(document, at));
