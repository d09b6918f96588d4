import { cue } from './cue.ts';

/** Names of any people in Latin letters. */
export const latinRuns = {
  /** A name of goods, of a house or of a system: what it is called by stands before it, or it has a version. */
  latinThing: [
    cue(
      "((productNoun | placeNoun | institutionNoun | makerNoun | vesselNoun | <shop>) & /.../ & !roleNoun & !<holder> & !<owned> & !/^(?:групп|команд|отдел)/ | <latinThingNoun>) ':'? [any]",
      { yes: ['платье Emma', 'сервер Kate перезагрузите'], no: ['карта ‹Kate Moore›'] },
    ),
    cue(`'"«“' [any] '"»”'`, { yes: ['кухня «Emily», белая'] }),
    cue('[any] number', { yes: ['обновили Kevin 19 до конца'] }),
    cue('[any] <latinParticle>{0,2} #secondOfFigure', { yes: ['сумка Michael Kors'] }),
    cue('#secondOfFigure [any]', { yes: ['Max Factor Emily'] }),
    cue("[any] (sign & glued) 's' <big>", { yes: ["в Emily's Kitchen"] }),
  ],
  /** A part of a longer row of words with capitals. */
  besideLatin: [
    cue('(<big> & !<latinSign> & !<latinCall>) [any]', { yes: ['Windows Kevin'] }),
    cue('[any] <big>', { yes: ['Kevin Error'] }),
    cue("[any] ('&' | '-+' & glued) any", { yes: ['сервис Kevin-App', 'Kevin & Sons'] }),
    cue("'&' [any]", { yes: ['Sons & Kevin'] }),
  ],
  latinRun: [
    cue('‹[<latinGiven> & !#inPath & !#latinThing] <latinTail>{1,4}›', {
      yes: ['‹Sophie de la Croix› ждёт', "от ‹Kevin O'Brien›", '‹Jean-Paul Moreau›', '‹Ana Maria da Silva› приедет'],
      no: ['сумка Michael Kors', 'трактор John Deere', 'Harry Potter'],
    }),
    cue('‹[<latinFamily> & <latinWord>] (<latinGiven> & !#inPath) <latinTail>?›', { yes: ['‹Gonzalez Maria›, ряд 2'] }),
    cue('‹[<upperGiven> & !@latinNamesakes & !#inPath & !#latinThing & !#behindUpper] <upperTail>{1,4}›', {
      yes: ['‹MARIA GONZALEZ›, студентка по обмену'],
      no: ['HOTEL MARINA BAY', 'MICHAEL KORS'],
    }),
    cue('‹[<upperGiven> & !#inPath & !#latinThing] (<latinUpper> & <latinFamily>)›', { yes: ['‹MARK MILLER›'] }),
    cue('‹[<latinUpper> & <latinFamily>] (<upperGiven> & !#inPath)›', { yes: ['‹GONZALEZ MARIA›, ряд 2'] }),
    cue('‹[<big> & @asianGiven & /[a-z]{3}/ & <latinWord> & !#latinThing] (<asianFamily> & <latinWord>)›', {
      yes: ['‹Xiaoming Chen› ждёт'],
      no: ['офис в Hong Kong'],
    }),
    cue('‹[<asianFamily> & !#inPath & !#latinThing] <asianTail>{1,2} <latinGiven>?›', {
      yes: ['Получатель посылки — ‹Chen Wei›', '‹Kim Min-jun› не вышел на связь'],
      no: ['Lin Trading прислал счёт'],
    }),
  ],
  behindUpper: [cue('(/^[A-Z]{2,}$/ & !<latinSign>) [any]', { yes: ['HOTEL MARINA BAY'] })],
  /** Where something is rather than somebody: в Sofia. */
  insideThing: [
    cue('(в|во|из) [any]', { yes: ['рейс в Karina'] }),
    cue("['mark'] ('as'|'all'|'the'|'it'|'this')", { yes: ['Mark as read'] }),
  ],
  /** A first name alone. */
  latinLone: [
    cue('[<onlyGiven> & !#inPath & !#latinThing & !#besideLatin & !#insideThing]', {
      yes: ['‹Stas›, check pls', 'Я ‹Kate›, у меня британская карта', 'созвон с ‹John›'],
      no: ['диван Emma', 'Julia 1.9'],
    }),
  ],
} as const;
