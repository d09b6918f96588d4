import { cue } from './cue.ts';

/** First names, clear ones and those that are words, brands or titles as well. */
export const firstNames = {
  /** Of a word that opens the sentence the capital says nothing, if it is part of no title. */
  afterCapital: [
    cue("(capitalised & !(opens & (preposition | verb & !нет | <possessive>)) | ':') [any]", {
      yes: ['Тариф: Роза'],
      no: ['Без ‹Веры› не решим'],
    }),
  ],
  ownsAsPerson: [
    cue('(<ofOne>|<owned>) [name:gent & everyday]', {
      yes: ['Пароль ‹Веры› сбросили', 'Кабинет ‹Льва› закрыт'],
      no: ['Телефон Вера'],
    }),
    cue('(productNoun & !<shop> & !makerNoun) [name:gent & !name:nomn & everyday & !<goods>]', {
      yes: ['Диван ‹Веры› готов'],
      no: ['Салон Веры закрыт'],
    }),
    cue('<doneBy> [name:ablt & everyday]', { yes: ['Подписано ‹Верой›'] }),
  ],
  /** A name that is a person's wherever it stands. In lower case rare names are slang as often: доступ к акку. */
  clearFirst: [
    cue('[onlyFirst & (lower & (everyday | /.{6}/ & !@streetNames) | Capital | UPPER & /..../)]', {
      yes: ['‹Наташа› вышла', 'ДЛЯ ‹НАТАШИ›', '‹гульбахрам› молодец'],
    }),
    cue('[Capital & !brandName & !brand & everyday & !wordlike & (!opens | !common)]', {
      yes: ['Вчера ‹Максим› вышел'],
    }),
    cue(
      '[Capital & !brandName & !brand & everyday & !wordlike & opens] (Capital & (surname | adjective & !<goods>) & #agreesBefore)',
      {
        yes: ['‹Кате Беловой› нужна справка', '‹Катя Красная› просит справку'],
        no: ['Тема ‹Белова› в журнале'],
      },
    ),
    cue(
      '[Capital & !brandName & !brand & everyday & wordlike & opens] (Capital & surname & !common:NOUN & #agreesBefore)',
      {
        yes: ['‹Вере Беловой› нужна справка', '‹Виктории Смирновой› отказали'],
        no: ['Роман ‹Белова› в журнале'],
      },
    ),
    cue('[Capital & !brandName & !brand & everyday & wordlike & !opens & !#afterCapital]', {
      yes: ['вчера ‹Роза› вышла'],
    }),
    cue('[/^март(?:у|е|ой)$/ & Capital & opens & !#date]', { yes: ['‹Марту› уволили в мае'] }),
    cue(
      '[марта & Capital & opens] (не? (lower & verb & !pluralVerb & !-ть & !нет) | (из|с) (<department>|<workplace>))',
      {
        yes: ['‹Марта› не работает с понедельника', '‹Марта› из клиники звонила'],
        no: ['Марта 5 числа отключили'],
      },
    ),
  ],
  /** All of the first sentence, or a dative with a verb. */
  opensMessageAs: [
    cue("edge [<opener> & name:nomn] '.!' capitalised", { yes: ['‹Максим›. Не работает принтер'] }),
    cue('[<opener> & !name:nomn & name:datv] не? (lower & (verb | нуж-|надо-) & !noun)', {
      yes: ['‹Максиму› отключили интернет', '‹Саше› не приходят письма'],
    }),
  ],
  /** An assistant or a system becomes a person where one is greeted or named, or by what only a person did. */
  namesake: [
    cue(
      '[#besideCertainSurname | #surelyPerson | #presented | #greeted | #vocative | #afterPersonNoun | #label | #related]',
      {
        yes: ['‹Петрова Алиса›', 'меня зовут ‹Алиса›'],
      },
    ),
    cue('[#spokenTo | #givenTo | #inTrouble | #present]', { yes: ['Передайте ‹Алисе›', '‹Алиса› на связи'] }),
    cue('[name:nomn] не (может|могла|мог|видит|получила|получил)', { yes: ['‹Алиса› не может войти в почту'] }),
    cue(
      '[Capital & everyday & hasForms] (Capital & (surname | surnameShape) & !common:NOUN & !brand & #agreesBefore)',
      {
        yes: ['У ‹Алисы Долинской› не открывается почта', '‹Лада Смирнова› просит справку'],
        no: ['Лада Калина не заводится', 'У Лады Гранты течёт бак'],
      },
    ),
    cue('(от|для) [name:gent]', { yes: ['Заявка от ‹Алисы›'] }),
    cue('[#beforeOrigin & hasForms & !opens]', {
      yes: ['Согласовали с ‹Адой› из отдела закупок', 'приходила ‹Лада› из бухгалтерии'],
      no: ['забрать карту Мир из отделения'],
    }),
    cue('[платон & name:nomn] (просит|говорит|обещает|утверждает|пишет)', { yes: ['‹Платон› просит перезагрузить'] }),
    cue('[name:nomn & (#afterDeed | #beforeDeed)]', { yes: ['‹Алиса› пообещала'] }),
    cue('contactVerb [name:nomn]', { yes: ['ответила ‹Алиса›'] }),
  ],
  beforeForeignName: [cue('[Capital] (Capital & onlyFirst)', { yes: ['пишет ‹Роза Наташа›'] })],
  /** A name that is another word too, where a person is spoken of. In capitals a form that no bearer is called by is the everyday word. */
  unclearFirst: [
    cue('[lower & #lowerFirstName]', { yes: ['позовите ‹веру›'] }),
    cue('[!lower & (brandName|brand) & #namesake]', { yes: ['меня зовут ‹Алиса›'] }),
    cue('я [<spokenFirst> & Capital & nameNominative & !commonNominative & !#noPerson]', {
      yes: ['хотя я ‹Павлина›, а не он'],
    }),
    cue(
      '[<spokenFirst> & Capital & name:masc.nomn & !commonNominative & !#noPerson] <adverbs>{0,3} (humanVerb & <mansDeed>)',
      { yes: ['‹Отар› опять пришёл без пропуска'], no: ['Отары овец пришли'] },
    ),
    cue(
      '[<spokenFirst> & Capital & name:femn.nomn & !commonNominative & !#noPerson] <adverbs>{0,3} (humanVerb & <womansDeed>)',
      { yes: ['‹Аза› вчера пришла без пропуска'] },
    ),
    cue('[<spokenFirst> & (#besideSurname | #behindCertainSurname | #beforeForeignName)]', { yes: ['‹Роман Петров›'] }),
    cue('[<spokenFirst> & <callable> & (#givenTo | #spokenTo | #opensMessageAs | #ownsAsPerson)]', {
      yes: ['Передайте ‹Вере›'],
    }),
    cue(
      '[<spokenFirst> & <callable> & (everyday | !common | #afterPersonNoun | name:datv & #afterPersonVerb) & (#person | name:nomn & #besideContactVerb)]',
      {
        yes: ['‹Вера›, подскажите', '‹Роза› звонила'],
      },
    ),
  ],
  /** A full name behind the noun of a thing is a person's, but for makers and vessels: от бренда Нина Риччи. */
  fullNameAfterThing: [
    cue('personNoun (vesselNoun & !first) [<fullAfterThing>]', { yes: ['капитан теплохода ‹Роман Ветров›'] }),
    cue('(word & !first & !vesselNoun) [<fullAfterThing> & brandName] <nativeSurname>', {
      yes: ['тариф ‹Алиса Петрова› подключила'],
    }),
    cue('(word & !first & !vesselNoun & !opens & !makerNoun) [<fullAfterThing> & !brandName]', {
      yes: ['по телефону ‹Глеб Ветров›'],
    }),
    cue('personNoun (makerNoun & !first & !vesselNoun) [<fullAfterThing> & !brandName]', {
      yes: ['владелец бренда ‹Вера Лотт›'],
    }),
    cue('(word & !first & !vesselNoun & !institutionNoun) [<fullAfterThing> & !brandName] <nativeSurname>', {
      yes: ['платье ‹Зоя Ветрова› не забрала'],
    }),
  ],
  firstName: [
    cue('[(#clearFirst | #unclearFirst) & !#model & !#otherSense & (!#noPerson | #fullNameAfterThing & !#figure)]', {
      yes: [
        '‹Наташа› вышла',
        'меня зовут ‹роза›',
        'на склад ‹Владимир› не приходил',
        'Агент «‹Валерия›» подключилась к чату',
      ],
      no: ['Рада помочь', 'Полина-2'],
    }),
  ],
  /** A patronymic in any letter case, a misspelt one in quotation marks too; what stands before it is a first name: a short or unknown one, or whatever follows a surname. */
  patronymic: [
    cue('(‹<nameOfSon>› | (capitalised & (marked|surname|surnameShape)) ‹capitalised›)? ‹[<ofFather>]›', {
      yes: [
        '‹Иваныч› сказал',
        'у ‹Панфилыча› выходной',
        '‹Марь Иванна›',
        'звонил ‹Аскер Хасанович›',
        '‹Доржиева Дарима Баировна›',
      ],
    }),
    cue(`'«"“„' [!known & !mixed & !#inPlace]`, { yes: ['отчество: «‹Ренатовнна›»'] }),
  ],
} as const;
