import type { Messages } from './language.ts';

const ru = {
  filter: 'Фильтр поиска',
  category: 'Категория',
  remove: (name: string) => `Убрать из фильтра: ${name}`,
  anyTime: 'Убрать срок решения из фильтра',
  failed: 'Категории не загрузились',
};

const en: typeof ru = {
  filter: 'Filter of the search',
  category: 'Category',
  remove: (name) => `Remove from the filter: ${name}`,
  anyTime: 'Remove the time of resolution from the filter',
  failed: 'The categories did not load',
};

export const searchFilterMessages: Messages<typeof ru> = { ru, en };
