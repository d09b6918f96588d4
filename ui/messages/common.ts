import { counted } from './format.ts';
import type { Messages } from './language.ts';

const ruTickets = (count: number) =>
  counted(count, { one: 'обращение', few: 'обращения', many: 'обращений', other: 'обращения' });
const enTickets = (count: number) => counted(count, { one: 'ticket', other: 'tickets' });

/** Texts used on several pages. */
const ru = {
  product: 'Прецедент',
  tickets: ruTickets,
  collections: (count: number) =>
    counted(count, { one: 'коллекция', few: 'коллекции', many: 'коллекций', other: 'коллекции' }),
  seconds: (count: number) => counted(count, { one: 'секунду', few: 'секунды', many: 'секунд', other: 'секунды' }),
  secondsShort: 'с',
  cancel: 'Отмена',
  close: 'Закрыть',
  closeNotice: 'Закрыть уведомление',
  retry: 'Повторить',
  notRefreshed: 'Показано загруженное раньше.',
  loading: 'Загружаем',
  problem: 'Проблема',
  solution: 'Решение',
  number: (id: string) => `№${id}`,
  openSource: 'Открыть в исходной системе',
  hidden: (count: number, id: string) =>
    count === 1
      ? `№${id} скрыто из поиска`
      : `${ruTickets(count)} ${count % 10 === 1 && count % 100 !== 11 ? 'скрыто' : 'скрыты'} из поиска`,
  undo: 'Вернуть',
  similarity: 'Сходство',
  similarityIs: (score: string) => `Сходство ${score}`,
  levels: { verySimilar: 'очень похоже', similar: 'похоже', partly: 'отчасти', remote: 'отдалённо' },
  rank: (rank: number) => (rank === 1 ? 'самое близкое' : `${rank}-е по близости`),
  masked: 'Скрыто до сохранения',
};

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinals: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const en: typeof ru = {
  product: 'Precedent',
  tickets: enTickets,
  collections: (count) => counted(count, { one: 'collection', other: 'collections' }),
  seconds: (count) => counted(count, { one: 'second', other: 'seconds' }),
  secondsShort: 's',
  cancel: 'Cancel',
  close: 'Close',
  closeNotice: 'Close the notice',
  retry: 'Retry',
  notRefreshed: 'What was loaded before is shown.',
  loading: 'Loading',
  problem: 'Problem',
  solution: 'Solution',
  number: (id) => `No.\u00a0${id}`,
  openSource: 'Open in the source system',
  hidden: (count, id) =>
    count === 1 ? `No.\u00a0${id} is hidden from search` : `${enTickets(count)} are hidden from search`,
  undo: 'Restore',
  similarity: 'Similarity',
  similarityIs: (score) => `Similarity ${score}`,
  levels: { verySimilar: 'very similar', similar: 'similar', partly: 'partly', remote: 'distant' },
  rank: (rank) => (rank === 1 ? 'the closest' : `${rank}${ordinals[ordinal.select(rank)] ?? 'th'} closest`),
  masked: 'Hidden before storing',
};

export const commonMessages: Messages<typeof ru> = { ru, en };
