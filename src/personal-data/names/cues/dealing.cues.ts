import { cue } from './cue.ts';

/** What is given to persons, asked of them and said with them. The case is that of the name; everyday words in lower case need another context. */
export const dealing = {
  givenTo: [
    cue('(<giving>|/звони/) [name:datv & !<thingInLower>]', {
      yes: ['Передайте ‹Вере›', 'позвони ‹свете›', 'спасибо ‹лене›'],
      no: ['передайте розу'],
    }),
    cue('[name:datv & !<thingInLower>] /писал|говорил|отправлял/', { yes: ['я ‹вере› писал'] }),
    cue('[name:datv & !<thingInLower> & !(noun & wordlike)] (<giving>|/звони/)', {
      yes: ['‹толику› передайте'],
      no: ['позвоните жене'],
    }),
  ],
  spokenTo: [
    cue('<summoning> [name:accs & !<thingInLower>]', { yes: ['позовите ‹веру›', 'спросите ‹Розу›'] }),
    cue('/^(?:дозв[ао]н|достуч|докрич)/ до [name:gent & !<thingInLower>]', {
      yes: ['дозвонилась до ‹риты›'],
    }),
    cue('<talking> (с|со) [name:ablt & !<thingInLower>]', {
      yes: ['соедините с ‹романом›', 'разговаривала с ‹лидой›'],
    }),
  ],
  /** The person who has a problem. */
  inTrouble: [
    cue('у [name:gent & !<thingInLower> & !<formOfGoods>] <failing>', {
      yes: ['у ‹веры› не работает компьютер'],
      no: ['у темы нет ответа'],
    }),
    cue('!<partOfPlant> у [name:gent & <formOfGoods>] <failing>', {
      yes: ['у ‹розы› не работает компьютер'],
      no: ['у розы завял лист', 'стебли у розы сломаны'],
    }),
  ],
  ownsDevice: [
    cue('<device> [name:gent & !<thingInLower>]', { yes: ['комп ‹веры›', 'пароль ‹романа›'], no: ['пароль темы'] }),
  ],
} as const;
