import type { Messages } from './language.ts';

const ru = {
  search: 'Поиск',
  upload: 'Загрузка',
  tabs: 'Разделы коллекции',
  gone: 'Такой коллекции нет',
  goneText: 'Возможно, её удалили, или ссылка ведёт в чужой аккаунт.',
};

const en: typeof ru = {
  search: 'Search',
  upload: 'Upload',
  tabs: 'Parts of the collection',
  gone: 'There is no such collection',
  goneText: 'It may have been deleted, or the link leads into another account.',
};

export const collectionMessages: Messages<typeof ru> = { ru, en };
