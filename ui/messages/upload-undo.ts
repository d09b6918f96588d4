import { commonMessages } from './common.ts';
import { figure, pluralOf } from './format.ts';
import type { Messages } from './language.ts';

/** What an undo has done to tickets: hidden some, given others their earlier text. */
const partsRu = (hidden: number, texts: number): readonly string[] => [
  ...(hidden > 0 || texts === 0 ? [`скрыто ${commonMessages.ru.tickets(hidden)}`] : []),
  ...(texts > 0
    ? [
        `${commonMessages.ru.tickets(texts)} ${pluralOf(texts, { one: 'вернулось', other: 'вернулись' })} к прежнему тексту`,
      ]
    : []),
];

const partsEn = (hidden: number, texts: number): readonly string[] => [
  ...(hidden > 0 || texts === 0 ? [`${commonMessages.en.tickets(hidden)} hidden`] : []),
  ...(texts > 0
    ? [
        `${commonMessages.en.tickets(texts)} ${pluralOf(texts, { one: 'has its', other: 'have their' })} earlier text again`,
      ]
    : []),
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ru = {
  undo: 'Отменить загрузку',
  openOutcome: 'Открыть итог',
  uploadActions: (name: string) => `Действия с загрузкой «${name}»`,
  askUndo: 'Отменить загрузку?',
  undoText: (name: string | null, hasUpdates: boolean) =>
    `${hasUpdates ? 'Новые обращения' : 'Обращения'} ${name === null ? 'этой загрузки' : `из файла «${name}»`} уйдут из поиска и новых ответов. Исправленный файл можно загрузить снова: скрытое отменой он добавит заново. ${hasUpdates ? 'Вернуть скрытые' : 'Вернуть всё как было'} можно здесь же.`,
  undoTextOfUpdates:
    'Обращения, которые она обновила, получат прежний текст. Текст из файла вернёт только новая загрузка с «Обновить то, что изменилось».',
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
  undoneUpdates: (texts: number) => `отмена вернула прежний текст: ${figure(texts)}`,
  undoneLine: (hidden: number, texts: number, at: string) => `${capital(partsRu(hidden, texts).join(', '))}, ${at}`,
  textsAgainHint: 'Тексты из файла вернёт новая загрузка с «Обновить то, что изменилось».',
  textsAgain: 'Загрузить файл снова',
  wasUndoneLine: (hidden: number, texts: number, at: string) =>
    [`Отмена ${at} скрыла ${figure(hidden)}`, ...(texts > 0 ? [`прежний текст вернула ${figure(texts)}`] : [])].join(
      ', ',
    ),
  undoneLeft: (count: number) => `Не тронули изменённые с тех пор: ${figure(count)}.`,
  undoneKept: (count: number) => `Исправленные и отмеченные вручную остались: ${figure(count)}.`,
  restoreAll: (hasTexts: boolean): string => (hasTexts ? 'Вернуть скрытые' : 'Вернуть все'),
  restoreHint: 'Исправленный файл добавит их заново: возвращать их для этого не нужно.',
  askRestore: 'Вернуть скрытое отменой?',
  askRestoreText:
    'Обращения снова будут в поиске и новых ответах. Отменить эту загрузку ещё раз будет нельзя, только скрыть их в списке.',
  restoreKeepsTexts: 'Обращения, которые она обновила, останутся с прежним текстом.',
  restore: 'Вернуть в поиск',
  restoring: (percent: number) => `возвращаем, ${figure(percent / 100, { style: 'percent' })}`,
  restoringNow: 'Обращения возвращаются',
  restoringGoesOn: (seconds: number) =>
    `Запросы этой минуты кончились, продолжим через ${commonMessages.ru.seconds(seconds)}.`,
  restoreFailed: (restored: number) => `Возвращено ${commonMessages.ru.tickets(restored)}, остальные ещё скрыты`,
  restoredLine: (restored: number, hasTexts: boolean) =>
    restored === 0
      ? 'Скрытых этой отменой не осталось: остальное скрыто вручную или добавлено другой загрузкой.'
      : `Возвращено ${commonMessages.ru.tickets(restored)}. Скрытое вручную осталось скрытым${hasTexts ? ', обновлённые – с прежним текстом' : ''}.`,
  restoredAway: (restored: number) => `Возвращено ${commonMessages.ru.tickets(restored)}`,
  undoneAway: (hidden: number, texts: number) => `Загрузка отменена: ${partsRu(hidden, texts).join(', ')}`,
};

const en: typeof ru = {
  undo: 'Undo the upload',
  openOutcome: 'Open the outcome',
  uploadActions: (name) => `Actions for upload “${name}”`,
  askUndo: 'Undo the upload?',
  undoText: (name, hasUpdates) =>
    `${hasUpdates ? 'New tickets' : 'Tickets'} of ${name === null ? 'this upload' : `“${name}”`} leave search and new answers. You can upload a corrected file: what the undo has hidden is added anew. You can also restore ${hasUpdates ? 'the hidden ones' : 'everything'} here.`,
  undoTextOfUpdates:
    'Tickets that it has updated get their earlier text back. Only a new upload with “Update what has changed” brings that of the file back.',
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
  undoneUpdates: (texts) => `the undo restored the earlier text: ${figure(texts)}`,
  undoneLine: (hidden, texts, at) => `${partsEn(hidden, texts).join(', ')}, ${at}`,
  textsAgainHint: 'A new upload with “Update what has changed” brings the texts of the file back.',
  textsAgain: 'Upload the file again',
  wasUndoneLine: (hidden, texts, at) =>
    [`The undo of ${at} hid ${figure(hidden)}`, ...(texts > 0 ? [`restored the text of ${figure(texts)}`] : [])].join(
      ', ',
    ),
  undoneLeft: (count) => `Changed since and left as they are: ${figure(count)}.`,
  undoneKept: (count) => `Edited or flagged by hand and left: ${figure(count)}.`,
  restoreAll: (hasTexts) => (hasTexts ? 'Restore the hidden ones' : 'Restore all'),
  restoreHint: 'A corrected file adds them anew: you need not restore them for that.',
  askRestore: 'Restore what the undo has hidden?',
  askRestoreText:
    'The tickets are in search and new answers again. This upload cannot be undone once more: you can only hide them in the list.',
  restoreKeepsTexts: 'Tickets that it has updated keep their earlier text.',
  restore: 'Restore to search',
  restoring: (percent) => `restoring, ${figure(percent / 100, { style: 'percent' })}`,
  restoringNow: 'Restoring tickets',
  restoringGoesOn: (seconds) =>
    `The requests of this minute are used up, going on in ${commonMessages.en.seconds(seconds)}.`,
  restoreFailed: (restored) => `${commonMessages.en.tickets(restored)} restored, the others are still hidden`,
  restoredLine: (restored, hasTexts) =>
    restored === 0
      ? 'Nothing is hidden by this undo any more: the rest was hidden by hand or added by another upload.'
      : `${commonMessages.en.tickets(restored)} restored. What was hidden by hand stays hidden${hasTexts ? ', what was updated keeps its earlier text' : ''}.`,
  restoredAway: (restored) => `${commonMessages.en.tickets(restored)} restored`,
  undoneAway: (hidden, texts) => `Upload undone: ${partsEn(hidden, texts).join(', ')}`,
};

export const undoMessages: Messages<typeof ru> = { ru, en };
