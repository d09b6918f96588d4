import { isValueOfPerson } from './data-fields.ts';
import { isSign, type NameDocument } from './document.ts';

/** Words after which a name is all that can follow: меня зовут, моё имя —, ФИО:. */
const namingWords = new Set(['зовут', 'звать', 'имя', 'фио', 'фамилия', 'отчество', 'величать', 'зовусь']);

/** кто такой рубцов? */
const isAskedAbout = ({ tokens }: NameDocument, at: number): boolean =>
  /^так(?:ой|ая)$/.test(tokens[at - 1]?.facts.word ?? '') && tokens[at - 2]?.facts.word === 'кто';

/** меня Нурзат зовут. */
const isBetweenNaming = ({ tokens }: NameDocument, at: number): boolean =>
  /^(?:зовут|звать)$/.test(tokens[at + 1]?.facts.word ?? '') &&
  /^(?:меня|его|ее|их|нас|тебя|вас|мастера|менеджера|оператора|сына|дочь|мужа|жену|маму)$/.test(
    tokens[at - 1]?.facts.word ?? '',
  );

/** Whether a word that announces a name precedes, with a colon or dash or nothing between. */
export const followsNamingWord = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (isValueOfPerson(document, at) || isBetweenNaming(document, at) || isAskedAbout(document, at)) return true;
  let left = at - 1;
  while (left >= 0 && at - left < 3 && isSign(tokens[left], ':—–-')) left--;
  if (tokens[left - 1]?.facts.word === 'зовут' && /^(?:меня|нас|е[её]|его|их)$/.test(tokens[left]?.facts.word ?? ''))
    left--;
  const word = tokens[left];
  return word?.kind === 'word' && namingWords.has(word.facts.word);
};

const presenting = new Set([
  'я',
  'это',
  'связи',
  'беспокоит',
  'пишет',
  'пишу',
  'вами',
  'вас',
  'тебя',
  'вам',
  'его',
  'ее',
  'их',
  'hi',
  'hello',
  'regards',
  'dear',
  'is',
]);

/** это Слава, я Инна, на связи Полина, вас беспокоит Игорь. */
export const followsPresentation = ({ tokens }: NameDocument, at: number): boolean => {
  const before = tokens[at - 1];
  const word = isSign(before, ',—–-') ? tokens[at - 2] : before;
  return word !== undefined && presenting.has(word.facts.word || word.text.toLowerCase());
};
