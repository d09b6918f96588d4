import { commonMessages } from './common.ts';
import { counted } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  ask: 'Ответ помог?',
  helped: 'Помогло',
  notHelped: 'Не помогло',
  helpedBy: (id: string) => `Помогло ${commonMessages.ru.number(id)}`,
  fitted: (id: string) => `Не помогло, подошло ${commonMessages.ru.number(id)}`,
  which: 'Какое обращение подошло?',
  noneFitted: 'Ничего не подошло',
  write: 'Написать обращение',
  /** Of an answer that nothing was found. */
  refusal: { ask: 'Верно?', right: 'Верно: решения нет', wrong: 'Решение есть' },
  change: 'Изменить',
  takenBack: 'Оценка снята',
  offline: 'Нет связи, оценку отправим сами',
  later: 'Оценку отправим сами, чуть позже',
  undo: 'Отменить',
  thumb: (id: string) => `${commonMessages.ru.number(id)} помогло`,
  chip: 'помогло',
  fittedChip: 'подошло',
  kept: (days: number) =>
    `Вопросы и ответы храним ${counted(days, { one: 'день', few: 'дня', many: 'дней', other: 'дня' })}, чтобы видеть, что помогает. Имена, телефоны и почту скрываем до сохранения.`,
  gotIt: 'Понятно',
  openQuestions: 'Открыть «Вопросы»',
};

const en: typeof ru = {
  ask: 'Did the answer help?',
  helped: 'Helped',
  notHelped: 'Did not help',
  helpedBy: (id) => `${commonMessages.en.number(id)} helped`,
  fitted: (id) => `Did not help, ${commonMessages.en.number(id)} fitted`,
  which: 'Which ticket fitted?',
  noneFitted: 'None fitted',
  write: 'Write a ticket',
  refusal: { ask: 'Right?', right: 'Right: there is no solution', wrong: 'There is a solution' },
  change: 'Change',
  takenBack: 'The verdict was taken back',
  offline: 'Offline, the verdict is sent later',
  later: 'The verdict is sent a little later',
  undo: 'Undo',
  thumb: (id) => `${commonMessages.en.number(id)} helped`,
  chip: 'helped',
  fittedChip: 'fitted',
  kept: (days) =>
    `Questions and answers are kept for ${counted(days, { one: 'day', other: 'days' })} to see what helps. Names, phones and emails are hidden before storing.`,
  gotIt: 'Got it',
  openQuestions: 'Open “Questions”',
};

export const verdictMessages: Messages<typeof ru> = { ru, en };
