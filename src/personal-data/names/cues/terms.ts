import { type Terms } from '../patterns.ts';
import { disjoint } from './cue.ts';
import { addressTerms } from './address-terms.ts';
import { fameTerms } from './fame-terms.ts';
import { factTerms } from './facts.ts';
import { goodsTerms } from './goods-terms.ts';
import { listTerms } from './list-terms.ts';
import { nameTerms } from './name-terms.ts';
import { placeTerms } from './place-terms.ts';
import { surnameTerms } from './surname-terms.ts';

/** Those that belong to no table of their kind. */
const ownTerms: Terms = {
  lowerFirst: '(everyday | onlyFirst) & !roleNoun',
  plainFirst: '(everyday | onlyFirst) & !roleNoun & !brandName & !predicate',
  onlyNameNominative: 'nameNominative & !commonNominative',
  toldOf: '#afterPersonNoun | #afterPersonVerb | #afterHumanVerb & name:datv',
  formOfThing: 'noun & wordlike | predicate | thingForm',
  owned:
    '/^(?:почт[аеуы]|мейл|номер[аеу]?|телефон[аеу]?|кабинет[аеу]?|адрес[аеу]?|логин[аеу]?|парол[ьяюе]|аккаунт[аеу]?|уч[её]тк[аеиу]|профил[ьяюе]|карт[аеуы]|паспорт[аеу]?|рождени[яею]|данные|подпис[ьи]|контакты?|ящик[аеу]?|чат[аеу]?|комп|компьютер[аеу]?|ноут|ноутбук[аеу]?|смен[аеуы]|отпуск[аеу]?|заказ[аеу]?|посылк[аеиу]|заявк[аеиу]|доступ[аеу]?|сообщени[еяю]|письм[оау]|фото|скрин)$/',
  contrastable:
    '(mayBeName | lower & (pluralSurname | surname & !common)) & !UPPER & !verb & !preposition & !productNoun & !officeNoun & !institutionShape & (!known | surname | pluralSurname | first | bearer | noun | adjective)',
  changed: 'стал|стала|стало|стали|теперь|нужно|надо|должна|должно|должны|должен|будет',
  written: 'напечат-|написа-|указа-|выби-|вписа-|внес-|записа-|стоит-|стал-|пиш-|значит-|введ-|отобраз-|оформ-',
  past: 'lower & verb & (-л|-ла)',
  bridge:
    "marked | ',' | lower & (roleNoun | profession) & any:gent | на|с|по|в|мужу|жене|отцу|матери|мужа|жены|отца|паспорту|паспорте|билете|договоре|документах|документам|клиента|абонента|пассажира|заказчика|водителя|сотрудника|получателя|гостя|была|был|будет|стала|раньше|ранее|теперь|по-английски|английски|английском|латиницей|транслитом|после|замужества|замужеством|замуж|девичья|новая|старая|прежняя|прошлая|настоящая|указана|моя|его|ее",
  signable:
    'mayBeName & (surnameLike | (surname|surnameShape) & !common & !place & !first) & (surname | pluralSurname | surnameShape | place & !any:nomn)',
  townless: '!(place & !oftenSurname)',
  numberOfPerson:
    'кв|квартира|табельный|табельного|логин|абонент|паспорт|снилс|договор|каб|кабинет|палата|группа|доб|отдел|бухгалтерия|менеджер',
  detail:
    '!verb & (contact | number | roleNoun | profession | кв|квартира|подъезд|д|дом|ооо|оао|зао|пао|ао|ип|отдел|бухгалтерия|тсж|снт)',
  lowerWord: 'lower & !first & !roleNoun & !never & !@newNoun',
  belonging:
    'заявк-|парол-|доступ-|почт-|логин-|учетк-|аккаунт-|заказ-|договор-|карт-|комп-|ноут-|телефон-|пропуск-|отпуск-|смен-|карточк-',
  ofPerson: '#afterPersonNoun | #afterPersonVerb | #madeOutToWoman | #beforeOrigin',
  delivery: '/^(?:достав|отправ|маршрут|пункт|город|рейс|адрес|самовывоз|получени|отгруз|поездк|билет|откуда|куда)/',
  cutFirst:
    '/^(?:ал|алек|алекс|анат|анд|андр|бор|вал|вас|викт|вл|влад|вяч|ген|григ|дм|дмитр|евг|ег|екат|ел|ив|игн|ир|конст|людм|мар|мих|над|нат|ник|ол|павл|петр|светл|серг|степ|тат|фед|юр|эд|ан|анж|арт|артем|аф|вад|вас|вер|влад|гал|геор|дан|ден|жан|зах|зин|игор|кир|кс|лар|лид|люд|люб|макс|марг|марин|матв|мих|окс|п|раис|рим|ром|русл|свет|соф|стан|там|тим|фил|эл|эльв|эм|ял|яр|вит|ст|пав|конст|семен|олег|никол|иван|алексеев|павл|яковл|борис|фёд|кузьм|леон|кирил|максим|евген|дан|данил|тимоф|стеф|мак|арк|валер|валент|гер|герм|ром|роб|руб|рус|рин|рен|тат|ник|илья|ильд|ибр|исм|маг|мур|раш|рин|саид|тим|хас|шам|эльд|юл|яков)$/ & Capital',
  partOfDay: 'день|дня|утро|утра|вечер|вечера|ночи',
  wish: 'добр-|хорош-|спокойн-|приятн-|удачн-|прекрасн-|чудесн-|отличн-|всего-|чуд-',
  office:
    'отдел-|служб-|поддержк-|техподдержк-|бухгалтери-|офис-|склад-|логистик-|администраци-|дирекци-|компани-|ооо-|ип-|менеджер-',
  atWork: 'слушает|слушаю|дежурит|здесь|тут|дома|занят|занята|свободн|свободна|заболел|заболела',
  giving:
    'доступ-|права-|спасибо-|привет-|передай-|передал-|передан-|передат-|выдан-|возвращен-|переадресован-|эскалирован-|поручен-|доверен-|скажи-|скажу-|напиши-|пишите|пиши|напишу-|сообщи-|ответь-|скинь-|кинь-|отдай-|отдал-|отдат-|перешли-|отправь-|дай-|покажи-|объясни-|напомни-|подскажи-',
  summoning: 'спрос-|позов-|позва-|приглас-|соедин-|разбуд-|заблокир-|разблокир-|уволи-',
  talking:
    'чат-|переписк-|диалог-|разговор-|звонк-|звонок|бесед-|собеседован-|созвон-|разговарива-|поговори-|говори-|обща-|пообща-|созван-|созвон-|договор-|связ-|соедин-|встреч-|встрет-|переписыва-|обсужда-|обсуди-|согласов-|перевед-',
  failing: 'не-|нет-|опять-|снова-|тоже-|все-|вся-|пропал-|завис-|слома-|глюч-|сбой-|отвал-|болит-|есть-',
  device:
    'почта|почте|почту|почты|мейл|логин|логина|логине|логину|пароль|пароля|паролю|пароле|аккаунт|аккаунта|аккаунте|аккаунту|учетка|учетке|учетки|учетку|ящик|ящика|ящике|ящику|комп|компьютер|компьютера|компьютере|компьютеру|ноут|ноутбук|ноутбука|ноутбуке|ноутбуку|доступ|доступа|доступе|доступу|пк',
  thingInLower:
    'lower & (мира|миром|мире|роста|росту|ростом|темы|теме|тему|темой|поля|поле|полю|полем|семена|семени|лени|рая|раем|жене|жену|женой|марте|марту|мартом|тому|том|томом|августе|раду|ради|серый|серые)',
  presenting: "я|это|эт|связи|беспокоит|пишет|пишу|вами|вас|тебя|вам|его|ее|их|'hi'|'hello'|'regards'|'dear'|'is'",
  entry: "edge|break|']>|'|number ':.' number",
  charge:
    'lower & (noun|adjective) & any:gent & !preposition & !personNoun & !productNoun & !placeNoun & !institutionNoun',
  possessive:
    'мой|моя|мое|мои|мою|моего|моей|моему|моим|наш|наша|наши|нашу|наше|нашего|нашей|ваш|ваша|ваши|вашу|ваше|его|ее|их',
  numbering: "'.№#-' | twoCharacters",
  /** What comes in from somebody, and what is noted of him. */
  lead: '/^(?:заявк|лид|заказ|запись|записи|обращени|звонок|звонки|вызов|брон|регистраци|анкет|отзыв|чат|вопрос|сообщени|запрос)/',
  leadFrom: '((с|со|из|на|через|по|от) word{1,3})',
  leadDetail:
    '(contact | /^(?:тел|номер|перезвон|позвон|звонить|набрать|проси|просьб|хо[чт]|интерес|жд[её]т|адрес|уточн|не$|контакт|почт|ватсап|вацап|телеграм|возраст|город|нуж[еён]|замер|запис|стрижк|маникюр|педикюр|окраш|при[её]м|консультац|реб[её]н|срочно|повторн|новый$|новая$)/)',
  shortJob:
    'исп|утв|согл|разраб|подп|завиз|аб|абон|асс|аспир|архив|докл|доц|адм|акуш|анест|аренд|ассист|бриг|бух|вод|водит|воспит|гл|гр|гражд|деж|дир|дисп|диспетч|допуск|ефр|жит|зав|заказч|зам|заявит|инж|исполн|касс|кл|клад|консульт|контр|кур|лаб|маст|мен|менедж|монт|набл|нанимат|науч|нач|опер|отв|отпр|отправ|офиц|охр|пасс|пац|пом|постав|потерп|пред|предс|преп|прин|провер|прод|прораб|реб|рук|ряд|сант|секр|серж|слес|собств|сотр|спец|стаж|стор|студ|терап|тех|техн|учен|фельд|хир|хоз|чл|эксп|экон|электр|юр',
  labelPart: "number | '№/()#' | /^.{1,2}$/",
  labelOf: '/^.{1,2}$/&preposition /.{3}/',
  personLabel:
    'отв|исп|дежурство|замещает|контакт|контакты|лицо|подпись|кому|от|обращаться|спросить|бригада|экипаж|дежурные|исполнители|участники|присутствовали|монтажники',
  thingBefore:
    'роз-|лили-|вер-|надежд-|любов-|слав-|мир-|побед-|свет-|роман-|ромаш-|маргарит-|камели-|виктори-|марк-|лад-|том-|март-|август-|клад-|фиалк-',
  department:
    'отдел-|техотдел-|юротдел-|поддержк-|техподдержк-|бухгалтери-|офис-|склад-|логистик-|доставк-|продаж-|колл-|кол-|сервис-|филиал-|кадр-|касс-|служб-|групп-|команд-|маркетинг-|диспетчерск-|приемн-|секретариат-|администраци-|дирекци-|айти-|снабжени-|закуп-|охран-|бухг-|юрист-|финанс-|реклам-|производств-|цех-|столов-|разработк-|аналитик-|тендер-|снаб-|сб|эйчар-|гараж-|архив-|канцеляри-|ресепш-|реестр-|смена-|смены-|бригад-|участк-|лини-|этаж-',
  workplace:
    'чат-|аптек-|регистратур-|поликлиник-|больниц-|банка|школы|садика|детсад-|магазин-|салона|ателье|столовой|кафе|буфет-|зала|лаборатори-|гостиниц-|турагентств-|агентств-|клиник-|стоматологи-|ресторан-|библиотек-|отеля|музея|театра|управляйк-|управляющ-|тсж|жэк-|паспортн-|деканат-|учебн-|методкабинет-|депо|вахт-|проходн-|поддержк-|ремонт-|мастерск-|диспетчер-|шиномонтаж-|автосервис-|страхов-|налогов-|соцзащит-|опек-|пенсионн-|почты|рецепшн-|рецепци-',
  badge: '/^(?:бейдж|бейджик|визитк|нашивк)(?:е|и|а|у|ом|ой)?$/',
  ofPersonOnly:
    '/^(?:отпуск|увольнени|зарплат|больничн|декрет|дежурств|командировк|отгул|стажировк|свадьб|похорон|юбиле|диагноз|внук|внучк|подпись|подпис|рапорт|визит|собеседовани|сын|доч|муж|жен|сестр|брат)(?:[аеуюыия]|ом|ем|ой|ей|ем|ю|ого|ому|ый|ым|ью|ери)?$/',
  feeling:
    '/^(?:(?:не)?довол(?:ен|ьна)|(?:не)?соглас(?:ен|на)|рада?|(?:не)?уверена?|обижена?|обиделась|прав|права|винов(?:ат|ата)|должен|должна|намерена?|готова?|замужем|женат|беременна|злится|ругается|жалуется|возмущается|плачет|кричит|сомневается|надеется|боится|хочет|думает|считает|помнит|знает|просится|отпросил(?:ся|ась)|(?:не)?вежлива?|груба?|пьян|добра?|любез(?:ен|на)|внимател(?:ен|ьна)|больна?|болен)$/',
  clearLower: '<lowerWord> & surname & !common & !place & !@streetNames & !brandName & !brand & /.{6}/',
  surnameCase: '/(?:ого|ому|(?:[ое]в|ин)(?:а|у|ым|ой)|(?:ук|юк|ич|ян|ман|ко)(?:а|у|ом|ем))$/',
  inCapitals: 'UPPER & surname & !common & !place & !@streetNames & !brandName & !brand & /.{5}/ & !#noPerson',
  room: 'подъезд-|квартир-|кв|кабинет-|офис-|каб|отдел-|групп-|цех-|палат-|номер-|этаж-|зал|зала|ряд-|стол-',
  adverbs: '(lower & (!humanVerb & !preposition & !(noun & !never) & !verb | утром | днем | вечером | ночью))',
  deed: 'lower & humanVerb & !(-у|-ю)',
  measure: "(number number? ('/' number)? (<unit> '.'?)?)",
  consonant: '/[бвгджзйклмнпрстфхцчшщ]$/',
  womans: '-ла|-лась',
  impersonal: 'нет-|хвата-|хвати-|быва-|достат-|будет-|видно-|мало-|надо-|нужно-|оста-|-ло|-лось',
  onesDeed: 'lower & verb & !noun & !pluralVerb & !<impersonal>',
  actor: 'Capital & (everyday|surname|surnameShape) & !brandName',
  particle: 'не|уже|так|и|еще|вчера|сегодня|вас|нам|мне',
  mansDeed: 'lower & verb & !pluralVerb & (-л|-лся|-вез|-нес|-мог)',
  womansDeed: 'lower & verb & !pluralVerb & (-ла|-лась)',
  womansName: 'name:femn.nomn | name:ms-f.nomn',
  monument: 'памятник-|бюст-|монумент-',
  infinitive: '(-ть|-ться|-ти|-чь) & !(опять|пять|ночь|очень)',
  acquiring: 'заказ-|куп-|покуп-|получ-|чита-|прочит-|выбр-|выбир-|возвра-|верн-',
  goods: 'роз-|лили-|камели-|маргарит-|фиалк-',
  /** Parts of books and flowers. */
  partOfGoods: 'noun:bookParts',
  command: 'включи|выключи|поставь|запусти|останови|сыграй|погромче|громче|тише|потише',
  commanded: 'музык-|песн-|радио-|колонк-|свет-|будильник-|таймер-|плейлист-|громче-|тише-',
  thing: 'productNoun|placeNoun|institutionNoun',
  thingDefined: 'placeNoun|productNoun|animalNoun|название|кличка|модель|марка',
  bot: 'виртуальн-|голосов-',
  damaged: '/вяд|слом|мят|вял|засох|бит|поврежд|порван|грязн|увя|надлом|гнил|мерзл|сух/',
  // Things
  nominative: '(name:nomn | !hasForms & any:nomn)',
  called: '(name:nomn | !hasForms & (any:nomn | !known))',
  clearName: '(onlyFirst | first & everyday & !wordlike & !brandName)',
  messenger: '(телеграм|телеграмм|вайбер|вотсап|ватсап|вацап|скайп)',
  goodsNoun: 'productNoun & !roleNoun & !<messenger> & !вине & !(блин & opens)',
  shop: '/^(?:кафе(?!л)|бар(?!б|с)|ресторан|магазин|отел|гостиниц|салон|театр|бренд|марк|духи|торт|салат|водк|коньяк|вино(?!г)|шоколад|сорт(?!е)|теплоход|поезд|корм|чай(?!н)|кофе(?!м|в)|стоматолог|студи|барбершоп|санатор|пансионат|хостел|кофейн|аптек|лагер|детсад|садик|книг|фильм|роман|альбом|песн|сериал|спектакл|банк(?!о)|агентств)/',
  ofOwnerOfThing:
    '(Capital & !brandName & !brand & (surname & !first & (name:gent|name:accs|name:datv|name:ablt) | !surname & surnameShape & /(?:[оеё]ва|ина|ого|ой|енко|швили|дзе|[чщйю]ука|яна)$/))',
  personalLabel: 'телефон|карта|поставщик|мобильный|вайбер|вотсап|ватсап|телеграм|скайп',
  thingLabel:
    '/.../ & (название|наименование|цвет|категория|товар|вкус|сорт|раздел|кампания|поставщик|изделие|артикул | (placeNoun|regionNoun|productNoun|institutionNoun) & !roleNoun & any:nomn)',
  companyWord:
    'групп|консалтинг|трейд|трейдинг|инвест|холдинг|логистик|сервис|маркет|строй|девелопмент|медиа|продакшн|лайн|тревел|тур|авто|моторс|фарма|фарм|энтерпрайз|студио|лаб|капитал|финанс',
  qualified: 'lower & /../ & (noun|adjective) & !verb & !preposition',
  womansOblique:
    '(common:NOUN.femn.gent.sing | common:NOUN.femn.datv.sing | common:NOUN.femn.ablt.sing | common:NOUN.femn.loct.sing)',
  adjectiveEnding: '/[сц]к(?:ой|ого|ому|ую|ая|ий|им|ом|их|ие|ое)$|н(?:ого|ому|ую|ая|ый|ым|ых|ые|ое)$/',
  voyage: '(кают-|круиз-|палуб-|путевк-)',
  titleOfVessel:
    '(/^(?:князе|княжне|царе|царице|адмирале|академике|капитане|маршале|генерале|принцессе|императрице)$/ & Capital)',
  dayOf: '/^д(?:ень|ня|ню|нем)$/',
  // Quotation marks
  note: '(комментарий|отзыв|сообщение|пометка|примечание|запись)',
  noBreak: "(!break & !'.!?' & !#endsTitle & !edge)",
  spelling:
    '/^(?:отчеств|фамили|имя$|имени$|фио$|пометк|подпис|получател|поле$|поля$|графе$|строке$|вместо$|написан|напечата|указан|значит|опечатк|исправ|почему-то|похоже|бейдж|табличк|записан|отображ)/',
  holder:
    '/^(?:контакт|чат|профил|календар|документ|файл|папк|подпис|учетк|аккаунт|ящик|бейдж|визитк|переписк|пользовател|заявк|карточк|пропуск)/',
  thingHere: '(word & !letter & (noun & (!adjective | productNoun) | !known) & !personNoun & !<holder>)',
  paper: '/^(?:паспорт|резюме|договор|заявлени|справк|анкет|акт|счет|диплом|пропуск)/',
  namePair:
    '((surname | surnameShape) first | first (surname | surnameShape) | first patronymic | (surname & !common | surnameShape) (Capital & !known))',
  statement: '/^(?:стоит|указан[ао]?|написан[ао]?|подписан[ао]?|представил(?:ся|ась)|назвал(?:ся|ась))$/',
  quotedActor: '(word & (everyday | surname) & !brandName)',
  titleWord: '(word|number|latin)',
  ofTitle: "(word|number|latin|',.:*-–—')",
  work: '(productNoun | institutionNoun | /^(?:полис|пакет|настолк|абонемент|программ|образ|ооо$|оао$|зао$|пао$|ао$|тсж$|ук$|компани|фирм[аыеу]|премьер|концерт|спектакл|выставк|экскурси|лекци|вебинар|курс[аыеу]?$|набор|комплект|пьес|опер[аыеу]$|балет|мюзикл|роман|рассказ|повест|поэм|мастер-класс|фестивал|турнир|тренинг|семинар|квест|шоу|показ|сеанс|постановк|издани|учебник|пособи|пазл|фильм|книг|брошюр|сборник|собрани|стих|диск|пластинк|плакат|афиш|постер|открытк|сериал|мультик|мультфильм|альбом|песн|игр[аыеу]$)/)',
  // Names that go on
  nameEnd: '(nameParticle capitalised | /^(?:аль|эль|ал|ад|бин|ибн)-/)',
  furtherNames: '((unknownName & !#noPerson){1,3} <nameEnd>?)',
  run: '((unknownName & !#noPerson){0,3} <nameEnd>?)',
  everydaySurname: '(mayBeName & Capital & noun & commonNominative)',
  longRun: '((unknownName & !#noPerson){0,2} (unknownName & !known & !#noPerson) <everydaySurname> | <run>)',
  announceable:
    'capitalised & (mayBeName|shortSurname|first) & (!UPPER|surname|surnameShape|first) & (shortSurname | !(verb & !(noun & commonNominative)) & !preposition & !(common & !first & !surname & !commonNominative & !pluralSurname & !(-их|-ых)))',
  surnameable:
    'capitalised & (mayBeName|shortSurname) & (!known|surname|pluralSurname|first|bearer|noun & !adjective & !place & !productNoun & !officeNoun|-их|-ых|shortSurname)',
  appointable:
    '(mayBeName | shortSurname & capitalised) & (!UPPER|surname|surnameShape) & #afterPersonNoun & !#firmOfProduct & !#noPerson',
  greetable:
    'mayBeName & (unknownName|surname|surnameShape|pluralSurname|(-их|-ых|personNoun & commonNominative) & #afterFarewell) & !#noPerson',
  phraseEnd: "(edge|break|',.!?):;—–')",
  doing: 'mayBeName & Capital & !#noPerson',
  surnameNoun:
    '(!adjective | /[сц]к(?:ий|ая)$/) & !(opens & noun & (commonNominative | common:NOUN.inan.accs & !name:nomn))',
  unclear: '(unknownName & !pluralSurname | pluralSurname & !#afterNoun) & !(opens & (-ы|-и|/[аеилй]ку$/))',
  neuter: '(pastPersonVerb & (-ло|-лось))',
  doer: '(capitalised & (nameNominative|unknownName) | cut)',
  ownersSurname:
    '(surname & (name:gent|name:datv|name:ablt) | surnameShape & /(?:ого|ому|енко|швили|дзе|ука|уку|яна|яну)$/)',
  lone: 'mayBeName & Capital & (!place | #surnameOfPerson | oftenSurname & !#inAddress) & (surnameLike | <ownersSurname> | !#afterGoods) & (surname & (!common | !opens & !#opensTurn & !verb & (!adjective | #qualifiesNothing)) | surnameShape & (!opens | #spelled | #opensMessage) | #surnameOfPerson | #ownerByNoun | (surname|pluralSurname) & !(машина & (opens | #opensTurn)) & #personState | pluralSurname & #subjectAfterComma) & !#noPerson',
  korean:
    '/^(?:ким|ли|пак|чхве|цой|хван|чон|чан|юн|лим|сон|хон|син|квон|чо|хо|но|ю|ян|ван|чжан|чжао|чэнь|чень|лю|хуан|сюй|сунь|чжу|линь|цзян|чжоу|чжэн|фэн|дэн|цао|пэн|сяо|цай|юань|дун|нгуен|чан|фам|хоанг|ан|тен|тян|огай|когай|кан|мун|нам|угай|чен|шегай|эм|юган|цхай|шин|хань|тань|лян|хэ|ху|гао|сюэ|шэнь|пань|тянь|цуй|чэн|лэй|бай|цинь|шао|дуань|ло|ляо|фань|жэнь|жэн|дин|лу|гу|доан|данг|хюинь|хуинь|чинь|лыонг|кьеу|зыонг|буй|выонг|пэк|пэ|квак|чхон|ку|ха)(?:а|я|у|ю|ом|ем|е)?$/ & Capital & (!#noPerson | #beforeUnknown | #afterPersonNoun)',
  everydayKorean: '/^(?:сон|син|но|хо|чо|ю|ян|лим|юн|чон)/',
  syllable: '(Capital & /^.{2,5}$/ & (!never | shortSurname) & !placeNoun)',
  shortWord: '(Capital & /^.{2,4}$/ & !never & !verb)',
  // First names
  opener:
    'opens & Capital & everyday & !brandName & !/^(?:роз|лили|вер|надежд|любов|слав|мир|свет|тем|рост|жен|марк|март|ад|том|рай|ра[яею]|пол)/',
  spokenFirst:
    '!lower & !brandName & !brand & (!UPPER | everyday) & (!never | #named | #related | #behindCertainSurname)',
  callable: '(!UPPER | !common | name:nomn)',
  fullAfterThing: '#nameOfThing & !#inPlace & #besideSurname',
  nativeSurname: '(surname|surnameShape|patronymic)',
  nounAsName: '!never & mayBeName & !opens & (noun|place) & !officeNoun & !productNoun',
};

/** Parts of patterns that have a name. */
export const terms: Terms = disjoint(
  ownTerms,
  addressTerms,
  nameTerms,
  surnameTerms,
  listTerms,
  goodsTerms,
  placeTerms,
  fameTerms,
  factTerms,
);
