import { cue } from './cue.ts';

/** Words that announce a name, labels of fields, and contacts beside it. */
export const naming = {
  named: [
    cue('[#valueOfPerson]', { yes: ['{"client": "‹Роза›"}', 'lastName=‹Гусь›'] }),
    cue('(меня|его|ее|их|нас|тебя|вас|мастера|менеджера|оператора|сына|дочь|мужа|жену|маму) [any] (зовут|звать)', {
      yes: ['меня ‹Нурзат› зовут'],
    }),
    cue('кто (такой|такая) [any]', { yes: ['кто такой ‹рубцов›?'] }),
    cue("(зовут|звать|имя|фио|фамилия|отчество|величать|зовусь) ':—–-'{0,2} [any]", {
      yes: ['меня зовут ‹роза›', 'ФИО: ‹Лось Ада›', 'моё имя — ‹Роза›'],
    }),
    cue("зовут (меня|нас|ее|его|их) ':—–-'{0,2} [any]", { yes: ['зовут меня ‹роза›'] }),
  ],
  presented: [
    cue("<presenting> ',—–-'? [any]", { yes: ['это ‹Слава›', 'вас беспокоит ‹Роза›'], no: ['я роза ветров'] }),
  ],
  beforeContact: [cue(`[any] ',:;–—-("«»<>['{0,2} contact`, { yes: ['‹Роза›, 8 921 400-10-20', '"‹Лев›" <a@b.ru>'] })],
  afterContact: [cue("contact ',;–—-('{0,2} [any]", { yes: ['8 921 400-10-20 (‹Роза›)', 'a@b.ru — ‹Лев›'] })],
  /** The speaker's label of a log. */
  label: [
    cue("<entry> [any] (surname&any:nomn)? ':'", {
      yes: ['[12:03] ‹Ольга›: жду', '>> ‹Вера›: ок', '18:20 ‹олег›: да'],
    }),
    cue("<entry> [any] '(' any ')'", { yes: ['‹Роза› (поддержка): готово'] }),
  ],
} as const;
