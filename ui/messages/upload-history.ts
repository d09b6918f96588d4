import type { UploadRecord } from '../pages/upload/upload-records.ts';
import type { Messages } from './language.ts';

const ru = {
  earlier: 'Прежние загрузки',
  earlierFailed: 'Прежние загрузки не показаны',
  earlierMore: 'Показать ещё',
  openEarlier: 'Файл',
  when: 'Начата',
  state: 'Состояние',
  addedColumn: 'Добавлено',
  states: { running: 'идёт', finished: 'закончена', failed: 'не закончена', interrupted: 'прервана' } satisfies Record<
    UploadRecord['state'],
    string
  >,
  refusedState: 'не принята',
  noFile: 'Обращения без файла',
  toStart: 'К загрузке',
  outcomeMissing: 'Итог загрузки не показан',
};

const en: typeof ru = {
  earlier: 'Earlier uploads',
  earlierFailed: 'Earlier uploads did not load',
  earlierMore: 'Show more',
  openEarlier: 'File',
  when: 'Started',
  state: 'State',
  addedColumn: 'Added',
  states: { running: 'running', finished: 'finished', failed: 'not finished', interrupted: 'interrupted' },
  refusedState: 'refused',
  noFile: 'Tickets without a file',
  toStart: 'To the upload',
  outcomeMissing: 'The outcome did not load',
};

export const historyMessages: Messages<typeof ru> = { ru, en };
