import { cue } from './cue.ts';

/** Values of data and logs, whose key says what they are. */
export const fields = {
  /** The value of a field that holds a person. */
  valueOfPerson: [
    cue("!'_.-' (<personKey> | фио | имя | фамилия | отчество) <assigned> [any]", {
      yes: ['{"client": "‹Роза›"}', 'lastName=‹Гусь›', "'Имя': '‹Роза›'"],
    }),
    cue("!'_.-' <personPart> '_.-' ('name'|'fio') <assigned> [any]", { yes: ['client_name: ‹Роза›'] }),
    cue("'_.-' /^(?:fio|surname|firstname|lastname|fullname|patronymic)$/ <assigned> [any]", {
      yes: ['x_surname: ‹Гусь›'],
    }),
  ],
  /** The mark that opens the value of a thing's field; only data has its key in quotation marks or in Latin letters. */
  fieldOfThing: [
    cue(`<thingKey> (('_.-'|latin|number) & glued){0,4} <mark>? ':=' ['"«“']`, { yes: ['"product_name": "Роза"'] }),
    cue(`<thingWord> word{0,3} <mark> ':=' ['"«“']`, { yes: ['{"Город": "Владимир"}'] }),
  ],
  /** The mark that opens the value of another. */
  otherField: [
    cue(`(latin | number & glued) <mark>? ':=' ['"«“' & !#fieldOfThing]`, { yes: ['user: "‹Роза Ветрова›"'] }),
    cue(`word <mark> ':=' ['"«“' & !#fieldOfThing]`, { yes: ['"Заявитель": "‹Роза Ветрова›"'] }),
  ],
} as const;
