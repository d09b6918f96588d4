import { commonMessages } from './common.ts';
import { figure } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  undo: 'Отменить загрузку',
  openOutcome: 'Открыть итог',
  uploadActions: (name: string) => `Действия с загрузкой «${name}»`,
  askUndo: 'Отменить загрузку?',
  undoText: (name: string | null) =>
    `Обращения ${name === null ? 'этой загрузки' : `из файла «${name}»`} уйдут из поиска и новых ответов. Тексты останутся скрытыми, вернуть их можно на вкладке «Обращения».`,
  undoTextOfUpdates: 'Обращения, которые она обновила, получат прежний текст.',
  undoAdded: 'Добавила эта загрузка',
  undoGone: 'Из них уже скрыты или удалены',
  undoCorrected: 'Исправлены с тех пор, тоже скроем',
  undoUpdated: 'Обновила эта загрузка',
  undoTakeBack: 'Из них вернём прежний текст',
  undoLeft: 'Изменены с тех пор, не тронем',
  keepUpload: 'Не отменять',
  hideTickets: (count: number) => `Скрыть ${commonMessages.ru.tickets(count)}`,
  takeBackTexts: (count: number) => `Вернуть прежний текст: ${figure(count)}`,
  hideAndTakeBack: (hidden: number, texts: number) => `Скрыть ${figure(hidden)}, вернуть текст ${figure(texts)}`,
  nothingToUndo: 'Отменять нечего: всё уже скрыто, удалено или изменено с тех пор.',
  undoWhileRunning: 'Загрузка ещё идёт: остановите её, потом отмените.',
  undoFailed: 'Загрузка не отменена',
  undoing: (percent: number) => `отменяется, ${figure(percent / 100, { style: 'percent' })}`,
  undoingNow: 'Загрузка отменяется',
  undone: 'отменена',
  undoneTickets: 'скрыты отменой загрузки',
  undoneLine: (hidden: number, texts: number, at: string) =>
    [
      ...(hidden > 0 || texts === 0 ? [`Скрыто ${figure(hidden)}`] : []),
      ...(texts > 0 ? [`${hidden > 0 ? 'прежний' : 'Прежний'} текст возвращён: ${figure(texts)}`] : []),
    ].join(', ') + `, ${at}`,
  undoneLeft: (count: number) => `Не тронули изменённые с тех пор: ${figure(count)}.`,
  undoneAway: (hidden: number) => `Загрузка отменена: скрыто ${commonMessages.ru.tickets(hidden)}`,
};

const en: typeof ru = {
  undo: 'Undo the upload',
  openOutcome: 'Open the outcome',
  uploadActions: (name) => `Actions for upload “${name}”`,
  askUndo: 'Undo the upload?',
  undoText: (name) =>
    `Tickets of ${name === null ? 'this upload' : `“${name}”`} leave search and new answers. Their texts stay hidden; restore them on the Tickets tab.`,
  undoTextOfUpdates: 'Tickets that it has updated get their earlier text back.',
  undoAdded: 'Added by this upload',
  undoGone: 'Already hidden or deleted',
  undoCorrected: 'Edited since, hidden too',
  undoUpdated: 'Updated by this upload',
  undoTakeBack: 'Of them get their earlier text',
  undoLeft: 'Changed since, left as they are',
  keepUpload: 'Keep it',
  hideTickets: (count) => `Hide ${commonMessages.en.tickets(count)}`,
  takeBackTexts: (count) => `Restore the earlier text: ${figure(count)}`,
  hideAndTakeBack: (hidden, texts) => `Hide ${figure(hidden)}, restore ${figure(texts)} texts`,
  nothingToUndo: 'There is nothing to undo: all of it is hidden, deleted or changed since.',
  undoWhileRunning: 'The upload is running: stop it first, then undo it.',
  undoFailed: 'The upload was not undone',
  undoing: (percent) => `undoing, ${figure(percent / 100, { style: 'percent' })}`,
  undoingNow: 'Undoing the upload',
  undone: 'undone',
  undoneTickets: 'hidden by the undo',
  undoneLine: (hidden, texts, at) =>
    [
      ...(hidden > 0 || texts === 0 ? [`${figure(hidden)} hidden`] : []),
      ...(texts > 0 ? [`earlier text restored: ${figure(texts)}`] : []),
    ].join(', ') + `, ${at}`,
  undoneLeft: (count) => `Changed since and left as they are: ${figure(count)}.`,
  undoneAway: (hidden) => `Upload undone: ${commonMessages.en.tickets(hidden)} hidden`,
};

export const undoMessages: Messages<typeof ru> = { ru, en };
