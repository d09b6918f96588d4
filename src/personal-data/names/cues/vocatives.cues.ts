import { cue } from './cue.ts';

/** Short forms of address. */
export const vocatives = {
  beginsList: [cue('[noun] (any & !ты & !вы) (noun & !verb & !greeting)', { yes: ['Свет, вода, газ отключены'] })],
  /** A short form of address. */
  shortVocative: [
    cue('[!(lower & common) & (#vocative | #afterGreeting) & #endsPhrase & !#beginsList & !#noPerson]', {
      yes: ['‹Саш›, глянь', 'Привет, ‹Наташ›!'],
    }),
    cue(
      "(edge|break|'.!?') <interjection>? [!common & @shortVocatives] (у|а|ты|вы|когда|где|как|что|чо|че|почему|тут|там|это|можно|ну|я|мне|мы|нам|не|прости|глянь|смотри|подскажи|скинь|помоги)",
      {
        yes: ['‹снежан› у вас сайт лежит', 'слуш ‹серёж› а накладную ты подписал?'],
      },
    ),
    cue("',' [!(lower & common) & #endsPhrase & !#beginsList & !#noPerson]", { yes: ['глянь, ‹Саш›'] }),
    cue("(edge|break|'.!?') <interjection>? [#beforeYou & !#beginsList & !#noPerson]", {
      yes: ['‹Ириш› кофе будешь?', 'ой ‹илюш› не забудь макет'],
    }),
  ],
} as const;
