import { cue } from './cue.ts';

/** Surnames that are everyday nouns and adjectives: who is given something, and whose things and papers are spoken of. */
export const nounSurnamesServed = {
  servedAsPerson: [
    cue(
      '(учетная|учетную|учетной) (запись|записи) [(<adjectiveForm> & any:gent & !any:nomn | <nounInGent>) & !opens] !(<agreesGent>)',
      {
        yes: ['Учётная запись ‹Мороза› заблокирована', 'в учётной записи ‹Белой› нет прав'],
        no: ['учётная запись Белого дома'],
      },
    ),
    cue(
      '(<ofOne>|<owned>|<belonging>) [<nounInGent> & !opens & !/^(?:мира|победы|жизни|правды|воли|огня)$/] !(Capital | latin | number)',
      {
        yes: ['Почта ‹Сокола› переполнена', 'Компьютер ‹Весны› не включается'],
        no: ['карта Мира'],
      },
    ),
    cue('на имя [(<adjectiveForm> & any:gent & !any:nomn | <nounInGent>) & !opens] !(<agreesGent>)', {
      yes: ['На имя ‹Весны› выдан старый полис', 'на имя ‹Белого›'],
      no: ['на имя Белого дома'],
    }),
    cue(
      '(roleNoun & singular & (lower | opens) & any:C) [<nounForm> & any:C & !common:NOUN.nomn.sing & !opens] !(Capital | latin | number)',
      {
        yes: ['по записке доктора ‹Кошки›', 'у мастера ‹Грома›', 'звонил врачу ‹Весне›'],
        no: ['хозяин Кота в сапогах'],
      },
    ),
    cue(
      '/^(?:посылк|бандерол|брон|билет|заказ|доставк|накладн|полис|договор|квитанци)/ /^(?:отправлен|оформлен|выписан|записан|куплен|зарегистрирован|переоформлен|заведен)/ на [(<adjectiveForm> & !any:nomn & any:accs | <nounInAccs>) & !any:loct & !opens] !(<agreesAccs>)',
      {
        yes: ['Посылка отправлена на ‹Мороза›', 'Полис оформлен на ‹Белую›'],
        no: ['Посылка отправлена на Красную площадь'],
      },
    ),
    cue(
      '[<nounInDatv> | <adjectiveForm> & any:datv & !any:nomn] <pause>{0,3} не? (нужно|надо|нужен|нужна|нужны|необходимо|необходим|положен|положена|дали|дают|выдали|пришло|пришел|пришла|приходит|приходят|пришли|продлили) (lower & verb:INFN | lower & adjective){0,2} (lower & (noun:handledThings | noun:personsPapers | noun:workThings | noun:messages | доступ|доступа|код|пароль|смс|ссылка|зарплата|зарплату|премия|премию|аванс|уведомление|приглашение|права|прав))',
      {
        yes: ['‹Кошке› нужно продлить пропуск', '‹Морозу› снова не дали доступ', '‹Весне› не пришло письмо с кодом'],
        no: ['Кошке нужно продлить лечение', 'Дубу нужен полив'],
      },
    ),
    cue(
      '(нужен|нужна|нужно|нужны|дали|дайте|положен|полагается) (и|также|только|еще)? [(<nounInDatv> | <adjectiveForm> & any:datv & !any:nomn) & !opens] !(<agreesDatv>)',
      {
        yes: ['Кроме ‹Петрова›, доступ нужен и ‹Весне›'],
        no: ['нужен Белому дому'],
      },
    ),
    cue('[<nounInDatv> & !opens] <pause>{0,2} <doneToOne>', {
      yes: ['Почему ‹Зиме› начислили дважды?'],
      no: ['почему зиме назначили срок'],
    }),
  ],
} as const;
