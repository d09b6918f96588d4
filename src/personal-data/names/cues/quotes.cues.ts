import { cue } from './cue.ts';

/** Quotation marks, whose content is a title or the spelling of a name; the slot of most is the sign that opens them. */
export const quotes = {
  /** The sign that closes the title of a thing. */
  endsTitle: [cue(`(productNoun|institutionNoun) '«“' any{0,4} ['»”']`, { yes: ['теплоход «Светлов» ушёл'] })],
  /** The text speaks of a name: в поле «Иванов», не «Ринатовна», а «Ренатовна», пометка «для Рябцева». */
  opensSpelling: [
    cue(`(<spelling> & !вместо) <noBreak>{0,8} (<noBreak> & !productNoun & !institutionNoun) ['«"“„']`, {
      yes: ['в поле стоит «‹Иванов›»', 'отчество не «‹Ринатовна›»'],
      no: ['опечатка на товаре «Роза»'],
    }),
    cue(`(<spelling> & !вместо & !productNoun & !institutionNoun) ['«"“„']`, { yes: ['пометка «для ‹Рябцева›»'] }),
    cue(`['«"“„'] (Capital & first & name:datv) number (лет|год|года|годик|годика|месяцев)`, {
      yes: ['надпись на торте «‹Сонечке› 5 лет»', 'привезли «‹Софии› 6 лет»'],
      no: ['акция «Роза 5 лет»'],
    }),
    cue(`!'»"”“' вместо (<noBreak> & !productNoun & !institutionNoun)? ['«"“„']`, {
      yes: ['вместо «‹Ковальчюк›» напечатали другое'],
    }),
  ],
  /** Where the spelling of a name is spoken of, a word is quoted. */
  spelled: [cue(`('«"“„' & #opensSpelling) [any]`, { yes: ['в поле «‹Иванов›» ошибка'] })],
  /** A full name that is not a title; with a patronymic behind any noun. */
  opensFullName: [
    cue(`!<thingHere> ['«"“„'] <paper>? <namePair>`, {
      yes: [
        '«‹Иванов Иван›» указан в заявке',
        'Контакт «‹Алексей Смирнов›»',
        'строка 44: «‹Цыденова Баирма›», поле пустое',
        'Файл «Паспорт ‹Кузнецовой Анны›»',
      ],
    }),
    cue(`['«"“„'] <paper>? (surname first patronymic | first surname patronymic | first patronymic word)`, {
      yes: ['товар «‹Иванов Иван Иванович›»'],
    }),
  ],
  /** A person's verb precedes or follows a name alone. */
  opensActor: [
    cue(`(pastPersonVerb|<statement>) как? ['«"“„'] <quotedActor> '»"”“'`, {
      yes: ['Мне ответила «‹Елена›»', 'представился как «‹Иван›»'],
    }),
    cue(`(!<thingHere> & !как | !<thingHere> как) ['«"“„'] <quotedActor> '»"”“' не? pastPersonVerb`, {
      yes: ['«‹Светлана›» нахамила'],
    }),
    cue(`(<note> | ответ) ':' ['«"“„'] (Capital & first & nameNominative) не? (lower & humanVerb & !pluralVerb)`, {
      yes: ['комментарий: «‹Глеб› отвечал шаблонами»', 'Отзыв: «‹Вера› не помогла»'],
      no: ['Комментарий: «Вера в лучшее»', 'книга «Вера ждала»'],
    }),
  ],
  opensPerson: [
    cue(`['«"“„' & (#opensSpelling | #opensFullName | #opensActor)]`, { yes: ['Контакт «‹Алексей Смирнов›»'] }),
    cue(
      `(запись|учетка|учетку|учетке|аккаунт|логин|физлицо|'account'|'user') ['«"“„'] (surname | surnameShape | pluralSurname)`,
      {
        yes: ['Учётная запись «‹Ермолаев›» заблокирована'],
        no: ['запись «Вебинар» недоступна'],
      },
    ),
    cue(`roleNoun ['«"“„']`, { yes: ['менеджер «‹Роза›»'] }),
    cue(`['«"“„'] (lower & roleNoun)`, { yes: ['«оператор ‹Вера›»'] }),
    cue(
      `['«"“„'] (lower & personNoun & singular & !animalNoun & !productNoun) (Capital & (surname|surnameShape) & !first)`,
      {
        yes: ['уберите слова «грубиянка ‹Звонарёва›»'],
        no: ['книга «Капитан Врунгель»'],
      },
    ),
    cue(`!word ['«"“„'] <titleWord>{1,4} '»"”“' '<'? contact`, { yes: ['"‹Лев›" <a@b.ru>'] }),
  ],
  /** Quotation marks around a title's few words. */
  opensTitle: [
    cue(`['«"“„'] <titleWord>{0,3} latin <titleWord>{0,3} '»"”“'`, { yes: ['«Rosa плюс Виктория»'] }),
    cue(`['«"“„' & !#opensSpelling & !#opensActor] <titleWord>{1,3} (lower & noun) '»"”“'`, {
      yes: ['«Алёнкины подарки»'],
    }),
    cue(`['«"“„'] (Capital & productNoun) от <titleWord>{1,2} '»"”“'`, {
      yes: ['Продавец «Торты от Марины» не отвечает'],
      no: ['Пометка «Заявка от ‹Марины›»'],
    }),
    cue(`['«"“„' & #fieldOfThing] <titleWord>{1,4} '»"”“'`, { yes: ['"product": "Роза"'] }),
    cue(`['«"“„' & !#opensPerson & !#otherField] <titleWord>{1,4} '»"”“'`, { yes: ['журнал «Вера»', 'кафе «Алиса»'] }),
  ],
  /** Works and events, which a longer title belongs to. */
  opensWork: [
    cue(`(<work> | (билет-|абонемент-|сеанс-) на) ['«“„' & !#opensSpelling] <ofTitle>{1,10} '»"”“'`, {
      yes: ['концерт «Вечер памяти Виктора Цоя»'],
    }),
  ],
  /** A film called by a name and its medium: «Иван Васильевич» на дисках. */
  filmTitle: [
    cue("'«“\"„' [Capital & first] capitalised{1,2} '»”\"“' <onMedium>", {
      yes: ['«Иван Васильевич» на дисках есть?'],
    }),
    cue("'«“\"„' (Capital & first) [capitalised] capitalised? '»”\"“' <onMedium>", {
      yes: ['«Иван Васильевич» на DVD'],
    }),
  ],
  quotedTitle: [
    cue(`('«"“„' & #opensTitle) (word & !greeting){0,3} [any]`, {
      yes: ['кафе «Алиса»'],
      no: ['в поле стоит «‹Иванов›»'],
    }),
    cue(
      `('«"“„' & #opensTitle) (<big> & !@systemWords & !@latinWords & !<latinSign> & !<latinCall>) (word & !greeting){0,2} [wordlike]`,
      {
        yes: ['«Rosa плюс Виктория»'],
        no: ['письмо «Dear ‹Виктория›»', 'канал «Team ‹Вера›»', '«Rosa плюс ‹Марина›»'],
      },
    ),
    cue(`('«“„' & #opensWork) <ofTitle>{0,9} [any]`, { yes: ['концерт «Вечер памяти Виктора Цоя»'] }),
  ],
} as const;
