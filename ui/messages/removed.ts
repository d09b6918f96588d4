import { notNameLimits } from '../../src/domain/not-names.ts';
import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  links: (count: number) => `Убрано ссылок: ${figure(count)}. Ссылки и адреса сайтов не храним, меток на их месте нет.`,
  mostFrequent: (count: number) => `Названы самые частые: ${figure(count)}.`,
  names: 'Скрыли как имена',
  inTickets: (count: number) => `в ${counted(count, { one: 'обращении', other: 'обращениях' })}`,
  notName: 'не имя',
  isNotName: (name: string) => `«${name}» – не имя`,
  ask: (name: string) => `Не скрывать «${name}»?`,
  what: (words: readonly string[]) =>
    words.length === 1
      ? 'Слово останется в текстах этой коллекции там, где мы приняли бы его за имя: в загрузках, правках и вопросах.'
      : `Запомним слова: ${words.join(', ')}. Они останутся в текстах этой коллекции там, где мы приняли бы их за имя: в загрузках, правках и вопросах.`,
  person: 'Если так зовут человека, его имя тоже будет видно. Рядом с другим именем слово по-прежнему скроем.',
  stored: 'Сохранённые тексты не изменятся: впишите слово в них заново. Список слов – в настройках коллекции.',
  free: 'Не скрывать',
  freed: (name: string) => `«${name}» больше не скрываем`,
  full: `В списке уже ${notNameLimits.words} слов. Уберите лишние в настройках коллекции.`,
};

const en: typeof ru = {
  links: (count) =>
    `Links removed: ${figure(count)}. Links and host names are not stored, and nothing marks where they were.`,
  mostFrequent: (count) => `The ${figure(count)} most frequent are named.`,
  names: 'Hidden as names',
  inTickets: (count) => `in ${commonMessages.en.tickets(count)}`,
  notName: 'not a name',
  isNotName: (name) => `“${name}” is not a name`,
  ask: (name) => `Stop hiding “${name}”?`,
  what: (words) =>
    words.length === 1
      ? 'The word stays in texts of this collection where it would be taken for a name: in uploads, edits and questions.'
      : `These words are kept in mind: ${words.join(', ')}. They stay in texts of this collection where they would be taken for a name: in uploads, edits and questions.`,
  person: 'If a person is called so, that name will be seen too. Beside another name the word is still hidden.',
  stored: 'Stored texts do not change: type the word there again. The list of words is in the collection settings.',
  free: 'Stop hiding',
  freed: (name) => `“${name}” is no longer hidden`,
  full: `The list has ${notNameLimits.words} words already. Remove some in the collection settings.`,
};

export const removedMessages: Messages<typeof ru> = { ru, en };
