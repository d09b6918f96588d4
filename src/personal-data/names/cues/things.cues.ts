import { cue } from './cue.ts';

/** Goods, shops, institutions, programs and dates that bear a name. */
export const things = {
  /** Who is in charge of the thing, not its name: директор магазина Олег. */
  inChargeOfThing: [cue('roleNoun word [any]', { yes: ['директор магазина ‹Олег›'] })],
  /** A noun for goods and a nominative or an unknown word; a surname that can be a genitive is the owner's. */
  nameOfGoods: [
    cue('(<goodsNoun> & <shop>) [<called> & !(<clearName> & #inChargeOfThing)]', {
      yes: ['салат Цезарь', 'кафе Роза'],
    }),
    cue('(<goodsNoun> & !<shop>) [<called> & !<ofOwnerOfThing> & !(<clearName> & #inChargeOfThing)]', {
      yes: ['тариф Виктория'],
      no: ['Телефон ‹Смирнова› недоступен'],
    }),
  ],
  nameOfThing: [
    cue('/^свят(?:ой|ого|ому|ым|ом|ая|ую)$/ [any]', { yes: ['День святого Валентина'] }),
    cue('дед- [мороз-]', { yes: ['Дед Мороз', 'костюм деда Мороза'] }),
    cue('/^(?:виртуальн|голосов|умн|цифров|онлайн|электронн|чат)/ (ассистент-|помощни-) [any]', {
      yes: ['Виртуальный помощник Олег'],
      no: ['ассистент ‹Эльнара›'],
    }),
    cue('(makerNoun|vesselNoun) (first & #nameOfGoods) [!#subjectWithObject]', { yes: ['духи Нина Риччи'] }),
    cue('institutionNoun first [!first & !#subjectWithObject]', { yes: ['театр Евгения Вахтангова'] }),
    cue('institutionNoun [!#noTitleOfInstitution & !#subjectWithObject]', {
      yes: ['театр Вахтангова'],
      no: ['Больница ‹Иванову› отказала'],
    }),
    cue('animalNoun [<nominative> & !#subjectWithObject]', { yes: ['кошка Маруся', 'робот Борис'] }),
    cue('institutionNoun памяти [any]', { yes: ['фонд памяти Высоцкого'] }),
    cue('institutionNoun (capitalised & any:C) и [any:C]', { yes: ['музей Минина и Пожарского'] }),
    cue('(brand & !lower & !почта & !<messenger>) [<called> & !#subjectWithObject]', { yes: ['Яндекс Алиса'] }),
    cue('(brand & !lower & почта) [<called> & !first & !surname & !surnameShape & !#subjectWithObject]', {
      yes: ['Почта Банк'],
    }),
    cue('[#nameOfGoods & !#subjectWithObject]', { yes: ['салат Цезарь'], no: ['Карту ‹Петров› не получал'] }),
  ],
  thingLabel: [
    cue("!roleNoun (<thingLabel> & !<personalLabel>) ':' [any]", { yes: ['Город: Владимир', 'Товар: Роза'] }),
    cue("!roleNoun (<thingLabel> & <personalLabel>) ':' [!onlyFirst]", {
      yes: ['Карта: Мир'],
      no: ['Телефон: ‹Марина›'],
    }),
  ],
  date: [cue('(number & (character|twoCharacters)) [марта|мая|августа]', { yes: ['8 Марта', '1 и 9 Мая'] })],
  subjectLine: [
    cue("[тема & !Capital] ':'", { yes: ['тема: FW'] }),
    cue("[марка|рост|том] ':'", { yes: ['Марка: Kia'] }),
  ],
  thanks: [cue('[слава] (богу|бога)', { yes: ['Слава богу'] })],
  /** A surname and what companies add to it. */
  company: [
    cue("[any] и (/^партнер(?:ы|ов|ам|ами)$/|ко|сыновь-|к '°')", { yes: ['Петров и партнёры'] }),
    cue('[any] (capitalised & <companyWord>)', { yes: ['Новиков Групп'] }),
  ],
  /** A model's number hangs on the word. */
  model: [
    cue('[UPPER] (number & glued)', { yes: ['АЛИСА2'] }),
    cue("[any] ('-' & glued) (number & glued)", { yes: ['Полина-2'] }),
  ],
  /** One of the two words of a figure's or a brand's full name. */
  figure: [
    cue('[beginsFigure & capitalised] и? (#secondOfFigure & (capitalised|день))', {
      yes: ['Гарри Поттер', 'Том и Джерри'],
    }),
    cue('(beginsFigure & capitalised) и? [#secondOfFigure & (capitalised|день)]', { yes: ['Карл Лагерфельд'] }),
  ],
  /** An unknown adjective before its noun. */
  qualifying: [
    cue('[!surname & !first & <adjectiveEnding>] (lower & /../ & (noun|adjective) & !verb & !preposition)', {
      yes: ['Хромовской лаборатории'],
    }),
  ],
  /** Anything speaks against a person. */
  noPerson: [
    cue('[#inPlace | #townByPreposition | #regionByAdjective | #quotedTitle | #nameOfThing | #model | #date]', {
      yes: ['ул. Ленина', 'театр Вахтангова'],
    }),
    cue('[#subjectLine | #thanks | #company | #figure | #qualifying | #thingLabel]', { yes: ['Слава богу'] }),
  ],
} as const;
