import { notNameLimits } from '../../src/domain/not-names.ts';
import type { Messages } from './language.ts';

const ru = {
  search: 'Поиск',
  tickets: 'Обращения',
  questions: 'Вопросы',
  gaps: 'Пробелы',
  upload: 'Загрузка',
  tabs: 'Разделы коллекции',
  gone: 'Такой коллекции нет',
  goneText: 'Возможно, её удалили, или ссылка ведёт в чужой аккаунт.',
  settings: 'Настроить коллекцию',
  settingsOf: (name: string) => `Настроить «${name}»`,
  name: 'Название',
  nameMissing: 'Введите название',
  nameLong: 'Название длиннее 200 знаков',
  ticketUrl: 'Ссылка на обращение',
  ticketUrlHint: 'Вставьте {ticket_id} там, где в адресе номер. Только https.',
  ticketUrlWrong: 'Нужен адрес https с {ticket_id} на месте номера',
  example: (id: string, address: string) => `Для №${id}: ${address}`,
  notNames: 'Слова, которые не имена',
  notNamesHint:
    'По одному в строке, каждую форму отдельно: Алиса, Алису. В новых загрузках, правках и вопросах их не скроем, даже если так зовут человека. Сохранённые тексты не изменятся.',
  notNamesWrong: (word: string) =>
    `«${word}»: нужны слова не длиннее ${notNameLimits.characters} знаков из букв, цифр и дефиса внутри`,
  notNamesMany: `Слов больше ${notNameLimits.words}`,
  find: 'Найти коллекцию',
  noneFound: 'Ничего не нашлось',
  save: 'Сохранить',
  saved: 'Настройки коллекции сохранены',
};

const en: typeof ru = {
  search: 'Search',
  tickets: 'Tickets',
  questions: 'Questions',
  gaps: 'Gaps',
  upload: 'Upload',
  tabs: 'Parts of the collection',
  gone: 'There is no such collection',
  goneText: 'It may have been deleted, or the link leads into another account.',
  settings: 'Collection settings',
  settingsOf: (name) => `Settings of “${name}”`,
  name: 'Name',
  nameMissing: 'Enter a name',
  nameLong: 'The name is over 200 characters',
  ticketUrl: 'Link to a ticket',
  ticketUrlHint: 'Put {ticket_id} where the address has the number. https only.',
  ticketUrlWrong: 'An https address with {ticket_id} in place of the number is needed',
  example: (id, address) => `For No. ${id}: ${address}`,
  notNames: 'Words that are not names',
  notNamesHint:
    'One a line, each form by itself. They are not hidden in new uploads, edits and questions, even if a person is called so. Stored texts do not change.',
  notNamesWrong: (word) =>
    `“${word}”: a word has at most ${notNameLimits.characters} letters and digits, with hyphens inside`,
  notNamesMany: `There are more than ${notNameLimits.words} words`,
  find: 'Find a collection',
  noneFound: 'Nothing found',
  save: 'Save',
  saved: 'The settings of the collection are saved',
};

export const collectionMessages: Messages<typeof ru> = { ru, en };
