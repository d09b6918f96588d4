import { columns, type TextName } from '../../src/domain/ticket-fields.ts';
import { agreeing, columnHeading, columnsListed } from './columns.ts';
import { counted } from './format.ts';
import type { Messages } from './language.ts';

/** Why a text is refused: the rules for tickets, by their names. */
export type TextRule = 'no-solution' | 'ends-with-question' | 'stock-phrase' | 'no-problem';

const ru = {
  heading: (id: string) => `Исправить №${id}`,
  close: 'Закрыть без сохранения (Esc)',
  characters: (count: number) => counted(count, { one: 'знак', few: 'знака', many: 'знаков', other: 'знака' }),
  atLeast: (count: number) => `, нужно больше ${count}`,
  note: 'Имена, телефоны и почту скроем снова и покажем это до сохранения. Метки вроде [ИМЯ] оставьте как есть.',
  save: 'Сохранить',
  changed: (names: readonly TextName[]) => {
    const [only] = names;
    if (only === undefined || names.length > 1) return `изменены ${columnsListed(names, 'ru')}`;
    return agreeing({ feminine: 'изменена', masculine: 'изменён', neuter: 'изменено' }, only);
  },
  draft: (changed: string) => `черновик: ${changed}`,
  version: (moment: string) => `Тексты редакции от ${moment}. Проверьте и сохраните.`,
  ask: 'Закрыть без сохранения?',
  lost: (names: readonly TextName[]) => {
    const [only] = names;
    if (only === undefined || names.length > 1) return 'Правка пропадёт.';
    return `Правка ${columns[only].shown.genitive} пропадёт.`;
  },
  keepOpen: 'Не закрывать',
  closeAnyway: 'Закрыть без сохранения',
  rules: {
    'no-solution': 'Решение короче 100 знаков: такое обращение не сохраняем.',
    'ends-with-question': 'Решение кончается коротким вопросом: такое обращение не сохраняем.',
    'stock-phrase': 'Решение кончается дежурной фразой: такое обращение не сохраняем.',
    'no-problem': 'Проблема не описана: такое обращение не сохраняем.',
  } satisfies Record<TextRule, string>,
  notSaved: 'Правка не сохранена, текст на месте',
  conflict: 'Обращение изменили, пока вы правили',
  conflictText: 'Ваш текст на месте. Сравните его с сохранённой правкой и выберите одну.',
  savedThen: (name: TextName, time: string, isApi: boolean) =>
    `${columnHeading(name, 'ru')}, сохранено в ${time}${isApi ? ' через API' : ''}`,
  emptied: 'текст убрали',
  noValue: 'не задано',
  saveMine: 'Сохранить мою',
  takeSaved: 'Взять сохранённую',
  chooseFirst: 'сначала выберите правку',
};

const en: typeof ru = {
  heading: (id) => `Edit No.\u00a0${id}`,
  close: 'Close without saving (Esc)',
  characters: (count) => counted(count, { one: 'character', other: 'characters' }),
  atLeast: (count) => `, more than ${count} are needed`,
  note: 'Names, phones and emails are hidden again; you see it before it is saved. Leave marks such as [ИМЯ].',
  save: 'Save',
  changed: (names) => `${columnsListed(names, 'en')} changed`,
  draft: (changed) => `draft: ${changed}`,
  version: (moment) => `The texts of the version of ${moment}. Check and save them.`,
  ask: 'Close without saving?',
  lost: () => 'Your change is lost.',
  keepOpen: 'Keep open',
  closeAnyway: 'Close without saving',
  rules: {
    'no-solution': 'The solution is under 100 characters: such a ticket is not stored.',
    'ends-with-question': 'The solution ends with a short question: such a ticket is not stored.',
    'stock-phrase': 'The solution ends with a stock phrase: such a ticket is not stored.',
    'no-problem': 'There is no problem text: such a ticket is not stored.',
  },
  notSaved: 'The change was not saved, your text is kept',
  conflict: 'The ticket was changed while you were editing',
  conflictText: 'Your text is kept. Compare it with the saved change and choose one.',
  savedThen: (name, time, isApi) => `${columnHeading(name, 'en')}, saved at ${time}${isApi ? ' through the API' : ''}`,
  emptied: 'the text was removed',
  noValue: 'not set',
  saveMine: 'Save mine',
  takeSaved: 'Take the saved one',
  chooseFirst: 'choose a change first',
};

export const editMessages: Messages<typeof ru> = { ru, en };
