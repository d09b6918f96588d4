import type { AccountErasure } from '../api/account-erasures.ts';
import { commonMessages } from './common.ts';
import { erasureMessages } from './erasure.ts';
import { counted, day, figure } from './format.ts';
import type { Messages } from './language.ts';
import { shellMessages } from './shell.ts';

type Step = AccountErasure['steps'][number];
type StepWords = readonly [open: string, verified: string, seen: (found: Step['found']) => string];

const at = (found: Step['found'], name: string): number => found[name] ?? 0;

/** The receipt of the erasure of an account. */
const ru = {
  heading: shellMessages.ru.accountErasure,
  subtitle: (iso: string) => `от ${day(iso)}`,
  waiting: 'Ждём очистки сервера журнала',
  what: erasureMessages.ru.what,
  whatText: (collections: number, tickets: number) =>
    `Аккаунт со всем, что в нём было. При удалении в нём значилось: ${commonMessages.ru.collections(collections)}, ${commonMessages.ru.tickets(tickets)}`,
  account: 'Аккаунт',
  accountText: (id: string) => `${id}: так он назван в журнале, почта стёрта`,
  number: 'Номер справки',
  stays: 'Что остаётся',
  staysText:
    'Отметки об удалении: случайные номера и количества. Отпечаток почты (SHA-256) в имени записи журнала, до 30 дней и у задержек после неудачных входов',
  words: {
    closed: [
      'Закрываются вход, ключи и коллекции',
      'Вход, ключи и коллекции закрыты',
      () => 'Аккаунта, ключей, коллекций и идущих загрузок не найдено',
    ],
    event_log: [
      'Удаляется из журнала',
      'Удалено из журнала',
      (found) =>
        `Прочитан весь журнал, ${counted(at(found, 'events'), { one: 'событие', few: 'события', many: 'событий', other: 'события' })}: от аккаунта в нём только отметки об удалении`,
    ],
    read_models: [
      'Удаляется из представлений и индекса',
      'Удалено из представлений и индекса',
      () => 'Строк и векторов удалённых коллекций нет',
    ],
    log_disk: erasureMessages.ru.words.log_disk,
    files: [
      'Проверяются файлы данных',
      'Файлы данных проверены',
      (found) =>
        at(found, 'pieces') === 0
          ? 'Файлы переписаны; по тексту не искали: искать было нечего или после перезапуска уже неизвестно, что'
          : `Файлы переписаны; искали отрывков: ${figure(at(found, 'pieces'))}, осталось ${figure(at(found, 'left'))}`,
    ],
    backups: erasureMessages.ru.words.backups,
  } satisfies Record<Step['step'], StepWords> as Record<Step['step'], StepWords>,
  until: (iso: string) =>
    `Справка открывается до ${day(iso)}. Войти в аккаунт нельзя, поэтому сохраните её или ссылку.`,
  notFinal: (iso: string) =>
    `Проверено ещё не всё. Страницу можно закрыть и открыть потом, до ${day(iso)}; окончательную справку можно будет скачать здесь.`,
  copyLink: 'Скопировать ссылку на справку',
  linkCopied: 'Ссылка скопирована: кто её откроет, увидит эту справку',
  forget: 'Забыть в этом браузере',
  forgotten: 'Этот браузер справку больше не откроет, ссылка откроет',
  toSignIn: 'Ко входу',
  toCollections: 'К коллекциям',
  missing: 'Справки здесь нет',
  missingText:
    'Она открывается 90 дней в том браузере, где удаляли аккаунт, или по ссылке, которую в нём скопировали. Срок вышел, ссылка неполная, или это другой браузер.',
};

const en: typeof ru = {
  heading: shellMessages.en.accountErasure,
  subtitle: (iso) => `of ${day(iso)}`,
  waiting: 'Waiting for the log server’s clean-up',
  what: erasureMessages.en.what,
  whatText: (collections, tickets) =>
    `The account with all that it had. At its deletion it was listed with ${commonMessages.en.collections(collections)}, ${commonMessages.en.tickets(tickets)}`,
  account: 'Account',
  accountText: (id) => `${id}: its name in the log, the email is erased`,
  number: 'Receipt number',
  stays: 'What stays',
  staysText:
    'Marks of the deletion: random ids and counts. The SHA-256 of the email in a name in the log and, for up to 30 days, with delays of failed sign-ins',
  words: {
    closed: [
      'Closing sign-in, keys and collections',
      'Sign-in, keys and collections are closed',
      () => 'No account, key, collection or running upload was found',
    ],
    event_log: [
      'Being removed from the log',
      'Removed from the log',
      (found) =>
        `The whole log was read, ${counted(at(found, 'events'), { one: 'event', other: 'events' })}: of the account it has only marks of the deletion`,
    ],
    read_models: [
      'Being removed from the read models and the index',
      'Removed from the read models and the index',
      () => 'No rows or vectors of deleted collections',
    ],
    log_disk: erasureMessages.en.words.log_disk,
    files: [
      'Data files are being checked',
      'Data files were checked',
      (found) =>
        at(found, 'pieces') === 0
          ? 'The files were rewritten; not searched for texts: there were none, or they are not known any more after a restart'
          : `The files were rewritten; pieces looked for: ${figure(at(found, 'pieces'))}, left: ${figure(at(found, 'left'))}`,
    ],
    backups: erasureMessages.en.words.backups,
  },
  until: (iso) =>
    `The receipt can be opened until ${day(iso)}. Nobody can sign in to the account, so save it or its link.`,
  notFinal: (iso) =>
    `Not all is verified yet. You may close the page and open it later, until ${day(iso)}; the final receipt can be downloaded here then.`,
  copyLink: 'Copy the link to the receipt',
  linkCopied: 'Link copied: whoever opens it sees this receipt',
  forget: 'Forget in this browser',
  forgotten: 'This browser does not open the receipt any more, its link does',
  toSignIn: 'To the sign-in',
  toCollections: 'To the collections',
  missing: 'There is no receipt here',
  missingText:
    'It opens for 90 days in the browser in which the account was deleted, or by the link that was copied there. Its time is over, the link is not whole, or this is another browser.',
};

export const accountErasureMessages: Messages<typeof ru> = { ru, en };
