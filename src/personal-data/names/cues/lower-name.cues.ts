import { cue } from './cue.ts';

/** First names in lower case, most of which are everyday words too. */
export const lowerName = {
  /** Someone says who it is. */
  introduced: [
    cue("я [any] ','", { yes: ['я ‹роман›, ваш клиент'] }),
    cue('(вами|связи|приветствует|беспокоит|отвечает|слушает) [#endsPhrase]', { yes: ['с вами ‹вера›, слушаю'] }),
    cue('(здесь|тут|говорит|пишет) [any] (из|с|со) lower', { yes: ['здесь ‹тоня› из продлёнки'] }),
    cue('это [any] из', { yes: ['это ‹лев› из отдела продаж'] }),
    cue('(это & #afterGreeting) [any]', { yes: ['привет, это ‹роза›'] }),
    cue('это (снова|опять) [#endsPhrase]', { yes: ['это снова ‹лена›, когда ждать?', 'это опять ‹дима›'] }),
    cue('[#beforeOrigin & !(lower & common & !name:nomn & <formOfThing>)]', {
      yes: ['позовите ‹лену› из бухгалтерии'],
      no: ['пришлите темы из офиса', 'подойдёт любой из отдела'],
    }),
    cue('(<owned>|у|от|для|без|про|через) [#beforeOrigin]', {
      yes: ['почта ‹димы› из отдела'],
      no: ['для любой из аптек', 'номер любой из касс'],
    }),
    cue('[#onCall]', { yes: ['‹вера› на линии'] }),
  ],
  /** Only a person is greeted, called or announced so, be the word a brand or not. */
  surelyPerson: [
    cue('[#named | #beforeGreeting | #introduced]', { yes: ['меня зовут ‹роза›'] }),
    cue('[#afterGreeting & #endsPhrase]', { yes: ['привет, ‹вера›!'] }),
    cue('roleNoun [!hasForms & #afterPersonNoun]', { yes: ['менеджер ‹димасик›'] }),
    cue('(roleNoun & !hasCases) [#afterPersonNoun]', { yes: ['манагер ‹вера› ответила'] }),
    cue('(roleNoun & any:C) [name:C & #afterPersonNoun]', {
      yes: ['оператор ‹вера›', 'передайте оператору ‹вере›'],
      no: ['оператор любой'],
    }),
  ],
  /** A form that only a name has, where a person is expected. */
  owner: [
    cue('<owned> [name:gent & !<formOfThing>]', { yes: ['почта ‹димы›', 'день рождения ‹кати›'], no: ['адрес мира'] }),
    cue('(у|от|для|без) [name:gent & !<formOfThing>]', { yes: ['пароль у ‹лены›'], no: ['для роста'] }),
    cue('(про|через) [name:accs & !<formOfThing>]', { yes: ['передам через ‹колю›'] }),
  ],
  /** It closes the text; after another genitive it goes on a list. */
  closesText: [
    cue("!'('{29,29} ')' [#endsPhrase] any? edge", { yes: ['Удачи :) ‹тоня›'] }),
    cue("!(word & noun & any:gent) ',' [#endsPhrase] any? edge", {
      yes: ['жду, ‹лена›'],
      no: ['нет газа, света'],
    }),
  ],
  askedFor: [cue('(где|куда) [any]', { yes: ['где ‹лена›'] }), cue('[any] (где|куда)', { yes: ['а ‹дима› где'] })],
  /** A lower-case word that is an everyday word too needs a nominative that only the name has, or a sure context. */
  lowerFirstName: [
    cue(
      '[<lowerFirst> & (#surelyPerson | #givenTo | #spokenTo | #inTrouble | #ownsDevice | #owner | #besideLowerSurname)]',
      { yes: ['комп ‹веры›', 'передай ‹васе петрову›'] },
    ),
    cue('[<lowerFirst> & !brandName & !<thingOfDay> & #onlyPersonHere]', {
      yes: ['когда ‹вера› придет', '‹кате› нужен доступ'],
      no: ['тема не отвечает вопросу'],
    }),
    cue('[<plainFirst> & name:nomn & !<formOfThing>] (вроде|кажется|наверное|по-моему)', {
      yes: ['мастер был, ‹рустам› вроде'],
    }),
    cue("(edge|break|'.!?') <interjection>? [<plainFirst> & <onlyNameNominative> & #beforeYou]", {
      yes: ['‹макс› ты тут? висит мой тикет'],
    }),
    cue(
      "/[^е]л(?:а|ся|ась)?$/ & verb & lower [<plainFirst> & nameNominative & !wordlike & !<formOfThing>] (',.!' | edge)",
      {
        yes: ['рассылку запустил ‹муса›, не я'],
        no: ['не приехал лифт, жду', 'сломался принтер.'],
      },
    ),
    cue("(edge | '.!?,' | break) не [<lowerFirst> & name:nomn & !<goodsWord>] ','? а (first & name:nomn)", {
      yes: ['не ‹соня› а ‹софья›, исправьте'],
      no: ['не роза а лилия'],
    }),
    cue('в (карте|паспорте|договоре|полисе|билете|справке|анкете|чеке) [<plainFirst> & <onlyNameNominative>]', {
      yes: ['я ‹наталия›, а в полисе ‹наталья›'],
    }),
    cue('(какой-то|какая-то | (какой|какая) то) [<plainFirst> & <onlyNameNominative>]', {
      yes: ['принёс какой то ‹антон› без бейджика'],
      no: ['свет какой то тусклый'],
    }),
    cue('(какого-то|какую-то | (какого|какую) то) [<plainFirst> & name:accs & !wordlike & !<formOfThing>]', {
      yes: ['вместо меня записали какую-то ‹зинку›'],
      no: ['поставил какую-то галку'],
    }),
    cue('<interjection> [<plainFirst> & <onlyNameNominative>] (я|ты|вы|мы|у|а|где|когда|почему)', {
      yes: ['слушай ‹вадим› я же говорил', 'блин ‹назар› я просил', 'ну ‹руслан› когда уже'],
      no: ['ну рост у меня 180'],
    }),
    cue(
      "(lower & personNoun & common:gent.plur) [<plainFirst> & name:gent] (и (first & name:gent) | ',' (first & name:gent))",
      {
        yes: ['у одногруппников ‹вики› и ‹ислама› тоже'],
      },
    ),
    cue('мы с [<lowerFirst> & name:ablt & !<formOfThing> & !/^любо/]', { yes: ['мы с ‹толей› ждали'] }),
    cue('[<plainFirst> & name:nomn & #besideContactVerb]', { yes: ['звонила ‹роза› вчера'] }),
    cue('contact [<plainFirst> & name:nomn & #endsPhrase]', { yes: ['8 921 400-10-20 ‹рустам›'] }),
    cue('[<plainFirst> & <onlyNameNominative> & (#askedFor | #present)]', { yes: ['где ‹лена›'] }),
    cue('(marked & name:C) (и|или|либо) [<plainFirst> & name:C & !<formOfThing>]', {
      yes: ['спасибо ‹лёше› и ‹диме›'],
    }),
    cue('[<plainFirst> & (<toldOf>) & !wordlike & !<formOfThing>]', { yes: ['менеджер ‹димасик›'] }),
    cue('[<plainFirst> & <onlyNameNominative> & #afterPersonNoun]', { yes: ['менеджер ‹лена›'] }),
    cue('/(?:л|ла|ет|ит)(?:с[ья])?$/ [<plainFirst> & <onlyNameNominative> & (<toldOf>)]', {
      yes: ['просила ‹света›'],
      no: ['прошу света'],
    }),
    cue('[<plainFirst> & !(<toldOf>) & (<onlyNameNominative> | !wordlike & name:nomn) & #closesText]', {
      yes: ['жду, ‹лена›'],
    }),
    cue('[<plainFirst> & !(<toldOf>) & #vocative]', { yes: ['‹дима›, подскажите'] }),
    cue('[<plainFirst> & !(<toldOf>) & name:nomn & #label]', { yes: ['18:20 ‹олег›: да'] }),
    cue("',' [<plainFirst> & !(<toldOf>) & !wordlike & !<formOfThing> & #endsPhrase]", { yes: ['подскажите, ‹олег›'] }),
    cue('[<plainFirst> & !(<toldOf>) & #presented & (<onlyNameNominative> | !wordlike & (!common | name:nomn))]', {
      yes: ['это ‹лена› пишу вам'],
    }),
    cue(
      '!(adjective & /[ыи]е$/) [<plainFirst> & !(<toldOf>) & (#greeted & (!<formOfThing> | #endsPhrase) | #beforeHumanVerb) & <onlyNameNominative>]',
      {
        yes: ['‹лена› обещала', 'привет ‹лена› как дела'],
        no: [
          'здравствуйте, света нет с утра',
          'здравствуйте, поля формы не заполняются',
          'Остальные поля заполнит секретарь',
        ],
      },
    ),
  ],
} as const;
