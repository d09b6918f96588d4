import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';
import { shellMessages } from './shell.ts';

const ruCollections = (count: number) =>
  counted(count, { one: 'коллекции', few: 'коллекциях', many: 'коллекциях', other: 'коллекциях' });

const ru = {
  title: shellMessages.ru.searchAll,
  query: 'Запрос',
  placeholder: 'Опишите проблему своими словами',
  find: 'Найти',
  intro: 'Спросим каждую коллекцию и покажем самые похожие обращения вместе.',
  searching: 'Ищем похожие обращения',
  found: (tickets: number, answered: number, all: number) =>
    `Найдено: ${commonMessages.ru.tickets(tickets)} в ${ruCollections(answered)}${answered < all ? ` из ${figure(all)}` : ''}`,
  closer: (count: number) => `Ещё ближе: ${figure(count)}`,
  nothing: 'Ничего похожего не нашлось',
  noTickets: 'Ни в одной коллекции пока нет обращений.',
  toCollections: 'К коллекциям',
  more: (count: number) => `Ещё ${commonMessages.ru.tickets(count)}`,
  failed: (names: string, count: number) =>
    count === 1 ? `Коллекция ${names} не ответила` : `Не ответили коллекции: ${names}`,
  unasked: (names: string, count: number) =>
    `Запросы этой минуты кончились, ${count === 1 ? 'не спросили коллекцию' : 'не спросили коллекции'} ${names}.`,
  goOn: 'Спросить остальные',
  goOnIn: 'Спросим сами через',
  goOnInSeconds: (seconds: number) => `Спросим сами через ${commonMessages.ru.seconds(seconds)}.`,
  quoted: (name: string) => `«${name}»`,
  andMore: (count: number) => `и ещё ${count}`,
};

const en: typeof ru = {
  title: shellMessages.en.searchAll,
  query: 'Query',
  placeholder: 'Describe the problem in your own words',
  find: 'Search',
  intro: 'Each collection is asked, and the most similar tickets are shown together.',
  searching: 'Looking for similar tickets',
  found: (tickets, answered, all) =>
    `${commonMessages.en.tickets(tickets)} found in ${commonMessages.en.collections(answered)}${answered < all ? ` of ${figure(all)}` : ''}`,
  closer: (count) => `Closer: ${figure(count)}`,
  nothing: 'Nothing similar found',
  noTickets: 'No collection has tickets yet.',
  toCollections: 'To the collections',
  more: (count) => `${commonMessages.en.tickets(count)} more`,
  failed: (names, count) => (count === 1 ? `Collection ${names} did not answer` : `No answer from: ${names}`),
  unasked: (names) => `The requests of this minute are used up; not asked: ${names}.`,
  goOn: 'Ask the others',
  goOnIn: 'Asking them in',
  goOnInSeconds: (seconds) => `Asking them in ${commonMessages.en.seconds(seconds)}.`,
  quoted: (name) => `“${name}”`,
  andMore: (count) => `and ${count} more`,
};

export const searchAllMessages: Messages<typeof ru> = { ru, en };
