import { cue } from './cue.ts';

/** The object, or the one who is dealt with, where the surname is an everyday noun or adjective, or the first name a place. */
export const dealtWithNames = {
  /** The object, or the one who is dealt with: within a sentence the capital is the surname's. */
  dealtWith: [
    cue(
      '(<giving>|/звон|^(?:сообщ|ответ|напиш|напомн|скаж|выда[тйлн]|верн|отпра|переда|вруч|отказ|поруч|подчин|начисл|назнач|выплат|доверь|помоч|помог)/) (документ-|ключ-|бумаг-|посылк-|письм-|заявк-|деньг-|пакет-)? [<adjectiveForm> & any:datv & !opens] !(<agreesDatv>)',
      {
        yes: ['позвоните ‹Белой›', 'Передали документы ‹Тихому›'],
        no: ['передайте Белой карточке доступ', 'позвоните белой'],
      },
    ),
    cue(
      '(<giving>|/звон|^(?:сообщ|ответ|напиш|напомн|скаж|выда[тйлн]|верн|отпра|переда|вруч|отказ|поруч|начисл|назнач|выплат|доверь|помоч|помог)/) (документ-|ключ-|бумаг-|посылк-|письм-|заявк-|деньг-|пакет-)? [(<nounForm> | <placeForm>) & any:datv & !opens]',
      {
        yes: ['Сообщите ‹Каше› о переносе', 'передали ‹Зиме›', 'позвоните ‹Эльбрусу›'],
        no: ['Передайте в банк'],
      },
    ),
    cue(
      '<tellingOne> <adverbs>{0,2} (lower & noun & any:accs & !preposition)? [<nounForm> & any:datv & !any:nomn & !opens] !Capital',
      {
        yes: ['мне писать ‹Дубу› или он уволился?', 'отнесите договор ‹Вишне›', 'Пишу ‹Морозу› третий день'],
        no: ['Пишу Совету дома', 'писать зубу'],
      },
    ),
    cue('(у|от|без|для|вместо|кроме|про|против|насчет) [<adjectiveForm> & any:gent & !opens] !(<agreesGent>)', {
      yes: ['У ‹Доброй› температура', 'От ‹Мягкой› нет ответа', 'у ‹Толстого› завис терминал'],
      no: ['У Белой модели нет кнопки', 'у белой нет кнопки'],
    }),
    cue(
      '<personsPaper> (lower & !preposition){0,2} на [(<placeForm> | <nounForm>) & any:gent & !any:nomn & !any:loct]',
      {
        yes: ['Пропуск заказан на ‹Эльбруса›'],
        no: ['Пропуск на Эльбрус заказан'],
      },
    ),
    cue(
      "<personsPaper> (lower & !preposition){0,2} на [(<adjectiveForm> | <nounForm>) & any:accs & !any:nomn & !opens] (!(<agreesAccs> | ',') | ',' !(number | д | дом | кв | офис | корпус))",
      {
        yes: [
          'Пропуск выписали на ‹Белого›, а пришёл другой',
          'Справку дали на ‹Тихую›',
          'Карту перевыпустили на ‹Короля›',
        ],
        no: ['Пропуск на Красную площадь', 'Вызов на Луговую, 5'],
      },
    ),
    cue(
      '/^(?:почт[аеуы]|личк[аеу]|карт[аеуы]|уч[её]тк[аеиу]|смен[аеуы]|квартир[аеуы]|анкет[аеуы]|карточк[аеиу])$/ [<adjectiveForm> & any:gent & /ой$/ & !opens] !(<agreesGent>)',
      {
        yes: ['отправила на почту ‹Глухой›, как просили'],
        no: ['на почту Глухой линии'],
      },
    ),
    cue(
      'за [(<adjectiveForm> | <nounForm>) & any:accs & !any:nomn & !opens] <adverbs>{0,2} /^(?:распис|подпис|заплат|оплат|дежур|поруч|отвеча|заступ|голосов)/',
      {
        yes: ['За ‹Святого› расписался сосед'],
        no: ['за Белую линию заплатили'],
      },
    ),
    cue('/^(?:числ(?:ится|ятся|ил)|закреплен|останется|оста[ею]тся)/ за [<placeForm> & any:ablt]', {
      yes: ['Ноутбук числится за ‹Байкалом›'],
    }),
    cue('<onesPaper> [<everydaySubject> & nounSurname & !opens] (lower & <taken>)', {
      yes: ['Замечания ‹Соловей› внесены'],
      no: ['Правки мороз не отменит'],
    }),
    cue(
      '(lower & noun & any:accs & !preposition | <onesThing> | зарплату) [<adjectiveForm> & /ому$/ & !opens] <adverbs>{0,2} (<doneToOne> | задержали|отменили|вынесли|сняли|простили|продлили|закрыли|перенесли)',
      {
        yes: ['Зарплату ‹Хмурому› задержали'],
      },
    ),
    cue('(вместо|кроме|насчет) [<nounForm> & any:gent & !opens]', { yes: ['Вместо ‹Кота› выйдет другой'] }),
    cue('(к|ко|благодаря) [<adjectiveForm> & any:datv & !opens] !(<agreesDatv>)', {
      yes: ['Запишите к ‹Крутому› на четверг'],
    }),
    cue('(<talking> | <doneBy>) (с|со) [<adjectiveForm> & any:ablt & !opens] !(<agreesAblt>)', {
      yes: ['Созвонился с ‹Белой›, она не против', 'Согласовано с ‹Добрым›'],
    }),
    cue('<doneBy> [(<adjectiveForm> | <nounForm>) & any:ablt & !opens] !(<agreesAblt>)', {
      yes: ['Акт подписан ‹Быком›', 'выдано ‹Белой›'],
      no: ['закрыто Белым домом'],
    }),
    cue(
      '(<ofOne>|<owned>|<belonging>|<onesPaper>|<sheet>) [<adjectiveForm> & any:gent & !any:nomn & !opens] !(<agreesGent>)',
      {
        yes: ['заявка ‹Горького› висит', 'Пароль ‹Светлой› сбросили', 'Ответ ‹Великого› жду до пятницы'],
        no: ['заявка Белой линии', 'адрес нового склада'],
      },
    ),
    cue(
      '(<summoning>|<choosing>|/^(?:отправ|направ|допусти|проверь|провер|вписа|впиши|запиш|записа|обвин|перевед|перевод|отстран|сократ|оштраф)/) [(<adjectiveForm> & !any:nomn | <nounForm> & !any:nomn) & (any:accs | any:gent) & !opens] !(<agreesAccs>)',
      {
        yes: ['Отправили ‹Грушу› на медосмотр', 'Спросите ‹Белого›'],
        no: ['Отправили Белую краску'],
      },
    ),
    cue(
      '/^(?:жалоб|пожалова|жалу|переназнач|эскалирован|переведен|переоформ|доверенност|приказ|донос|рапорт)/ на [(<adjectiveForm> | <nounForm>) & any:accs & !any:nomn & !opens] !(<agreesAccs>)',
      {
        yes: ['Жалоба на ‹Толстую›, кричала', 'Жалоба на ‹Лису› от клиента'],
      },
    ),
    cue('/^(?:дозв|достуч|докрич)/ до [<adjectiveForm> & any:gent & !opens] !(<agreesGent>)', {
      yes: ['дозвониться до ‹Тихого›'],
    }),
    cue(
      '(с|со) [<adjectiveForm> & any:ablt & !opens] <adverbs>{0,2} /^(?:договор|созвон|поговор|согласов|обсуд|обща|переписы|связ)/',
      {
        yes: ['С ‹Горькой› уже договорились'],
        no: ['с Белой линией договорились'],
      },
    ),
    cue('по [(<adjectiveForm> | <nounForm>) & any:datv & !opens] (lower & <subjectMatter>)', {
      yes: ['По ‹Лютому› решение есть?', 'по ‹Зиме› вопрос закрыт'],
    }),
    cue(
      'не? /^(?:пуска|пусти|впуска|впусти|выгна|выгоня)/ [(<adjectiveForm> | <nounForm>) & !any:nomn & any:accs & !opens] (в|во|на|из|к|без)',
      {
        yes: ['Не пускает ‹Волка› в систему'],
      },
    ),
    cue('[(<adjectiveForm> | <nounForm>) & any:datv & !any:nomn & opens] <adverbs>{0,2} <doneToOne>', {
      yes: ['‹Щуке› отказали в кредите', '‹Белой› вчера перезвонили'],
      no: ['Волку скормили мясо'],
    }),
    cue(
      '/^(?:верн|добав|удал|исключ|приглас|пуст|убер|внес)/ (в|из) <groupOfPersons> (lower & noun & any:gent)? [Capital & adjectiveForm & -ого & !opens] !noun',
      {
        yes: ['Верните в чат класса ‹Тихого›', 'добавьте в рассылку ‹Белого›'],
        no: ['Добавьте в чат Белого дома'],
      },
    ),
  ],
} as const;
