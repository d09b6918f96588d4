import { cue } from './cue.ts';

/** Greetings, addresses and signatures. */
export const greeting = {
  /** A greeting, thanks or farewell before, on this line or the one above. */
  afterGreeting: [
    cue("greeting&!<partOfDay> (',!.—–-)'|break){0,3} [any]", { yes: ['Привет, ‹Саша›!', 'С уважением,\n‹Ольга›'] }),
    cue("<wish> greeting&<partOfDay> (',!.—–-)'|break){0,3} [any]", {
      yes: ['Добрый день, ‹Вера›!'],
      no: ['Третий день роза не приходит'],
    }),
  ],
  /** No full stop or line break directly before, unless a comma ends the line above. */
  inSameSentence: [
    cue("!('.!'|break) [any]", { yes: ['привет ‹Роман› как дела', 'Здравствуйте, ‹Вера›'] }),
    cue("',' break [any]", { yes: ['Здравствуйте,\n‹Вера›'] }),
  ],
  /** The greeting before is meant for the word: in the same sentence, or the word is all of the next. */
  greeted: [
    cue('[#afterGreeting & (#inSameSentence | #endsPhrase)]', {
      yes: ['Здравствуйте, ‹Вера›', 'Спасибо. ‹Вера›.'],
      no: ['Спасибо. Вера в вас не угасла'],
    }),
  ],
  /** Set off like an address. */
  vocative: [
    cue("[opens] ',!'", { yes: ['‹Роман›, подскажите', 'Добрый день! ‹Вера›, помогите'], no: ['Роза завяла, жаль'] }),
    cue("',' [any] ',!'", { yes: ['а вы, ‹Вера›, когда придёте?', 'ответьте, ‹Роза›!'] }),
  ],
  /** The person addressed is asked or told to do something in the words right after: ты, кинь, будешь. */
  beforeYou: [
    cue('[any] не? <asked>', { yes: ['‹Женёк› кинь пароль', '‹илюш› не забудь'] }),
    cue("[any] (word & !verb & !Capital) <asked> (word & !Capital){0,6} (edge|break|'.!?,')", {
      yes: ['‹Ириш› кофе будешь?'],
    }),
  ],
  /** Behind who is addressed a question is put. */
  beforeQuestion: [
    cue('[any] а (вот|кто|где|когда|почему|что|чо|че|как|можно|это|ты|вы|мы|я|мне|у)', {
      yes: ['‹вера› а кто у нас по камерам'],
    }),
  ],
  /** A greeting comes after. */
  beforeGreeting: [
    cue("[any] ',' (здравствуй-|здраствуй-|привет-|добрый|доброе|доброго|спасибо-|благодарю-)", {
      yes: ['‹Дильшод›, добрый день'],
    }),
    cue('<interjection> [any] (привет-|здравствуй-|здраствуй-)', { yes: ['ой ‹Валя› привет'] }),
    cue('[opens] (привет-|здравствуй-|здраствуй-)', { yes: ['‹костя› привет'] }),
  ],
  /** All there is on the last line or in the last sentence. */
  signature: [cue("!edge [opens] '.!)'? edge", { yes: ['Жду ответа.\n‹Роза›', 'Жду ответа. ‹Вера›.'] })],
  /** A line of its own above its bearer's job or, at the beginning, above a message. */
  heading: [
    cue("(edge|break) [any] ',.'? break (contact|roleNoun|profession|<office>|adjective roleNoun)", {
      yes: ['‹Вера›\nменеджер по продажам', '‹Роза›\nстарший менеджер'],
    }),
    cue("edge [any] ',.'? break Capital word word", { yes: ['‹Вера›\nКогда придёт заказ?'] }),
  ],
  /** Ends its line or is closed by a sign, as a signature is. */
  endsPhrase: [cue("[any] (edge|break|',.!?):;—–')", { yes: ['с вами ‹вера›, слушаю'] })],
} as const;
