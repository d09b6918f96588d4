import type { Messages } from './language.ts';

const ru = {
  flag: 'Устарело',
  flagTicket: (id: string) => `Устарело: отметить №${id} для проверки`,
  filter: 'Устарело',
  marked: (day: string) => `устарело? ${day}`,
  flaggedAt: (moment: string) => `Отмечено как устаревшее ${moment}`,
  confirm: 'Всё ещё верно',
  confirmTicket: (id: string) => `Всё ещё верно: снять отметку с №${id}`,
  flagged: 'Отмечено для проверки',
  confirmed: 'Отметка снята: всё ещё верно',
  failed: 'Отметка не изменилась',
};

const en: typeof ru = {
  flag: 'Out of date',
  flagTicket: (id) => `Out of date: flag No. ${id} for review`,
  filter: 'Out of date',
  marked: (day) => `out of date? ${day}`,
  flaggedAt: (moment) => `Flagged as out of date on ${moment}`,
  confirm: 'Still right',
  confirmTicket: (id) => `Still right: take the flag off No. ${id}`,
  flagged: 'Flagged for review',
  confirmed: 'The flag was taken off: still right',
  failed: 'The flag has not changed',
};

/** The flag that asks for a review of a ticket. */
export const flagMessages: Messages<typeof ru> = { ru, en };
