/** What a number is of, in the genitive and the nominative. */
const numbered = [
  ...['обращения обращение', 'тикета тикет', 'заявки заявка', 'запроса запрос', 'инцидента инцидент', 'зно зно'],
  ...['задачи задача', 'кейса кейс', 'документа документ', 'док док', 'регистрации регистрация'],
];

const headingsOf = (of: string, one: string): readonly string[] => [
  ...[`${one} №`, `№ ${one}`, `${one} номер`, `${one} id`],
  ...[`номер ${of}`, `№ ${of}`, `id ${of}`, `код ${of}`],
];

/** Headings of the number of whatever it is of: «№ док.», «Заявка №», «Номер документа». */
export const numberHeadings: readonly string[] = numbered.flatMap((both) => {
  const [of = '', one = ''] = both.split(' ');
  return headingsOf(of, one);
});
