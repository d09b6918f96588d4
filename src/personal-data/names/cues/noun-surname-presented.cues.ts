import { cue } from './cue.ts';

/** Surnames that are everyday nouns and adjectives, in the wrong case for a thing, in lists of persons, beside a role and where somebody is presented. */
export const nounSurnamesPresented = {
  presentedAsPerson: [
    cue(
      '(к|у|вместо|кроме) [<everydaySubject> & nounSurname & singular & !common:NOUN.datv & !common:NOUN.gent] !(number | latin | Capital | noun)',
      {
        yes: ['все вопросы к ‹Шило›', 'спросите у ‹Дуб›, она знает'],
        no: ['перешли к Зима 2024'],
      },
    ),
    cue('<ofPersonOnly> [<everydaySubject> & nounSurname & singular & !any:gent] !(number | Capital | latin)', {
      yes: ['на акте стоит подпись ‹Дуб›', 'отпуск ‹Ткач› перенесли'],
      no: ['отпуск Зима 2024'],
    }),
    cue(
      "((roleNoun & singular & any:nomn & !/^(?:поставщик|производител|изготовител|продав|арендодател|подрядчик|перевозчик|отправител|заказчик)/) | noun:relatives & any:nomn) '—–' [<everydaySubject>] (',.;' | edge | break)",
      {
        yes: ['Лечащий врач — ‹Весна›, кабинет 12', 'Муж — ‹Гром›, договор на него'],
        no: ['Поставщик — Весна, договор расторгнут'],
      },
    ),
    cue(
      "[<everydaySubject>] ',' (мой|моя|наш|наша|его|ее) (lower & adjective)? (lower & noun:relatives & any:nomn & singular)",
      {
        yes: ['Колонку включал ‹Мороз›, мой младший брат'],
        no: ['Мороз, мой самый любимый'],
      },
    ),
    cue(
      '[<everydaySubject>] и (Capital & (nounSurname | surname | first | <adjectiveForm>)) <pause>{0,4} (lower & (verb:officeDeeds | verb:officeTalk | verb:motionVerbs.past | verb:doneToOne.past) & pluralVerb)',
      {
        yes: ['‹Белоус› и ‹Весна› вчера приезжали'],
        no: ['Мороз и Ветер сломали забор'],
      },
    ),
    cue(
      '(Capital & (nounSurname | surname | first | <adjectiveForm>)) и [<everydaySubject>] <pause>{0,4} (lower & (verb:officeDeeds | verb:officeTalk | verb:motionVerbs.past | verb:doneToOne.past) & pluralVerb)',
      {
        yes: ['‹Петров› и ‹Гром› уже согласовали смету'],
        no: ['Мороз и Ветер сломали забор'],
      },
    ),
    cue(
      '[<everydaySubject>] и (Capital & (nounSurname | surname | first | <adjectiveForm>)) <pause>{0,3} (были|работали|дежурили) на (адресе|объекте|смене|месте|линии|вызове|приеме|дежурстве|складе|выезде)',
      { yes: ['‹Белоус› и ‹Щука› вчера были на адресе'] },
    ),
    cue(
      '(Capital & (nounSurname | surname | first | <adjectiveForm>)) и [<everydaySubject>] <pause>{0,3} (были|работали|дежурили) на (адресе|объекте|смене|месте|линии|вызове|приеме|дежурстве|складе|выезде)',
      { yes: ['‹Белоус› и ‹Щука› вчера были на адресе'] },
    ),
    cue(
      '(/^(?:зарплат|парол|логин|почт|ящик|учетк|анализ|отпуск|смен[аы]?$|подпис|заявлени|больничн|пропуск|паспорт|телефон|ноутбук|кабинет|монитор|компьютер|преми|переработк|дежурств|диплом|зачетк|медкарт|медкнижк|табел|оценк|направлени|рецепт|снимк|диагноз)/ & (lower | opens)) [<everydaySubject> & nounSurname & !any:gent & !opens] (не? <pause>{0,2} (lower & verb) | lower & common:PRTS)',
      {
        yes: [
          'Ящик ‹Ткач› переполнен, она не получает письма',
          'Анализы ‹Соловей› попали в мой кабинет',
          'Зарплата ‹Дуб› начислена дважды',
        ],
        no: ['Карта Мир заблокирована, она старая'],
      },
    ),
    cue(
      '((humanVerb | verb:motionVerbs) & !pluralVerb | остался|осталась|остается) (только|лишь|один|одна) [<everydaySubject> & !opens] !(noun & /../ | adjective)',
      {
        yes: ['Заехал только ‹Гром›, второй гость не прибыл', 'осталась одна ‹Весна›'],
        no: ['приехал только Белый цвет'],
      },
    ),
    cue(
      "/^(?:поедет|пойдет|заедет|подъедет|зайдет|подойдет|распишется|встретит|заменит|подменит|подежурит)$/ [<everydaySubject> & !opens] (',.;' | edge | <moment>)",
      {
        yes: ['Поедет ‹Гром›, остальные остаются', 'меня подменит ‹Весна›'],
        no: ['подойдет Белый чай'],
      },
    ),
    cue(
      "(я|меня|он|она|его|ее|мама|муж|жена|сын|дочь) lower{0,2} (записан|записана|записали|указан|указана|числюсь|числится|значусь|значится|вписана|вписан|подписан|подписана) (у вас)? как? [<everydaySubject> & !opens] (',.;' | edge | а)",
      {
        yes: ['в базе я записана как ‹Весна›, а в паспорте ‹Иванова›'],
        no: ['цвет указан как Белый'],
      },
    ),
    cue("в (паспорте|правах|снилсе|полисе) '—–:'? [<everydaySubject> & !opens] (',.;' | edge | а)", {
      yes: ['В паспорте ‹Гром›, а в билете ‹Иванов›'],
      no: ['в паспорте Белый цвет'],
    }),
    cue("где [<everydaySubject> & !opens] '?'", { yes: ['Где ‹Гром›? Ждём второй час'] }),
    cue(
      "/^(?:переназнач|перевед|перевож|перевел|перенаправ|эскалир|переключ|перекин|передал|переписал)/ (lower & noun & any:accs & !preposition)? на [<everydaySubject> & nounSurname & !opens] ',' (он|она)",
      {
        yes: ['Диалог перевожу на ‹Ветер›, она разбирает споры'],
        no: ['переключите на Белый, он ярче', 'переведите на Зима, новый тариф'],
      },
    ),
  ],
  /** An adjective within a sentence that qualifies nothing, where a person is called or spoken of. */
  adjectivePresented: [
    cue('[any:nomn] (из|с|со) <possessive>? (lower & adjective)? (<department> | <workplace> | <room>)', {
      yes: ['В Outlook ‹Белый› из отдела закупок не видит папку', 'пишет ‹Чёрная› из бухгалтерии'],
      no: ['приехал Красный из коробки'],
    }),
    cue("(я|это | зовут (меня|его|ее)) [any:nomn] (',.' | edge | break)", {
      yes: ['Здравствуйте, это ‹Белый›, я звонил утром', 'Я ‹Чёрная›, клиентка с 2015 года'],
      no: ['это Белый чай', 'Это белый.'],
    }),
    cue("(lower & humanVerb & !pluralVerb) [any:nomn] (',.;!?' | edge | break)", {
      yes: ['Мне отвечал ‹Белый›, но вопрос не решён'],
      no: ['привезли Белый, вернули'],
    }),
    cue(
      "(здравствуйте|спасибо|уважаемый|уважаемая|дорогой|дорогая|господин|госпожа) ','? [any:nomn & !(добр-)] (',.!' | edge)",
      {
        yes: ['Здравствуйте, ‹Белый›!', 'Уважаемая ‹Чёрная›, ваш заказ готов'],
        no: ['Здравствуйте, Добрый день'],
      },
    ),
    cue("фамили- '—–:«'? [any] !(noun & /../ & !брони | adjective)", {
      yes: ['На фамилию ‹Белый› брони нет', 'фамилию ‹Белого› ввели с ошибкой'],
      no: ['фамилия Белого дома'],
    }),
    cue('(что|если|пока|когда|чтобы) [any:nomn] не? <pause>{0,2} (lower & humanVerb & !pluralVerb | прав|права)', {
      yes: ['Считаю, что ‹Белый› не прав', 'если ‹Чёрная› не ответит, пишите'],
      no: ['если Белый чай закончится'],
    }),
    cue(
      '((roleNoun & singular | ответственн- | дежурн- | старш-) & any:C) [any:C] !(Capital | number | noun | adjective)',
      {
        yes: ['Врач ‹Крутая› не приняла', 'Водителем ‹Белым› мы довольны', 'Ответственный ‹Белый›, срок до пятницы'],
        no: ['клиент Белый дом', 'на старшую Белую группу'],
      },
    ),
  ],
} as const;
