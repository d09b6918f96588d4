import type { Messages } from './language.ts';

const ru = {
  drop: 'Перетащите файл с обращениями',
  or: ' или ',
  choose: 'выберите на компьютере',
  formats: 'JSON, CSV или XLSX. Покажем, что внутри, и только потом отправим.',
  release: 'Отпустите, чтобы прочитать',
};

const en: typeof ru = {
  drop: 'Drop a file of tickets here',
  or: ' or ',
  choose: 'choose one',
  formats: 'JSON, CSV or XLSX. You see what is inside before it is sent.',
  release: 'Release to read',
};

export const dropZoneMessages: Messages<typeof ru> = { ru, en };
