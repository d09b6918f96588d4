import { figure } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  selectPage: 'Выбрать всю страницу',
  selectFound: (total: number | undefined, max: number) => {
    if (total === undefined) return `Выбрать все найденные, не больше ${figure(max)}`;
    return total > max ? `Выбрать первые ${figure(max)} из ${figure(total)}` : `Выбрать все ${figure(total)}`;
  },
  selecting: 'Выбираем…',
  notSelected: 'Найденные не выбрались',
};

const en: typeof ru = {
  selectPage: 'Select the whole page',
  selectFound: (total, max) => {
    if (total === undefined) return `Select all found, up to ${figure(max)}`;
    return total > max ? `Select the first ${figure(max)} of ${figure(total)}` : `Select all ${figure(total)}`;
  },
  selecting: 'Selecting…',
  notSelected: 'The found tickets could not be selected',
};

export const selectionMessages: Messages<typeof ru> = { ru, en };
