import { isDigit, isLetter } from '../characters.ts';
import { figures, fullStreetNames } from './lexicon.ts';
import { type Predicates } from './match.ts';
import { isSign, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

type Source = Pick<NameDocument, 'text' | 'tokens'>;

const maxKeyLength = 32;

/** An assignment sign before a word, possibly with quotation marks between. */
const assignment = ({ tokens }: Pick<Source, 'tokens'>, at: number): number => {
  const sign = isSign(tokens[at - 1], '"\'`«“') ? at - 2 : at - 1;
  return isSign(tokens[sign], ':=') ? sign : -1;
};

const isKeyCode = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 95 || code === 45 || code === 46;

type Key = { readonly name: string; readonly quoted: boolean };

/** Returns the key that the word is the value of: `"fio": "…`, `lastName='…`, `Имя = …`. */
const keyOf = (document: Source, at: number): Key | undefined => {
  const sign = assignment(document, at);
  if (sign < 0) return undefined;
  const { text, tokens } = document;
  let end = tokens[sign]?.start ?? 0;
  if (text.charAt(end - 1) === ' ') end--;
  const quoted = '"\'`'.includes(text.charAt(end - 1) || ' ');
  if (quoted) end--;
  let start = end;
  while (start > 0 && end - start < maxKeyLength && isKeyCode(text.charCodeAt(start - 1))) start--;
  return start < end ? { name: text.slice(start, end), quoted } : undefined;
};

const person =
  'first|last|middle|full|sur|given|family|father|nick|client|customer|user|contact|author|agent|operator|manager|sender|recipient|receiver|owner|employee|assignee|reporter|person|holder|driver|courier|buyer|member|staff|responsible|creator|patient|guest';
const personKey = new RegExp(
  `^(?:${person})(?:[_.-]?(?:name|fio))?$|^(?:patronymic|surname|fio|фио|имя|фамилия|отчество)$|[_.-](?:fio|surname|firstname|lastname|fullname|patronymic)$`,
  'i',
);

const thingKey =
  /product|item|goods|title|brand|model|company|org|shop|store|market|city|town|street|address|region|country|district|category|group|file|host|server|subject|theme|topic|color|size|tag|plan|tariff|bank|team|channel|товар|город|улица|адрес|регион|бренд|модель|компания|организация|тема|категория|цвет|тариф|банк/i;

/**
 * The field of data whose value the word is: a thing's, any other, or undefined outside data. Only data has its
 * key in quotation marks or in Latin letters.
 */
const fieldOf = (document: Source, at: number): 'thing' | 'other' | undefined => {
  const key = keyOf(document, at);
  if (!key || (!key.quoted && !/^[a-z]/i.test(key.name))) return undefined;
  return thingKey.test(key.name) ? 'thing' : 'other';
};

/** карла маркса: the word and the one before it are one of the pairs. */
const endsPair =
  (pairs: ReadonlySet<string>, part: 'word' | 'figureStem') =>
  ({ tokens }: Source, at: number): boolean => {
    const before = tokens[tokens[at - 1]?.facts.word === 'и' ? at - 2 : at - 1];
    return before !== undefined && pairs.has(`${before.facts[part]} ${tokens[at]?.facts[part] ?? ''}`);
  };

/** Whether two lists have an item in common; an empty list has all. */
const share = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === 0 || right.length === 0 || left.some((item) => right.includes(item));

const shareCase = (left: Token | undefined, right: Token | undefined): boolean =>
  share(left?.facts.cases ?? [], right?.facts.cases ?? []);

/** Whether gender and case of two names agree: a form of common gender agrees with both, an unknown word with all. */
const agree = (left: Token | undefined, right: Token | undefined): boolean => {
  const [forms, others] = [left?.facts.nameForms ?? [], right?.facts.nameForms ?? []];
  const isCommon = (form: string): boolean => form.startsWith('ms-f');
  const match = (a: string, b: string): boolean =>
    a === b || (a.slice(4) === b.slice(4) && (isCommon(a) || isCommon(b)));
  return forms.length === 0 || others.length === 0 || forms.some((a) => others.some((b) => match(a, b)));
};

/** What patterns cannot say; `#name` asks for it. */
export const predicates: Predicates = {
  /** The value of a field that holds a person: `"client": "Роза"`, `lastName=Гусь`. */
  valueOfPerson: (document, at) => {
    const key = keyOf(document, at);
    return key !== undefined && personKey.test(key.name);
  },
  /** A quotation mark that opens the value of a thing's field, or of any other. */
  fieldOfThing: (document, at) => fieldOf(document, at + 1) === 'thing',
  otherField: (document, at) => fieldOf(document, at + 1) === 'other',
  listedStreet: endsPair(fullStreetNames, 'word'),
  secondOfFigure: endsPair(figures, 'figureStem'),
  /** Gender and case agree with those of the name before or after. */
  formOfBefore: ({ tokens }, at) => agree(tokens[at], tokens[at - 1]),
  formOfAfter: ({ tokens }, at) => agree(tokens[at], tokens[at + 1]),
  /** The word and the one before or after it have a case in common. */
  caseOfBefore: ({ tokens }, at) => shareCase(tokens[at], tokens[at - 1]),
  caseOfAfter: ({ tokens }, at) => shareCase(tokens[at], tokens[at + 1]),
};
