import { cue } from './cue.ts';

/** Initials beside a surname. */
export const initials = {
  /** И. И., И.И, И И or И. behind it; an everyday word is one where no other follows. */
  surnameFirst: [
    cue('‹[<headed> & <ownsInitials>] <twoInitials>›', { yes: ['‹Иванов И.И.›', '‹Королёв С П›'] }),
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
    cue('issued any ‹[<bearable>] <twoInitials>›', { yes: ['полис на ‹Кирова С. М.›'] }),
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
    cue(
      "‹<freeInitial> '.' [<bearable> & Capital & noun & commonNominative & !<jobTitle> & !#inPlace]› ',' (lower & roleNoun)",
      {
        yes: ['подписал ‹О. Дождь›, бухгалтер'],
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
  ],
  /** In lower case or without full stops only beside a surname without another sense. */
  looseInitials: [
    cue("‹[capitalised] (letter & !lower & !я)› (edge|break|',;)—–')", { yes: ['‹Муллагалиева Р›, бухгалтерия'] }),
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
} as const;
