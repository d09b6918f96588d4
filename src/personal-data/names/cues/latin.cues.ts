import { cue } from './cue.ts';

/** Russian names in Latin letters. */
export const latinNames = {
  /** Part of a path, an identifier, a file or an address: no word of its own. */
  inPath: [
    cue(`('_.@/\\$%&='|number) [glued]`, { yes: ['папка /home/petrov'] }),
    cue("(edge | !<big> & !<latinParticle>) '-' [glued]", { yes: ['ключ -petrov'] }),
    cue(`[any] (('_@/\\$%&=('|number) & glued)`, { yes: ['сервер petrov@host'] }),
    cue(`[any] ('.' & glued) ((latin|number) & glued)`, { yes: ['файл petrov.txt'] }),
    cue("[any] ('-' & glued) ((latin & !<big> | number) & glued)", { yes: ['сервер petrov-db'] }),
    cue("[!<big> & !<latinParticle>] ('-' & glued) (latin & glued)", { yes: ['сервер petrov-DB'] }),
  ],
  /** Two words with capitals, one a first name. */
  latinPair: [
    cue('[<big> & latinFirst] <big>', { yes: ['Cc: ‹Oleg Lis›'] }),
    cue('[<big>] (<big> & latinFirst)', { yes: ['Cc: ‹Lis Oleg›'] }),
  ],
  /** What is said of a person alone. */
  latinPerson: [
    cue("<latinSign> (',.:!'|break){0,2} [any]", { yes: ['Best regards,\n‹Elena›', 'Dear ‹Elena›'] }),
    cue('/^(?:имя|фамили|загранпаспорт)/ any{0,7} [any]', { yes: ['имя в паспорте ‹Elena›'] }),
    cue('!latin [#named | #afterSurnameWord | #afterPersonNoun | #afterGreeting & #endsPhrase]', {
      yes: ['менеджер ‹Elena›', 'Спасибо, ‹Elena›'],
    }),
  ],
  latinName: [
    cue("/^(?:пассажир|турист|гост|путешественни|держател)/ ':'? ‹[<capitals>] ('/'? <capitals>){0,3}›", {
      yes: ['Пассажир ‹DE SOUZA MARCO›'],
    }),
    cue("/^(?:MR|MRS|MISS|MSTR)$/ '.'? ‹[<capitals> & !<afterTitle> & !#inPath] ('/'? <capitals>){1,2}›", {
      yes: ['в ваучере MR ‹IVANENKO SERHII›', 'билет MRS ‹KOVALCHUK OLENA› не пришёл'],
      no: ['MR PROPER закончился'],
    }),
    cue("('mr'|'mrs'|'ms'|'dr') '.'? ‹[/^[A-Z][a-z]+$/ & !<afterTitle> & !#inPath] /^[A-Z][a-z]+$/?›", {
      yes: ['Dear Mr. ‹Hoffmann›, счёт во вложении', 'Гостья Ms ‹Yuko Tanaka› забыла зонт'],
      no: ['Mr. Proper закончился', 'ботинки Dr. Martens жмут'],
    }),
    cue(
      "('regards'|'sincerely') ',' break? ‹[/^[A-Z][a-z]+$/ & !<officeLatin>] (/^[A-Z][a-z]+$/ & !<officeLatin>){0,2}› (edge | break | ',/|')",
      {
        yes: ['Best regards, ‹Jonathan Price›', 'Kind regards,\n‹Emily Watson›\nAccount Manager'],
        no: ['Best regards, Support Team'],
      },
    ),
    cue("‹[/^[A-Z]+$/ & latinFirst] '/' (/^[A-Z]+$/ & <latinSurname>)›", { yes: ['‹IVAN/PETROV›'] }),
    cue("‹[/^[A-Z]+$/ & <latinSurname>] '/' (/^[A-Z]+$/ & latinFirst)›", { yes: ['‹PETROV/IVAN›'] }),
    cue(
      '‹[<big> & latinFirst & !@latinBrands & !#inPath & !#latinThing] (<big> & <latinSurname> & !@latinBrands & !#inPath) <fathersLatin>?›',
      {
        yes: ['‹Elena Smirnova› ждёт'],
      },
    ),
    cue('‹[<big> & <latinSurname> & !#inPath] (<big> & latinFirst & !#inPath) <fathersLatin>?›', {
      yes: ['‹Smirnova Elena Petrovna›'],
    }),
    cue('‹[!<big> & latinFirst & !#inPath] (!<big> & <plainLatinSurname> & !#inPath) <fathersLatin>?›', {
      yes: ['клиент ‹elena smirnova›'],
    }),
    cue('‹[!<big> & <plainLatinSurname> & !#inPath] (!<big> & latinFirst & !#inPath) <fathersLatin>?›', {
      yes: ['клиент ‹smirnova elena›'],
    }),
    cue('‹[latinFirst & !#inPath] <fathersLatin> (<big> & <latinSurname> & !#inPath)?›', {
      yes: ['‹Ivan Ivanovich Petrov›', '‹Elena Petrovna›'],
    }),
    cue(`‹[#latinPair & !#inPath] (latin & !#inPath) <fathersLatin>?› '"<'? '<'? contact`, {
      yes: ['‹Anna Lis› a@b.ru'],
    }),
    cue("<addressLabel> ':' ‹[#latinPair & !#inPath] (latin & !#inPath) <fathersLatin>?›", { yes: ['Cc: ‹Oleg Lis›'] }),
    cue(
      "(кому|фио|roleNoun) ':' ‹[/^[A-Z][a-z]+$/ & !@systemWords & !#inPath] (/^[A-Z][a-z]+$/ & !@systemWords){1,2}› (',;.'|break|edge)",
      {
        yes: ['Кому: ‹Zhang Wei›, room 512', 'Пациент: ‹Le Van Duc›'],
      },
    ),
    cue('<presentsLatin> ‹[<latinGiven> & !#inPath] <latinWord>{1,2}›', {
      yes: ['my name is ‹Anna Schneider›, не могу войти', 'Подтвердите личность ‹Maria Kowalska›: паспорт новый'],
      no: ['заказ для Alina Beauty', 'подарок от Marina Hotel'],
    }),
    cue('<presentsLatin> ‹[<latinWord>] <latinWord>? <latinGiven> <latinWord>?›', {
      yes: ['аспирант ‹Nguyen Van Anton› уехал'],
    }),
    cue('<presentsLatin> ‹[<latinWord>] (<latinFamily> & <latinWord>)›', { yes: ['заказ для ‹Nadezda Khalil›'] }),
    cue('<presentsLatin> ‹[<latinUpper>] (<upperGiven>) <latinUpper>?›', { yes: ['клиент ‹GOLUB OLGA›'] }),
    cue('<presentsLatin> ‹[<upperGiven>] <latinUpper>{1,3}›', { yes: ['клиент ‹OLGA GOLUB›'] }),
    cue('<presentsLatin> ‹[<asianFamily> & <latinWord>] <latinWord>{1,2}›', {
      yes: ['Заявка от ‹Lee Min Jun›: студент'],
    }),
    cue("('name' ('is' | ':') | зовут) ‹[<latinWord>] <latinWord>{0,2}› (edge|break|',.;)')", {
      yes: ['my name is ‹Schneider›, не могу войти'],
    }),
    cue("/^(?:транслит|латиниц|загранпаспорт)/ any{0,2} ':' '«\"'? ‹[<big> & !#inPath] <big>{1,3}›", {
      yes: ['транслитерация как в загранпаспорте: ‹OGANESIAN VAGRAM›'],
    }),
    cue("‹[<latinGiven> & !#inPath] /^[A-Z]$/› (edge|break|'»\"”.,;:)')", {
      yes: ['Заказ на имя «‹Milana K›», выдать', 'бронь ‹Michael D›., оплата наличными'],
    }),
    cue(
      "('tell'|'ask'|'ping'|'cc'|'bcc'|'call'|'thank'|'thx') ','? ‹[<big> & latinFirst & !<assistant> & !#inPath] <plainLatinSurname>?›",
      {
        yes: ["I'll tell ‹Kamil› to rerun the pipeline", 'cc ‹Timur›'],
        no: ['ask Alisa about the weather'],
      },
    ),
    cue(
      "‹[<big> & latinFirst & !<assistant> & !#inPath]› ('and' (<big> & latinFirst) | ('said'|'says'|'wrote'|'asked'|'confirmed'|'reported'|'wants'|'told'))",
      {
        yes: ['‹Oleg› and ‹Ayrat› are OOO', 'but ‹Marina› confirmed the fix'],
      },
    ),
    cue(
      "(edge | break | ',.!' | greeting | 'hello'|'hi'|'hey') (это|я) ‹[!<big> & latinFirst & !<assistant> & !@latinBrands & !@latinWords & !#inPath]› (',.!)' | edge | break | я|мы|у|мне|из|с|по)",
      {
        yes: ['хай, это ‹kamilla›, можно мне на пятницу?', 'привет, это ‹dinara›'],
        no: ['хай, это billing, вопрос по счёту', 'это alisa, включи музыку'],
      },
    ),
    cue("marked ('and' | ',') ‹[<big> & latinFirst & !<assistant> & !#inPath]›", {
      yes: ['‹Oleg› and ‹Ayrat› are OOO'],
    }),
    cue("(roleNoun|бронь|брони|номер) ':'? ‹[<asianFamily> & !#inPath] /^[A-Z][a-z]+$/{1,2}›", {
      yes: ['гость ‹Wang Lei› забыл паспорт'],
    }),
    cue(
      "(roleNoun|бронь|брони) ':'? ‹[/^[A-Z][a-z]+$/ & !/^(?:mr|mrs|ms|dr)$/ & !@latinBrands & !#inPath] <latinGiven>›",
      { yes: ['бронь: ‹Schmidt Thomas›, 2 ночи'] },
    ),
    cue('‹[<asianFamily> & !#inPath] (<big> & latinFirst & !#inPath)›', {
      yes: ['перебронируйте на ‹Kim Alexey› и ‹Pak Irina›'],
    }),
    cue('‹[<big> & latinFirst & !#inPath] (<big> & <asianFamily> & !#inPath)›', { yes: ['гость ‹Irina Pak›'] }),
    cue('‹[/^N(?:guyen|GUYEN)$/] <big> <big>?›', { yes: ['‹Nguyen Thi Mai›, ряд 14'] }),
    cue(
      '‹[<big> & <plainLatinSurname> & /(?:[dklmnprstvz]ova?|[a-z]eva?)$/ & !#inPath] (/^[A-Z][a-z]+$/ & !<latinSign>)›',
      {
        yes: ['вместо неё полетит ‹Ganiev Jasur›'],
        no: ['обновите Kaspersky Security'],
      },
    ),
    cue("marked ';,' ‹[#latinPair & !#inPath] (latin & !#inPath) <fathersLatin>?›", {
      yes: ['Cc: ‹Oleg Lis›; ‹Anna Lis›'],
    }),
    cue("‹(/^[A-Z]$/ '.'){1,2} [<big> & <plainLatinSurname> & !#inPath]›", { yes: ['‹I. V. Petrov›'] }),
    cue("‹[<big> & <plainLatinSurname> & !#inPath] (/^[A-Z]$/ '.'){1,2}›", { yes: ['‹Petrov I.V.›'] }),
    cue('‹[<big> & !#inPath & #latinPerson] (<big> & <plainLatinSurname>)›', { yes: ['менеджер ‹Zlata Petrova›'] }),
    cue('‹[<big> & (<latinFamily> | latinFirst | @foreignNames) & !@latinBrands & !#inPath & #latinPerson]›', {
      yes: ['менеджер ‹Elena›', 'Фамилия в заказе ‹Müller›'],
    }),
    cue('‹[<big> & (<plainLatinSurname> | latinFirst) & !#inPath & #latinPerson & #afterPersonNoun] /^[A-Z][a-z]+$/›', {
      yes: ['менеджер ‹Elena Lis›'],
    }),
  ],
  /** A name given again in Latin letters in brackets. */
  latinDouble: [
    cue("marked '(' ‹[<partOfDouble>] <partOfDouble>{1,6}› '),'", { yes: ['‹Джоэл Саймон› (‹Joel Simon›)'] }),
  ],
} as const;
