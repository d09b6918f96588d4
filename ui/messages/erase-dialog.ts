import { commonMessages } from './common.ts';
import { figure, pluralOf } from './format.ts';
import type { Messages } from './language.ts';

/** What is asked before tickets are erased, and what is said in their place. */
const ru = {
  ask: (count: number, id: string) =>
    count === 1 ? `Удалить №${id} навсегда?` : `Удалить ${commonMessages.ru.tickets(count)} навсегда?`,
  askText: (count: number): readonly [string, string, string] => [
    `Вернуть ${count === 1 ? 'обращение' : 'обращения'} будет нельзя. Если ${count === 1 ? 'оно только мешает' : 'они только мешают'} поиску, `,
    count === 1 ? 'скройте его' : 'скройте их',
    ': это обратимо.',
  ],
  goes: (count: number): string =>
    count === 1
      ? 'Текст и прежние редакции: из журнала, представлений и индекса'
      : 'Тексты и прежние редакции: из журнала, представлений и индекса',
  skipped: (count: number, id: string) =>
    count === 1
      ? `№${id} больше не загрузится: следующие выгрузки его пропустят`
      : 'Эти номера больше не загрузятся: следующие выгрузки их пропустят',
  stays: 'Останется справка об удалении: номер, время, шаги, без текста',
  requestedFor: 'По чьей просьбе',
  optional: 'необязательно',
  requestedForHint: 'Попадёт в справку. Без имён, телефонов и почты.',
  confirm: (count: number) =>
    count === 1
      ? 'Введите номер обращения, чтобы подтвердить'
      : `Введите их число, ${figure(count)}, чтобы подтвердить`,
  otherTyped: (count: number, id: string) =>
    count === 1
      ? `Это другой номер. Удалим только №${id}: введите его или закройте окно.`
      : `Это другое число: выбрано ${commonMessages.ru.tickets(count)}.`,
  erase: 'Удалить навсегда',
  erased: (count: number, id: string) =>
    count === 1
      ? `№${id} удаляется навсегда`
      : `${commonMessages.ru.tickets(count)} ${pluralOf(count, { one: 'удаляется', other: 'удаляются' })} навсегда`,
  goneHeading: 'Обращение удалено навсегда',
  goneText: 'Текста нет, осталась справка.',
  openReceipt: 'Открыть справку',
};

const en: typeof ru = {
  ask: (count, id) =>
    count === 1 ? `Delete No.\u00a0${id} for good?` : `Delete ${commonMessages.en.tickets(count)} for good?`,
  askText: (count) => [
    `This cannot be undone. If ${count === 1 ? 'it only gets' : 'they only get'} in the way of searches, `,
    count === 1 ? 'hide it' : 'hide them',
    ': that is reversible.',
  ],
  goes: (count) =>
    `${count === 1 ? 'Text and earlier versions' : 'Texts and earlier versions'}: from the log, the read models and the index`,
  skipped: (count, id) =>
    count === 1
      ? `No.\u00a0${id} will not come back: later uploads skip it`
      : 'These will not come back: later uploads skip them',
  stays: 'A receipt stays: number, time, steps, no text',
  requestedFor: 'Requested by',
  optional: 'optional',
  requestedForHint: 'Goes into the receipt. No names, phones or emails.',
  confirm: (count) =>
    count === 1 ? 'Type the ticket number to confirm' : `Type how many they are, ${figure(count)}, to confirm`,
  otherTyped: (count, id) =>
    count === 1
      ? `This is another number. Only No.\u00a0${id} would be deleted: type it or close the dialog.`
      : `This is another count: ${commonMessages.en.tickets(count)} are selected.`,
  erase: 'Delete for good',
  erased: (count, id) =>
    count === 1
      ? `No.\u00a0${id} is being deleted for good`
      : `${commonMessages.en.tickets(count)} are being deleted for good`,
  goneHeading: 'This ticket was deleted for good',
  goneText: 'No text is left, only the receipt.',
  openReceipt: 'Open the receipt',
};

export const eraseMessages: Messages<typeof ru> = { ru, en };
