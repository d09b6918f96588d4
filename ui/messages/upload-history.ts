import { figure } from './format.ts';
import type { UploadRecord } from '../pages/upload/upload-records.ts';
import type { Messages } from './language.ts';

const ru = {
  earlier: 'История загрузок',
  earlierFailed: 'История загрузок не загрузилась',
  earlierMore: 'Показать ещё',
  openEarlier: 'Файл',
  when: 'Начата',
  state: 'Состояние',
  addedColumn: 'Сохранено',
  storedAndUpdated: (stored: number, updated: number) =>
    `${stored === 0 ? '' : `${figure(stored)}, `}обновлено ${figure(updated)}`,
  actionsColumn: 'Действия',
  states: {
    running: 'идёт',
    finished: 'закончена',
    failed: 'не закончена',
    interrupted: 'прервана',
    stopped: 'остановлена',
  } satisfies Record<UploadRecord['state'], string>,
  refusedState: 'не принята',
  noFile: 'Обращения без файла',
  toStart: '← Все загрузки',
  outcomeMissing: 'Итог загрузки не показан',
};

const en: typeof ru = {
  earlier: 'Upload history',
  earlierFailed: 'The upload history did not load',
  earlierMore: 'Show more',
  openEarlier: 'File',
  when: 'Started',
  state: 'State',
  addedColumn: 'Stored',
  storedAndUpdated: (stored, updated) => `${stored === 0 ? '' : `${figure(stored)}, `}${figure(updated)} updated`,
  actionsColumn: 'Actions',
  states: {
    running: 'running',
    finished: 'finished',
    failed: 'not finished',
    interrupted: 'interrupted',
    stopped: 'stopped',
  },
  refusedState: 'refused',
  noFile: 'Tickets without a file',
  toStart: '← All uploads',
  outcomeMissing: 'The outcome did not load',
};

export const historyMessages: Messages<typeof ru> = { ru, en };
