import { cue } from './cue.ts';

/** Goods, shops, institutions, programs and dates that bear a name. */
export const things = {
  /** Who is in charge of the thing, not its name: директор магазина Олег. */
  inChargeOfThing: [cue('roleNoun word [any]', { yes: ['директор магазина ‹Олег›'] })],
  /** Within a sentence the capital of an everyday noun before a first name is a surname's, but in a list of goods. */
  behindOwnNoun: [
    cue("!(':,«' | productNoun | dishNoun) (Capital & nounSurname & !opens) [any]", {
      yes: ['у меня ‹Вишня Оксана› записана дважды'],
      no: ['сорта: Вишня Оксана'],
    }),
  ],
  /** A noun for goods and a nominative or an unknown word; a surname that can be a genitive is the owner's. */
  nameOfGoods: [
    cue('(<goodsNoun> & <shop>) [<called> & !((<clearName> | <builtEnd>) & #inChargeOfThing)]', {
      yes: ['салат Цезарь', 'кафе Роза'],
      no: ['Юрист банка ‹Самойлик› запросила акт'],
    }),
    cue(
      '(<goodsNoun> & !<shop> & !humanVerb) [<called> & !<ofOwnerOfThing> & !((<clearName> | <builtEnd>) & #inChargeOfThing) & !(<clearName> & #behindOwnNoun)]',
      {
        yes: ['тариф Виктория', 'Фрукты: Груша Анна'],
        no: [
          'Телефон ‹Смирнова› недоступен',
          'заявки берет ‹Оксана Бондарь›',
          'за вчера ‹Слива Татьяна› отмечена дважды',
        ],
      },
    ),
  ],
  nameOfThing: [
    cue('/^свят(?:ой|ого|ому|ым|ом|ая|ую)$/ [any]', { yes: ['День святого Валентина'] }),
    cue('/^(?:храм|собор|церк|часовн|монастыр|икон|мощ|лавр)/ /^свят/? [first|surname|surnameShape]', {
      yes: ['Собор Петра и Павла закрыт'],
    }),
    cue('/^(?:храм|собор|церк|часовн|монастыр|икон|мощ|лавр)/ /^свят/? first и [first]', {
      yes: ['Собор Петра и Павла закрыт'],
    }),
    cue(
      "[opens] Capital? ',' (lower & (vesselNoun | placeNoun & /..../ | такси|магазин|кафе|ресторан|салон|отель|спектакль|аудиокнига|спортзал|фильм|сериал|книга|бар|аптека|клиника|бренд|клуб|студия|пекарня) & any:nomn & !roleNoun) (lower & any:gent)? ',' !(котор-|что|как|если|когда)",
      {
        yes: ['Максим, такси, не приехал'],
      },
    ),
    cue("[any] (',' | и | Capital){0,4} ',—–-' так (называется|называются)", {
      yes: ['Вадим — так называется песня', 'Кира, Лира и Мира — так называются цвета'],
    }),
    cue(
      '(книга|книги|книгу|книге|книгой|издани-|портрет-|бюст-|цитат-|скульптур-|наследи-|биографи-|творчеств-) [streetName]',
      {
        yes: ['портрет Ломоносова — 1 шт.', 'бюст Пушкина разбит', 'Книга Достоевского числится дважды'],
        no: ['Книга Пелевина'],
      },
    ),
    cue(
      '/^(?:назвать|назван[аоы]?|назовут|присвоить|присвоен[аоы]?|носит|носящ[а-я]+)$/ any{0,3} /^им(?:я|ени|енем)$/ [any]',
      {
        yes: ['назвать читальный зал именем Лихачёва'],
        no: ['назвался именем ‹Дмитрий›'],
      },
    ),
    cue("св '.' [first & Capital]", { yes: ['Детская больница св. Владимира'] }),
    cue(
      'по [/^(?:нечипоренк|вестергрен|зимницк|панченков|амбурже|папаниколау|романовск|цил|певзнер|бубновск|стрельников)/ & Capital]',
      {
        yes: ['Анализ мочи по Нечипоренко', 'СОЭ по Вестергрену'],
      },
    ),
    cue("(institutionNoun | вирус-) (Capital ','? '—–-'){1,2} [Capital]", {
      yes: ['теорема Гаусса — Остроградского', 'синдром Вольфа — Паркинсона — Уайта'],
    }),
    cue('(вирус-|бактери-) [Capital & any:gent]', { yes: ['вирус Эпштейна — Барр'] }),
    cue("[opens] '—–-' (lower & vesselNoun & any:nomn | (название|кличка) (lower & noun & any:gent))", {
      yes: ['Медея — название системы учёта', 'Ирина — теплоход, порт Тверь'],
    }),
    cue("[any] '(' это? (наш|наша|наше) (latin | система | программа | база | рассылка)", {
      yes: ['В Катюше (это наша CRM) не проставился статус'],
      no: ['‹Ирина› (это наша сотрудница) уволилась'],
    }),
    cue('дед- [мороз-]', { yes: ['Дед Мороз', 'костюм деда Мороза'] }),
    cue(
      "(<virtual> <virtualSelf> | /^(?:умн|онлайн)/ (ассистент-|помощни-|колонк-) | искусственн- интеллект-) '«\"“„'? [any]",
      {
        yes: ['Виртуальный помощник Олег', 'Голосовой помощник «Тимур» молчит', 'электронный консультант Дарья'],
        no: ['ассистент ‹Эльнара›', 'онлайн консультант ‹Ева› подсказала'],
      },
    ),
    cue('(makerNoun|vesselNoun) (first & #nameOfGoods) [!#subjectWithObject & !#subjectAtPresent]', {
      yes: ['духи Нина Риччи'],
    }),
    cue('institutionNoun first [!first & !#ownFathersName & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['театр Евгения Вахтангова'],
    }),
    cue('institutionNoun [!#noTitleOfInstitution & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['театр Вахтангова'],
      no: ['Больница ‹Иванову› отказала'],
    }),
    cue(
      '!preposition (institutionNoun & any:nomn & singular) [everydayForm & !#subjectWithObject & !#subjectAtPresent]',
      {
        yes: ['Клиника Алина не в списке'],
      },
    ),
    cue('!<keeping> animalNoun [<nominative> & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['кошка Маруся', 'робот Борис'],
      no: ['хозяйка кошки ‹Ольга› не берёт трубку'],
    }),
    cue('(lower & animalNoun & any:C) [name:C & !name:gent & !name:nomn & !#subjectWithObject]', {
      yes: ['рецепт кошке Ладе', 'за собаку Веру доплата', 'с котом Романом в салон'],
      no: ['корм собаки ‹Вадима›'],
    }),
    cue('institutionNoun памяти [any]', { yes: ['фонд памяти Высоцкого'] }),
    cue('institutionNoun (capitalised & any:C) и [any:C]', { yes: ['музей Минина и Пожарского'] }),
    cue('(brand & !lower & !почта & !<messenger>) [<called> & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['Яндекс Алиса'],
    }),
    cue(
      '(brand & !lower & почта) [<called> & !first & !surname & !surnameShape & !#subjectWithObject & !#subjectAtPresent]',
      {
        yes: ['Почта Банк'],
      },
    ),
    cue('[#nameOfGoods & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['салат Цезарь'],
      no: ['Карту ‹Петров› не получал'],
    }),
  ],
  thingLabel: [
    cue("!(roleNoun | состав- | с|со|из|от|через) (<thingLabel> & !<personalLabel>) ':' [any]", {
      yes: ['Город: Владимир', 'Товар: Роза'],
    }),
    cue("состав- (<thingLabel> & !<personalLabel> & !<crew>) ':' [any]", {
      yes: ['Состав композиции: Роза, Лилия'],
      no: ['Состав группы: ‹Мороз›, ‹Пак›, ‹Эйдельман› и сопровождающий'],
    }),
    cue(
      "(состав- (<thingLabel> & !<personalLabel> & !<crew>) | товары|вкусы|сорта|цветы|ассортимент|букет) ':' (noun & !marked) (',' noun){0,2} (','|и) [(wordlike | goodsName) & nameNominative]",
      {
        yes: ['Состав композиции: Роза, Лилия', 'Сорта: Роза, Лилия и Маргарита'],
      },
    ),
    cue("(зал|аудитория|переговорная) ':' [any]", { yes: ['Зал: Рахманиновский'] }),
    cue("(отделение|филиал|офис|терминал|склад) ':' [place & nameNominative] (',.' | break | edge)", {
      yes: ['Отделение: Владимир, Большая Нижегородская'],
    }),
    cue("тема ':' [any] (',.;'|break|edge)", { yes: ['Тема: Роза'], no: ['Тема: ‹Яковлеву› не начислили премию'] }),
    cue("!roleNoun (<thingLabel> & <personalLabel>) ':' [!onlyFirst]", {
      yes: ['Карта: Мир'],
      no: ['Телефон: ‹Марина›'],
    }),
  ],
  subjectLine: [
    cue("[тема & !Capital] ':'", { yes: ['тема: FW'] }),
    cue("[марка|рост|том] ':'", { yes: ['Марка: Kia'] }),
  ],
  thanks: [cue('[слава] (богу|бога|всем|господу|аллаху|небесам)', { yes: ['Слава богу'] })],
  /** A surname and what companies add to it. */
  company: [
    cue("[any] и (/^партнер(?:ы|ов|ам|ами)$/|ко|сыновь-|к '°')", { yes: ['Петров и партнёры'] }),
    cue('[any] (capitalised & <companyWord>)', { yes: ['Новиков Групп'] }),
  ],
  /** A model's number hangs on the word. */
  model: [
    cue('[UPPER] (number & glued)', { yes: ['АЛИСА2'] }),
    cue("[any] ('-' & glued) (number & glued)", { yes: ['Полина-2'] }),
    cue("[Capital] number (про|мини|макс|плюс|лайт|ультра|'pro'|'mini'|'max'|'plus'|'lite'|'ultra')", {
      yes: ['колонка тихая, Майя 2 Мини'],
      no: ['‹Глеб› 2 раза звонил'],
    }),
  ],
  /** Someone at work who is called like a figure; писатель and маршал are the figures themselves. */
  namesakeOfFigure: [
    cue('[#named]', { yes: ['меня зовут ‹Степан Разин›'] }),
    cue('(roleNoun & !title & any:C) (по (lower & noun))? [name:C]', {
      yes: ['Тренер по плаванию ‹Степан Разин› опоздал', 'менеджер ‹Анна Ахматова›'],
      no: ['писатель Лев Толстой'],
    }),
  ],
  /** One of the two words of a figure's or a brand's full name. */
  figure: [
    cue('[#honoured | #monarch | #filmTitle | patronymic & #famousInWork]', {
      yes: ['вечер памяти Высоцкого', 'Экспозиция Малевича'],
    }),
    cue('[#surelyGoods]', { yes: ['торт Анна Павлова'] }),
    cue('[beginsFigure & capitalised & !#namesakeOfFigure] и? (#secondOfFigure & (capitalised|день))', {
      yes: ['Гарри Поттер', 'Том и Джерри'],
    }),
    cue('[beginsFigure & lower] и? (#secondOfFigure & lower)', {
      yes: ['книга тарас бульба', 'продлите ромео и джульетту'],
    }),
    cue('(beginsFigure & lower) и? [#secondOfFigure & lower]', {
      yes: ['книга анна каренина', 'верните мастера и маргариту'],
    }),
    cue('(beginsFigure & capitalised & !#namesakeOfFigure) и? [#secondOfFigure & (capitalised|день)]', {
      yes: ['Карл Лагерфельд'],
    }),
    cue(
      '!/^(?:долг|задолженност|оплат|вопрос|заявк)/ по (учебнику|учебникам|задачнику|решебнику|прописям|самоучителю|букварю) [capitalised & (surname | surnameShape | !known) & !first & !(name:nomn & !name:gent) & !(name:datv & !name:gent) & !#beforeHumanVerb & !#subjectWithObject]',
      {
        yes: ['занимаемся по учебнику Мордковича', 'номер 212 по задачнику Сканави'],
        no: ['долг по учебнику ‹Мордковича›', 'По учебнику ‹Петрова› пришла с пустым формуляром'],
      },
    ),
  ],
  /** Anything speaks against a person. */
  noPerson: [
    cue(
      '[#inPlace | #townByPreposition | #regionByAdjective | #quotedTitle | #nameOfThing | #model | #date | #goodsOfName | #bearsName]',
      {
        yes: ['ул. Ленина', 'театр Вахтангова'],
      },
    ),
    cue('[#subjectLine | #thanks | #company | #figure | #qualifying | #thingLabel | #ofFame]', { yes: ['Слава богу'] }),
  ],
} as const;
