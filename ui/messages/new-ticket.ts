import type { Messages } from './language.ts';

/** Why an id cannot be used: the ticket that has it is stored, hidden or erased. */
export type TakenId = 'duplicate' | 'withdrawn' | 'erased';

const ru = {
  heading: 'Добавить обращение',
  number: 'Номер',
  optional: 'необязательно',
  numberHint: 'Если в вашей системе его нет, присвоим сами.',
  note: 'Имена, телефоны и почту скроем. До сохранения покажем, что останется.',
  preview: 'Предпросмотр',
  other: 'Здесь черновик другого обращения. Вопрос из поиска его не заменил:',
  takeQuestion: 'Начать с вопроса',
  shown: 'Ещё не сохранено: так обращение будет храниться',
  nothingHidden: 'Имён, телефонов и почты не нашли.',
  save: 'Верно, сохранить',
  change: 'Изменить',
  taken: {
    duplicate: (id: string) => `№${id} уже есть в коллекции. Исправьте его или возьмите другой номер.`,
    withdrawn: (id: string) => `№${id} есть среди скрытых. Верните его или возьмите другой номер.`,
    erased: (id: string) => `№${id} удалено навсегда: этот номер больше не занять.`,
  } satisfies Record<TakenId, (id: string) => string>,
  open: (id: string) => `Открыть №${id}`,
  notShown: 'Не удалось проверить обращение, текст на месте',
  notSaved: 'Обращение не сохранено, текст на месте',
  lost: 'Текст нового обращения пропадёт.',
  saved: (id: string) => `№${id} сохранено и находится поиском.`,
  findIt: 'Проверить поиском',
};

const en: typeof ru = {
  heading: 'Add a ticket',
  number: 'Number',
  optional: 'optional',
  numberHint: 'If your system has none, one is made.',
  note: 'Names, phones and emails are hidden. You see what is left before it is saved.',
  preview: 'Preview',
  other: 'This is the draft of another ticket. The question of the search has not replaced it:',
  takeQuestion: 'Begin with the question',
  shown: 'Not saved yet: the ticket as it will be stored',
  nothingHidden: 'No names, phones or emails were found.',
  save: 'Looks right, save',
  change: 'Change',
  taken: {
    duplicate: (id) => `No.\u00a0${id} is in the collection already. Edit it, or take another number.`,
    withdrawn: (id) => `No.\u00a0${id} is among the hidden ones. Restore it, or take another number.`,
    erased: (id) => `No.\u00a0${id} was deleted for good: its number cannot be used again.`,
  },
  open: (id) => `Open No.\u00a0${id}`,
  notShown: 'The ticket could not be checked, your text is kept',
  notSaved: 'The ticket was not saved, your text is kept',
  lost: 'The text of the new ticket is lost.',
  saved: (id) => `No.\u00a0${id} is saved and found by searches.`,
  findIt: 'Try the search',
};

export const newTicketMessages: Messages<typeof ru> = { ru, en };
