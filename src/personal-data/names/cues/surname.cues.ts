import { cue } from './cue.ts';

/** Surnames that stand alone, signed or in lower case, and names of syllables. */
export const surname = {
  /** A surname alone on the last line or after the last comma, an everyday word or not. */
  signed: [
    cue('[<signable> & #signature]', { yes: ['Жду.\n‹Синяков›'] }),
    cue("any ',' [<signable> & Capital] '.!'? edge", { yes: ['Принято, ‹Пестова›'] }),
    cue(
      "(edge|break) [<signable> & Capital & <townless>] ',(—–-' (lower & roleNoun & (any:nomn | !known)) (',.;)' | edge | break)",
      {
        yes: ['‹Хворостов›, кладовщик', '‹Голубева› (кассир)'],
        no: ['Диванов (курьер обещал) нет'],
      },
    ),
    cue("edge [<signable> & Capital & opens & <townless>] ',' <numberOfPerson>", {
      yes: ['‹Тётушкин›, табельный 3318'],
    }),
    cue("!edge [<signable> & Capital & opens & <townless>] ',' <detail> (any & !verb & !break){0,10} edge", {
      yes: ['Жду ответа. ‹Прохоров›, кв. 91'],
    }),
    cue(
      "('.!?' | break) [<signable> & Capital & opens & surnameShape & /(?:[ое]ва|ев|[сц]к(?:ий|ая)|енко)$/ & <townless>] '.' !edge",
      {
        yes: ['Резолюция: отказать. ‹Гиззатова›. Дата неразборчива.'],
      },
    ),
    cue("!edge [<signable> & Capital & opens] '.,' contact", { yes: ['Согласовано. ‹Мельниченко›. a@b.ru'] }),
  ],
  labelledSurname: [cue("[mayBeName & opens & Capital & surnameShape & !place] ':'", { yes: ['‹Мельниченко›: нет'] })],
  /** A speaker's label by a surname that is a town's genitive too. */
  labelled: [
    cue('[mayBeName & surnameLike & (surname | pluralSurname | place & !any:nomn) & #label]', {
      yes: ['‹Орехова›: нет'],
    }),
  ],
  /** Nothing but a surname follows "surname" in the nominative. */
  surnameOfNoun: [
    cue(
      '(фамилия | по фамилии | с фамилией | под фамилией) [!roleNoun & !never & !preposition & /../ & (!known | noun & commonNominative | -их | -ых)]',
      {
        yes: ['фамилия ‹мельник›', 'фамилия ‹черных›'],
      },
    ),
    cue(
      '<visit> <visitor>? к [nounSurname & commonNominative & singular & !common:NOUN.datv | bearer & common:NOUN.anim.datv.sing] !(noun & !preposition & !never | adjective)',
      {
        yes: [
          'запишите меня к ‹соловей› на пятницу',
          'как попасть к ‹ткач› без талона',
          'можно к ‹мороз› на утро',
          'запишите к ‹соловью› на среду',
        ],
        no: ['записаться к весне', 'привыкли к мороз и солнце', 'запишите к ветеринару кота'],
      },
    ),
    cue(
      '<visit> <visitor>? (от|у) [nounSurname & commonNominative & singular & !common:NOUN.gent] !(noun & !preposition & !never | adjective)',
      {
        yes: ['перенесите меня от ‹сорока› к другому врачу', 'была на приёме у ‹голубь›'],
        no: ['была у воды'],
      },
    ),
  ],
  /** A person is spoken of, or someone deals with him. */
  spokenOf: [
    cue(
      '[#afterPersonNoun | #afterPersonVerb | #madeOutToWoman | #beforeOrigin | #beforeHumanVerb | #presented | #named]',
      {
        yes: ['оператора ‹семенову› позовите'],
      },
    ),
    cue('[nameNominative & #afterGreeting]', { yes: ['с уважением, ‹зайцева›'] }),
    cue('[#givenTo | #spokenTo | #personState]', { yes: ['передайте ‹зайцеву›'] }),
    cue('(у|от|для|без) [name:gent]', { yes: ['от ‹смирновой›'] }),
    cue('про [name:accs]', { yes: ['спросить про ‹смирнову›'] }),
    cue('к [name:datv]', { yes: ['подойти к ‹смирнову›'] }),
    cue('с [name:ablt]', { yes: ['связаться с ‹смирновым›'] }),
    cue('issued на [name:accs]', { yes: ['жалоба на ‹смирнова›'] }),
    cue('<belonging> [name:gent]', { yes: ['пароль ‹смирнова›'] }),
    cue('/заблокир|разблокир|удал|уволи|добав|подключ|переве/ [name:accs]', { yes: ['заблокировать ‹смирнова›'] }),
  ],
  /** A surname in lower case where a person is spoken of. */
  lowerSurname: [
    cue(
      '[<lowerWord> & surname & common & !place & !<thing> & !<thingOfDay> & !@streetNames & surnameLike & #onlyPersonHere]',
      {
        yes: ['‹зайцев› не отвечает уже час', 'когда ‹зайцев› придет'],
        no: ['если вторая машина задержится', 'картина не отправлена', 'голова болит второй день'],
      },
    ),
    cue("('q'|'query'|'search'|'user'|'login'|'name'|'fio'|'surname') '=' [<lowerWord> & surname & !place]", {
      yes: ['GET /api/employees?q=‹антипов› 200 OK'],
      no: ['GET /api/items?q=чайник 200 OK'],
    }),
    cue('<kin> [<lowerWord> & (surname | surnameShape) & /(?:[ое]в|[иы]н)ых$/]', {
      yes: ['семья ‹лупандиных› долбит стену'],
      no: ['семья детских врачей'],
    }),
    cue('[<lowerWord> & !known & <clearShape> & (#onlyPersonHere | #spokenOf | #afterGreeting)]', {
      yes: ['‹бачатрян› не отвечает', 'спасибо ‹ломидзе› за помощь', 'у ‹бачатряна› не работает почта'],
    }),
    cue(
      '[<lowerWord> & surname & adjective & !place & !@streetNames & !<everydayAdjective> & /[сц]к(?:ий|ая|ого|ой|ому|ую|им)$/ & #onlyPersonHere] !(<qualified>)',
      {
        yes: ['‹вишневская› не отвечает', 'жду ‹вишневскую› до вечера'],
      },
    ),
    cue('[<builtNominative> & !(-ов|-ев)] <adverbs>{0,3} <personalVerb>', {
      yes: ['‹лукьяненкова› обещала перезвонить'],
    }),
    cue(
      '!(noun|adjective|preposition|number) [<builtNominative> & (-ов|-ев)] <adverbs>{0,3} (<personalVerb> & !(-ло|-лось))',
      {
        yes: ['‹лукьяненков› не отвечает'],
        no: ['из менеджоров не отвечает никто'],
      },
    ),
    cue('!preposition [<builtNominative> & #personState]', {
      yes: ['‹лукьяненкова› в отпуске'],
      no: ['анализ на креатинин не готов'],
    }),
    cue('(уважением|спасибо|здравствуйте) [<builtNominative> & #endsPhrase]', { yes: ['с уважением ‹лукьяненкова›'] }),
    cue('(у|от|для|без|к|ко|с|со|про|через|вместо) [<lowerWord> & !known & <clearShape>]', {
      yes: ['без ‹бачатряна› не решим'],
    }),
    cue('[<lowerWord> & surname & !common & !place & #spokenOf]', { yes: ['моя фамилия ‹зайцева›'] }),
    cue(
      '(к|ко|у|от|с|со|под|за|перед) [<lowerWord> & (surname | surnameShape & !known) & !place & /(?:[ое]в|ин)ой$/ & !<thing> & !<everydayAdjective>] !(noun | adjective | number)',
      {
        yes: ['запишите к ‹дроздовой› на чистку'],
        no: ['к сосновой доске', 'приехал с машиной', 'вопрос к страховой'],
      },
    ),
    cue('(к|ко|по) [<lowerWord> & !known & surnameShape & surnameLike & /[ое]ву$/]', {
      yes: ['можно попасть к ‹тагирзянову› до обеда', 'по ‹тагирзянову› ждём ответ'],
    }),
    cue('[<lowerWord> & surname & nameNominative] это? <possessive> adjective? (personNoun & any:nomn)', {
      yes: ['‹колесников› мой участковый терапевт'],
    }),
    cue("(edge | '.!?,') я [<lowerWord> & (surname | surnameShape & surnameLike)] (',' | edge)", {
      yes: ['я ‹соколов›, лицевой 447'],
    }),
    cue('(от|у|для|без|про|через|кроме) [<lowerWord> & surnameShape & surnameLike & /(?:[ое]в|ин)(?:а|ой)$/]', {
      yes: ['от ‹дниязова› поступило ходатайство'],
    }),
    cue('!(к|ко|по) [<lowerWord> & surname & oftenSurname & !common & name:datv]', {
      yes: ['‹ефремову› не дошло письмо'],
    }),
    cue("[<clearLower>] (!(',' | number) | ',' !number)", {
      yes: ['вчера ‹андропова› принимала вклад', '‹соколова›, вам перезвонят'],
      no: ['адрес: казань, мусы джалиля, 19'],
    }),
    cue('[<lowerWord> & (surname | surnameShape | pluralSurname) & #named]', {
      yes: ['меня зовут ‹зайцева›'],
    }),
    cue('roleNoun [<lowerWord> & !pluralVerb & (surname & nameNominative | place & pluralSurname)]', {
      yes: ['оператор ‹зайцева›'],
      no: ['пациентке дали скидку'],
    }),
    cue('roleNoun [<lowerWord> & !known & /[бвгджзклмнпрстфхцчшщ]ко$/]', { yes: ['юзер ‹головзко›'] }),
    cue('[<lowerWord> & surnameShape & surnameLike & !(-ов|-ев) & <ofPerson>]', {
      yes: ['оператора ‹шумилкову› позовите'],
    }),
    cue(
      'roleNoun [<lowerWord> & surnameShape & surnameLike & (-ов|-ев) & <ofPerson>] не? (!word | verb & !pluralVerb)',
      {
        yes: ['оператор ‹шумилков› сказал'],
        no: ['список созаёмщиков'],
      },
    ),
    cue('(уважением|здравствуйте) [<lowerWord> & (surname & nameNominative | pluralSurname) & #endsPhrase]', {
      yes: ['с уважением ‹зайцева›'],
    }),
  ],
  /** Unlike after a street there is no house number between. */
  tenant: [
    cue("[<lowerWord> & opens & surname & !common & !place & !@streetNames] ','? (кв|квартира) '.'? number", {
      yes: ['‹федосеева› кв 88'],
    }),
  ],
  /** A Korean or Chinese family name and syllables. */
  korean: [
    cue('‹[<korean> & !<everydayKorean>] (unknownName & /^[а-я]{6,8}$/)›', { yes: ['посол ‹Ким Джихун›'] }),
    cue('‹[<korean>] (Capital & everyday & first & !brandName)›', { yes: ['просит ‹Ан Людмила›', '4) ‹Ли Виктория›'] }),
    cue('[<korean> & !<everydayKorean>] (marked & first & nameNominative & !patronymic)', {
      yes: ['‹Пак Юна› и ‹Нгуен Ван Минь›'],
    }),
    cue('‹[<korean>] (<syllable> & (!known | shortSurname))› !<syllable>', { yes: ['менеджер ‹Ли Вэй›'] }),
    cue('‹[<korean>] (<syllable> & !onlyFirst) (<syllable> & !patronymic)›', { yes: ['‹Ким Чен Ир› приехал'] }),
    cue('‹[<vietnamese>] (Capital & @vietnameseMiddle) (<syllable> & @easternSyllables){1,2}›', {
      yes: ['‹Чан Тхи Лан› и ‹Фам Куанг›', 'Спасибо ‹До Тхи Хонг› за ответ'],
      no: ['Чан для воды из Вьетнама'],
    }),
    cue(
      '‹[<korean> & !<everydayKorean> & !#noPerson] (Capital & @easternSyllables & !never & !preposition & !placeNoun)›',
      {
        yes: ['господин ‹Хуан Лэй› уехал'],
        no: ['Чан Бойлер не заменяет'],
      },
    ),
  ],
  /** Three or four short capitalised words in a row, one of them unknown. */
  syllables: [
    cue(
      'marked (marked & /^(?:тхи|ван|динь|дык|хыу|куок|минь|тхань|нгок)$/) [(@easternSyllables | <vietnamese>) & !placeNoun]',
      {
        yes: ['‹Хоанг Тхи Лан›, заказ готов', 'добавьте ‹Фам Тхи Май› в чат'],
      },
    ),
    cue('‹[<shortWord> & !known & !#noPerson] <shortWord> <shortWord> <shortWord>?›', {
      yes: ['пишет ‹Аун Сан Су Чжи›'],
    }),
    cue('‹[<shortWord> & !(opens & common) & !#noPerson] (<shortWord> & !known) <shortWord> <shortWord>?›', {
      yes: ['пишет ‹Сан Аун Су›'],
    }),
    cue('‹[<shortWord> & !(opens & common) & !#noPerson] <shortWord> (<shortWord> & !known) <shortWord>?›', {
      yes: ['пишет ‹Сан Су Чжи›'],
    }),
  ],
} as const;
