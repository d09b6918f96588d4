import { cue } from './cue.ts';

/** Where the sentence has a person, told by the case that a preposition, verb or noun governs: of words that are surnames as well as everyday words. */
export const governed = {
  /** A surname whose form says nothing of its case: Черных, a woman's Пак, a form that the dictionary does not have. */
  inAnyCase: [
    cue('[adjective & /[иы]х$/] !(/../ & (common:gent.plur|common:loct.plur))', {
      yes: ['Передайте ‹Седых› документы'],
      no: ['магазин у Красных Ворот'],
    }),
    cue('[shortSurname | <shortDeclined>]', { yes: ['жалоба на ‹Цоя›'] }),
  ],
  byPreposition: [
    cue('(у|от|для|без|про|вместо|кроме|ради|против|насчет) [any:gent & nounSurname | #inAnyCase]', {
      yes: ['Без ‹Ткача› не решим', 'вместо ‹Седых› вышел другой', 'у ‹Пака› не работает почта'],
    }),
    cue('(к|ко|благодаря) [any:datv & nounSurname | #inAnyCase]', { yes: ['запишите к ‹Ткачу› на вторник'] }),
    cue(
      '<visit> <visitor>? (к|ко|от|у) [commonNominative & nounSurname & singular & !common:NOUN.datv & !common:NOUN.gent] !(number | latin | Capital)',
      {
        yes: ['хочу записаться к ‹Зима› на окрашивание', 'направьте меня к ‹Заяц›, я у неё наблюдаюсь'],
        no: ['перешли к Зима 2024'],
      },
    ),
    cue('(с|со|перед|за|над) [any:ablt & nounSurname | #inAnyCase]', {
      yes: ['свяжитесь с ‹Паком›', 'дело за ‹Ткачом›'],
    }),
    cue('(про|через) [any:accs & nounSurname | #inAnyCase]', { yes: ['Через ‹Ткача› передали пакет'] }),
    cue('/^(?:переназнач|эскалирован|переведен)/ на [any:accs & nounSurname | #inAnyCase]', {
      yes: ['Переназначено на ‹Пака›', 'заявка переведена на ‹Ткача›'],
      no: ['переведена на Новых дилеров'],
    }),
    cue('<subjectMatter> по [common:NOUN.datv.sing & nounSurname | #inAnyCase]', {
      yes: ['Решение по ‹Ткачу› принято', 'вопрос по ‹Седых› закрыт'],
      no: ['отчёт по волкам'],
    }),
    cue('issued на [any:accs & nounSurname | #inAnyCase]', { yes: ['Жалоба на ‹Пака›', 'Оформите на ‹Седых›'] }),
    cue(
      '(<handled>|<belonging>|<device>|<onesPaper>) lower{0,3} /^(?:вис(?:ит|ят|ел[аио]?)|числ(?:ится|ятся|ил(?:ся|ась|ось|ись))|ост(?:ал(?:ся|ась|ось|ись)|ается|аются))$/ lower{0,2} на [any:loct & nounSurname | #inAnyCase]',
      {
        yes: ['заявка висит на ‹Соловье› третий день', 'ноутбук до сих пор числится на ‹Пак›'],
        no: ['куртка висит на Гвозде'],
      },
    ),
    cue('(о|об|при) [any:loct & nounSurname | #inAnyCase]', { yes: ['при ‹Ткаче› всё работало'] }),
  ],
  /** Somebody gives, tells, asks or replaces somebody. */
  byVerb: [
    cue('(<giving>|/звони/) [any:datv & nounSurname | #inAnyCase]', {
      yes: ['позвоните ‹Паку›', 'Передайте ‹Ткачу› документы'],
    }),
    cue('/^запи(?:ши|са)/ [(any:accs | any:gent) & nounSurname | #inAnyCase]', { yes: ['Запишите ‹Ткача› на приём'] }),
    cue('/^(?:дежурн|ответственн|старш)(?:ый|ая)$/ [commonNominative & nounSurname | shortSurname] !(lower & noun)', {
      yes: ['Сегодня дежурный ‹Ткач›'],
    }),
    cue(
      '(<summoning>|<choosing>) на (завтра|сегодня|послезавтра|понедельник|вторник|среду|четверг|пятницу|субботу) [(any:accs | any:gent) & nounSurname | #inAnyCase]',
      {
        yes: ['Назначьте на завтра ‹Ткача›, у него свободно'],
      },
    ),
    cue(
      "(pastPersonVerb & !pluralVerb | lower & verb & /ла?$/ | <workThing> <workDeed>) [adjective & /[иы]х$/ & !place] (',.;!?' | edge)",
      {
        yes: ['Смету пересчитала ‹Седых›.', 'Заявку приняла ‹Черных›, смена 2'],
      },
    ),
    cue('(<summoning>|<choosing>) [(any:accs | any:gent) & nounSurname | #inAnyCase]', {
      yes: ['Пригласите ‹Ткача›', 'Найдите ‹Пака›'],
    }),
    cue(
      '/^(?:принадлеж|подчиня|причита|полагает|достал[оаи]?с|поручен|доверен|возвращен|выплачен|начислен|выдан|передан|отправлен|назначен|одобрен|отказан|предоставлен|присвоен)/ [any:datv & nounSurname | #inAnyCase]',
      { yes: ['подпись принадлежит ‹Ткачу›', 'премия начислена ‹Паку›'] },
    ),
    cue(
      '/^(?:сбро[сш]|смени|помен|обнови|установи|завед|созда|верни|откро|откры|продл|выда)/ <owned> [common:NOUN.datv.sing & nounSurname & !commonNominative]',
      {
        yes: ['сбросьте пароль ‹Королю›', 'заведите почту ‹Морозу› с понедельника'],
        no: ['откройте доступ Складу'],
      },
    ),
    cue('<doneBy> [any:ablt & nounSurname | #inAnyCase]', {
      yes: ['Акт составлен ‹Ткачом›'],
      no: ['Заказ выдан курьером'],
    }),
    cue('(humanVerb & !pluralVerb) [commonNominative & nounSurname & !any:accs | shortSurname] !(lower & noun)', {
      yes: ['Приняла ‹Ткач›, смена 2', 'отгрузку провёл ‹Пак›'],
    }),
    cue(
      "(<infinitive> будет | будет <infinitive>) [commonNominative & nounSurname & !any:accs | shortSurname] ('.,;!?' | edge)",
      {
        yes: ['забирать будет ‹Пак›.', 'дежурить будет ‹Ткач›, не я'],
        no: ['будет готовить повар.'],
      },
    ),
    cue('personVerb [commonNominative & nounSurname | #inAnyCase] !(lower & noun)', {
      yes: ['Звонила ‹Ткач›', 'Завтра позвонит ‹Пак›'],
    }),
  ],
  /** What only persons have. */
  byNoun: [
    cue('/^семь(?:я|и|ю|е|ей)$/ [commonNominative & nounSurname]', { yes: ['семья ‹Лебедь› заедет завтра'] }),
    cue('(<ofOne>|<owned>|<onesPaper>|/^договор[аеу]?$/|<kin>) [any:gent & nounSurname | #inAnyCase]', {
      yes: ['Пароль ‹Ткача› сбросили', 'семья ‹Пак›, 4 человека', 'отпуск ‹Пака›'],
    }),
  ],
  /** The subject of what persons do and are. */
  bySubject: [
    cue('[commonNominative & nounSurname | #inAnyCase] <adverbs>{0,3} (humanVerb & !pluralVerb)', {
      yes: ['вчера ‹Ткач› сказал', 'пусть ‹Седых› перезвонит'],
    }),
    cue(
      '[(commonNominative & nounSurname | #inAnyCase) & (#personState | #presented | #greeted | #beforeOrigin | #related | #endsSigned | #ofFlat)]',
      {
        yes: ['сегодня ‹Пак› в отпуске', 'Спасибо, ‹Седых›'],
      },
    ),
    cue(
      '/^(?:ушел|ушла|вышел|вышла|вернул(?:ся|ась))$/ (в|на|из|с) (декрет-|отпуск-|больничн-|отгул-|пенси-|командировк-) [commonNominative & nounSurname | #inAnyCase]',
      {
        yes: ['ушла в декрет ‹Белоус›, почту переключите', 'вышла с больничного ‹Седых›'],
        no: ['вышел из отпуска Директор'],
      },
    ),
    cue(
      "(вопрос-|обраща-|связ-|приемк-|справк-|звон-|контакт-) lower{0,3} ':—–-' [commonNominative & nounSurname | #inAnyCase] ',(' (доб|вн|тел|внутренний|телефон|каб|кабинет|contact)",
      {
        yes: ['по всем вопросам — ‹Король›, доб. 214', 'Обращаться: ‹Седых›, каб. 12'],
        no: ['по всем вопросам — Портал, доб. 214'],
      },
    ),
    cue(
      '/^(?:за|на)$/ (рулем|стойкой|кассой|прилавком|пультом|станком|кассе|стойке|смене|дежурстве|вахте|посту|ресепшене|приеме|приемке|выдаче|воротах|линии|погрузке|разгрузке) <adverbs>{0,2} (был|была|сидел|сидела|стоял|стояла|сидит|стоит) [commonNominative & nounSurname | #inAnyCase] !(lower & noun)',
      {
        yes: ['за рулём был ‹Король›, хамил', 'на кассе сидела ‹Черных›'],
        no: ['на кассе стоял Барьер'],
      },
    ),
    cue(
      '(/^(?:урок|лекци|занят|семинар|экзамен|зач[её]т|тренировк|консультаци|вебинар|мастер-класс)/ lower{0,2} <teaches> | <teaches> lower{0,2} /^(?:урок|лекци|занят|семинар|экзамен|зач[её]т|тренировк|консультаци|вебинар|мастер-класс)/) [commonNominative & nounSurname | #inAnyCase] !(lower & noun)',
      {
        yes: ['лекцию читает ‹Соловей›, ссылки нет', 'вёл урок ‹Гончар›, звука не было'],
        no: ['занятие ведёт Портал'],
      },
    ),
  ],
  endsSigned: [
    cue("!(capitalised & noun & !marked) ',' [any] '.!'? edge", {
      yes: ['Мастер приходил, ‹Ткач›'],
      no: ['Состав набора: Волк, Заяц, Лиса'],
    }),
  ],
  /** The first word of a sentence has a capital anyway: only what is said of nobody but persons counts. */
  opensAsPerson: [
    cue('[<oddSurname> & opens & !UPPER] <adverbs>{0,2} (pastPersonVerb & !pluralVerb)', {
      yes: ['‹Пак› сказал, что отгрузка завтра', '‹Черных› обещала и пропала'],
    }),
    cue(
      '[<oddSurname> & !<toolOrPart> & opens & !UPPER] не? (берет|отвечает|просит|обещает|говорит|пишет|пишут|ведет|обслуживал|обслуживала|уволился|уволилась)',
      {
        yes: ['‹Черных› не берёт трубку', '‹Цой› просит перезвонить'],
        no: ['Руль ведёт вправо'],
      },
    ),
    cue(
      '[<oddSurname> & <toolOrPart> & opens & !UPPER] не? (обещает|говорит|пишет|уволился|уволилась | (берет|отвечает) (трубку|телефон|на|number) | просит (вас|меня|нас|его|ее|прощения|<infinitive>) | ведет (lower & noun & any:accs & !preposition))',
      {
        yes: ['‹Якорь› не берёт трубку', '‹Гвоздь› просит перезвонить'],
        no: ['Пила не берёт металл'],
      },
    ),
    cue(
      '[<oddSurname> & !bearer & opens & !UPPER] не? (lower & verb & !pluralVerb & /л(?:а|ся|ась)?$/) !(lower & noun)',
      {
        yes: ['‹Седых› не пришёл', '‹Хван› заболела'],
        no: ['Белых роутеров не осталось', 'Голубь разбил лобовое стекло'],
      },
    ),
    cue('[<openingSurname> & #beforeGreeting]', { yes: ['‹Мельник›, добрый день!'] }),
    cue("[<openingSurname>] ',' (lower & common:VERB.impr & -те)", { yes: ['‹Мельник›, подскажите статус'] }),
    cue("[<openingSurname>] ',' <asked>", {
      yes: ['Свет включил. ‹Мельник›, проверь завтра утром'],
    }),
    cue("[<openingSurname>] ':' <saidByOne>", {
      yes: ['‹Мельник›: прошу перенести монтаж', '‹Черных›: не согласна'],
      no: ['Лебедь: новая коллекция'],
    }),
    cue('[<openingSurname>] <adverbs>{0,2} (lower & verb & !pluralVerb & /ла?$/) (lower & <handled> & any:accs)', {
      yes: ['‹Мельник› закрыл заявку и ушёл', '‹Черных› подписала акт'],
      no: ['Мороз закрыл дорогу'],
    }),
    cue('[<openingSurname> & #related]', {
      yes: ['‹Ткач›, инженер, приедет в среду'],
    }),
    cue("'.!?' break [<openingSurname>] '.'? edge", {
      yes: ['Жду ответа.\n‹Мороз›', 'Перезвоните!\n‹Седых›'],
    }),
    cue(
      "('.!?' | break | edge) [<openingSurname>] ',' lower{0,2} (lower & (roleNoun | profession | officeNoun) & (any:nomn | !known) | бюро|отдел|служба|цех|склад|офис|смена) lower{0,3} '.'? edge",
      {
        yes: ['Акт прилагаю.\n‹Сорока›, главбух', 'Дети выехали. ‹Белых›, старший воспитатель'],
        no: ['Привезли набор. Волк, заяц, лиса'],
      },
    ),
    cue("'.!?' [<oddSurname> & !bearer & opens & !UPPER] '.'? edge", { yes: ['Принято. ‹Седых›'] }),
    cue('[<oddSurname> & opens & !UPPER & #personState]', { yes: ['‹Седых› в отпуске', '‹Паку› нужен доступ'] }),
  ],
  /** Of any noun: a thing in the accusative of a person, or the subject of what only a hand does. */
  nounAsPerson: [
    cue('(<summoning>|/^(?:вызв|вызов|ждем|жду|найдит)/) [<plainNoun> & any:gent & !any:accs & !common:NOUN.femn]', {
      yes: ['Спросите ‹Дождя›, он дежурил'],
    }),
    cue(
      "/^(?:писал|написал|подписал|принял|сдал|менял|звонил|чинил|ставил|делал|обещал|приходил|приезжал|расписался|дежурил)$/ (какой-то|некий)? [<plainNoun> & common:NOUN.masc.nomn & !common:NOUN.plur] (',.' | edge)",
      {
        yes: ['Жалобу писал ‹Гром›, ему и отвечайте', 'письмо подписал какой-то ‹Шум›'],
      },
    ),
  ],
  governed: [
    cue('[!opens & #nounAsPerson]', { yes: ['Спросите ‹Дождя›'] }),
    cue('[#opensAsPerson]', { yes: ['‹Пак› в отпуске'] }),
    cue('[!opens & (#byPreposition | #byVerb | #byNoun | #bySubject)]', {
      yes: ['Без ‹Ткача› не решим', 'Звонила ‹Седых›'],
    }),
  ],
} as const;
