import { cue } from './cue.ts';

/** Surnames that are everyday nouns and adjectives, behind the verb or the word that says that a person is meant. */
export const nounSurnamesBehind = {
  actsBehind: [
    cue("<possessive> (lower & roleNoun & any:nomn) ',' [<everydaySubject> & !opens] ','", {
      yes: ['ваша сотрудница, ‹Весна›, нахамила'],
    }),
    cue("<workThing> <workDeed> [<everydaySubject> & !opens] (',.;!?' | edge | и|или|вчера|сегодня)", {
      yes: [
        'Смену принял ‹Волк›, замечаний нет',
        'прививку ставила ‹Щука›, реакции нет',
        'Дело ведёт ‹Заяц›',
        'Экзамен принимает ‹Белая›',
      ],
      no: ['Заказ весит Кит'],
    }),
    cue(
      '<onesThing> (preposition lower)? (lower & (humanVerb | <handedVerb>) & !pluralVerb & /ла?$/) <adverbs>{0,2} [<everydaySubject> & !opens] !(noun & /../ | adjective)',
      {
        yes: [
          'Ключи от склада сдал ‹Косой›',
          'Протокол составлял тогда ‹Горький›, теперь он в отпуске',
          'Ремонт делал ‹Эльбрус›, претензий нет',
        ],
        no: ['Договор заключал Белый дом'],
      },
    ),
    cue(
      "(<officeDeed> & /(?:л|ла|т)(?:с[ья])?$/) <adverbs>{0,2} [<everydaySubject> & !opens] (',.;!?' | edge | из|с|по|о|об|и|насчет|вчера|сегодня|утром)",
      {
        yes: ['Подписала ‹Белая›.', 'Звонил и просил ‹Горький› из отдела', 'подписывал ещё ‹Толстой›, он уволился'],
        no: ['Подписал Белый лист'],
      },
    ),
    cue(
      "(/^(?:ответственн|дежурн|исполнител|куратор|замещ|старш|подпис)/ | /^(?:провер|приня|сдал|выдал|состав|выполн|исполн|утверд|согласов|подготов|оформ|собра|упаков|отпуст|получ|отправ|взя|закры|замен|настро|обслуж|осмотр)(?:[аи]?л|[аи]?ла|яла?)$/ (в? (работу|смену|заказ|груз|товар))?) ':—–-' [<everydaySubject>] (',.;' | edge | break)",
      {
        yes: ['Ответственная — ‹Белая›', 'Проверил — ‹Лебедь›, ОТК', 'Взял в работу — ‹Сокол›'],
        no: ['Проверил — горький вкус'],
      },
    ),
    cue("<doneLabel> ':' (Capital ','){0,3} [<everydaySubject>] (',.;' | edge | break)", {
      yes: ['Согласовано: ‹Весна›, ‹Белый›', 'Утверждено: ‹Гром›'],
      no: ['Согласовано: Белый цвет'],
    }),
    cue(
      "/^(?:получател|отправител|клиент|заказчик|исполнител|ответственн|пассажир|гост|плательщик|владел|водител|заявител|контактн)/ word? '»”\"'? (указан|указана|записан|записана|значится|стоит|вписан|вписана) [<everydaySubject> & !opens] !(noun & /../ | adjective)",
      {
        yes: ['В поле «Получатель» указана ‹Весна›', 'пассажиром записан ‹Гром›, а еду я'],
        no: ['Получателем указан Белый дом'],
      },
    ),
    cue("[<everydaySubject> & !opens] ',' это <possessive>? (lower & roleNoun)", {
      yes: ['подпись стоит ‹Заяц›, это наш завхоз'],
    }),
    cue(
      '(lower & pluralVerb) [<everydaySubject> & !opens] (и (его|ее) (lower & roleNoun & any:nomn) | и еще (двое|трое|один|одна|кто-то) | <withPartner>)',
      {
        yes: ['Холодильник заносили ‹Рим› и его напарник', 'Груз принимали ‹Король› и ещё двое'],
        no: ['закрывали Эльбрус и его окрестности'],
      },
    ),
    cue('[<everydaySubject>] (и (его|ее) (lower & roleNoun & any:nomn) | <withPartner>) (lower & pluralVerb)', {
      yes: ['‹Енисей› с женой приходили за договором', '‹Марс› и его напарник заносили шкаф'],
      no: ['Мороз и его последствия замучили'],
    }),
    cue('(lower & verb & !pluralVerb & /ла?$/) [<everydaySubject> & !opens] и (его|ее) (lower & roleNoun & any:nomn)', {
      yes: ['Вещи забирал ‹Бык› и его сын'],
    }),
    cue(
      '<onesThing> [<everydaySubject> & adjective & !opens] <adverbs>{0,2} ((<officeDeed> | <handedVerb> | прислал|прислала) & /ла?$/)',
      {
        yes: ['Ответ ‹Лютый› прислал на почту'],
        no: ['Пакет Белый порвался'],
      },
    ),
    cue(
      '[<placeForm> & place:nomn] (из|с|со) <possessive>? (<department> | <workplace>) word? (lower & humanVerb & !pluralVerb)',
      {
        yes: ['‹Байкал› из смены Б просит аванс'],
        no: ['Байкал из магазина вчера протёк'],
      },
    ),
    cue(
      '[<everydaySubject>] и (Capital & (adjective | nounSurname)) (<absence> | согласны|уволены|отчислены|не согласны)',
      {
        yes: ['‹Кривая› и ‹Прямой› на пересдаче'],
      },
    ),
    cue(
      '(Capital & (adjective | nounSurname)) и [<everydaySubject>] (<absence> | согласны|уволены|отчислены|не согласны)',
      {
        yes: ['‹Кривая› и ‹Прямой› на пересдаче'],
      },
    ),
    cue("ни [<everydaySubject>] ','? ни Capital <silent>", {
      yes: ['Ни ‹Белый›, ни ‹Крутой› акт не подписали'],
      no: ['Ни Белый, ни Красный не привезли'],
    }),
    cue("ни Capital ','? ни [<everydaySubject>] <silent>", {
      yes: ['Ни ‹Мороз›, ни ‹Зима› трубку не берут'],
      no: ['Ни Белый, ни Красный не привезли'],
    }),
    cue(
      '(marked & Capital & first & nameNominative) и [<everydaySubject>] <adverbs>{0,2} (согласны|готовы|заняты|против | lower & humanVerb & pluralVerb | <absence>)',
      {
        yes: ['‹Луиза› и ‹Марс› согласны на перенос'],
      },
    ),
    cue(
      '(roleNoun & singular) [<placeForm> & place:nomn & !opens] <adverbs>{0,2} (lower & verb & !pluralVerb & /ла?(?:с[ья])?$/)',
      {
        yes: ['Наш мастер ‹Эльбрус› приехал без инструмента'],
      },
    ),
    cue(
      '[<adjectiveForm> & any:nomn & !opens] (из|с|со) <possessive>? (lower & adjective)? (<department> | <workplace> | <room>)',
      {
        yes: ['В Outlook ‹Белый› из отдела закупок не видит папку', 'пишет ‹Чёрная› из бухгалтерии'],
        no: ['приехал Красный из коробки'],
      },
    ),
    cue("(я|это | зовут (меня|его|ее)) [<adjectiveForm> & any:nomn & !opens] (',.' | edge | break)", {
      yes: ['Здравствуйте, это ‹Белый›, я звонил утром', 'Я ‹Чёрная›, клиентка с 2015 года'],
      no: ['это Белый чай', 'Это белый.'],
    }),
    cue("(humanVerb & !pluralVerb & lower) [<adjectiveForm> & any:nomn & !opens] (',.;!?' | edge | break)", {
      yes: ['Мне отвечал ‹Белый›, но вопрос не решён'],
      no: ['привезли Белый, вернули'],
    }),
    cue(
      '(roleNoun & singular | /^(?:ответственн|дежурн|старш)(?:ый|ая)$/) [<adjectiveForm> & !opens & any:nomn] !(Capital | number | noun)',
      {
        yes: ['Врач ‹Крутая› не приняла', 'ученик ‹Тихий› переведён'],
        no: ['клиент Белый дом'],
      },
    ),
    cue(
      "вместо (меня|него|нее|нас|вас|тебя) (any & !verb & !capitalised & !',.!?:'){0,4} [<everydaySubject> & !opens] (',.!;' | edge)",
      {
        yes: ['Вместо меня на линии сегодня ‹Тихий›, вопросы к нему'],
        no: ['Вместо него прислали Белый, обменяйте', 'Вместо меня Белый дом'],
      },
    ),
    cue(
      "(пишите|звоните|обращайтесь|набирайте|спросите|спрашивайте) (сразу|лучше|прямо|пока)? [<everydaySubject> & !opens] (',.!;' | edge)",
      {
        yes: ['пишите сразу ‹Король›, она согласует'],
        no: ['Спросите Белый чай'],
      },
    ),
  ],
} as const;
