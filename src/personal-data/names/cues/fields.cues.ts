import { cue } from './cue.ts';

/** Values of data and logs, whose key says what they are. */
export const fields = {
  /** The value of a form's field whose label asks for a person. */
  afterLabel: [
    cue("(edge|break|'.!?;|,') ((roleNoun | profession) & any:nomn | <acting>) <labelWord>{1,4} ':' [any]", {
      yes: ['Автор правки: ‹Хворостов›', 'Ответственный за участок: ‹Лофнер›', 'Владелец карты № 2: ‹Седых›'],
      no: ['Клиент по заказу: Казань', 'Менеджер просит: Битрикс24 обновить'],
    }),
    cue("<acting> ':' [any]", { yes: ['Согласующий: ‹Пак›', 'Звонивший: ‹Хворостов›'], no: ['Следующий: Битрикс24'] }),
    cue("(кто|кого|кому|кем) lower{0,3} ':' [any]", {
      yes: ['Кого провести: ‹Хворостов›, стажёр', 'Кем изменено: ‹Лофнер›', 'От кого: ‹Седых›'],
      no: ['Кому передать: Бухгалтерия'],
    }),
    cue(
      "/^(?:обратил|записал|расписал|ознакомил|отметил|дозвонил|представил|зарегистрировал|явил|отпросил|уволил|подключил)(?:ся|ась|ись)$/ ':' [any]",
      { yes: ['Обратилась: ‹Лофнер›'] },
    ),
    cue("(verb & (-л|-лся)) '(' (а|ась) ')' ':' [any]", { yes: ['изменил(а): ‹Хворостов›'] }),
    cue("ф '.'? и '.'? о '.'? lower{0,3} ':—–-' [any]", { yes: ['Ф.И.О. ребёнка: ‹Седых›', 'Ф.И.О.: ‹Хворостов›'] }),
  ],
  /** The value of a form's field whose label is a deed or a paper, which things have as well: only a surname is a person. */
  surnameOfField: [
    cue("<doneLabel> (lower|UPPER){0,3} ':' [any]", {
      yes: ['Закрыто: ‹Хворостов›', 'Подписано ЭП: ‹Соколенко›', 'Записан: ‹Пак›'],
      no: ['Закрыто: Казань', 'Создано: Вчера'],
    }),
    cue("<paperLabel> (lower|number|'№'){0,3} ':' [any]", {
      yes: ['Пропуск: ‹Хворостов›', 'Учётная запись: ‹Соколенко›', 'Больничный: ‹Пак›'],
      no: ['Пропуск: Временный', 'Запись: Вебинар', 'Вызов: Казань'],
    }),
    cue(
      "(edge|break|'.!?;|,') (строка|стр|кв|квартира|палата|каб|кабинет|ключ|пропуск|таб|место) '.'? '№'? number ':' [any]",
      {
        yes: ['Строка 12: ‹Хворостов› — нет СНИЛС', 'палата 3: ‹Соколенко›'],
        no: ['Строка 12: Договор не указан'],
      },
    ),
  ],
  /** The value of a field that holds a person. */
  valueOfPerson: [
    cue("!'_.-' (<surnameKey> | фио | имя | фамилия | отчество) <assigned> [any]", {
      yes: ['lastName=‹Гусь›', "'Имя': '‹Роза›'"],
    }),
    cue("!'_.-' <personKey> <mark> ':=' <mark>? [any]", { yes: ['{"client": "‹Роза›"}'] }),
    cue("!'_.-' <personKey> ':=' <mark>? [<ofPersonsField>]", {
      yes: ['assignee: ‹Хворостов›'],
      no: ['assignee: Секретариат', 'user=Канцелярия'],
    }),
    cue("!'_.-' <personPart> '_.-' ('name'|'fio') <assigned> [<ofPersonsField>]", { yes: ['client_name: ‹Роза›'] }),
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
