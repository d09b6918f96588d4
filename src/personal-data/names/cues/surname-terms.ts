import { type Terms } from '../patterns.ts';

/** Parts of the patterns of surnames that are everyday nouns and adjectives. */
export const surnameTerms: Terms = {
  everydayForm: 'Capital & (nounSurname & singular | common:ADJF.surnameAdjectives.!plur.!neut)',
  nounForm: 'Capital & nounSurname & singular & mayBeName',
  adjectiveForm: 'Capital & common:ADJF.surnameAdjectives.!plur.!neut',
  /** The same as the subject. */
  everydaySubject:
    'Capital & mayBeName & (nounSurname & commonNominative | common:ADJF.surnameAdjectives.nomn.!plur.!neut | толстой)',
  everydayAnimate: 'nounSurname & common:NOUN.anim.masc.nomn & !common:NOUN.femn',
  everydayThing: 'nounSurname & common:NOUN.!anim.masc.nomn & !common:NOUN.femn',
  everydayFeminine: 'nounSurname & common:NOUN.femn.nomn & !common:NOUN.masc.nomn',
  /** What nobody does but the staff and customers of a business. */
  officeDeed:
    '(!UPPER & verb & !pluralVerb & !verb:INFN & /^(?:(?:пере|по)звон|подпис|подпиш|расписал|расписыв|согласов|согласу|утверд|уволи|увольн|отпросил|отпрашив|оплати|оплачива|доплат|доплач|заплат|забронир|брониру|заявил|заявля|сообщ|(?:по)?обеща|попрос|просил|просит$|подтверд|настаива|жалу[ею]|пожалова|пересда|дежур|замеща|извинил|возража|прогул|консультир|отчита|расторг|застрахов|докладыва|доложил|объясн|поясн|представил|зарегистрир|аннулир|заверил|завизир|ходатайств|проголосов|сдавал|переоформ|рассказ|сказал|говорил|написал|спросил|спрашива)/)',
  /** Done to papers, keys, money and shifts by one of them. */
  handedVerb:
    '(lower & verb & !pluralVerb & !verb:INFN & /^(?:принял|принима|принес|потеря|получ|сда|забра|забер|оформ|закры|откры|отправи|внес|внос|заполни|заполня|провер|верну|возвращ|выда|запрос|запраш|заказа|забы|составл|составил|зачит|подготов|отклони|переда|отмени|продли|созда|занял|перенес|отработ|пропусти|провел|провед|вел|вела|ведет|ждет)/)',
  onesThing:
    '(lower & any:accs & /^(?:заявк|обращени|тикет|наряд|акт$|акты$|смет|договор|накладн|отчет|приказ|табел|пропуск|ключ|счет$|счета$|журнал|жалоб|претензи|задач|смен[уы]$|заявлени|оплат|документ|справк|паспорт|посылк|столик|взнос|экзамен|зачет|норматив|анализ|чек$|деньги|оценк|сесси|медосмотр|инструктаж|больничн|отпуск$|отгул$|аванс|преми|зарплат|дел[оа]$|визит|прием$|консультац|урок|занят|лекци|пару$|пары$|группу|полис|карточк|доступ|парол|логин|ноутбук|телефон|касс[уы]$|инвентаризац|оборудовани|доверенност|протокол|рапорт|аттестат|диплом|зачетк|курсов|номер$|бронь|билет|абонемент|долг|кредит|перевод|выручк|накладные|выезд|монтаж|планерк|совещани|собрани|письм|ответ|решени)/)',
  /** Away or busy. */
  absence:
    '(в (отпуске|декрете|командировке|отгуле|декретном|роддоме) | на (больничном|обеде|совещании|созвоне|выезде|удаленке|встрече|планерке|пенсии|дежурстве|сессии|учебе|приеме|объекте))',
  leaves:
    '(/^(?:уш(?:ел|ла)|уйдет|уходит|вы(?:шел|шла|йдет|ходит)|отправи|возвраща|верн|отпросил|выйти|собира)/ & verb & !pluralVerb)',
  toWork:
    '((в|на|из|с|со) /^(?:отпуск|обед|больничн|пенси|декрет|смен|работ|совещани|выходной|учеб|сесси|медосмотр|объект|выезд|планерк|командировк|отгул|пар[уы]$|занят|экзамен|зачет|перерыв|прием)/)',
  content:
    '/^(?:не)?(?:доволен|довольна|согласен|согласна)$|^(?:против|замужем|женат|беременна|уволена?|предупрежден[ао]?|отстранен[ао]?|назначен[ао]?|ознакомлен[ао]?)$/',
  /** What an adjective before it belongs to. */
  agreesGent: '(Capital | number | adjective | noun & !preposition & !never & any:gent)',
  agreesDatv: '(Capital | number | adjective | noun & !preposition & !never & any:datv)',
  agreesAblt: '(Capital | number | adjective | noun & !preposition & !never & any:ablt)',
  agreesAccs: '(Capital | number | adjective | noun & !preposition & !never & (any:accs | any:gent))',
};
