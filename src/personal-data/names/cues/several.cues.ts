import { cue } from './cue.ts';

/** Persons named together: enumerations of surnames, children of a family, namesakes in a register; and what is quoted of one. */
export const several = {
  /** Before or behind a marked surname, of which it shares the place. */
  besideSurnames: [
    cue(
      "[<everydayForm> | surnameShape | -их | -ых | <nounBesideSurnames>] (',' | и) (marked & !first & !lower) (',' | и) (marked & !first & !lower)",
      {
        yes: ['‹Каюмова›, ‹Лисицын› и ‹Перепелица› не прошли допинг-тест', '‹Стрекоза›, ‹Зотов› и ‹Маркова› приняты'],
        no: ['Москва, ‹Зотов› и ‹Маркова›', 'Ведомость, ‹Зотов› и ‹Маркова›'],
      },
    ),
    cue(
      "[<everydayForm>] (',' (<everydayForm> | marked | Capital & adjective & commonNominative)){0,2} ','? и (marked & !first & (surname | surnameShape))",
      {
        yes: ['‹Сорока›, ‹Белый› и ‹Иванченко› на больничном', '‹Щегол› и ‹Ершов› не отвечают'],
        no: ['Сорока, синица и дятел'],
      },
    ),
    cue(
      "(marked & !first & (surname | surnameShape)) (',' (<everydayForm> | marked)){0,2} (',' | и) [<everydayForm>] (и|не|на|в|из|до|на | ',.;' | edge | verb)",
      {
        yes: ['Отчислены ‹Ершов› и ‹Белая›', 'закончился у ‹Ершова›, ‹Сороки› и ‹Белой›'],
        no: ['‹Петренко› и Белая линия'],
      },
    ),
    cue("marked ',' marked и [Capital & adjective & /[иы]х$/] !(noun & !preposition)", {
      yes: ['‹Зуев›, ‹Петренко› и ‹Глухих› сдали зачёт'],
      no: ['‹Зуев›, ‹Петренко› и Новых клиентов'],
    }),
    cue('[<everydayForm> & nounSurname] (с|со) (marked & !first & surname & name:ablt) (lower & pluralVerb)', {
      yes: ['‹Коза› с ‹Ершовым› уехали на объект'],
    }),
    cue(
      '(приняты|отчислены|зачислены|уволены|переведены|допущены|награждены|пришли|явились|дежурят|болеют|отсутствуют|опоздали) [<everydayForm>] и (Capital & (surname | surnameShape))',
      {
        yes: ['Приняты ‹Дудка› и ‹Сафонов›'],
      },
    ),
  ],
  /** Children, and how many. */
  ofFamily: [
    cue(
      "(/^(?:дет(?:ей|и|ям)|близнец|двойн|дочер|дочк|сынов|внук|внуч|ребят|братья|сестр|малыш|племянник)/ (двое|трое|четверо|две|два|три)? | (двое|трое|четверо|две|два|три) (детей|дочери|сына|внука|внучки|дочки|ребенка)) ':,—–-'? [<givenName> & nameNominative]",
      {
        yes: [
          'детей двое, ‹Кира› и ‹Платон›, оба в карточке',
          'Детей трое: ‹Лев›, ‹Мира› и ‹Платон›',
          'двое детей, ‹Мила› и ‹Роман›',
        ],
        no: ['двое детей, кровать и шкаф'],
      },
    ),
    cue(
      "(marked & Capital & (first & nameNominative | мира)) (',' | ','? и) [<givenName> & nameNominative | мира & Capital] (',.;)!?' | edge | и | verb | lower & noun & !any:gent)",
      {
        yes: ['Детей трое: ‹Лев›, ‹Мира› и ‹Платон›', 'дети ‹Кира› и ‹Платон› болеют'],
        no: ['‹Наташа›, Лада заказчика не заводится'],
      },
    ),
    cue(
      "[<givenName> & nameNominative] (',' | ','? и) (Capital & onlyFirst & nameNominative) ',' (оба|обе|обоим|обеим|оба|вдвоем)",
      {
        yes: ['‹Роза› и ‹Кира›, обе в первой группе'],
      },
    ),
    cue(
      '<personalMatter> <adverbs>? (осталось|остался|осталась|был|была|будет|закончился|закончилась|нет)? у [<givenName> & name:gent]',
      {
        yes: ['сколько подгузников осталось у ‹Платона›?', 'Во сколько тренировка у ‹Платона›?'],
        no: ['сколько гигабайт осталось у Алисы'],
      },
    ),
  ],
  /** The surname in the plural before a full name of which a register has several. */
  namesakesCounted: [
    cue(
      '/^(?:две|два|три|четыре|обе|оба|двух|трех|обеих|обоих|двум|двумя|трое|двое)$/ ‹[Capital & /(?:[ое]в|[ие]н|ын)(?:ы|ых|ым|ыми)$|[сц]ки[ехм]$/] capitalised (/(?:вн|вич|ичн)(?:ы|а|ей|и|ам|ами)?$/ & capitalised)?›',
      {
        yes: ['У меня две ‹Ивановы Марии Петровны› в базе', 'двух ‹Ивановых Марий Петровн› объединили'],
        no: ['две Новых карты'],
      },
    ),
  ],
  /** A person in quotation marks, by what is said of one. */
  quotedPerson: [
    cue(
      `!(<work> | productNoun | institutionNoun) '«"“„' [Capital & first & nameNominative] ((из|с|со) (<department> | <workplace>) | <absence> | <adverbs>? <quotedState>)`,
      {
        yes: [
          'Всё, что мне сказали: «‹Ренат› из логистики»',
          'В ответ: «‹Эльдар› в отпуске»',
          'ответили: «‹Вера› занята»',
        ],
        no: ['кафе «Вера в чудо»', 'сказали: «Роза из набора»', 'спектакль «Роман сказал» отменили'],
      },
    ),
    cue(
      `'«"“„' (спросите|спроси|позовите|вызовите|ищите|найдите) (у|к)? [Capital & first & (name:gent | name:accs | name:datv)]`,
      {
        yes: ['Написали «спросите ‹Рената›», а его нет'],
      },
    ),
    cue(
      `'«"“„' (позвоните|звоните|передайте|обратитесь|напишите|подойдите) (к)? [Capital & first & name:datv & !name:nomn]`,
      {
        yes: ['мне сказали: «позвоните ‹Ренату›»'],
      },
    ),
  ],
  besideOthers: [cue('[#besideSurnames | #ofFamily]', { yes: ['‹Щегол› и ‹Ершов› не отвечают'] })],
} as const;
