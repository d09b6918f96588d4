import { cue } from './cue.ts';

/** A word built like a surname that opens the sentence. */
export const openings = {
  /** An ending that no goods have, and no noun or adjective after. */
  opensMessage: [
    cue('[<surnameOnlyShape>] (не (lower & verb & !pluralVerb) | lower & verb & !noun & !pluralVerb)', {
      yes: ['‹Кобахидзе› отказался подписывать', '‹Ревская› не берёт трубку'],
    }),
    cue('[<surnameOnlyShape>] <adverbs>{1,3} (humanVerb & !pluralVerb)', {
      yes: ['‹Гудзенко› уже уехал', '‹Ревская› нам не помогла'],
    }),
    cue("[surnameShape] ('—–-' lower | '(' number | ',' (дог|договор|лицевой|заявка|долг|перерасчет|телефон|тел))", {
      yes: ['‹Тагиров› — отказ', '‹Бадоян› (1 подъезд) нет света', '‹Лячук›, дог. 4512'],
    }),
    cue("[surnameShape] ',' number (этаж|подъезд|кабинет|палата|отдел|отделение|кв|квартира)", {
      yes: ['‹Забрицкая›, 5 этаж, лифт не едет'],
    }),
    cue('[surnameShape & (-ова|-ева|-ина)] не? <adverbs>? (lower & verb:sing.humanVerbs & !noun)', {
      yes: ['‹Мустафина› ждёт счёт'],
    }),
    cue('[surnameShape & (-ова|-ева|-ина)] (lower & noun & any:accs & !any:gent) (<womansDeed> & humanVerb)', {
      yes: ['‹Тагирова› оплату внесла'],
    }),
    cue('[surnameShape & (-ов|-ев|-ин)] (lower & noun & any:accs & !any:gent) (<mansDeed> & humanVerb)', {
      yes: ['‹Тагиров› оплату внёс', '‹Мамлеев› ключи сдал'],
    }),
    cue('[surnameShape & surnameLike] не? <adverbs>{0,2} (pastPersonVerb & !pluralVerb & /ла?(?:с[ья])?$/)', {
      yes: ['‹Лупандин› обещал и пропал', '‹Лупандина› не подписала'],
    }),
    cue('[surnameShape] <adverbs>{0,2} (lower & verb & !pluralVerb & /ла?$/) (lower & <handled> & any:accs)', {
      yes: ['‹Лупандин› закрыл заявку и ушёл'],
    }),
    cue('[surnameShape] и Capital (lower & humanVerb & pluralVerb)', { yes: ['‹Лупандин› и ‹Шпак› уволились'] }),
    cue('[surnameShape & #related]', { yes: ['‹Лупандин›, инженер, приедет в среду'] }),
    cue('[surnameShape & #personState]', {
      yes: ['‹Ревская› в отпуске', '‹Эшматов› на больничном', '‹Лупандиной› нужен доступ'],
      no: ['Картридж на смене'],
    }),
    cue("[surnameShape] ',' (вы|вам|вас|ты|тебе|тебя)", { yes: ['‹Эшматов›, вы когда закроете наряд?'] }),
    cue('[surnameShape & /(?:а|ой|ого)$/] не было на (смене|работе|месте|линии|связи|посту|объекте)', {
      yes: ['‹Эшматовой› не было на смене'],
    }),
    cue("[surnameShape] ',' (lower & common:VERB.impr & -те)", { yes: ['‹Лупандин›, подскажите статус'] }),
    cue("[surnameShape] ',' <asked>", { yes: ['Свет включил. ‹Эшматов›, проверь завтра'] }),
    cue('[/(?:[ое]в|[кхш]ин)а?$/] (lower & !noun & !adjective & !preposition & !pluralVerb)', {
      yes: ['‹Кузнечихин› опять без пропуска'],
    }),
    cue('[surnameShape & surnameLike] (с|со|из|от) (lower & noun & any:gent) (lower & humanVerb & !pluralVerb)', {
      yes: ['‹Нургалиев› с объекта просит вторую каску', '‹Бердыева› из приёмной звонила'],
      no: ['Картридж с завода протёк', 'Саратов с утра просит данные'],
    }),
  ],
  /** A thing that opens the sentence names its maker, not a person. */
  afterGoods: [
    cue('(opens & noun & commonNominative & !personNoun & /../) [any]', {
      yes: ['Тюль Лежен'],
      no: ['С ‹Прохоренко› договорились'],
    }),
  ],
} as const;
