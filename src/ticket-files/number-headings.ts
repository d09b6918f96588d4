/** What a number is of, in the genitive and the nominative. */
const numbered = [
  ...['обращения обращение', 'тикета тикет', 'заявки заявка', 'запроса запрос', 'инцидента инцидент', 'зно зно'],
  ...['задачи задача', 'кейса кейс', 'документа документ', 'док док', 'регистрации регистрация'],
];

/** The same of other trades; a code of these may be one of their kinds. */
const numberedOnly = [
  ...['вх вх', 'входящего входящий', 'вызова вызов', 'наряда наряд', 'жалобы жалоба', 'претензии претензия'],
  ...['рекламации рекламация', 'талона талон', 'звонка звонок', 'письма письмо', 'дела дело', 'случая случай'],
  ...['вопроса вопрос', 'поручения поручение', 'заявления заявление', 'ремонта ремонт', 'карточки карточка'],
];

/** The same in English. */
const numberedEnglish = ['ticket', 'case', 'incident', 'request', 'complaint', 'call', 'work order', 'job', 'enquiry'];

const headingsOf = (both: string): readonly string[] => {
  const [of = '', one = ''] = both.split(' ');
  return [`${one} №`, `№ ${one}`, `${one} номер`, `${one} id`, `номер ${of}`, `№ ${of}`, `id ${of}`];
};

/** Headings of the number of whatever it is of: «№ док.», «Заявка №», «Номер документа», «Вх. №», "Case #". */
export const numberHeadings: readonly string[] = [
  ...[...numbered, ...numberedOnly].flatMap(headingsOf),
  ...numbered.map((both) => `код ${both.split(' ')[0]}`),
  ...numberedEnglish.flatMap((one) => [`${one} number`, `${one} no`, `${one} #`, `${one} №`, `${one} id`]),
];
