import { cue } from './cue.ts';

/** Surnames alone and runs of unknown words. */
export const loneNames = {
  /** Cases and an address that a person has here and the town of that name has not. */
  surnameOfPerson: [
    cue('[#womanInAccusative | #madeOutTo | #madeOutToWoman | #mentioned | #namesakeAtWork]', {
      yes: ['бронь на ‹Зверева›'],
    }),
    cue(
      '!preposition [surname & any:datv & !(any:nomn|any:gent|any:accs|any:ablt|any:loct)] (!noun & !adjective | verb & !adjective)',
      {
        yes: ['‹Жуковскому› отказали'],
      },
    ),
    cue('[surname & #vocative] any (вы|вам|вас|ты|тебе|тебя)', { yes: ['‹Гусев›, вы когда закроете наряд?'] }),
    cue("[surname & #vocative] ',' (lower & common:VERB.impr & -те)", { yes: ['‹Кузнецов›, подскажите статус'] }),
    cue("[surname & #vocative] ',' <asked>", {
      yes: ['Свет включил. ‹Кузнецов›, проверь завтра утром'],
      no: ['Город, проверь свет'],
    }),
    cue('<ofOne> [surname & name:gent & surnameLike]', {
      yes: ['Пароль ‹Кирова› сбросили', 'со слов ‹Кирова› всё готово'],
    }),
    cue('[surname & #givenTo]', { yes: ['Спасибо ‹Кирову› за помощь'] }),
    cue('(<summoning>|<choosing>) [surname & surnameLike & name:accs]', { yes: ['увольте ‹Кирова›'] }),
    cue('/^(?:запи[сш]|вопрос|подойд|подойти|обрати|обраща)/ к [surname & name:datv]', {
      yes: ['запишите к ‹Кирову›'],
    }),
    cue(
      '[surname & nameNominative & !(машина & (opens | #opensTurn))] (на больничном | в (отпуске|декрете|отгуле) | не? <feeling>)',
      {
        yes: ['‹Киров› в отпуске до пятницы'],
      },
    ),
    cue(
      '(у|для|без|про|от|вместо|кроме) [Capital & adjective & !place & /[оы]го$/] (lower & noun & !common:NOUN.masc.gent & !common:NOUN.neut.gent)',
      {
        yes: ['Без ‹Золотого› смену не закрыть'],
        no: ['у Большого театра'],
      },
    ),
    cue('у [Capital & adjective & !place & /[оы]го$/] <adverbs>{0,2} <personalMatter>', {
      yes: ['у ‹Соколовского› больничный'],
    }),
    cue(
      '(вместо|кроме) [Capital & adjective & !place & /[сц]кого$/] (preposition | <adverbs>{0,2} (lower & verb & !adjective))',
      {
        yes: ['Вместо ‹Соколовского› на монтаж поедет другой'],
        no: ['вместо Большого театра'],
      },
    ),
    cue('/^нек(?:ий|ая|оего|оей|оему|им|ую|то)$/ [Capital]', { yes: ['некто ‹Пшеничный› звонил'] }),
    cue(
      '(у|для|без|про) [Capital & (adjective|surnameShape) & !place & /(?:ого|ой|ому|ую)$/] (!word | lower & !noun & !adjective)',
      {
        yes: ['у ‹Пшеничного› пропали папки'],
      },
    ),
  ],
  /** A frequent surname, but for addresses: Пункт: Борисов, ул. Мира. */
  inAddress: [
    cue("[any] ',' (number | Capital & (place | adjective) | lower & (placeNoun | branchNoun))", {
      yes: ['Борисов, ул. Мира', 'Гусев, Калининградская область'],
      no: ['Это ‹Михайлов›, лицевой счёт 4481'],
    }),
    cue("(place | placeNoun | branchNoun | <delivery>) any? ':,' [any]", {
      yes: ['Пункт: Борисов, ул. Мира', 'Минск, Борисов, Жодино'],
      no: ['Отв.: ‹Михайлов›, до пятницы'],
    }),
  ],
  qualifiesNothing: [
    cue('[surnameLike | surname & /[сц]к(?:ий|ая|ого|ой|ому|ую|им|ом)$/] !(noun|adjective)', {
      yes: ['документы ‹Громовой› готовы'],
    }),
  ],
  /** Within a sentence a craft or a beast has a capital only as a surname. */
  ownerByNoun: [
    cue('(у|для|от|без|про) [Capital & bearer]', { yes: ['Доступ для ‹Мельника›'] }),
    cue('(у|для|от|без|про) [Capital & /[иы]х$/ & adjective] !noun', { yes: ['у ‹Черных› сломался ноутбук'] }),
  ],
  /** After a comma, with a verb of one. */
  subjectAfterComma: [
    cue("',' [any] (word & !verb){0,4} (verb & !pluralVerb)", { yes: ['звоню час, ‹Лопухов› не отвечает'] }),
  ],
  /** Anywhere if it has no other sense; within a sentence if it is also an everyday word. */
  surnameAlone: [
    cue(
      `(фамили-|фио) (!break & !'.!?' & !edge){0,6} '«"“„' [mayBeName & Capital & (bearer & commonNominative | adjective & /[иы]х$/ | shortSurname | surname)] '»"”“'`,
      {
        yes: ['в строке «Фамилия» указано «‹Мороз›»', 'фамилия написана как "‹Черных›"'],
        no: ['в графе «Товар» указано «Мороз»'],
      },
    ),
    cue(
      "‹[mayBeName & Capital & noun & commonNominative & #afterFarewell & !officeNoun & !institutionNoun & !productNoun & !placeNoun & !<office>]› ',.!'? edge",
      { yes: ['жду. с уважением ‹Мороз›'], no: ['С уважением, Администрация'] },
    ),
    cue(
      "ип [mayBeName & Capital & (surname & !common & !first | surnameShape) & !place & !@streetNames] !(capitalised | '-')",
      {
        yes: ['Насосную обслуживает ИП ‹Ганиев›, договор до декабря', 'счёт от ИП ‹Шамсутдиновой›'],
        no: ['ИП Ромашка на связи', 'ИП Титов Групп'],
      },
    ),
    cue("[mayBeName & Capital & (surname|pluralSurname|surnameShape) & !#noPerson] ',' number (лет|года|год|г '.')", {
      yes: ['Вызов 17: ‹Хромова›, 81 г., давление'],
    }),
    cue("[mayBeName & Capital & (surname|surnameShape) & !place & !@streetNames] number ('-' & glued) (го|му|е)", {
      yes: ['закрыть больничные: ‹Кузьмичёва› 22-го, ‹Лялина› 24-го'],
      no: ['Ленина 22-е отделение'],
    }),
    cue("(!animalNoun | edge) [unknownName & !#noPerson] ',' number (лет|года|год|г '.')", {
      yes: ['вызов: ‹Буянто›, 34 г., давление'],
      no: ['кот Барсик, 4 г.'],
    }),
    cue('profession & !/^(?:жител|губернатор)/ & any:C [surnameLike & place & any:C & !first & !#inAddress]', {
      yes: ['клеймо сварщика ‹Грибова›'],
      no: ['Бригадир из Грибова'],
    }),
    cue('‹[<lone>] <run>›', {
      yes: ['Договор ‹Вишневского›', 'Кабинет ‹Шамсутдинова›', 'Дело не в ‹Соколове›, а в ‹Волкове›'],
    }),
    cue('‹(unknownName & !opens & !#noPerson) [<lone>] <run>›', { yes: ['у нас ‹Айталина Николаева› работает'] }),
    cue('‹(unknownName & opens & -а & !#noPerson) [<lone> & /(?:[оеё]ва|ина|ына|[сц]кая)$/] <run>›', {
      yes: ['‹Айталина Николаева› на линии'],
    }),
    cue(
      '(я|это) ‹(mayBeName & Capital & common:NOUN.!nomn & !commonNominative & !adjective & !verb & !#noPerson) [<lone> & nameNominative] <run>›',
      {
        yes: ['я ‹Бату Очиров›, доплачу за крюк'],
      },
    ),
    cue('roleNoun ‹(mayBeName & Capital & place & !common & any:C & !#noPerson) [<lone> & any:C] <run>›', {
      yes: ['студента ‹Тумэна Очирова›'],
    }),
  ],
  unknownRun: [
    cue(
      '/^(?:перезвон|позвон|напомн|сообщ|передат|передан|переда[мй]|отда[тйм]|выдан|возвращен|переадресован|эскалирован|доверен|отказан|назначен|поручен|объяснит)/ [unknownName & !known & !opens & !#noPerson & /(?:[уюеи]|ой|[дтнлрсй]ко)$/]',
      {
        yes: ['передать ‹Штрольцу›', 'перезвонить ‹Гузню› до 18', 'напомнить ‹Мульге› про договор'],
        no: ['передать Битрикс24'],
      },
    ),
    cue('<doneBy> [unknownName & !known & !opens & !#noPerson & /(?:[ое]м|ой|[дтнлрсй]ко)$/]', {
      yes: ['Закрыто ‹Гернсбеком›, замечаний нет'],
      no: ['выдано Росреестром', 'Закрыто Битриксом'],
    }),
    cue(
      '/^(?:переназнач|эскалирован|назначен|возложен|закреплен|переписан)/ на [unknownName & !known & !opens & !#noPerson & /(?:[аяую]|[дтнлрсй]ко)$/]',
      { yes: ['Переназначено на ‹Гернсбека›'], no: ['назначено на Вихреоле'] },
    ),
    cue(
      '/^(?:связ|согласова|созвон|поговор|переговор|встреч|встрет)/ (с|со) [unknownName & !known & !opens & !#noPerson & /(?:[ое]м|[ое]й|[дтнлрсй]ко|ия)$/]',
      {
        yes: ['связаться с ‹Штрольцем›', 'согласовано с ‹Мульгой›'],
      },
    ),
    cue(
      '/^(?:вызва|вызов|ждем|жду|записать|запишите|увольте|уволить)/ [unknownName & !known & !opens & !#noPerson & /(?:[аяую]|[дтнлрсй]ко)$/]',
      {
        yes: ['ждём ‹Мульгу›', 'записать ‹Штрольца› на 5-е'],
      },
    ),
    cue(
      'у [unknownName & !known & !opens & !#noPerson & /(?:[аяыи]|[дтнлрсй]ко)$/] (течь|засор|болит|температура|долг|переплата|затопило|топит)',
      {
        yes: ['у ‹Штрольца› течь'],
      },
    ),
    cue(
      '/^(?:представил|назвал)(?:ся|ась|ись)$/ как? [unknownName & !known & !opens & !#noPerson & <unknownSurnameEnd>]',
      {
        yes: ['представились как ‹Мульга›, экспедитор'],
        no: ['представились как Мосэнерго'],
      },
    ),
    cue(
      "это [unknownName & !known & !opens & !#noPerson & <unknownSurnameEnd>] ',' (заявка|лицевой|договор|номер|я|мы|у|из|квартира|кв|звонил|звонила|звоню|пишу|абонент|по)",
      {
        yes: ['это ‹Мульга›, заявка висит третий день'],
      },
    ),
    cue('/^семь(?:я|и|ю|е|ей)$/ [unknownName & !opens & !#noPerson]', {
      yes: ['семье ‹Ооржак› нужна кроватка'],
    }),
    cue(
      "('.!?' | break) [unknownName & !onlyFirst & !#noPerson] ',' lower? (lower & (roleNoun | profession) & (any:nomn | !known) | охрана|бюро|бухгалтерия|регистратура|отдел|служба) lower{0,2} '.'? edge",
      {
        yes: ['Пломбы на месте. ‹Ярмош›, охрана', 'Снимки в архиве.\n‹Штольц›, рентгенлаборант'],
        no: ['Обновили Вихреол. Вихреол, новая версия'],
      },
    ),
    cue('ключи у [unknownName & !known & !opens & !#noPerson]', { yes: ['ключи у ‹Гоглия›'] }),
    cue('(<ofOne>|<owned>|<belonging>) ‹[unknownName & !opens & !#noPerson & <ukrainianEnd>]›', {
      yes: ['дубль заявки ‹Крутько›', 'пароль ‹Дячука› сброшен'],
    }),
    cue(
      '[unknownName & !opens & !#noPerson] (на (больничном|пенсии|совещании) | в (отпуске|декрете|командировке|отгуле) | /^уволи?(?:ен|ена|лся|лась)$/)',
      {
        yes: ['монтаж перенесён, ‹Гоглия› в отгуле'],
      },
    ),
    cue(
      "(lower & verb & (-л|-ла)) [unknownName & !known & !opens & !#noPerson] ',' (он|она) же? (lower & verb:sing.humanVerbs.!deviceVerbs.!objectVerbs.!motionVerbs)",
      {
        yes: ['скидку дала ‹Мудрейко›, она подтвердит'],
        no: ['купил Вихреол, он сломался'],
      },
    ),
    cue('(у|к|ко | <talking> (с|со)) [unknownName & !known & !opens & !#noPerson & #beforeOrigin]', {
      yes: ['Общались с ‹Мирой› из закупок', 'уточните у ‹Раулины› из бухгалтерии'],
      no: ['поднять Вихреол из архива'],
    }),
    cue('<ofPersonOnly> ‹[unknownName & !opens & !#noPerson] <run>›', { yes: ['отпуск ‹Фаруха› перенесли'] }),
    cue('по (просьбе|поручению|указанию|словам|распоряжению|жалобе) ‹[unknownName & !#noPerson] <run>›', {
      yes: ['перенос по просьбе ‹Хонгорзул›', 'по словам ‹Буянто›'],
      no: ['по указанию Роспотребнадзора'],
    }),
    cue('‹[unknownName & !#noPerson & !#afterGoods] <furtherNames>›', { yes: ['пишет ‹Джаред Лофнер›'] }),
    cue('‹[unknownName & !#noPerson & !#afterGoods] <nameEnd>›', {
      yes: ['новости: ‹Муаммар аль-Каддафи›'],
    }),
  ],
  beforeUnknown: [cue('[any] unknownName', { yes: ['пишет ‹Джаред Лофнер›'] })],
} as const;
