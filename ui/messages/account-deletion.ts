import type { AccountErasure } from '../api/account-erasures.ts';
import { commonMessages } from './common.ts';
import { erasureMessages } from './erasure.ts';
import { day, figure, pluralOf } from './format.ts';
import type { Messages } from './language.ts';

type Step = AccountErasure['steps'][number];
type StepWords = Record<Step['step'], string>;

/** The deletion of the account, and what is said of it on the sign-in page. */
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
  stays: 'Останется справка без почты и текстов. Она откроется на странице входа.',
  password: 'Текущий пароль',
  passwordMissing: 'Введите текущий пароль',
  confirm: 'Введите почту аккаунта, чтобы подтвердить',
  wrong: 'Текущий пароль не подошёл',
  erase: 'Удалить навсегда',
  deleted: 'Аккаунт удалён',
  states: {
    running: 'Данные стираются, это занимает меньше минуты. Страницу можно закрыть.',
    waiting: 'Данные стёрты. С диска сервера журнала они уйдут со следующей очисткой.',
    held_back: 'Стёрто не всё: тексты остались в файлах, их убирает администратор.',
    proven: 'Все данные стёрты, это проверено.',
  } satisfies Record<AccountErasure['state'], string>,
  stepState: erasureMessages.ru.stepState,
  steps: {
    closed: 'Вход, ключи и коллекции закрыты',
    event_log: 'Журнал',
    read_models: 'Представления и индекс',
    log_disk: 'Диск сервера журнала',
    files: 'Файлы данных',
    backups: 'Резервные копии удаляет администратор',
  } satisfies StepWords,
  stepList: 'Шаги удаления',
  until: (iso: string) => `Справку можно скачать до ${day(iso)}.`,
  notFinal: (iso: string) =>
    `Справка ещё не окончательная: скачать её можно будет здесь, когда всё будет проверено, до ${day(iso)}.`,
  download: 'Скачать справку',
  dismiss: 'Убрать',
  gone: 'Справки здесь больше нет: срок вышел.',
  failed: 'Ход удаления не загрузился',
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
  stays: 'A receipt stays, without email and texts. It is shown on the sign-in page.',
  password: 'Current password',
  passwordMissing: 'Enter the current password',
  confirm: 'Type the email of the account to confirm',
  wrong: 'The current password is wrong',
  erase: 'Delete for good',
  deleted: 'The account was deleted',
  states: {
    running: 'Its data is being erased, which takes less than a minute. You may close the page.',
    waiting: 'Its data is erased. It leaves the disk of the log server with the next scavenge.',
    held_back: 'Not all is erased: texts are left in files, which the operator removes.',
    proven: 'All of its data is erased, and this was verified.',
  },
  stepState: erasureMessages.en.stepState,
  steps: {
    closed: 'Sign-in, keys and collections are closed',
    event_log: 'Log',
    read_models: 'Read models and index',
    log_disk: 'Disk of the log server',
    files: 'Data files',
    backups: 'Back-ups are deleted by an administrator',
  },
  stepList: 'Steps of the deletion',
  until: (iso) => `The receipt can be downloaded until ${day(iso)}.`,
  notFinal: (iso) => `The receipt is not final yet: it can be downloaded here once all is verified, until ${day(iso)}.`,
  download: 'Download the receipt',
  dismiss: 'Put away',
  gone: 'The receipt is not here any more: its time is over.',
  failed: 'The progress did not load',
};

export const accountDeletionMessages: Messages<typeof ru> = { ru, en };
