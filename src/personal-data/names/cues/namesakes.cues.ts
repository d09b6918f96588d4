import { cue } from './cue.ts';

/** What bears a person's name: terms of science, programs, institutions by a surname alone, saints' days. */
export const namesakes = {
  eponym: [
    cue('eponymNoun [@eponyms]', {
      yes: ['Фильтр Калмана сбивается', 'диаграмма Парето пустая'],
      no: ['фильтр ‹Шумова› не установили'],
    }),
    cue('(цеп-|модел-) [маркова]', { yes: ['цепь Маркова'], no: ['счётчик ‹Маркова› опломбирован'] }),
    cue('(методик-|кубик-) [зайцева|никитиных]', { yes: ['кубики Зайцева не пришли'] }),
    cue('(аппликатор-|ипликатор-) [кузнецова]', { yes: ['аппликатор Кузнецова'] }),
    cue('(кот|кота|коту|котом|коте) [шредингера]', { yes: ['кружка «Кот Шрёдингера»', 'кот Шрёдингера'] }),
    cue('(закон-|пакет-) [яровой]', { yes: ['по закону Яровой'] }),
  ],
  nameOfProgram: [
    cue('на [techName & name:loct & !name:accs]', { yes: ['примеры на Паскале'], no: ['на ‹Паскаля› пожаловались'] }),
    cue('(учебник-|курс-|книг-|урок-|задач-|экзамен-|лекци-|вебинар-) по [techName]', { yes: ['учебник по Паскалю'] }),
    cue("[techName] (',' | и | или) (джава|питон|джаваскрипт|котлин|'java'|'python'|'php')", {
      yes: ['Паскаль, Джава и Питон'],
    }),
    cue("(джава|питон|джаваскрипт|котлин|'java'|'python'|'php') (',' | и | или) [techName | ада | ады | аде]", {
      yes: ['Питон или Паскаль преподают'],
    }),
    cue("[techName] (any & !'.!?,'){0,5} <techWord>", { yes: ['Кассандра не отдаёт данные по второй ноде'] }),
    cue("<techWord> (any & !'.!?'){0,2} [techName]", {
      yes: ['драйвер для Паскаля устарел', 'кластер Кассандры упал'],
    }),
    cue(
      `<release> (корректора|редактора|переводчика|планировщика|репетитора|тренера|помощника|ассистента|консультанта|секретаря|архиватора) '«"“„' [any]`,
      {
        yes: ['лицензия корректора «Орфо» истекла', 'окно редактора «Лира» зависло'],
        no: ['смена оператора «‹Кира›» закрыта'],
      },
    ),
    cue(
      "(noun & !personNoun & !animalNoun & !first & !файл- & !папк- & !документ-) /^назыв(?:ался|алась|алось|ались|ается|аются)$/ '«\"'? [any]",
      {
        yes: ['Мой тариф назывался Виктория', 'комплект называется «Елена»'],
        no: ['менеджер назвался ‹Виктором›', 'файл называется ‹Хамзин›'],
      },
    ),
    cue("(под|с) названием '«\"'? [any]", { yes: ['тариф под названием Виктория'] }),
  ],
  nameOfWork: [
    cue('(билет-|абонемент-) на [heroName]', {
      yes: ['билеты на Кармен, 12 ряд', 'сдаю билеты на Раймонду'],
      no: ['билет на ‹Веру› куплен'],
    }),
    cue("[heroName] number (number | lower & !humanVerb | ',:'){0,4} <seat>", {
      yes: ['Аида 12 мая, 2 билета'],
      no: ['‹Аида› забронировала 2 билета'],
    }),
  ],
  nameOfInstitution: [
    cue(
      '!roleNoun @institutionAbbreviations [Capital & (@institutionNames | surname & name:gent & !(name:nomn|name:datv))]',
      {
        yes: ['НИИ Склифосовского', 'в МГТУ Баумана', 'РЭУ Плеханова'],
        no: ['в НИИ ‹Иванов› не числится', 'сотрудник НИИ ‹Смирнова› просит доступ'],
      },
    ),
    cue('(в|во|из|около|возле|мимо) [Capital & @institutionNames] !capitalised', {
      yes: ['направили в Склифосовского на операцию', 'выписали из Бурденко'],
      no: ['у ‹Бурденко› нет доступа'],
    }),
    cue('<estate> <grandee> [Capital]', { yes: ['экскурсия рядом с домом купца Шихобалова', 'усадьба графа Орлова'] }),
    cue('<estate> <grandee> (Capital & first) [Capital]', { yes: ['в особняке баронессы Веры Икскуль'] }),
    cue(
      '(особняк-|палат-) [Capital & (surname | surnameShape) & name:gent & !name:nomn | Capital & surnameShape & -ого]',
      {
        yes: ['билет в особняк Рябушинского'],
        no: ['особняк сдаёт ‹Рябушинский›'],
      },
    ),
  ],
  /** A month by the preposition or the part of it that stands before, in the case that it governs there. */
  date: [
    cue('(number & (character|twoCharacters)) [марта|мая|августа]', { yes: ['8 Марта', '1 и 9 Мая'] }),
    cue('(preposition & (lower | opens) & !(у|для|о|об|про)) [марта|мая|августа] !patronymic', {
      yes: ['в клинике с марта не работает касса', 'С Марта по май', 'после Мая'],
      no: ['письмо от ‹Августа Карловича›'],
    }),
    cue('(в|во) [марте|мае|августе] !patronymic', { yes: ['В Марте закрылись'], no: ['говорил о ‹Марте›'] }),
    cue('(на|за|по|в|под) [март|май|август]', { yes: ['платёж за Март', 'бронь на Август'] }),
    cue('(к|ко|по) [марту|маю|августу] !patronymic', {
      yes: ['к Маю обещали'],
      no: ['по вопросу к ‹Августу Карловичу›'],
    }),
    cue('(перед|между|над|за) [мартом|маем|августом] !patronymic', { yes: ['перед Мартом пересчитали'] }),
    cue('<partOfMonth> [марта|мая|августа]', { yes: ['в начале марта уволился'], no: ['смена ‹Марты› окончена'] }),
    cue("[март|май|август] (и|'-–—') <month>", { yes: ['Март и апрель пересчитайте'] }),
    cue("<month> (и|'-–—') [март|май|август|марта|мая|августа]", { yes: ['за Апрель и Май'] }),
  ],
  /** A trade at the start of a sentence and where it is practised; in an office the word is a surname. */
  tradesman: [
    cue('[opens & <trade>] (из|с|со) (lower & (adjective | <possessive> | /^(?:перв|втор|трет)/))? <workshop>', {
      yes: ['Ткач из соседнего цеха сказал, что станок гудит', 'Пастух из колхоза не получил сапоги'],
      no: ['‹Ткач› из бухгалтерии сказал'],
    }),
  ],
  /** Rooms that are called by whom streets are named after as well; who does something there is a person. */
  nameOfRoom: [
    cue(
      "<roomCalled> [Capital & (streetPerson | streetName)] (!verb & !не & !и & !',' & !capitalised | edge | ',' (number|вход|этаж|кабинет|аудитория))",
      {
        yes: ['кабинет Ломоносов занят', 'конференц-зал Чайковский закрыт'],
        no: ['Кабинет ‹Ломоносов› не открыл'],
      },
    ),
    cue(
      '<meetingRoom> [Capital & (streetPerson | streetName)] (не (работает|включается|закрывается) | ждет (Capital & surname | cut))',
      {
        yes: ['в переговорке Менделеева не работает экран', 'в переговорке Пушкин ждёт ‹Смирнов›'],
        no: ['в переговорке ‹Менделеева› ждёт клиента'],
      },
    ),
  ],
  nameOfVessel: [
    cue('(vesselNoun & any:nomn) [first & name:nomn] (Capital & surname & name:nomn & !#subjectWithObject)', {
      yes: ['теплоход Александр Грин опаздывает'],
    }),
    cue(
      '(vesselNoun & any:nomn) (first & Capital & name:nomn) [Capital & (name:nomn | !known) & !#subjectWithObject]',
      {
        yes: ['теплоход Александр Грин опаздывает', 'сухогруз Иван Ступин встал'],
        no: ['капитан теплохода ‹Иван Ступин› не отвечает'],
      },
    ),
    cue('vesselNoun (Capital & (title | roleNoun | принц) | <peerage>) [Capital]', {
      yes: ['судно Академик Трёшников вернулось'],
    }),
    cue('/^(?:ураган|тайфун|циклон|антициклон|шторм|торнадо|антициклон)$/ [first & name:nomn]', {
      yes: ['циклон Эдгар принёс снег'],
      no: ['ураган застал ‹Марию› в пути'],
    }),
    cue(
      '(экскаватор|погрузчик|бульдозер|автокран|катамаран|баржа|виртуалка|щит) [first & name:nomn] (не? (встал|встала|сломал-|завод-|заглох-|стартует|пришел|застрял-) | edge)',
      {
        yes: ['экскаватор Никита встал', 'щит Наталия пришёл на станцию'],
        no: ['виртуалка ‹Ольги› не стартует'],
      },
    ),
    cue('<voyage> на [Capital & first & name:loct & !name:nomn]', {
      yes: ['каюту на Константине Симонове оплатили'],
      no: ['каюта на ‹Константина› оформлена'],
    }),
    cue('<voyage> на (Capital & first & name:loct & !name:nomn) [Capital]', {
      yes: ['каюту на Константине Симонове оплатили'],
    }),
    cue('<voyage> на [<titleOfVessel>] Capital', {
      yes: ['Каюту на Князе Владимире отменили'],
      no: ['каюта на ‹Князева Владимира›'],
    }),
    cue('<voyage> на <titleOfVessel> [Capital]', {
      yes: ['Каюту на Княжне Виктории поменяли'],
      no: ['каюта на ‹Князева Владимира›'],
    }),
    cue("<voyage> на '«\"' (Capital & first)? [Capital & name:loct]", {
      yes: ['Круиз на «Сергее Есенине» в августе'],
    }),
    cue("<voyage> на '«\"' [Capital & first]", { yes: ['Круиз на «Сергее Есенине» в августе'] }),
  ],
  saintsDay: [
    cue('!у [<saint> & -а] дня', { yes: ['после Татьянина дня'], no: ['У ‹Петрова› дня два нет связи'] }),
    cue('[<saint> & -у] дню', { yes: ['к Татьянину дню'] }),
    cue('[<saint> & -ым] днем', { yes: ['перед Татьяниным днём'] }),
    cue('(на|в|под|за|про) [<saint> & /н$|в$/] день', { yes: ['на Петров день закрыто'] }),
    cue('<dayOf> (святого|святой|святых|памяти)? [петра|февронии|валентина|николы|ильи] !(capitalised & !февронии)', {
      yes: ['в День Петра и Февронии', 'открытки ко дню Валентина'],
      no: ['в день рождения ‹Петра›'],
    }),
    cue('<dayOf> петра и [февронии]', { yes: ['в День Петра и Февронии'] }),
  ],
  /** Ленин ноутбук: the thing of Лена, not of anybody called Ленин. */
  ownersThing: [
    cue(
      '[<ownersAdjective> & Capital] (lower & adjective)? (lower & <havable> & !verb) (!<handedVerb> & !не | не !<handedVerb>)',
      {
        yes: ['Ленин ноутбук так и не вернули', 'Ларина папка опять пустая', 'Машин пароль не подходит'],
        no: ['‹Ильин› договор подписал', 'пароль ‹Ленина› не подходит'],
      },
    ),
    cue('[<ownersAdjective> & Capital] (и|или) (мой|моя|мое|мои|твой|ваш|наш|<ownersAdjective>)', {
      yes: ['а Валин и мой кабинет не открываются', 'а Светин и Колин ловят'],
      no: ['‹Ильин› и мой сосед'],
    }),
    cue('(мой|моя|мое|мои|твой|ваш|наш|<ownersAdjective> & Capital) (и|или) [<ownersAdjective> & Capital]', {
      yes: ['а Светин и Колин ловят'],
    }),
  ],
  /** A nominative where a person would be in another case: раньше заказывали через Максим. */
  undeclinedFirm: [
    cue(
      '(через|из|от|без|к) [first & everyday & name:masc.nomn & !name:accs & !name:gent & !surname] !(capitalised | number)',
      {
        yes: ['раньше заказывали через Максим'],
        no: ['раньше заказывали через ‹Максима›', 'от ‹Максим Петров›'],
      },
    ),
    cue(
      '/^(?:заказали|заказывали|вызвали|вызывали|взяли|заказать|вызвать|заказываем|вызываем)$/ [first & everyday & name:masc.nomn & !name:accs & !surname] (от|до|в|на|с|за|через)',
      {
        yes: ['Заказали Максим от вокзала'],
        no: ['заказали ‹Максим› и ‹Ольга›'],
      },
    ),
  ],
  bearsName: [
    cue(
      '[#nameOfDevice | #eponym | #nameOfProgram | #nameOfWork | #nameOfInstitution | #saintsDay | #tradesman | #nameOfRoom | #nameOfVessel | #ownersThing | #undeclinedFirm]',
      {
        yes: ['Фильтр Калмана'],
      },
    ),
  ],
} as const;
