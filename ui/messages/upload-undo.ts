import { commonMessages } from './common.ts';
import { figure } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  undo: 'Отменить загрузку',
  openOutcome: 'Открыть итог',
  uploadActions: (name: string) => `Действия с загрузкой «${name}»`,
  askUndo: 'Отменить загрузку?',
  undoText: (name: string | null) =>
    `Обращения ${name === null ? 'этой загрузки' : `из файла «${name}»`} уйдут из поиска и новых ответов. Исправленный файл можно загрузить снова: скрытое отменой он добавит заново. Вернуть всё как было можно здесь же.`,
  undoTextOfUpdates: 'Обращения, которые она обновила, получат прежний текст.',
  undoAdded: 'Добавила эта загрузка',
  undoGone: 'Из них уже скрыты или удалены',
  undoCorrected: 'Исправлены с тех пор, тоже скроем',
  undoUpdated: 'Обновила эта загрузка',
  undoTakeBack: 'Из них вернём прежний текст',
  undoLeft: 'Изменены с тех пор, не тронем',
  keepByHand: (count: number) => `Не скрывать исправленные и отмеченные вручную: ${figure(count)}`,
  keepByHandHint:
    'Они останутся в поиске со своими текстами и отметками. Скрытые исправленный файл добавит заново, и правка останется только в истории.',
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
  returned: (count: number) => `отменена, потом возвращено ${figure(count)}`,
  undoneTickets: 'скрыты отменой загрузки',
  undoneLine: (hidden: number, texts: number, at: string) =>
    [
      ...(hidden > 0 || texts === 0 ? [`Скрыто ${figure(hidden)}`] : []),
      ...(texts > 0 ? [`${hidden > 0 ? 'прежний' : 'Прежний'} текст возвращён: ${figure(texts)}`] : []),
    ].join(', ') + `, ${at}`,
  wasUndoneLine: (hidden: number, texts: number, at: string) =>
    [`Отмена ${at} скрыла ${figure(hidden)}`, ...(texts > 0 ? [`прежний текст вернула ${figure(texts)}`] : [])].join(
      ', ',
    ),
  undoneLeft: (count: number) => `Не тронули изменённые с тех пор: ${figure(count)}.`,
  undoneKept: (count: number) => `Исправленные и отмеченные вручную остались: ${figure(count)}.`,
  restoreAll: 'Вернуть все',
  restoreHint: 'Исправленный файл добавит их заново: возвращать их для этого не нужно.',
  restoring: (percent: number) => `возвращаем, ${figure(percent / 100, { style: 'percent' })}`,
  restoringNow: 'Обращения возвращаются',
  restoringGoesOn: (seconds: number) =>
    `Запросы этой минуты кончились, продолжим через ${commonMessages.ru.seconds(seconds)}.`,
  restoreFailed: (restored: number) => `Возвращено ${commonMessages.ru.tickets(restored)}, остальные ещё скрыты`,
  restoredLine: (restored: number) =>
    restored === 0
      ? 'Возвращать нечего: остальное скрыто вручную или добавлено другой загрузкой.'
      : `Возвращено ${commonMessages.ru.tickets(restored)}. Скрытое вручную осталось скрытым.`,
  restoredAway: (restored: number) => `Возвращено ${commonMessages.ru.tickets(restored)}`,
  undoneAway: (hidden: number) => `Загрузка отменена: скрыто ${commonMessages.ru.tickets(hidden)}`,
};

const en: typeof ru = {
  undo: 'Undo the upload',
  openOutcome: 'Open the outcome',
  uploadActions: (name) => `Actions for upload “${name}”`,
  askUndo: 'Undo the upload?',
  undoText: (name) =>
    `Tickets of ${name === null ? 'this upload' : `“${name}”`} leave search and new answers. You can upload a corrected file: what the undo has hidden is added anew. You can also restore everything here.`,
  undoTextOfUpdates: 'Tickets that it has updated get their earlier text back.',
  undoAdded: 'Added by this upload',
  undoGone: 'Already hidden or deleted',
  undoCorrected: 'Edited since, hidden too',
  undoUpdated: 'Updated by this upload',
  undoTakeBack: 'Of them get their earlier text',
  undoLeft: 'Changed since, left as they are',
  keepByHand: (count) => `Leave those edited or flagged by hand: ${figure(count)}`,
  keepByHandHint:
    'They stay in search with their texts and flags. Hidden ones are added anew by a corrected file, and the edit stays in the history only.',
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
  returned: (count) => `undone, then ${figure(count)} restored`,
  undoneTickets: 'hidden by the undo',
  undoneLine: (hidden, texts, at) =>
    [
      ...(hidden > 0 || texts === 0 ? [`${figure(hidden)} hidden`] : []),
      ...(texts > 0 ? [`earlier text restored: ${figure(texts)}`] : []),
    ].join(', ') + `, ${at}`,
  wasUndoneLine: (hidden, texts, at) =>
    [`The undo of ${at} hid ${figure(hidden)}`, ...(texts > 0 ? [`restored the text of ${figure(texts)}`] : [])].join(
      ', ',
    ),
  undoneLeft: (count) => `Changed since and left as they are: ${figure(count)}.`,
  undoneKept: (count) => `Edited or flagged by hand and left: ${figure(count)}.`,
  restoreAll: 'Restore all',
  restoreHint: 'A corrected file adds them anew: you need not restore them for that.',
  restoring: (percent) => `restoring, ${figure(percent / 100, { style: 'percent' })}`,
  restoringNow: 'Restoring tickets',
  restoringGoesOn: (seconds) =>
    `The requests of this minute are used up, going on in ${commonMessages.en.seconds(seconds)}.`,
  restoreFailed: (restored) => `${commonMessages.en.tickets(restored)} restored, the others are still hidden`,
  restoredLine: (restored) =>
    restored === 0
      ? 'Nothing to restore: the rest was hidden by hand or added by another upload.'
      : `${commonMessages.en.tickets(restored)} restored. What was hidden by hand stays hidden.`,
  restoredAway: (restored) => `${commonMessages.en.tickets(restored)} restored`,
  undoneAway: (hidden) => `Upload undone: ${commonMessages.en.tickets(hidden)} hidden`,
};

export const undoMessages: Messages<typeof ru> = { ru, en };
