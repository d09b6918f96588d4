import type { TextName } from '../../src/domain/ticket-fields.ts';
import { agreeing, columnHeading } from './columns.ts';
import type { Messages } from './language.ts';

const ru = {
  history: 'История',
  noHistory: 'История не загрузилась',
  historyMore: 'Показать ещё',
  noTexts: 'Тексты не загрузились',
  facts: {
    stored: 'Загружено',
    added: 'Добавлено',
    corrected: (names: string) => `Исправлено: ${names}`,
    correctedOne: (name: TextName) =>
      agreeing({ feminine: 'Исправлена', masculine: 'Исправлен', neuter: 'Исправлено' }, name),
    correctedClient: 'Исправлен клиент',
    byUpload: 'загрузкой',
    withdrawn: 'Скрыто из поиска',
    undone: 'Скрыто отменой загрузки',
    takenBack: 'Возвращён прежний текст отменой загрузки',
    restored: 'Возвращено в поиск',
    flagged: 'Отмечено: устарело',
    confirmed: 'Подтверждено: всё ещё верно',
  },
  throughApi: (fact: string) => `${fact} через API`,
  whatChanged: 'Что изменилось',
  takeVersion: 'Вернуть эту редакцию',
  sameVersion: 'Тексты этой редакции такие же, как сейчас',
};

const en: typeof ru = {
  history: 'History',
  noHistory: 'The history did not load',
  historyMore: 'Show more',
  noTexts: 'The texts did not load',
  facts: {
    stored: 'Uploaded',
    added: 'Added',
    corrected: (names) => `Edited: ${names}`,
    correctedOne: (name) => `${columnHeading(name, 'en')} edited`,
    correctedClient: 'Client edited',
    byUpload: 'by an upload',
    withdrawn: 'Hidden from search',
    undone: 'Hidden by the undo of an upload',
    takenBack: 'Earlier text put back by the undo of an upload',
    restored: 'Restored to search',
    flagged: 'Flagged as out of date',
    confirmed: 'Confirmed: still right',
  },
  throughApi: (fact) => `${fact} through the API`,
  whatChanged: 'What changed',
  takeVersion: 'Restore this version',
  sameVersion: 'The texts of this version are the present ones',
};

export const ticketHistoryMessages: Messages<typeof ru> = { ru, en };
