import { cue } from './cue.ts';

/** Initials beside a surname. */
export const initials = {
  /** И. И., И.И, И И or И. behind it; an everyday word is one where no other follows. */
  surnameFirst: [
    cue('‹[<headed> & <ownsInitials>] <twoInitials>›', {
      yes: ['‹Иванов И.И.›', '‹Королёв С П›', 'С уважением, ‹Добрый А. С.›'],
    }),
    cue("‹[<headed> & <ownsInitials>] ('.' & glued) (<initial> & glued) (('.' & glued) (<initial> & glued))? '.'?›", {
      yes: ['‹Иванова.А.П.› просит справку', '‹Петров.И› без доступа'],
    }),
    cue('‹[<headed> & <bearable> & !<ownsInitials> & !<jobTitle>] <twoInitials>› !<nextSurname>', {
      yes: ['Принял ‹Тумба И. И.›'],
      no: ['Подписал ‹А. П. Лисицын›'],
    }),
    cue("‹[<headed> & <bearable> & <jobTitle>] <twoInitials>› !('.' | Capital & <bearable>)", {
      yes: ['‹Мастер И. И.› ушёл'],
      no: ['Инженер ‹А. П. Воронов›'],
    }),
    cue("‹[<headed> & <ofOneInitial> & !<jobTitle>] <initial> '.'› !<initial>", {
      yes: ['Звонила ‹Александра К.›', '‹Чиж Я.›'],
    }),
    cue(
      "‹[<headed> & (<ofOneInitial> | <namedHere>) & <jobTitle>] <initial> '.'› !(<initial> | Capital & <bearable>)",
      {
        yes: ['ФИО: ‹Мастер О.›'],
      },
    ),
    cue("‹[<headed> & <namedHere> & !<jobTitle>] <initial> '.'› !<initial>", { yes: ['Менеджер ‹Лебедь О.›'] }),
    cue(
      "(roleNoun|profession) ‹[<headed> & <ownsInitials> & !<jobTitle>] (letter & !lower & !я)› (edge|break|',;)—–'|lower & verb & !pluralVerb)",
      {
        yes: ['На чеке продавец ‹Мороз Е›', 'кассир ‹Лебедь О› пробила дважды'],
        no: ['мастер ‹Гончар› О заказе забыл'],
      },
    ),
    cue('issued any ‹[<bearable>] <twoInitials>›', { yes: ['полис на ‹Кирова С. М.›'] }),
    cue("(',.;' | edge | break) ‹[Capital & /[сц]к(?:ий|ая)$/] <initial> '.'› (edge | break | ',;')", {
      yes: ['смена 14 октября, ‹Миргородский П.›'],
      no: ['Тверская д. 5'],
    }),
  ],
  /** The letter of a house or a room. */
  ofNumber: [
    cue('number [glued]', { yes: ['дом 170Г'] }),
    cue("number ('-/' & glued) [glued]", { yes: ['помещение 14-Н'] }),
  ],
  initialsFirst: [
    cue('‹<freeInitials> [(<bearable> | capitalised & shortSurname) & !#inPlace]›', {
      yes: ['‹И. И. Иванов›', '‹Ж.-П. Бельмондо›', 'Подписал ‹А П Лис›'],
    }),
    cue("‹<freeInitial> '.' [<ofOneInitial> & !#inPlace]›", { yes: ['‹И. Иванов›'] }),
    cue("‹<freeInitial> '.' [Capital & <bearable> & #inAnyCase & !#inPlace]›", {
      yes: ['приняла ‹Н. Глухих›, испорчено два'],
      no: ['по п. А. Новых договоров нет'],
    }),
    cue(
      "‹<freeInitial> '.' [<bearable> & Capital & (noun & commonNominative | place:nomn | adjective & any:nomn & /(?:[ыио]й|[ая]я)$/) & !<jobTitle> & !#inPlace]› ',' (lower & (roleNoun | profession) | !UPPER & <shortJob> '.')",
      {
        yes: ['подписал ‹О. Дождь›, бухгалтер'],
      },
    ),
    cue(
      "('.!?' | break) ‹<freeInitial> '.' [<bearable> & Capital & adjective & any:nomn & /(?:[ыио]й|[ая]я)$/ & !#inPlace]› '.'? edge",
      {
        yes: ['Смету сдал, утверждаю. ‹Ф. Нагорный›', 'Табель отправлен.\n‹Т. Смирная›'],
        no: ['Отчёт принят. А. Слабый сигнал на линии'],
      },
    ),
    cue(
      "(roleNoun | profession | roleNoun word | pastPersonVerb | <workDeed> | уважением ',') ‹<freeInitial> '.' [Capital & nounSurname & commonNominative & singular & <bearable> & !#inPlace]› (',.;!)' | edge | break | verb)",
      {
        yes: ['С уважением, старшая смены ‹Б. Весна›', 'Заявку принял ‹О. Дождь›', 'С уважением, ‹К. Роса›'],
        no: ['Вариант Б. Весна, лето', 'пункт А. Вода отключена'],
      },
    ),
    cue("(marked & <initial>) '.' ';,' ‹[Capital & <headed>] <initial> '.'›", {
      yes: ['Ознакомлены: ‹Бельды А.›, ‹Киле В.›, ‹Самар Д.›'],
    }),
  ],
  /** и.о. Ветрова, т.е. Ветров */
  abbreviation: [
    cue("[т] '.' (к|е|д|п)", { yes: ['т.е. ‹Ветров›'] }),
    cue("[и] '.' о", { yes: ['и.о. ‹Ветрова›'] }),
    cue("[в] '.' р", { yes: ['в.р. ‹Ветров›'] }),
    cue("'.-' [lower & letter] '.' н", { yes: ['к.т.н. ‹Ветров› согласен'] }),
  ],
  /** In lower case or without full stops only beside a surname without another sense. */
  looseInitials: [
    cue("‹[capitalised] (letter & !lower & !я)› (edge|break|',;)—–')", { yes: ['‹Муллагалиева Р›, бухгалтерия'] }),
    cue('‹[Capital] (letter & !lower & !я)› (lower & verb & !pluralVerb)', {
      yes: ['‹Муллагалиева Р› забрала пропуск'],
    }),
    cue('‹[lower] (letter & lower & !<wordlikeLetter>) (letter & lower)›', { yes: ['‹зубкова н п›'] }),
    cue('‹[lower] (letter & lower) (letter & lower & !<wordlikeLetter>)›', { yes: ['‹зубкова а п›'] }),
    cue("(!'.' | !letter '.') ‹<loose> '.' letter '.' [!lower]›", { yes: ['‹в. в. Гришин›'], no: ['и.о. ‹Ветрова›'] }),
    cue("(!'.' | !letter '.') ‹(lower & <loose>) '.' letter '.' [lower]›", { yes: ['‹в. в. гришин›'] }),
    cue("!'.' ‹(/^[авелножзфхэюя]$/ & lower) '.' [lower & surname & !common]›", {
      yes: ['удалите из рассылки ‹е. шапошникову›'],
    }),
    cue("roleNoun ‹[lower & surname & !common] (letter & lower & !<wordlikeLetter>) '.'› !number", {
      yes: ['акт подписала инженер ‹шубина л.›'],
    }),
    cue("‹[!lower] <loose> '.' letter '.'›", { yes: ['‹Гришин в. в.›'] }),
    cue("‹[lower] (lower & <loose>) '.' letter '.'›", { yes: ['‹гришин в. в.›'] }),
    cue('‹[capitalised & !pluralSurname] (UPPER & /^..$/ & !never & !<abbreviated>)›', { yes: ['‹Иванов ИИ›'] }),
  ],
  /** The second of several letters, each with its full stop: Ф. И. О. */
  afterInitial: [cue("(letter & !lower) '.' [any]", { yes: ['столбец «Ф.И.О.» пуст'] })],
  /** Initials that stand for the whole name, where only a person can stand. */
  bareInitials: [
    cue("‹[<aloneInitial> & (#afterGreeting | #afterPersonNoun | #named | #presented)] '.' <initial> '.'?›", {
      yes: ['Здравствуйте, ‹А. В.›!', 'С уважением, ‹Н.П.›', 'менеджер ‹А. В.› не отвечает', 'Подпись: ‹С. Д.›'],
      no: ['по Приложению А. В. договора нет'],
    }),
    cue("(edge|break|'.!?') ‹[<aloneInitial>] '.' <initial> '.'?› ',' lower", {
      yes: ['‹Р. Х.›, согласуйте отпуск'],
      no: ['Пункты А. Б. и В. договора'],
    }),
    cue("(у|от|для|к|ко|с|со|про|без|через|кроме|вместо|перед|за) ‹[<aloneInitial>] '.' <initial> '.'?›", {
      yes: ['ключи у ‹Э. М.›, от серверной ни у кого', 'согласовано с ‹А. В.›'],
    }),
    cue("(<giving>|<summoning>|/звони/ | pastPersonVerb & !pluralVerb) ‹[<aloneInitial>] '.' <initial> '.'?›", {
      yes: ['передайте ‹А. В.›, что акт готов', 'звонила ‹Н. П.›, просила счёт'],
    }),
    cue("‹[<aloneInitial>] '.' <initial> '.'?› <adverbs>{0,2} (lower & humanVerb & !pluralVerb)", {
      yes: ['‹А. В.› просила передать ключи', 'сегодня ‹Н.П.› уже ответила'],
    }),
    cue("('—–-.!?;' | break) ‹[<aloneInitial>] '.' <initial> '.'?› ('»)' | edge)", {
      yes: ['Виза на приказе: «В работу. ‹А. Л.›»', 'Ключ на вахте!\n‹Т. С.›'],
    }),
    cue(`'«"“„(' ‹[<aloneInitial>] '.' <initial> '.'?› '»"”)'`, { yes: ['на бланке закорючка и «‹С. Д.›»'] }),
    cue("(edge|break|']') ‹[<aloneInitial>] '.' <initial> '.'?› ':'", { yes: ['‹Г. А.›: готово'] }),
    cue("marked '.'? (','|и) ‹[<aloneInitial>] '.' <initial> '.'?›", { yes: ['Согласовано: ‹Ветров›, ‹А. В.›'] }),
  ],
} as const;
