import { cue } from './cue.ts';

/** Streets, stations, towns and regions that bear the name of a person, or one like it. */
export const places = {
  /** The full stop of ул., г., пр-т., unlike that of г. Штольц, к. м. н. or 2020 г. */
  abbreviatedPlace: [
    cue("(!'.' | !character '.') (<abbreviation> & !(г|м|д)) ['.']", { yes: ['ул. Ленина', 'ст. м. Киевская'] }),
    cue("(!'.' & !number | !character '.') (<abbreviation> & (м|д)) ['.']", {
      yes: ['м. Павелецкая'],
      no: ['к. м. н. ‹Петров›'],
    }),
    cue("number (<abbreviation> & (г|м|д)) ['.'] place", { yes: ['115230 г. Владимир'] }),
    cue("(!'.' & !number & !humanVerb | !character '.') (lower & г) ['.'] !(surname & !place)", {
      yes: ['г. Владимир'],
      no: ['звонил г. ‹Штольц›'],
    }),
    cue("(!'.' & !number & !humanVerb & !(от|у|для|к) | !character '.') (lower & г) ['.'] any !humanVerb", {
      yes: ['адрес: г. Иванов, 5'],
      no: ['претензия от г. ‹Петрова›', 'г. ‹Иванов› просит'],
    }),
  ],
  /** What is called after someone has his father's name in the genitive. */
  ownFathersName: [
    cue('!/^станци/ any [patronymic & <fathersNominative>]', { yes: ['заведующая садом ‹Алтынай Бекболотовна›'] }),
    cue('!/^станци/ [any] (patronymic & <fathersNominative>)', {
      yes: ['заведующая садом ‹Алтынай Бекболотовна›'],
      no: ['на станции Ерофей Павлович'],
    }),
  ],
  /** Between the noun only titles, first names and initials: улица Академика Королёва. What stands between is read once before it is read for each kind of noun. */
  afterPlaceNoun: [
    cue('[#behindPlaceNoun & #calledByNoun]', { yes: ['улица Академика Королёва'], no: ['Из города ‹Анна› уехала'] }),
  ],
  behindPlaceNoun: [
    cue("('.' & #abbreviatedPlace | имени | <placeName>) <bridges> [any]", { yes: ['улица Академика Королёва'] }),
  ],
  /** What each kind of noun asks of the word that it calls a place by. */
  calledByNoun: [
    cue("('.' & #abbreviatedPlace) <bridges> [any]", { yes: ['ул. Маршала Г. К. Жукова', 'г. Владимир'] }),
    cue('!(по|от|нет|без) имени <bridges> [word & !<oneWho> & !(first & !surname & !any:gent)]', {
      yes: ['завод имени Ломоносова', 'площадь имени Карла Маркса'],
      no: ['по имени ‹Аристарх›', 'от имени ‹Ивана›'],
    }),
    cue('<ownWord> (<placeName> & !settlementNoun & !<longNoun>) <bridges> [word]', { yes: ['ул Ленина'] }),
    cue('<ownWord> (<placeName> & !settlementNoun & <longNoun>) <bridges> [word & !<oneWho> & !#ownFathersName]', {
      yes: ['улица Академика Королёва', 'проспект Маршала Жукова'],
      no: ['На вокзале ‹Петров› ждёт'],
    }),
    cue('(<ownWord> & !preposition) (<placeName> & !settlementNoun & <longNoun> & any:nomn) <bridges> [word]', {
      yes: ['станция Маяковский'],
    }),
    cue('<ownWord> (<placeName> & settlementNoun) <bridges> [word & !<everydayWho> & (!surname | place)]', {
      yes: ['деревня Марьино', 'город Владимир'],
      no: ['Из города ‹Анна› уехала'],
    }),
    cue('<ownWord> (<placeName> & settlementNoun & commonNominative) <bridges> [word & !<everydayWho>]', {
      yes: ['город Титов'],
    }),
    cue('(<ownWord> & !personNoun) (<placeName> & settlementNoun) <bridges> [nameNominative & !-а & !<everydayWho>]', {
      yes: ['в деревню Быков'],
      no: ['мэр города ‹Лужков›'],
    }),
  ],
  /** Streets that an enumeration goes on with, and a town before its street. */
  amongPlaces: [
    cue(
      "(ул '.' | /^улиц/ & lower) (capitalised ','){1,5} [/[сц]к(?:ая|ий)$/ | streetName] (',.' | и | с number | до number | edge)",
      {
        yes: ['отключение: ул. Орджоникидзе, Фрунзе, Каменская с 10:00', 'на улицах Ленина, Титова, Садовская.'],
        no: ['ул. Мира, ‹Петров› сказал'],
      },
    ),
    cue(
      "/^адрес/ word{0,2} '—–-:' [place & nameNominative] ',' (ул|улица|пр-т|проспект|пер|переулок|бульвар|шоссе|наб|мкр)",
      {
        yes: ['адрес прежний — Владимир, ул. Мира'],
        no: ['Получатель: ‹Владимир›, ул. Мира'],
      },
    ),
    cue('(адрес|адресу|адреса) [/[сц]к(?:ий|ая)$/ & Capital] number', { yes: ['Банкомат, адрес Невский 54'] }),
  ],
  beforePlaceNoun: [
    cue('[<ofPlace> & !(surname & surnameLike)] <placeBehind>', { yes: ['Невский проспект', 'Марьина Роща'] }),
    cue('[<ofPlace> & surname & surnameLike & !/[ое]в$|ин$/ & !nameNominative] <placeBehind>', {
      yes: ['на Пушкиной улице'],
    }),
    cue('[<ofPlace> & surname & surnameLike & !/[ое]в$|ин$/ & nameNominative] (<placeBehind> & (!noun|any:nomn))', {
      yes: ['Пушкина улица'],
    }),
    cue(
      '[<ofPlace> & surname & surnameLike & /[ое]в$|ин$/] (<placeBehind> & (!noun|any:nomn) & !/[аяую]$|ость$|область$/)',
      {
        yes: ['Быков переулок'],
        no: ['‹Иванов› улицу перепутал', '‹Петров› область не указал'],
      },
    ),
  ],
  /** A part of a business is called by its town: терминал Владимир. */
  branch: [
    cue('!preposition (branchNoun & any:nomn) [place & nameNominative]', {
      yes: ['терминал Владимир', 'филиал Киров'],
    }),
    cue('preposition (branchNoun & any:nomn) [place & nameNominative] (!verb & !не | не !verb)', {
      yes: ['на склад Киров отправлено'],
      no: ['через пункт ‹Владимир› не проходил'],
    }),
  ],
  /** A dash joins two towns. */
  onRoute: [
    cue("[<town>] '-–—→' <town>", { yes: ['рейс Владимир – Самара'] }),
    cue("[<town>] '-–—→' (capitalised & adjective) <town>", { yes: ['Киров — Нижний Новгород, электричка'] }),
    cue("<town> '-–—→' [<town>]", { yes: ['поезд Москва – Киров'] }),
  ],
  /** A list of towns by one that is nothing else, in the same case. */
  listOfTowns: [
    cue("(<onlyTown> & any:C) (',' <town> | и <town>){0,3} (','|и) [<town> & any:C & !#afterGreeting] !capitalised", {
      yes: ['Пермь, Киров и Владимир'],
    }),
    cue("[<town> & any:C & !#afterGreeting] (<town>? (','|и)){1,4} (<onlyTown> & any:C)", {
      yes: ['Владимир, Киров и Пермь'],
    }),
  ],
  inPlace: [
    cue('[#afterPlaceNoun | #beforePlaceNoun | #amongPlaces | #street | #branch | #onRoute | #listOfTowns]', {
      yes: ['ул. Ленина', 'на Маршала Жукова'],
    }),
  ],
  /** A town of this stem is neuter and has no such form: на Зуеву, через Ильину. */
  womanInAccusative: [
    cue(
      '(на|за|про|через|в|под) [/(?:[ое]в|ин)у$/ & (name:femn.accs | place & !(any:nomn|any:gent|any:accs|any:ablt|any:loct))]',
      {
        yes: ['заменить на ‹Зуеву›', 'через ‹Ильину›'],
      },
    ),
  ],
  /** Made out to a person, whose accusative the town of that name does not have: бронь на Зверева. */
  madeOutTo: [
    cue('issued на [(surname | first) & name:masc.accs | first & (name:femn.accs | name:ms-f.accs)]', {
      yes: ['бронь на ‹Зверева›', 'билет на ‹Веру›'],
    }),
    cue('(capitalised & name:masc.accs) на [(surname | first) & name:masc.accs]', {
      yes: ['замена ‹Лосева› на ‹Гусева›'],
    }),
  ],
  madeOutToWoman: [
    cue('issued на [surname & /[сц]кую$/ | #womanInAccusative]', { yes: ['билет на ‹попову›', 'чек на ‹Вишневскую›'] }),
  ],
  /** A man's surname after a preposition that persons take rather than towns. */
  mentioned: [
    cue('(про|насчет|кроме|против|ради) [surname & surnameLike & name:masc.gent]', { yes: ['кроме ‹Чехова›'] }),
    cue('!#street вместо [surname & surnameLike & name:masc.gent]', {
      yes: ['вместо ‹Чехова›'],
      no: ['ведёт на Лермонтова вместо Лермонтовского'],
    }),
    cue('по поводу [surname & surnameLike & name:masc.gent]', { yes: ['по поводу ‹Кирова›'] }),
  ],
  /** Persons are reached so: дозвониться до Кузнецова. */
  reached: [
    cue('<reaching> any{0,3} [any]', { yes: ['не могу дозвониться до ‹Владимира›'] }),
    cue('[any] any{0,2} <reaching>', { yes: ['До ‹Владимира› не дозвониться'] }),
  ],
  /** A first name before its surname is no town: из Владимира Петрова. */
  beforeSurname: [cue('[first] surname', { yes: ['через ‹Владимира Петрова›'] })],
  faulty: [cue('<fault> any{0,6} [any]', { yes: ['дело в ‹Соколове›'] })],
  /** A town by its preposition and the case that it governs; villages have the forms of men's surnames. */
  townByPreposition: [
    cue('(на|в|во) [<townAfter> & (!place:any | place:accs | place:loct)]', { yes: ['Живу во Владимире'] }),
    cue('/^(?:берег|устье|русло|дельт|приток|пойм)/ [place & name:gent]', { yes: ['доставка на левый берег лены'] }),
    cue('через [<townAfter> & (!place:any | place:accs)]', { yes: ['едем через Киров'], no: ['через ‹Владимира›'] }),
    cue('<subjectMatter> по [<townAfter> & !oftenSurname & place:datv]', {
      yes: ['Вопрос по Кирову закрыт'],
      no: ['Решение по ‹Михайлову› принято'],
    }),
    cue('!<subjectMatter> по [<townAfter> & (!place:any | place:datv)]', { yes: ['доставка по Кирову'] }),
    cue('под [<townAfter> & (!place:any | place:accs | place:ablt)]', { yes: ['дача под Владимиром'] }),
    cue('(из|до|около|возле) [<townAfter> & (!place:any | place:gent)]', {
      yes: ['из Кирова', 'до Владимира ехать час'],
    }),
    cue('(в|во) [first & !surname & (!place | #beforeSurname) & hasForms & !(name:accs|name:loct)]', {
      yes: ['поехали в Даниил'],
    }),
    cue('(из|до) [<village> & !-ой & !#reached]', { yes: ['из Котова'], no: ['дозвониться до ‹Кузнецова›'] }),
    cue('(в|во) [<village> & !#faulty & (name:loct | name:masc.nomn)]', {
      yes: ['живу в Соколове'],
      no: ['дело в ‹Соколове›'],
    }),
    cue('(в|во) [клину]', { yes: ['нотариусу в Клину', 'доставка в Клину'] }),
    cue('(в|во) [<village> & !#faulty & !known & -е]', { yes: ['в Мурине очередь'], no: ['дело в ‹Хворостове›'] }),
    cue('[#byLandmark]', { yes: ['стою у Шереметьева'] }),
  ],
  /** Stations, suburbs and airports as a part of a way: от Маяковской до Сокола. */
  byLandmark: [
    cue('до [<adjectiveStation>]', { yes: ['до Семёновской час'], no: ['дозвониться до ‹Вишневской›'] }),
    cue('(от|с|со) [capitalised & /[сц]кой$/ | <landmark>] до (capitalised | <destination>)', {
      yes: ['от Шаболовской до офиса', 'с Маяковской до Сокола', 'от Румянцева до Волхонки пробка'],
      no: ['от ‹Раевской› до сих пор нет ответа'],
    }),
    cue('(от|с|со) [<landmark>] (number | пять|десять|полчаса)? <onFoot>', {
      yes: ['от Елизаровской идти далеко'],
      no: ['письмо от ‹Шаболовской› пришло'],
    }),
    cue('<ride> (от|с|со|у|на|к) [<landmark>]', {
      yes: ['пересел с Павелецкой на кольцо', 'самовывоз с Менделеевской'],
      no: ['звонок от ‹Маяковской›'],
    }),
    cue('<halted> у [<landmark>]', { yes: ['стою на обочине у Шереметьева'], no: ['доступ у ‹Шереметьева› закрыт'] }),
    cue("у [<landmark>] ','? <waiting>", { yes: ['у Киевской ждёт такси'] }),
    cue('(между|возле|около|мимо|напротив|вблизи|близ|вокруг|посреди|вглубь|вдоль|внутри) [<landmark>]', {
      yes: ['кафе возле Тимирязевской'],
    }),
    cue('рядом с [capitalised & @stations]', { yes: ['рядом с Таганской'] }),
    cue('(недалеко|неподалеку|далеко) от [<landmark>]', { yes: ['живу недалеко от Внукова'] }),
  ],
  regionByAdjective: [
    cue('(capitalised & <partOfWorld> & !opens) [word]', { yes: ['виза в Южную Каролину', 'живу в Новой Виктории'] }),
  ],
} as const;
