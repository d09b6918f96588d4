import { cue } from './cue.ts';

/** Words that are marked because of what is marked already, or of what can be a surname beside them. */
export const marking = {
  /** The first word of a line of a list. */
  opensItem: [cue("(edge|break) (number? '-–—•*·' | number '.)') [any]", { yes: ['Дежурные:\n- ‹Коля›\n- ‹Роза›'] })],
  /** Names in a list: a word that can be a name on a line of its own, the line above or below starting with a name. */
  listItem: [
    cue('(#opensItem & marked) (any & !#opensItem){0,8} any any [<item>]', { yes: ['- ‹Коля›\n- ‹Роза›'] }),
    cue('[<item>] (any & !#opensItem){0,10} (#opensItem & marked)', { yes: ['1) ‹Роза›\n2) ‹Коля›'] }),
    cue('(#opensItem & <plainSurname>) (any & !#opensItem){0,8} any any [<item> & <plainSurname>]', {
      yes: ['- ‹Королёв›\n- ‹Пушкин›'],
    }),
    cue('[<item> & <plainSurname>] (any & !#opensItem){0,10} (#opensItem & <plainSurname>)', {
      yes: ['- ‹Королёв›\n- ‹Пушкин›'],
    }),
  ],
  /** A surname that is also an everyday word, joined to a name by a comma or "and"; an unknown word joined to a first name. */
  enumerated: [
    cue('marked <joint> [<member>]', { yes: ['‹Петров›, ‹Кузнецов› и ‹Мельник›'] }),
    cue('[<member>] <joint> marked', { yes: ['‹Мельник› и ‹Петров›'] }),
    cue("marked ',' marked ',' [unknownName & !#noPerson] (',.;)'|и|edge|break)", {
      yes: ['Ознакомлены: ‹Бакаева›, ‹Шахназаров›, ‹Грицай›, ‹Фогель›'],
    }),
    cue("marked ',' [unknownName & !#noPerson] ','? и? marked", { yes: ['Нет: ‹Пхакадзе›, ‹Гудзь›, ‹Шахбазян›'] }),
    cue("[unknownName & surnameShape & !#noPerson] ',' marked и marked", {
      yes: ['‹Лупандин›, ‹Петров› и ‹Сидоров› на смене'],
    }),
    cue("[unknownName & !#noPerson] ',' marked ',' marked", { yes: ['Нет: ‹Гудзь›, ‹Пхакадзе›, ‹Шахбазян›'] }),
    cue('marked (и|или|либо) [Capital & <oddSurname> & !opens]', { yes: ['бронь на двоих: ‹Левченко› и ‹Пак›'] }),
    cue('[Capital & <oddSurname>] (и|или|либо) marked', { yes: ['‹Черных› и ‹Ольга› ждут ответа'] }),
    cue('[unknownName & !opens & !#noPerson & <surnameCase>] и marked', {
      yes: ['группа присвоена ‹Пидгорному› и ‹Ермекову›'],
    }),
    cue('(marked & name:C) (и|или|либо) [Capital & bearer & any:C & !animalNoun & !opens]', {
      yes: ['ключи выданы ‹Зуеву› и ‹Ткачу›'],
    }),
    cue("marked ',' marked ',' [Capital & shortSurname] (',.;)'|и|edge|break)", {
      yes: ['сдать: ‹Эшматова›, ‹Гуляев›, ‹Хван›, до 20-го'],
      no: ['‹Анна›, ‹Пётр›, Ни слова больше'],
    }),
    cue("marked ',' [Capital & adjective & /[иы]х$/] (',.;)'|и|edge|break)", {
      yes: ['Список: ‹Агеев›, ‹Вялых›, ‹Борзов›'],
    }),
    cue("[Capital & shortSurname & !opens] ',' marked ',' marked", { yes: ['сдать: ‹Хван›, ‹Гуляев›, ‹Эшматова›'] }),
    cue("marked number '.' [unknownName & (surname | surnameShape)]", {
      yes: ['1. ‹Жумабаев› 2. ‹Кыдыралиев› 3. ‹Осмонов›'],
    }),
    cue("marked number ')' [Capital & (shortSurname | unknownName) | <member>]", {
      yes: ['лист: 1) ‹Озеров› 2) ‹Кан› 3) ‹Ткач›'],
    }),
    cue("marked <measure> ';,' [Capital & (shortSurname | unknownName) | <member>] <measure>", {
      yes: ['табель: ‹Зуева› 160 ч, ‹Пак› 152 ч'],
    }),
    cue("[Capital & (shortSurname | unknownName) | <member>] <measure> ';,' marked <measure>", {
      yes: ['табель: ‹Пак› 152 ч, ‹Зуева› 160 ч'],
    }),
    cue("marked '/' [<member> | unknownName]", { yes: ['смена: ‹Мусаев›/‹Ковтун›'] }),
    cue("[<member> | unknownName] '/' marked", { yes: ['смена: ‹Ковтун›/‹Мусаев›'] }),
    cue('marked (или|либо) [unknownName & !opens]', { yes: ['направьте ‹Щербака› либо ‹Гайдая›'] }),
    cue("(marked & surnameLike) и [unknownName & !opens & !#noPerson & !-ом] (',.;!?)'|edge|break)", {
      yes: ['направьте ‹Рогозиной› и ‹Шульге›.'],
    }),
    cue('(marked & onlyFirst) и [unknownName]', { yes: ['‹Наташа› и ‹Сафаржон› ждут'] }),
    cue('[unknownName] и (marked & onlyFirst)', { yes: ['Заходили ‹Хуршед› и ‹Наташа›'] }),
    cue('(<plainSurname>|<plainBearer>) <joint> [<member> & <plainSurname> & !place]', {
      yes: ['Закрыли ‹Титов› и ‹Королёв›'],
    }),
    cue('(<plainSurname>|<plainBearer>) & !place <joint> [<member> & <plainSurname> & place]', {
      yes: ['смена: ‹Ткач› и ‹Борисов›'],
    }),
    cue('<plainSurname> <joint> [<member> & <plainBearer>]', { yes: ['‹Титов› и ‹Ткач›'] }),
    cue('[<member> & <plainSurname> & !place] <joint> (<plainSurname>|<plainBearer>)', { yes: ['‹Титов› и ‹Ткач›'] }),
    cue('[<member> & <plainSurname> & place] <joint> (<plainSurname>|<plainBearer>) & !place', {
      yes: ['‹Борисов› и ‹Ткач› на смене'],
    }),
    cue('[<member> & <plainBearer>] <joint> <plainSurname>', { yes: ['‹Ткач› и ‹Титов›'] }),
  ],
  /** The surname of several. */
  family: [
    cue('<kin> [<severals> & <severalOfOne>]', { yes: ['семья ‹Гордеевых›'] }),
    cue('(от|у|для) [<severals> & <severalOfOne> & surname & -ых]', { yes: ['заявка от ‹Ивановых›'] }),
    cue('[<severals> & !known & /[бвгджзклмнпрстфхцчш]енки$/] (с|со|из | lower & pluralVerb)', {
      yes: ['‹Даченки› с пятого этажа снова шумят'],
      no: ['Коленки с дефектом'],
    }),
    cue('pluralVerb [<severals> & <severalOfOne> & surname]', { yes: ['въехали ‹Петровы›'] }),
    cue('marked и (marked & !sign) [<severals> & (!common | surname)]', {
      yes: ['‹Лина› и ‹Артур Вагнеры›'],
    }),
  ],
  /** Surname and first name as tickets write them. */
  onTicket: [
    cue("‹[UPPER & (surname|surnameShape)] '/'&glued (UPPER & glued & (first|surname|surnameShape))›", {
      yes: ['‹КОНОПЛЕВА/ЯНА›'],
    }),
    cue("‹[UPPER & first & marked] '/'&glued (UPPER & glued & (first|surname|surnameShape))›", {
      yes: ['‹ЕВГЕНИЯ/ПЕТРОВА›'],
    }),
    cue("‹[UPPER & first] '/'&glued (UPPER & glued & marked & (first|surname|surnameShape))›", {
      yes: ['‹ВЕРА/ЕВГЕНИЯ›'],
    }),
  ],
  /** Unknown words both, but they did something. */
  contrastedDoer: [
    cue("humanVerb&(-л|-ла|-лся|-лась) не [<contrastable> & unknownName] ',' а unknownName", {
      yes: ['платил не ‹Рябоконь›, а ‹Рябошапка›'],
    }),
  ],
  /** A word that can be a surname where it is set against a name. */
  contrasted: [
    cue("не [<contrastable> & Capital & (surname|surnameShape|pluralSurname)] ',' а <possessive> roleNoun", {
      yes: ['будет не ‹Тарханов›, а его заместитель'],
    }),
    cue("не [<contrastable>] ',' а marked", { yes: ['не ‹Лобанок›, а ‹Лобанков›'] }),
    cue("не marked ',' а [<contrastable>]", { yes: ['не ‹Лобанков›, а ‹Лобанок›'] }),
    cue("[<contrastable>] ',' а не marked", { yes: ['это ‹Лобанок›, а не ‹Лобанков›'] }),
    cue("marked ',' а не [<contrastable>]", { yes: ['пишется ‹Лобанков›, а не ‹Лобанок›'] }),
    cue("[<contrastable>] ',' <changed> marked", { yes: ['была ‹Мельник›, стала ‹Зуева›'] }),
    cue("marked ',' <changed> [<contrastable>]", { yes: ['была ‹Зуева›, стала ‹Мельник›'] }),
    cue("(то ли | не то) [<contrastable>] ',' (то ли | не то) marked", {
      yes: ['то ли ‹Сорока›, то ли ‹Сорокин›, не понял'],
    }),
    cue("(то ли | не то) marked ',' (то ли | не то) [<contrastable>]", { yes: ['то ли ‹Кулик›, то ли ‹Кулич›'] }),
    cue("я не marked ','? а? я [<contrastable>]", { yes: ['я не ‹Дмитриев› я ‹Дмитриевский›'] }),
    cue("(я|мы) не [<contrastable>] ','? а? (я|мы) marked", { yes: ['мы не ‹Ивановы›, мы ‹Ивашовы›'] }),
    cue('[<contrastable>] вместо marked', { yes: ['указали ‹Мельник› вместо ‹Зуева›'] }),
    cue('marked вместо [<contrastable>]', { yes: ['‹Зуева› вместо ‹Мельник›'] }),
    cue('вместо [<contrastable>] <written> marked', { yes: ['вместо ‹Мельник› напечатали ‹Зуева›'] }),
    cue('вместо marked <written> [<contrastable>]', { yes: ['вместо ‹Зуева› напечатали ‹Мельник›'] }),
    cue(
      "/^(?:замен|переназнач|сменен|сменить|смените)/ (marked | '.'){1,5} на [<contrastable> & Capital & !productNoun]",
      {
        yes: ['Заменить ‹Хворостову› на ‹Седых›', 'заменить ‹Зуева И. П.› на ‹Штольца›'],
      },
    ),
    cue("(с|со) marked (marked | '.'){1,4} на [<contrastable> & Capital & !productNoun]", {
      yes: ['исполнитель изменён с ‹Анны Зуевой› на ‹Штольца›'],
    }),
    cue('(с|со) marked на [<contrastable>]', { yes: ['поменять с ‹Зуева› на ‹Мельник›'] }),
  ],
  /** An unknown word in quotation marks where the spelling of a name is spoken of. */
  misspelt: [
    cue('marked any{0,11} [mayBeName & !known & #spelled]', {
      yes: ['билет на имя ‹Штольца›, а там написано «‹Штольтца›»'],
    }),
  ],
  /** An unknown word that did something where a name did before. */
  parallelDoer: [
    cue("<past> marked ',' <past> [unknownName | mayBeName & Capital & noun & commonNominative]", {
      yes: ['сдал ‹Пырьев›, принял ‹Кобзарь›'],
    }),
    cue("marked <past> ',' [unknownName | mayBeName & Capital & noun & commonNominative] <past>", {
      yes: ['‹Ушакова› приняла, ‹Железняк› проверил'],
    }),
    cue(
      "marked <past> ',' [unknownName | mayBeName & Capital & bearer & commonNominative] '—–-'? (нет|тоже|пока|еще)",
      {
        yes: ['‹Зуев› согласовал, ‹Ткач› — нет'],
        no: ['‹Зуев› согласовал, Деньги — нет'],
      },
    ),
    cue("<past> [unknownName | mayBeName & Capital & noun & commonNominative] ',' <past> marked", {
      yes: ['сдал ‹Кобзарь›, принял ‹Пырьев›', 'передала ‹Синельник›, приняла ‹Ракитина›'],
    }),
    cue("[unknownName | mayBeName & Capital & noun & commonNominative] <past> ',' marked <past>", {
      yes: ['‹Железняк› проверил, ‹Ушакова› приняла'],
    }),
  ],
  /** A word that can be a surname where the part before or after has a name, the same sign beside it. */
  parallel: [
    cue("marked '$' any{1,6} [unknownName] '$'", { yes: ['‹Зуева› — утро, ‹Цыбуля› — вечер'] }),
    cue("[unknownName] '$' any{1,6} marked '$'", { yes: ['‹Цыбуля› — вечер, ‹Зуева› — утро'] }),
    cue("'$' marked any{1,6} '$' [Capital & first & everyday & !brandName] !':—–-'", {
      yes: ['12-е — ‹Асхат›, 13-е — ‹Роза›, 14-е — никто'],
    }),
    cue("marked '$' any{1,6} [<member>] '$'", { yes: ['‹Зуева› — утро, ‹Ткач› — вечер'] }),
    cue("[<member>] '$' any{1,6} marked '$'", { yes: ['‹Ткач› — утро, ‹Зуева› — вечер'] }),
    cue("'$' marked any{1,6} '$' [<member>] !':—–-'", { yes: ['было — ‹Зуев›, стало — ‹Ткач›'] }),
    cue("'$' [<member>] !':—–-' any{0,5} '$' marked", { yes: ['было — ‹Ткач›, стало — ‹Зуев›'] }),
  ],
  /** A first name that is a brand or a word too, or that is unknown, behind a surname that was found. */
  nameAfterSurname: [
    cue('!marked (marked & !first & !sign) [Capital & brandName & first]', { yes: ['ребёнок ‹Ковтун Алиса›'] }),
    cue('roleNoun (marked & !first & surname) [Capital & first & !#noPerson]', { yes: ['водителю ‹Фомину Булату›'] }),
    cue('(marked & surnameLike & (surname|surnameShape)) [unknownName & !known & !#noPerson] !(marked | capitalised)', {
      yes: ['ответственный ‹Нимаев Бадмашир› прошёл обучение'],
    }),
  ],
  /** A craft or a beast in lower case before a full name, a Korean surname behind a first name. */
  lowerBesideFirst: [
    cue('‹(lower & bearer & !animalNoun) [marked & lower & #caseOfBefore & !wordlike]›', {
      yes: ['виновник ‹мороз валерий› говорит, что его не вписали'],
      no: ['по понедельникам ‹валерий› занят'],
    }),
    cue('‹(lower & bearer & !animalNoun) [marked & lower]› (marked & patronymic)', {
      yes: ['вклад мамы, ‹ткач любови егоровны›'],
    }),
    cue('‹[marked & lower] (lower & /^(?:пак|лим|цой|хван|тян|ким|шин|юн|огай|югай)(?:а|у|ом|е)?$/)›', {
      yes: ['у ‹кати пак› слетел вход', 'не приняли ‹асю лим›'],
    }),
  ],
  /** One letter and a full stop that end the line behind a first name. */
  trailingInitial: [
    cue("‹[marked & first & lower] (lower & /^[белмнрфхшэю]$/)› (edge|break|verb|',;)')", {
      yes: ['на карту ‹гузели м› скинул'],
    }),
    cue("‹[marked & lower & surname & !common] (lower & /^[белнрфхшэюзжтл]$/) '.'› !(capitalised|number)", {
      yes: ['отказ подписала некая ‹дубинина з.›, по телефону говорит'],
    }),
    cue("‹[marked & first] (lower & /^[а-я]$/) '.'› !(capitalised|number)", {
      yes: ['с ув. ‹гоша п.›', 'перевела ‹рустаму к.› можно вернуть?'],
      no: ['передайте ‹рустаму› г. Омск'],
    }),
  ],
  /** "Surname" in any case precedes, such words between as say whose it is or what became of it. */
  afterSurnameWord: [
    cue(`(фамилия|фамилию|фамилии|фамилией) (<bridge>{0,4} (<bridge> & !(в|по)))? ':—–-«"'? [any]`, {
      yes: ['сменить фамилию на ‹Сорока›', 'под фамилией ‹Дуб›', 'фамилия по мужу ‹Дуб›'],
    }),
    cue("(в (девичестве|замужестве) | урожденн- | по (мужу|отцу)) (я|она|была)? ':—–-'? [any]", {
      yes: ['диплом на девичью, в девичестве ‹Лебедь›', 'по мужу ‹Мороз›, по паспорту пока старая'],
      no: ['вычет по мужу не пришёл'],
    }),
  ],
} as const;
