import { cue } from './cue.ts';

/** Short forms of address. */
export const vocatives = {
  beginsList: [cue('[noun] (any & !ты & !вы) (noun & !verb & !greeting)', { yes: ['Свет, вода, газ отключены'] })],
  /** A short form of address. */
  shortVocative: [
    cue('[!(lower & common) & !юр & (#vocative | #afterGreeting) & #endsPhrase & !#beginsList & !#noPerson]', {
      yes: ['‹Саш›, глянь', 'Привет, ‹Наташ›!'],
    }),
    cue("[@shortVocatives & !common & !never & !brand & !(лид|даш) & !#noPerson] (!'.' | '.' !(lower|number))", {
      yes: ['спс ‹мариш› ты лучшая', '‹надь› кто у нас по камерам', 'посмотри плиз ‹серёж›', 'да ‹кать› всё верно'],
      no: ['лид не дошёл до менеджера'],
    }),
    cue("(edge|break|'.!?') <interjection>? [<rareVocative> & !<wordAhead>] (<spokenNext> | preposition | не)", {
      yes: ['‹юр› там на складе ноут не видит принтер', 'слуш ‹вов› с утра не грузит', '‹Вик› а кто у нас по камерам?'],
      no: ['юр лицо сменило адрес'],
    }),
    cue("(edge|break|'.!?') <interjection>? [<rareVocative> & <wordAhead>] <spokenNext>", {
      yes: ['‹петь› там на складе ноут не видит принтер'],
      no: ['петь в хоре', 'коль скоро вы обещали', 'лён с вискозой сел'],
    }),
    cue(
      "(<agreeing>|<please>|greeting&!<partOfDay>) ',!'? [<rareVocative>] (<spokenNext> | ',!)' | '.' !(lower|number) | break | edge)",
      {
        yes: ['спс ‹вер› ты лучшая', 'ок ‹юр›, сделаю', 'посмотри плиз ‹люб›'],
        no: ['здравствуйте, юр. лицо сменило адрес'],
      },
    ),
    cue("(тебе|тебя) [<rareVocative>] (',!.)' | break | edge)", { yes: ['спасибо тебе ‹вик›'] }),
    cue("',' [!(lower & common) & #endsPhrase & !#beginsList & !#noPerson]", { yes: ['глянь, ‹Саш›'] }),
    cue("(edge|break|'.!?') <interjection>? [#beforeYou & !#beginsList & !#noPerson]", {
      yes: ['‹Ириш› кофе будешь?', 'ой ‹илюш› не забудь макет'],
    }),
  ],
} as const;
