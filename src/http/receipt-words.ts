import type { StepDetails } from '../queries/find-erasure.ts';
import type { ShownErasure } from './schemas/erasures.ts';

export type ReceiptLanguage = 'ru' | 'en';

type Found = StepDetails['found'];
type StepWords = { readonly open: string; readonly verified: string; readonly seen: (found: Found) => string };

const number = (found: Found, name: string): number => found[name] ?? 0;

/** The records of uploads go with their collection: then none of the outcomes was found. */
const isLedgerGone = (found: Found): boolean => number(found, 'outcomes') > 0 && number(found, 'kept') === 0;

const plural = (language: ReceiptLanguage, count: number, forms: Readonly<Record<string, string>>): string =>
  `${new Intl.NumberFormat(language).format(count)} ${forms[new Intl.PluralRules(language).select(count)] ?? forms['other'] ?? ''}`;

const events = { one: 'событие', few: 'события', many: 'событий', other: 'события' };
const answers = { one: 'ответ', few: 'ответа', many: 'ответов', other: 'ответа' };
const remains = { one: 'остаток', few: 'остатка', many: 'остатков', other: 'остатка' };
const files = { one: 'файле', few: 'файлах', many: 'файлах', other: 'файлах' };
const revisions = { one: 'редакция', few: 'редакции', many: 'редакций', other: 'редакции' };

/** After a restart the service has lost the pieces of text to search for. */
const unsearched = {
  ru: 'Строк нет; в файлах по тексту не искали: он короток или после перезапуска уже неизвестен',
  en: 'No rows; files were not searched for the text: it is short, or not known any more after a restart',
};

const ru: Readonly<Record<StepDetails['step'], StepWords>> = {
  hidden: {
    open: 'Скрывается из поиска и списков',
    verified: 'Скрыто из поиска и списков',
    seen: () => 'Искали по номеру и словам обращения: не найдено',
  },
  event_log: {
    open: 'Удаляется из журнала',
    verified: 'Удалено из журнала',
    seen: (found) => `Потока обращения нет, всего было ${plural('ru', number(found, 'events'), events)}`,
  },
  answers: {
    open: 'Удаляется из вопросов и ответов, в которых найдено',
    verified: 'Удалено из вопросов и ответов, в которых было найдено',
    seen: (found) =>
      `Потоков нет, было: ${plural('ru', number(found, 'answers'), answers)}. Вопросы, для которых его не находили, не просматривались`,
  },
  read_models: {
    open: 'Удаляется из представлений',
    verified: 'Удалено из представлений',
    seen: (found) =>
      number(found, 'pieces') === 0
        ? unsearched.ru
        : `Строк нет, в ${plural('ru', number(found, 'files'), files)} данных ${plural('ru', number(found, 'left'), remains)}`,
  },
  index: { open: 'Удаляется из индекса', verified: 'Удалено из индекса', seen: () => 'Векторов и копий нет' },
  uploads: {
    open: 'Итоги загрузок',
    verified: 'Итоги загрузок',
    seen: (found) => (isLedgerGone(found) ? 'Удалены вместе с коллекцией' : 'Остались номер и исход'),
  },
  log_disk: {
    open: 'Диск сервера журнала',
    verified: 'Диск сервера журнала',
    seen: () => 'По местам удалённых событий журнал их больше не отдаёт',
  },
  backups: { open: 'Резервные копии', verified: 'Резервные копии', seen: () => '' },
};

const en: Readonly<Record<StepDetails['step'], StepWords>> = {
  hidden: {
    open: 'Being hidden from search and lists',
    verified: 'Hidden from search and lists',
    seen: () => 'Searched for its number and words: not found',
  },
  event_log: {
    open: 'Being removed from the log',
    verified: 'Removed from the log',
    seen: (found) => `No stream; it had ${plural('en', number(found, 'events'), { one: 'event', other: 'events' })}`,
  },
  answers: {
    open: 'Being removed from the questions and answers that found it',
    verified: 'Removed from the questions and answers that found it',
    seen: (found) =>
      `No streams; there were ${plural('en', number(found, 'answers'), { one: 'answer', other: 'answers' })}. Questions that did not find it were not looked through`,
  },
  read_models: {
    open: 'Being removed from the read models',
    verified: 'Removed from the read models',
    seen: (found) =>
      number(found, 'pieces') === 0
        ? unsearched.en
        : `No rows, ${plural('en', number(found, 'left'), { one: 'remain', other: 'remains' })} in ${plural('en', number(found, 'files'), { one: 'data file', other: 'data files' })}`,
  },
  index: {
    open: 'Being removed from the index',
    verified: 'Removed from the index',
    seen: () => 'No vectors, no copies',
  },
  uploads: {
    open: 'Upload records',
    verified: 'Upload records',
    seen: (found) => (isLedgerGone(found) ? 'Deleted with the collection' : 'Number and outcome are kept'),
  },
  log_disk: {
    open: 'Disk of the log server',
    verified: 'Disk of the log server',
    seen: () => 'The log no longer gives the erased events at their positions',
  },
  backups: { open: 'Back-ups', verified: 'Back-ups', seen: () => '' },
};

/** The title of a step and its result; for an open step the reason for waiting, if it is always the same. */
export const stepWords = (
  language: ReceiptLanguage,
  { step, state, found }: StepDetails,
): readonly [string, string] => {
  const words = { ru, en }[language][step];
  if (state === 'verified') return [words.verified, words.seen(found)];
  return [words.open, step === 'log_disk' ? receiptWords[language].scavenge : ''];
};

const count = (language: ReceiptLanguage, { tickets }: ShownErasure) => {
  const [first] = tickets;
  const texts = tickets.reduce((sum, ticket) => sum + ticket.revisions, 0);
  return { first: first?.ticketId ?? '', tickets: tickets.length, texts, language };
};

/** Why there was nothing to delete. */
const nothingFound = {
  ru: ({ erasedBefore }: ShownErasure) =>
    erasedBefore > 0 ? 'Ничего: эти обращения удалены раньше' : 'Ничего: таких обращений в коллекции нет',
  en: ({ erasedBefore }: ShownErasure) =>
    erasedBefore > 0 ? 'Nothing: these tickets were deleted before' : 'Nothing: the collection has no such tickets',
};

type Signs = Readonly<Record<'here' | 'open' | 'close' | 'id' | 'more', string>>;

/** Collections with the ids of tickets in them: в этой коллекции №7; «Архив» №12, №15. */
const namedIn = (erasure: ShownErasure, { here, open, close, id, more }: Signs): string =>
  erasure.elsewhere
    .map(({ collectionId, collectionName, ticketIds, tickets }) => {
      const rest = tickets - ticketIds.length;
      const ids = ticketIds.map((ticketId) => `${id}${ticketId}`).join(', ');
      const where = collectionId === erasure.collectionId ? here : `${open}${collectionName}${close}`;
      return `${where} ${ids}${rest > 0 ? ` ${more} ${rest}` : ''}`;
    })
    .join('; ');

export const receiptWords = {
  ru: {
    title: {
      erased: 'Справка об удалении обращений',
      partly: 'Справка об удалении обращений: найдены не все',
      nothing: 'Справка: удалять было нечего',
    },
    nothing: 'Ничего не удалено',
    subtitle: (number: number, date: string) => `№${number} от ${date}`,
    state: {
      proven: 'Удалено и проверено',
      waiting: 'Скрыто, ждём очистки сервера',
      held_back: 'Не подтверждено, тексты остались в файлах',
      running: 'Удаляется',
    },
    stepState: { verified: 'проверено', running: 'идёт', failed: 'идёт', waiting: 'ждёт', outside: 'вне сервиса' },
    names: {
      ...{ what: 'Что удалено', collection: 'Коллекция', when: 'Когда' },
      ...{ who: 'Кто удалил', for: 'По чьей просьбе', later: 'Повторная загрузка' },
      ...{ unknown: 'Не найдено', elsewhere: 'Тот же текст' },
    },
    what: (erasure: ShownErasure) => {
      const { first, tickets, texts } = count('ru', erasure);
      if (tickets === 0) return nothingFound.ru(erasure);
      const all = plural('ru', texts, revisions);
      return tickets === 1
        ? `Обращение №${first}, ${all}`
        : `${plural('ru', tickets, { one: 'обращение', few: 'обращения', many: 'обращений', other: 'обращения' })}, ${all}: ${erasure.tickets.map(({ ticketId }) => `№${ticketId}`).join(', ')}`;
    },
    when: (requested: string, proven: string | null) =>
      `Запрошено ${requested}${proven === null ? '' : `, завершено ${proven}`} (UTC)`,
    surface: { web: 'веб-интерфейс', api: 'API' },
    later: 'В ней эти номера пропускаются',
    steps: 'Шаги',
    backups: (date: string) => `Сервис их не проверяет: копии старше ${date} удаляет администратор`,
    scavenge: 'Не читается уже сейчас, с диска уйдёт со следующей очисткой EventStoreDB',
    unknown: ({ unknown }: ShownErasure) =>
      `${plural('ru', unknown, { one: 'номера', few: 'номеров', many: 'номеров', other: 'номера' })} из запроса в коллекции нет`,
    elsewhere: (erasure: ShownErasure) =>
      `Остаётся у других обращений: ${namedIn(erasure, { here: 'в этой коллекции', open: '«', close: '»', id: '№', more: 'и ещё' })}`,
    hash: 'Отпечаток справки, SHA-256: копия не изменена',
    signed: 'Подпись сервиса, HMAC-SHA-256: проверяет POST /api/receipts/check',
    signature: 'Ответственный, подпись',
    date: 'Дата',
  },
  en: {
    title: {
      erased: 'Receipt of a deletion of tickets',
      partly: 'Receipt of a deletion of tickets: not all were found',
      nothing: 'Receipt: there was nothing to delete',
    },
    nothing: 'Nothing was deleted',
    subtitle: (number: number, date: string) => `No. ${number} of ${date}`,
    state: {
      proven: 'Deleted and verified',
      waiting: 'Hidden, waiting for the server’s clean-up',
      held_back: 'Not proven, texts are left in files',
      running: 'Deleting',
    },
    stepState: {
      ...{ verified: 'verified', running: 'running', failed: 'running' },
      ...{ waiting: 'waiting', outside: 'outside the service' },
    },
    names: {
      ...{ what: 'What was deleted', collection: 'Collection', when: 'When' },
      ...{ who: 'Deleted by', for: 'Requested by', later: 'Later uploads' },
      ...{ unknown: 'Not found', elsewhere: 'Same text' },
    },
    what: (erasure: ShownErasure) => {
      const { first, tickets, texts } = count('en', erasure);
      if (tickets === 0) return nothingFound.en(erasure);
      const all = plural('en', texts, { one: 'version', other: 'versions' });
      return tickets === 1
        ? `Ticket No. ${first}, ${all}`
        : `${plural('en', tickets, { one: 'ticket', other: 'tickets' })}, ${all}: ${erasure.tickets.map(({ ticketId }) => `No. ${ticketId}`).join(', ')}`;
    },
    when: (requested: string, proven: string | null) =>
      `Requested ${requested}${proven === null ? '' : `, finished ${proven}`} (UTC)`,
    surface: { web: 'web interface', api: 'API' },
    later: 'skip these numbers',
    steps: 'Steps',
    backups: (date: string) => `The service does not check them: an administrator deletes copies older than ${date}`,
    scavenge: 'Unreadable already, leaves the disk with the next scavenge',
    unknown: ({ unknown }: ShownErasure) =>
      `${plural('en', unknown, { one: 'requested number is', other: 'requested numbers are' })} not in the collection`,
    elsewhere: (erasure: ShownErasure) =>
      `Stays in other tickets: ${namedIn(erasure, { here: 'in this collection', open: '“', close: '”', id: 'No. ', more: 'and another' })}`,
    hash: 'Fingerprint of this receipt, SHA-256: the copy is unchanged',
    signed: 'Signature of the service, HMAC-SHA-256: checked by POST /api/receipts/check',
    signature: 'Responsible, signature',
    date: 'Date',
  },
} as const;
