import { followsContact, precedesContact } from './data-fields.ts';
import { isGreeted, isHeading, isSignature, isVocative, precedesGreeting } from './greetings.ts';
import { isSign, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { followsNamingWord, followsPresentation } from './naming-words.ts';
import { isPresent } from './presence.ts';
import { type Token } from './tokens.ts';

/** Злата и Камилла: next to another first name. */
const isCoordinated = ({ tokens }: NameDocument, at: number): boolean => {
  const other = tokens[at + 1]?.facts.word === 'и' ? tokens[at + 2] : undefined;
  if (other?.letters !== 'Capital') return false;
  return (
    other.facts.onlyFirst ||
    (other.facts.first && !other.facts.known) ||
    (other.facts.everyday &&
      other.facts.nameNominative &&
      !thingBefore.test(tokens[at]?.facts.word ?? '') &&
      !thingBefore.test(other.facts.word))
  );
};

/** Names that are things before they are names. */
const thingBefore =
  /^(?:роз|лили|вер|надежд|любов|слав|мир|побед|свет|рома(?:н|ш)|маргарит|камели|виктори|марк|лад|том|март|август|клад|фиалк)/;

/** The parts of a business that a person is from: Вера из бухгалтерии. */
const departments =
  /^(?:отдел|техотдел|юротдел|поддержк|техподдержк|бухгалтери|офис|склад|логистик|доставк|продаж|колл|кол|call|сервис|филиал|кадр|касс|служб|групп|команд|маркетинг|диспетчерск|приемн|секретариат|администраци|дирекци|it|айти|снабжени|закуп|охран|бухг|юрист|юротдел|финанс|реклам|производств|цех|столов|разработк|аналитик|тендер|снаб|сб$|hr$|эйчар|гараж|архив|канцеляри|ресепш|реестр|смен[аы]|бригад|участк|лини[ия]|этаж)/;

const rooms = /^(?:подъезд|квартир|кв$|кабинет|офис|каб$|отдел|групп|цех|палат|номер)/;

/** Whether a workplace follows the word: лену из бухгалтерии, лев с ресепшена. */
export const precedesOrigin = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): boolean =>
  /^(?:из|со?)$/.test(tokens[at + 1]?.facts.word ?? '') &&
  (departments.test(tokens[at + 2]?.facts.word ?? '') ||
    (tokens[at + 2]?.facts.adjective === true && departments.test(tokens[at + 3]?.facts.word ?? '')) ||
    isSign(tokens[at + 2], '«') ||
    (tokens[at + 2]?.kind === 'number' && rooms.test(tokens[at + 3]?.facts.word ?? '')));

const reach = 4;

/** Роман купила за 450: a woman's deed, so that the novel was bought. */
const agreesInGender = (name: Token | undefined, verb: Token): boolean =>
  !(
    name?.facts.wordlike === true &&
    /[бвгджзйклмнпрстфхцчшщ]$/.test(name.facts.word) &&
    /ла(?:с[ья])?$/.test(verb.facts.word)
  );

/** Роман прислали не тот: one who is alone is no subject of a plural. */
const isOne = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.facts.wordlike === true && tokens[at - 1]?.facts.word !== 'и';

/** Whether a person's verb follows, no noun or preposition between: Вера мне вчера всё объяснила. */
export const precedesHumanVerb = ({ tokens }: NameDocument, at: number): boolean => {
  for (let right = at + 1; right <= at + reach; right++) {
    const token = tokens[right];
    if (token?.kind !== 'word' || token.letters !== 'lower') return false;
    if (token.facts.humanVerb && !agreesInGender(tokens[at], token)) return false;
    if (token.facts.humanVerb) return !/[ую]$/.test(token.facts.word) && !(token.facts.pluralVerb && isOne(tokens, at));
    if (token.facts.preposition || (token.facts.noun && !token.facts.never) || token.facts.verb) return false;
  }
  return false;
};

/** Whether a person's verb precedes directly: позовите Ваню, сказал Иваныч. */
export const followsHumanVerb = (document: NameDocument, at: number): boolean =>
  wordBefore(document, at)?.facts.humanVerb === true;

/** Whether the verb right before takes a person for its object or subject. */
export const followsPersonVerb = (document: NameDocument, at: number): boolean =>
  wordBefore(document, at)?.facts.personVerb === true;

/** «…», — говорит Лофнер: the verb between a quotation and its speaker. */
const isAttributed = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at - 1]?.facts.humanVerb === true &&
  isSign(tokens[at - 2], '—–-,') &&
  isSign(tokens[at - 3], ',»"”') &&
  !isSign(tokens[at + 1], '—–-');

/** Whether a verb of persons only precedes directly, or follows with adverbs between: сказал Лофнер. */
export const isNextToPersonAction = (document: NameDocument, at: number, last: number): boolean =>
  wordBefore(document, at)?.facts.pastPersonVerb === true ||
  isAttributed(document, at) ||
  (document.tokens[last + 1]?.facts.pastPersonVerb === true && document.tokens[last + 1]?.facts.pluralVerb === false);

/** принял, проверила, поставил задачу: what a person did, as the label of a form. */
const isDone = (token: Token | undefined): boolean => token?.facts.verb === true && /л[аи]?$/.test(token.facts.word);

const maxChargeWords = 3;

/** A lower-case noun or adjective in the genitive that is no place or goods: отдела, активных. */
const isInCharge = (token: Token | undefined): boolean =>
  token?.letters === 'lower' &&
  (token.facts.noun || token.facts.adjective) &&
  token.facts.cases.includes('gent') &&
  !token.facts.preposition &&
  !token.facts.personNoun &&
  !token.facts.productNoun &&
  !token.facts.placeNoun &&
  !token.facts.institutionNoun;

/** начальник смены Коваль, врач скорой помощи Ткач: a noun for a person and what it is in charge of. */
export const followsRoleOfPart = (document: NameDocument, at: number): boolean => {
  if (wordBefore(document, at)?.facts.noun !== true) return false;
  for (let left = at; at - left <= maxChargeWords; left--) {
    const before = wordBefore(document, left);
    if (left < at && before?.facts.roleNoun === true) return before.facts.cases.includes('nomn');
    if (!isInCharge(before)) return false;
  }
  return false;
};

/** Labels of forms that hold a person. */
const labels = new Set([
  'контакт',
  'контакты',
  'лицо',
  'подпись',
  'кому',
  'от',
  'обращаться',
  'спросить',
  'бригада',
  'экипаж',
  'дежурные',
  'исполнители',
  'участники',
  'присутствовали',
  'монтажники',
]);

/** Клиент №45: …, Ответственный/ая: … — the noun of a label that goes on before its colon. */
const isLongLabel = ({ tokens }: NameDocument, at: number): boolean => {
  if (!isSign(tokens[at - 1], ':—–')) return false;
  for (let left = at - 2; left >= at - 5; left--) {
    const token = tokens[left];
    if (token?.kind === 'word' && token.text.length > 2 && tokens[left - 1]?.facts.preposition !== true)
      return token.facts.roleNoun && left < at - 2;
    if (token?.kind !== 'number' && token?.kind !== 'word' && !isSign(token, '№/()#')) return false;
  }
  return false;
};

/** жилец кв. 61 Ветров, водитель маршрута 12 Гафуров: a noun for a person and the number of what it is in charge of. */
const followsNumberedRole = ({ tokens }: NameDocument, at: number): boolean => {
  let left = at - 2;
  while (at - left < 6 && (isSign(tokens[left], '.№#-') || tokens[left]?.text.length === 2)) left--;
  const noun = tokens[left];
  return noun?.facts.roleNoun === true || (noun?.letters === 'lower' && tokens[left - 1]?.facts.roleNoun === true);
};

/** гл. бух. Ветрова, нач. Зуев: a job cut short. */
const shortJob = /^(?:бух|дир|инж|нач|зам|мен|менедж|экон|секр|преп|зав|пом|ассист|адм|спец|опер|деж|прораб|бриг)$/;

/** Сестра моя Назокат: words allowed between the noun and the name. */
const possessive = /^(?:мо[йяеюи]|моего|моей|моему|моим|наш[аиуе]?|нашего|нашей|ваш[аиуе]?|его|ее|их)$/;

/** Whether a noun for a person precedes, possibly with a colon, dash, bracket or quotation mark between. */
export const followsPersonNoun = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  const before = tokens[at - 1];
  if (before?.kind === 'word' && possessive.test(before.facts.word) && tokens[at - 2]?.facts.roleNoun === true)
    return true;
  if (before?.kind === 'word')
    return (before.facts.personNoun && before.facts.singular && !before.facts.first) || followsRoleOfPart(document, at);
  if (before?.kind === 'number') return followsNumberedRole(document, at);
  if (isSign(before, '.') && tokens[at - 2]?.facts.word === 'г' && tokens[at - 3]?.facts.humanVerb === true)
    return true;
  if (isSign(before, '.') && shortJob.test(tokens[at - 2]?.facts.word ?? ''))
    return tokens[at - 2]?.letters === 'lower';
  const noun = tokens[at - 2];
  if (isLongLabel(document, at)) return true;
  if (noun?.kind !== 'word') return false;
  if (isSign(before, ':') && (isDone(noun) || (noun.facts.noun && isDone(tokens[at - 3])))) return true;
  return isSign(before, ':—–-(«"')
    ? noun.facts.roleNoun ||
        (isSign(before, ':') && noun.facts.profession) ||
        (isSign(before, ':—–-') && labels.has(noun.facts.word))
    : false;
};

/** 18:20 олег: …, 12.03 Роза: … */
const followsTime = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at - 1]?.kind === 'number' && isSign(tokens[at - 2], ':.') && tokens[at - 3]?.kind === 'number';

const beginsEntry = (document: NameDocument, at: number): boolean => {
  const before = document.tokens[at - 1];
  return before === undefined || before.kind === 'break' || isSign(before, ']>|') || followsTime(document, at);
};

/** Рената Вольская: … — the end of a label that begins with the word, its surname included. */
const labelEnd = (document: NameDocument, at: number): number => {
  const surname = wordAfter(document, at)?.facts;
  return surname?.surname === true && surname.cases.includes('nomn') ? at + 2 : at + 1;
};

/** Whether the word is the speaker's label of a log: `[12:03] Ольга: …`, `Нина (поддержка): …`, `>> Вера: …`. */
export const isLabel = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (!beginsEntry(document, at)) return false;
  return isSign(tokens[labelEnd(document, at)], ':') || (isSign(tokens[at + 1], '(') && isSign(tokens[at + 3], ')'));
};

/** Verbs whose genitive is no person: света нет, света не хватает, рая не бывает. */
const impersonal = /^(?:нет|хвата|хвати|быва|достат|будет|видно|мало|надо|нужно|оста)|ло(?:сь)?$/;

/** Whether the word can only be the subject of the verb that follows: Ира не открывает, Лена нажала. */
const isSubjectOfVerb = ({ tokens }: NameDocument, at: number): boolean => {
  const token = tokens[at];
  const verb = tokens[at + 1]?.facts.word === 'не' ? tokens[at + 2] : tokens[at + 1];
  if (!token?.facts.nameNominative || token.facts.commonNominative || verb?.letters !== 'lower') return false;
  return verb.facts.verb && !verb.facts.noun && !verb.facts.pluralVerb && !impersonal.test(verb.facts.word);
};

/** Whether a verb of contact is adjacent: вчера звонил лев, вас приветствует Маргарита. */
export const isNextToContactVerb = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at - 1]?.facts.contactVerb === true || tokens[at + 1]?.facts.contactVerb === true;

/** Розы не доставили, Поле не может быть пустым: a genitive or dative is not the subject. */
const isSubjectAt = ({ tokens }: NameDocument, at: number): boolean =>
  !(
    (tokens[at]?.facts.wordlike === true || tokens[at]?.facts.common === true) &&
    !tokens[at].facts.nameForms.some((form) => form.endsWith('nomn'))
  );

/** Роман — мой сын, Виктория — это наш менеджер */
const isRelated = ({ tokens }: NameDocument, at: number): boolean => {
  if (!isSign(tokens[at + 1], '—–-')) return false;
  let next = tokens[at + 2]?.facts.word === 'это' ? at + 3 : at + 2;
  if (possessive.test(tokens[next]?.facts.word ?? '')) next++;
  return tokens[next]?.letters === 'lower' && tokens[next]?.facts.roleNoun === true;
};

/** Whether anything speaks for a person here. */
export const isPerson = (document: NameDocument, at: number): boolean =>
  followsNamingWord(document, at) ||
  followsPresentation(document, at) ||
  isGreeted(document, at) ||
  precedesGreeting(document, at) ||
  isVocative(document, at) ||
  (precedesHumanVerb(document, at) && isSubjectAt(document, at)) ||
  followsHumanVerb(document, at) ||
  followsPersonNoun(document, at) ||
  isCoordinated(document, at) ||
  precedesContact(document, at) ||
  followsContact(document, at) ||
  precedesOrigin(document, at) ||
  isRelated(document, at) ||
  isSubjectOfVerb(document, at) ||
  isPresent(document, at) ||
  isSignature(document, at) ||
  isHeading(document, at) ||
  isLabel(document, at);
