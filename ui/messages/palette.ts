import { commonMessages } from './common.ts';
import type { Messages } from './language.ts';

const ru = {
  title: 'Перейти или сделать',
  placeholder: 'Номер, коллекция, запрос',
  nothing: 'Ничего не нашлось',
  searchHere: (query: string) => `Искать «${query}»`,
  searchAll: (query: string) => `Искать во всех: «${query}»`,
  inCollections: (count: number) => commonMessages.ru.collections(count),
  openTicket: (number: string) => `Открыть ${number}`,
  groups: {
    tickets: 'Обращения',
    search: 'Поиск',
    collections: 'Коллекции',
    recent: 'Недавние запросы',
    actions: 'Действия',
  },
  actions: {
    create: 'Новая коллекция',
    searchAll: 'Искать во всех коллекциях',
    tickets: 'Обращения коллекции',
    questions: 'Вопросы коллекции',
    upload: 'Загрузить обращения',
    settings: 'Настройки и ключ API',
    keys: 'Список клавиш',
    theme: { dark: 'Тёмная тема', light: 'Светлая тема' },
    language: 'English',
    signOut: 'Выйти',
  },
  found: (count: number) => `Найдено: ${count}`,
};

const en: typeof ru = {
  title: 'Go to or do',
  placeholder: 'Number, collection, query',
  nothing: 'Nothing found',
  searchHere: (query) => `Search for “${query}”`,
  searchAll: (query) => `Search all for “${query}”`,
  inCollections: (count) => commonMessages.en.collections(count),
  openTicket: (number) => `Open ${number}`,
  groups: {
    tickets: 'Tickets',
    search: 'Search',
    collections: 'Collections',
    recent: 'Recent queries',
    actions: 'Actions',
  },
  actions: {
    create: 'New collection',
    searchAll: 'Search in all collections',
    tickets: 'Tickets of the collection',
    questions: 'Questions of the collection',
    upload: 'Upload tickets',
    settings: 'Settings and API key',
    keys: 'List of keys',
    theme: { dark: 'Dark theme', light: 'Light theme' },
    language: 'Русский',
    signOut: 'Sign out',
  },
  found: (count) => `Found: ${count}`,
};

export const paletteMessages: Messages<typeof ru> = { ru, en };
