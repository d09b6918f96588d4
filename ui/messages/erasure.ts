import type { Erasure, ErasureOutcome, ErasureState, ErasureStep, StepName } from '../api/erasures.ts';
import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

/** A step while it runs, when it is verified, and what was seen. */
type StepWords = readonly [open: string, verified: string, seen: (found: ErasureStep['found']) => string];

const at = (found: ErasureStep['found'], name: string): number => found[name] ?? 0;

/** The records of uploads go with their collection: then none of the outcomes was found. */
const isLedgerGone = (found: ErasureStep['found']): boolean => at(found, 'outcomes') > 0 && at(found, 'kept') === 0;

type Signs = Readonly<Record<'here' | 'open' | 'close' | 'id' | 'more', string>>;

/** Collections with the ids of tickets in them: в этой коллекции №7; «Архив» №12, №15. */
const namedIn = ({ collection_id: own, elsewhere }: Erasure, { here, open, close, id, more }: Signs): string =>
  elsewhere
    .map(({ collection_id: collection, collection_name: name, ticket_ids: ids, tickets }) => {
      const rest = tickets - ids.length;
      return `${collection === own ? here : `${open}${name}${close}`} ${ids.map((each) => `${id}${each}`).join(', ')}${rest > 0 ? ` ${more} ${figure(rest)}` : ''}`;
    })
    .join('; ');

const ru = {
  heading: (outcome: ErasureOutcome, count: number) =>
    outcome === 'nothing'
      ? 'Удалять было нечего'
      : `Справка об удалении ${count === 1 ? 'обращения' : 'обращений'}${outcome === 'partly' ? ': найдены не все' : ''}`,
  nothing: 'Ничего не удалено',
  subtitle: (number: number, day: string) => `№${figure(number)} от ${day}`,
  toTickets: 'К обращениям',
  toReceipts: 'Все справки',
  ...{ download: 'Скачать JSON', print: 'Печать' },
  state: (state: ErasureState, done: number, all: number) =>
    ({
      proven: 'Удалено и проверено',
      ...{ waiting: 'Скрыто, ждём очистки сервера', held_back: 'Не подтверждено, тексты остались в файлах' },
      running: `Удаляется, ${done} из ${all} шагов`,
    })[state],
  what: 'Что удалено',
  whatText: (ids: readonly string[], texts: number, before: number) => {
    const all = counted(texts, { one: 'редакция', few: 'редакции', many: 'редакций', other: 'редакции' });
    if (ids.length === 0)
      return before > 0 ? 'Ничего: эти обращения удалены раньше' : 'Ничего: таких обращений в коллекции не было';
    return ids.length === 1
      ? `Обращение №${ids[0] ?? ''}, ${all}`
      : `${commonMessages.ru.tickets(ids.length)}, ${all}: ${ids.map((id) => `№${id}`).join(', ')}`;
  },
  collection: 'Коллекция',
  when: 'Когда',
  whenText: (requested: string, proven: string | null, zone: string) =>
    `Запрошено ${requested}${proven === null ? '' : `, завершено ${proven}`} (${zone})`,
  who: 'Кто удалил',
  surface: { web: 'веб-интерфейс', api: 'API' },
  forWhom: 'По чьей просьбе',
  later: 'Повторная загрузка',
  laterText: (ids: readonly string[]) =>
    ids.length === 1 ? `№${ids[0] ?? ''} в ней пропускается` : 'Эти номера в ней пропускаются',
  unknown: 'Не найдено',
  unknownText: (unknown: number) =>
    `${counted(unknown, { one: 'номера', few: 'номеров', many: 'номеров', other: 'номера' })} из запроса в коллекции нет`,
  elsewhere: 'Тот же текст',
  elsewhereText: (erasure: Erasure) =>
    `Остаётся у других обращений: ${namedIn(erasure, { here: 'в этой коллекции', open: '«', close: '»', id: '№', more: 'и ещё' })}`,
  steps: 'Шаги',
  stepState: {
    verified: 'проверено',
    running: 'идёт',
    failed: 'не удалось, повторяем',
    waiting: 'ждёт',
    outside: 'вне сервиса',
  } satisfies Record<ErasureStep['state'], string>,
  words: {
    hidden: [
      'Скрывается из поиска и списков',
      'Скрыто из поиска и списков',
      () => 'Искали по номеру и словам обращения: не найдено',
    ],
    event_log: [
      'Удаляется из журнала',
      'Удалено из журнала',
      (found) =>
        `${at(found, 'streams') === 1 ? 'Потока обращения' : 'Потоков обращений'} нет, было ${counted(at(found, 'events'), { one: 'событие', few: 'события', many: 'событий', other: 'события' })}`,
    ],
    answers: [
      'Удаляется из ответов',
      'Удалено из ответов',
      (found) =>
        `Потоков нет; ответов было ${figure(at(found, 'answers'))}, вопросов без него осталось ${figure(at(found, 'kept'))}. Вопросы, для которых его не находили, не просматривались`,
    ],
    read_models: [
      'Удаляется из представлений',
      'Удалено из представлений',
      (found) =>
        at(found, 'pieces') === 0
          ? 'Строк нет; в файлах по тексту не искали: он короток или после перезапуска уже неизвестен'
          : `Строк нет, в файлах данных ${counted(at(found, 'left'), { one: 'остаток', few: 'остатка', many: 'остатков', other: 'остатка' })}`,
    ],
    index: ['Удаляется из индекса', 'Удалено из индекса', () => 'Векторов и копий нет'],
    uploads: [
      'Итоги загрузок',
      'Итоги загрузок',
      (found) => (isLedgerGone(found) ? 'Удалены вместе с коллекцией' : 'Остались номер и исход'),
    ],
    log_disk: [
      'Диск сервера журнала',
      'Диск сервера журнала',
      () => 'По местам удалённых событий журнал их больше не отдаёт',
    ],
    backups: ['Резервные копии', 'Резервные копии', () => ''],
  } satisfies Record<StepName, StepWords> as Record<StepName, StepWords>,
  scavenge: 'Не читается уже сейчас, с диска уйдёт со следующей очисткой EventStoreDB',
  backups: (day: string) => `Сервис их не проверяет: копии старше ${day} удаляет администратор`,
  fingerprint: 'Отпечаток справки, SHA-256: копия не изменена',
  signed: 'Подпись сервиса, HMAC-SHA-256: проверяет POST /api/receipts/check',
  ...{ signature: 'Ответственный, подпись', date: 'Дата' },
  failed: 'Справка не загрузилась',
  missing: 'Такой справки нет',
  asOf: (time: string) => `Показано состояние на ${time}.`,
  ended: 'Удаление завершено и проверено',
  listText: 'Что, когда и по чьей просьбе удалено навсегда.',
  none: 'Ничего не удаляли навсегда.',
  ...{ collectionDeleted: 'коллекция удалена', more: 'Показать ещё' },
  row: (number: number, first: string | null, count: number) =>
    `№${figure(number)}: ${count === 0 ? 'ничего' : count === 1 ? `обращение №${first ?? ''}` : commonMessages.ru.tickets(count)}`,
};

const en: typeof ru = {
  heading: (outcome) =>
    outcome === 'nothing'
      ? 'There was nothing to delete'
      : `Receipt of a deletion${outcome === 'partly' ? ': not all were found' : ''}`,
  nothing: 'Nothing was deleted',
  subtitle: (number, day) => `No. ${figure(number)} of ${day}`,
  toTickets: 'To the tickets',
  toReceipts: 'All receipts',
  ...{ download: 'Download JSON', print: 'Print' },
  state: (state, done, all) =>
    ({
      proven: 'Deleted and verified',
      ...{ waiting: 'Hidden, waiting for the server’s clean-up', held_back: 'Not proven, texts are left in files' },
      running: `Deleting, ${done} of ${all} steps`,
    })[state],
  what: 'What was deleted',
  whatText: (ids, texts, before) => {
    const all = counted(texts, { one: 'version', other: 'versions' });
    if (ids.length === 0)
      return before > 0 ? 'Nothing: these tickets were deleted before' : 'Nothing: the collection had no such tickets';
    return ids.length === 1
      ? `Ticket No. ${ids[0] ?? ''}, ${all}`
      : `${commonMessages.en.tickets(ids.length)}, ${all}: ${ids.map((id) => `No. ${id}`).join(', ')}`;
  },
  collection: 'Collection',
  when: 'When',
  whenText: (requested, proven, zone) =>
    `Requested ${requested}${proven === null ? '' : `, finished ${proven}`} (${zone})`,
  who: 'Deleted by',
  surface: { web: 'web interface', api: 'API' },
  forWhom: 'Requested by',
  later: 'Later uploads',
  laterText: (ids) => (ids.length === 1 ? `skip No. ${ids[0] ?? ''}` : 'skip these numbers'),
  unknown: 'Not found',
  unknownText: (unknown) =>
    `${counted(unknown, { one: 'requested number is', other: 'requested numbers are' })} not in the collection`,
  elsewhere: 'Same text',
  elsewhereText: (erasure) =>
    `Stays in other tickets: ${namedIn(erasure, { here: 'in this collection', open: '“', close: '”', id: 'No. ', more: 'and another' })}`,
  steps: 'Steps',
  stepState: {
    verified: 'verified',
    running: 'running',
    failed: 'failed, retrying',
    waiting: 'waiting',
    outside: 'outside the service',
  },
  words: {
    hidden: [
      'Being hidden from search and lists',
      'Hidden from search and lists',
      () => 'Searched for its number and words: not found',
    ],
    event_log: [
      'Being removed from the log',
      'Removed from the log',
      (found) => `No stream, it had ${counted(at(found, 'events'), { one: 'event', other: 'events' })}`,
    ],
    answers: [
      'Being removed from answers',
      'Removed from answers',
      (found) =>
        `No streams; answers: ${figure(at(found, 'answers'))}, questions kept: ${figure(at(found, 'kept'))}. Questions that did not find it were not looked through`,
    ],
    read_models: [
      'Being removed from the read models',
      'Removed from the read models',
      (found) =>
        at(found, 'pieces') === 0
          ? 'No rows; files were not searched for the text: it is short, or not known any more after a restart'
          : `No rows, ${counted(at(found, 'left'), { one: 'remain', other: 'remains' })} in data files`,
    ],
    index: ['Being removed from the index', 'Removed from the index', () => 'No vectors, no copies'],
    uploads: [
      'Upload records',
      'Upload records',
      (found) => (isLedgerGone(found) ? 'Deleted with the collection' : 'Number and outcome are kept'),
    ],
    log_disk: [
      'Disk of the log server',
      'Disk of the log server',
      () => 'The log no longer gives the erased events at their positions',
    ],
    backups: ['Back-ups', 'Back-ups', () => ''],
  },
  scavenge: 'Unreadable already, leaves the disk with the next scavenge',
  backups: (day) => `The service does not check them: an administrator deletes copies older than ${day}`,
  fingerprint: 'Fingerprint of this receipt, SHA-256: the copy is unchanged',
  signed: 'Signature of the service, HMAC-SHA-256: checked by POST /api/receipts/check',
  ...{ signature: 'Responsible, signature', date: 'Date' },
  failed: 'The receipt did not load',
  missing: 'There is no such receipt',
  asOf: (time) => `As of ${time}.`,
  ended: 'The deletion is finished and verified',
  listText: 'What was deleted for good, when, and at whose request.',
  none: 'Nothing was deleted for good.',
  ...{ collectionDeleted: 'collection deleted', more: 'Show more' },
  row: (number, first, count) =>
    `No. ${figure(number)}: ${count === 0 ? 'nothing' : count === 1 ? `ticket No. ${first ?? ''}` : commonMessages.en.tickets(count)}`,
};

export const erasureMessages: Messages<typeof ru> = { ru, en };
