import { cue } from './cue.ts';

/** Streets without their noun: by a house number, a preposition, a rank, a corner. */
export const streets = {
  /** Петров Максим, кв. 5: a first name behind its surname, though there are maxims. */
  behindOwnSurname: [
    cue('(capitalised & !first & (surname|surnameShape|pluralSurname)) [everyday]', {
      yes: ['‹Петров Максим›, кв. 5'],
    }),
  ],
  /** A genitive and its house number; where a street is not well known, nothing that is counted, and no person's preposition. */
  houseNumber: [
    cue("',:' [/[сц]к(?:ая|ий)$/] number", { yes: ['Адрес: Пермь, Садовская 12'] }),
    cue("!я [<ofHouse> & streetName] ','? (кв | <houseWord> | houseNumber <noTime>)", {
      yes: ['Ленина 15', 'Гагарина, кв. 8', 'Третий этаж, Щорса 9.'],
    }),
    cue("(!я & !<ofOwner>) [<ofHouse> & !streetName] ','? <houseWord>", {
      yes: ['Захарова, д. 5'],
      no: ['у ‹Козлова›, дом 5'],
    }),
    cue("(!я & !<ofOwner>) [<ofHouse> & !streetName] ','? houseNumber <noCount>", {
      yes: ['Захарова, 5', 'Захарова 5 кв. 3', 'Кочетова, 4'],
      no: ['У ‹Козлова› 2 учётки', '‹Захарова›, 2 этаж', 'к ‹Степановой›, 301'],
    }),
  ],
  /** The second word of a full name after whom streets are named. */
  fullStreetName: [
    cue('!issued на (first & capitalised & <womansGenitive> & !name:accs) [capitalised]', {
      yes: ['салон на Софьи Перовской закрыт'],
    }),
    cue('!issued по (first & capitalised & <womansGenitive> & !(name:datv|name:accs|name:loct)) [capitalised]', {
      yes: ['трамвай по Софьи Ковалевской'],
    }),
    cue('!issued по (first & capitalised & name:masc.gent & !(name:datv|name:nomn)) [capitalised]', {
      yes: ['дом 15 по Бориса Галушкина'],
    }),
    cue('!issued (на|по) (first & capitalised) [capitalised & #listedStreet]', {
      yes: ['офис на Богдана Хмельницкого', 'на Карла Маркса'],
    }),
    cue("!issued (на|по) (first & capitalised) [capitalised & !first] ',' (number|<houseWord>) !<unit>", {
      yes: ['на Льва Ландау, 16'],
    }),
    cue("[capitalised & #listedStreet] ','? number", { yes: ['адрес: Казань, Мусы Джалиля, 19'] }),
    cue('[capitalised & #listedStreet & #houseNumber]', { yes: ['у нас Карла Либкнехта дом 8'] }),
    cue('<streetNoun> any{0,10} [capitalised & #listedStreet]', { yes: ['улица Мира есть, а Клары Цеткин — нет'] }),
    cue("дом- (first & capitalised & <womansGenitive> & !(name:datv|name:accs|name:loct)) [capitalised] ','? number", {
      yes: ['порт на доме Василисы Кожиной, 8'],
    }),
  ],
  /** What joins two after whom streets are named; persons are joined by "and" as well, and с Жукова на Королева is a transfer between persons. */
  joinsStreets: [
    cue("(на|по|от|с|район|районе|угол|углу|маршрут|проезд) <listedAlone> ['/-–—' | до] <listedAlone>", {
      yes: ['люк на Чехова/Некрасова', 'от Ушакова до Нахимова', 'Район Кирова – Фрунзе'],
    }),
    cue("<streetNoun> any{0,9} <listedAlone> ['/-–—,' | до | и] <listedAlone>", { yes: ['улицы Чехова и Некрасова'] }),
    cue("<premises> на <listedAlone> [',' | и] <listedAlone>", { yes: ['магазины на Кирова и Гоголя закрыты'] }),
    cue('<listedAlone> [и] (<listedAlone> & #houseNumber)', { yes: ['Минина и Пожарского, 2'] }),
    cue("<journey> (any & !'.!?'){0,5} (с|со) <listedAlone> [на] <listedAlone>", {
      yes: ['изменить адрес доставки с Кирова на Гагарина', 'маршрут с Жукова на Королёва'],
      no: ['переписать договор с ‹Жукова› на ‹Королёва›'],
    }),
    cue('<listedAlone> [на] (<listedAlone> & !surname)', { yes: ['с Марата на Восстания'] }),
    cue('(<listedAlone> & !surname) [на] <listedAlone>', { yes: ['с Восстания на Чехова'] }),
  ],
  atCorner: [
    cue('в районе [<listedAlone> & <genitive>]', { yes: ['в районе Жукова нет света'] }),
    cue('<approach> (с|со|на|через|по) [<listedAlone> & <genitive>]', {
      yes: ['самовывоз с Жукова', 'въезд с Тимирязева', 'поворот с Чапаева на парковку'],
      no: ['звонок с ‹Жукова› не списали'],
    }),
    cue('(стороны|сторону|напротив|район|районе) [<listedAlone> & <genitive>] !<objection>', {
      yes: ['ворота со стороны Щербакова'],
      no: ['со стороны ‹Королёва› возражений нет'],
    }),
    cue('!в <corner> (и|capitalised){0,3} [capitalised & <genitive> & (surname|surnameShape)]', {
      yes: ['на углу Ланской и Чехова'],
    }),
    cue('!в <corner> (и|capitalised){0,3} [capitalised & <genitive>] capitalised', {
      yes: ['на углу Чехова и Розы Люксембург'],
    }),
    cue('!в <corner> (и|capitalised){0,2} capitalised [capitalised & <genitive>]', {
      yes: ['на пересечении Ланской Крупской'],
    }),
  ],
  madeOver: [cue('(с|со) (surname & capitalised) на [surname]', { yes: ['переписать с ‹Жукова› на ‹Королёва›'] })],
  beforeCapital: [cue('[first & capitalised] capitalised', { yes: ['на Карла Маркса'] })],
  streetByPreposition: [
    cue('!issued по [surname & name:masc.gent & !name:datv] !<madeOut>', {
      yes: ['ходит по Герцена', 'трамвай по Плеханова'],
    }),
    cue('!issued на [/ск(?:ой|ом)$/ | -скую & !surname & !first] !<madeOut>', { yes: ['переехали на Тургеневскую'] }),
    cue('!issued (на|через|за) [/[сц]кий$/]', {
      yes: ['завтра отвезут на Лиговский', 'поверните за Каменский'],
      no: ['звонил ‹Каменский›', 'жалоба на ‹Каменского›'],
    }),
    cue('number по [/[сц]кой$/]', { yes: ['двор дома 6 по Каменской'], no: ['решение по ‹Каменской› готово'] }),
    cue('!issued (на|по) [<genitive> & streetName & <alone>] !<madeOut>', {
      yes: ['магазин на Ленина'],
      no: ['бронь на ‹Жукова›'],
    }),
    cue('<premises> & !issued на [<genitive> & (surname|surnameShape|first) & <alone>] !<madeOut>', {
      yes: ['отделение на Кочетова', 'касса на Марата закрыта', 'гостиница на Станиславского', 'гараж на Гончарова'],
      no: ['квартира на ‹Смирнову› оформлена'],
    }),
    cue('на <listedAlone> any{0,6} !issued на [<genitive> & (surname|surnameShape) & <alone>] !<madeOut>', {
      yes: ['Офис на Мира закрыт, второй на Ланского открыт'],
    }),
    cue('по <listedAlone> any{0,6} !issued по [<genitive> & (surname|surnameShape) & <alone>] !<madeOut>', {
      yes: ['по Мира перекрыто, едем по Ланского'],
    }),
  ],
  street: [
    cue('<halt> [Capital & /[сц]кая$/ & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['встречаемся у метро Маяковская в семь', 'до станции Покровская'],
      no: ['возле метро ‹Покровская› потеряла ключ'],
    }),
    cue('<halt> (any & !break){0,8} [ильича]', {
      yes: ['Есть пункт у метро? Показывает только Ильича'],
      no: ['сторож ‹Ильича› подменил'],
    }),
    cue(
      "(marked & capitalised) (marked & capitalised) ',' [place:nomn & Capital & !first & !oftenSurname] (',' !capitalised | '.' | edge)",
      {
        yes: ['посылка для ‹Ханны Кляйн›, Берлин, вернулась'],
        no: ['‹Ханна Кляйн›, ‹Берлин Анна› и врач'],
      },
    ),
    cue('[#houseNumber | #fullStreetName | #streetByPreposition | #atCorner]', {
      yes: ['Ленина 15', 'магазин на Ленина'],
    }),
    cue('[first & capitalised] #fullStreetName', { yes: ['офис на Богдана Хмельницкого'] }),
    cue('[<listedAlone>] #joinsStreets', { yes: ['люк на Чехова/Некрасова'] }),
    cue('#joinsStreets [<listedAlone>]', { yes: ['люк на Чехова/Некрасова'] }),
    cue('!issued на [surname & <genitive>] (закрыл-|закрыт-|открыл-|открыт-|переехал-)', {
      yes: ['Мария-Ра на Попова закрылась'],
    }),
    cue('#streetByPreposition вместо [any]', { yes: ['ведёт на Лермонтова вместо Лермонтовского'] }),
    cue('(streetTitle & Capital & !opens) (character | capitalised & first){0,5} [word]', {
      yes: ['магазин на Маршала Конева', 'по Академика С. П. Королёва'],
    }),
    cue('(streetTitle & Capital) (character | capitalised & first){0,5} [#houseNumber]', {
      yes: ['Маршала Жукова, 2'],
    }),
  ],
} as const;
