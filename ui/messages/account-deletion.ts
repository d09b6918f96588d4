import { commonMessages } from './common.ts';
import { figure, pluralOf } from './format.ts';
import type { Messages } from './language.ts';

/** The deletion of the account. */
const ru = {
  title: 'Удаление аккаунта',
  text: 'Стирает коллекции, ключи и всё остальное и даёт справку.',
  open: 'Удалить аккаунт',
  ask: 'Удалить аккаунт навсегда?',
  warning: 'Вернуть будет нельзя. Если обращения ещё нужны, сначала выгрузите их.',
  tickets: (count: number, collections: number) =>
    `${commonMessages.ru.tickets(count)}: ${figure(collections)} ${pluralOf(collections, { one: 'коллекция', few: 'коллекции', other: 'коллекций' })}`,
  ticketsUnknown: 'Все коллекции и обращения',
  rest: 'Вопросы, ответы и оценки, загрузки, справки об удалении обращений',
  keys: 'Ключи и сеансы: системы с ключами сразу получат отказ',
  stays: 'Останется справка без почты и текстов. Она сразу откроется.',
  password: 'Текущий пароль',
  passwordMissing: 'Введите текущий пароль',
  confirm: 'Введите почту аккаунта, чтобы подтвердить',
  wrong: 'Текущий пароль не подошёл',
  erase: 'Удалить навсегда',
};

const en: typeof ru = {
  title: 'Deleting the account',
  text: 'Erases collections, keys and all else, and gives a receipt.',
  open: 'Delete account',
  ask: 'Delete the account for good?',
  warning: 'This cannot be undone. If you still need the tickets, export them first.',
  tickets: (count, collections) =>
    `${commonMessages.en.tickets(count)} in ${figure(collections)} ${pluralOf(collections, { one: 'collection', other: 'collections' })}`,
  ticketsUnknown: 'All collections and tickets',
  rest: 'Questions, answers and verdicts, uploads, receipts of deleted tickets',
  keys: 'Keys and sessions: systems with a key are refused at once',
  stays: 'A receipt stays, without email and texts. It opens at once.',
  password: 'Current password',
  passwordMissing: 'Enter the current password',
  confirm: 'Type the email of the account to confirm',
  wrong: 'The current password is wrong',
  erase: 'Delete for good',
};

export const accountDeletionMessages: Messages<typeof ru> = { ru, en };
