import { type Terms } from '../patterns.ts';

/** Parts of the patterns of full names, initials and names in Latin letters. */
export const nameTerms: Terms = {
  ofFather: '!(lower & common) & !mixed & !#inPlace & !#quotedTitle & !#figure',
  nameOfSon: 'capitalised & (vocative | !never & !known | <nounAsName>) | first | сан|марь|пал|миха',
  // Full names
  fathersNominative: '/(?:[ое]вна|[иь]чна|инична|[ое]вич|ьич)$/',
  bearable: 'capitalised & !never & !greeting & !brand & !placeNoun',
  declined: 'surname & !(-их|-ых)',
  undeclined: '(-их|-ых|-ко)',
  builtAsSurname: 'surnameShape | pluralSurname | surnameLike & Capital & !(roleNoun & commonNominative)',
  verbOnly: 'Capital & !opens & (verb|predicate) & !noun & !adjective',
  thingBeside: 'productNoun|institutionNoun|officeNoun',
  everydayBeside: '<bearable> & !<declined> & !UPPER & !roleNoun & !profession & !preposition',
  lowerBeside: 'lower & !never & !preposition & !verb & !greeting',
  inConsonant: '/[бвгджзйклмнпрстфхцчшщь]$/ & !(-ов|-ев|-ин|-ын)',
  inConsonantA: '/[бвгджзклмнпрстфхцчшщ]а$/',
  inConsonantU: '/[бвгджзклмнпрстфхцчшщ]у$/',
  oblique: 'onlyFirst & !(name:nomn)',
  subject: '(name:masc.nomn | name:ms-f.nomn)',
  ahead: '<bearable> & (mayBeName | !/-/)',
  inside: '(!opens | bearer)',
  unclearSurname: '(Capital & <undeclined> | !UPPER & !known & !profession) & !roleNoun',
  namedOnly: '(Capital & (onlyFirst|everyday))',
  adjectiveAhead:
    '<ahead> & !<declined> & Capital & adjective & (commonNominative | -ой) & !roleNoun & !/^(?:дорог|мил|любим|добр|нов|стар|молод|вежлив|груб|наш|данн|друг|сам|бывш|нек|кажд|эт|перв|втор|трет|больш|маленьк|главн|больн|ваш|мо[йя]|глубокоуважаем|многоуважаем|уважаем)/',
  everydayAhead: '<everydayBeside> & (mayBeName | !/-/)',
  jobs: '(noun & (!singular | !bearer & (personNoun|officeNoun)))',
  /** A first name without its middle: Ал-др. */
  abridgedFirst:
    '(Capital & /^(?:ал-(?:др|дра|ндр|ндра|ра|ей)|алекс-(?:др|др[ау]|ей)|вл-(?:р|ра|в|димир)|влад-(?:р|в)|дм-(?:й|ий)|ек-(?:на|рина)|екат-на|ел-на|ев-(?:ний|ния|й)|евг-(?:й|ий|ия)|вяч-в|ген-(?:й|ий)|вал-(?:й|н|на)|к-тин|конст-н|маргар-та|ник-(?:й|ай)|нат-(?:я|ья)|св-на|серг-й|ст-слав|тат-на|юр-й)$/)',
  /** A family name of Vietnamese. */
  vietnamese:
    '(Capital & /^(?:чан|чэн|нгуен|ле|фам|хюинь|хуинь|фан|ву|во|данг|буй|до|хо|нго|ли|динь|као|дао|доан|ха|хоанг|кьеу|лам|лыонг|май|нгием|тонг|тхай|то|чинь|чыонг|чу|выонг|дам|дуонг|зыонг|фунг|куач|ла|лу|ман|онг|та|тю|тан|зоан)$/)',
  given: '(marked & (first|patronymic|fatherParticle))',
  tail: '(patronymic | fatherParticle | onlyFirst | capitalised fatherParticle)',
  ownParticle: '(lower & (фон|де|ван|аль|бен|ибн))',
  clear: 'capitalised & !never & !brand',
  clearSurname: 'surname & (!adjective | Capital & /[сц]к(?:ий|ая|ого|ой|ому|ую|им|ом)$/)',
  standing: '(!opens | <surnameOnly>)',
  surnameOnly: '(surname & !common & !place | surnameShape & surnameLike | pluralSurname & /[оеё]в$/)',
  certain: 'Capital & !never & !brand',
  certainSurname: '(surnameLike | !common) & (surname | surnameShape | pluralSurname)',
  onlySurname: '(surname|surnameShape) & !common & !place',
  // Surnames that are everyday words as well, and what only persons have and do
  choosing:
    'замен-|назнач-|найдит-|найти|ищу|жду|ждем|ждал-|знаю|знает|увольт-|увол-|вызов-|вызва-|отпуст-|допуст-|переведит-|рекоменду-|порекоменд-|поблагодар-|премир-|наказ-|накаж-',
  /** What only persons have, not towns or goods. */
  ofOne:
    '/^(?:парол[ьяюе]|логин[аеу]?|подпис[ьи]ю?|заявлени[еяю]м?|отпуск[аеу]?|больничн(?:ый|ого|ому)|смен[аеуы]|паспорт[аеу]?|пропуск[аеу]?|ноут(?:бук)?[аеу]?|комп(?:ьютер)?[аеу]?|уч[её]тк[аеиу]|аккаунт[аеу]?|почт[аеуы]|телефон[аеу]?|зарплат[аеуы]|доступ[аеу]?|жалоб[аеуы]|слов(?:а|ам)?|просьб[аеуы]|указани[еюя]|поручени[еюя]|муж[аеу]?|жен[аеуы]|сын[аеу]?|дочь|дочери|мам[аеуы]|больничн(?:ая|ую)|карточк[аеиу]|анкет[аеуы]|полис[аеу]?|вин[аеуы]|ошибк[аеиу]|мнени[еюя]|рапорт[аеу]?|объяснительн(?:ая|ую|ой)|табел[ьяею]|визит[аеу]?|приход[аеу]?|увольнени[еяю]|приема?|оклад[аеу]?|дневник[аеу]?|зачетк[аеиу]|диплом[аеу]?|аттестат[аеу]?|медкарт[аеуы]|анализ(?:ы|ов)|резолюци[яию]|командировк[аеиу])$/',
  plainNoun:
    'noun & !personNoun & !productNoun & !officeNoun & !institutionNoun & !institutionShape & !placeNoun & !adjective & !verb & !preposition & !first',
  governable:
    'Capital & /^(?:ли|юн|ан|кан|чен)$/ | mayBeName & Capital & !place & (nounSurname & !animalNoun | shortSurname & /.../ | <shortDeclined> | adjective & /[иы]х$/ | <plainNoun>)',
  doneBy:
    '/^(?:подписан|составлен|принят|согласован|утвержден|заверен|проверен|выдан|оформлен|сдан|закрыт|открыт|отклонен|отменен|внесен|изменен|удален|создан|одобрен|завизирован|получен|отправлен|возвращен|обработан|рассмотрен|отозван|зарегистрирован|решен|исправлен|подтвержден|перенесен|заполнен|оплачен|заказан|забронирован|подготовлен|размещен|загружен|предоставлен|разослан)[аоы]?$/',
  oddSurname:
    '(shortSurname & /.../ & !/^(?:нам|сон|пан|ким)$/ | <shortDeclined> | bearer & !animalNoun & !place & !/^(?:кузнец|пекар|пастух|кучер|лесник|пасечник|рыбак|солдат|сапожник|повар|старост|сотник|рекрут|писар|дьяк|поп|корол|княз|цар|барон|граф|чабан|овчар)/ | черных|белых|седых|долгих|сухих|косых|рыжих|кривых|крутых|толстых|чистых|гладких|коротких|широких|мудрых|бледных|красных|борзых|тонких|русских|польских|донских|луговых|озимых|бессмертных|скоропадских)',
  /** A tool or a part of a thing, no craft and no beast. */
  toolOrPart: '(bearer & common:NOUN.!anim & !common:NOUN.anim)',
  openingSurname: '(<oddSurname> | bearer & !animalNoun & commonNominative) & opens & !UPPER',
  shortDeclined: '/^(?:(?:пак|хван|тен|ким|хан|юн|лим|тян|кан|чен|шин)(?:а|у|ом|е)|цо(?:я|ю|ем|е))$/',
  teaches:
    '/^(?:в[её]л|вела|вед[её]т|чита(?:л|ла|ет)|провод(?:ил|ила|ит)|пров[её]л|провела|принима(?:л|ла|ет)|замен(?:ил|ила|ит)|замещает)$/',
  /** What is decided about persons: решение по Ткачу. */
  subjectMatter:
    '/^(?:решени|вопрос|документ|данн|перерасч[её]т|выплат|информаци|справк|увольнени|заявк|обращени|претензи|жалоб|переплат|задолженност|табел|приказ|доступ)/',
  /** What somebody writes, owes or is due. */
  onesPaper:
    '/^(?:претензи|долг|задолженност|комментари[йяю]$|резолюци|служебк|обращени|тикет|докладн|переработк|преми|аванс|оклад|расписк|явк|виз[аыу]$|квартир|ответ[аеу]?$|документ[ыао]|обязанност|возражени|замечани|правк|поправк|предложени|пожелани|рекомендаци|тетрад|реферат|курсов)/',
  /** What only persons open, close, sign and count. */
  handled:
    '/^(?:заявк|обращени|тикет|наряд|акт$|акты$|смет|договор|накладн|отч[её]т|приказ|табел|пропуск|ключ|счет$|журнал|жалоб|претензи|задач|смен[уы]$|заявлени|оплат|документ)/',
  saidByOne:
    '(прошу|просит|просил|просила|готово|сделано|согласовано|согласен|согласна|жду|не|нет|да|я|отказ|ок|принято|подтверждаю|проверил|проверила|могу|у|мне)',
  surnameOnlyShape: 'surnameShape & /(?:[дтклм]чук|[тлн]юк|дзе|швили|енко|ян[сц]?|ссон|штейн|ск(?:ий|ая|ого|ую|ому))$/',
  onesPresent: '(lower & /т(?:с[ья])?$/ & verb:sing.humanVerbs.!deviceVerbs & !noun & !pluralVerb & !едет & !ездит)',
  ukrainianEnd: '/(?:[бвгджзклмнпрстфхцчшщь]ко|[дтчщл][ую]к[ау]?|[нвл]ич[ау]?|дзе|швили)$/',
  /** An unknown word with the ending of a surname that has no cases for a woman. */
  builtEnd:
    '(!known & /(?:[бвгджзклмнпрстхцчш]ко|[тлнсчщд][уюа]к|[лнцтздйчрг]ик|[нвл]ич|дзе|швили|[бвгджзклмнпрстфхцчшщ]ян)[ау]?$/)',
  // Lower case
  personalVerb:
    '(lower & (/т(?:с[ья])?$/ & verb:sing.humanVerbs.!objectVerbs.!deviceVerbs.!motionVerbs | pastPersonVerb & !pluralVerb | /^(?:отвеча|ответ|пиш|писал|написал|говорит|говорил|молчит|молчал|скажет|отказал)/ & verb & !pluralVerb))',
  goodsWord: '/^(?:роман|роз|лили|марк|том|вики|марин|альф|катер|софит|клад|карат)/',
  thingOfDay:
    '/^(?:роз[аыу]$|тем[аыеу]|темой|марк|том|мир|рост|пол|лук|карат|рубин|март|август|ма[йяею]|нот|юл|евро|голов|бород|губ|зуб|шишк|белк|галк|ласк|рак|ра[йяею]|лад|гранта|корне|софит|клад|ад[аыеу]|дан[аы]?|серы|бел|лан[аы]?|заря|сим|пар|коли|кол$|шут|мил$|петь|люб|рад)/',
  builtNominative: '<lowerWord> & !known & surnameShape & surnameLike & /(?:[ое]в|ин|[ое]ва|ина)$/',
  unknownSurnameEnd:
    '/^[а-я]{3,}(?:(?:[уюая]к|ач|[иы]ч|[еи]ц|[уюая]нь|[уюая]н|[уаыо]ш|[рл][иы]ш|[аеу]й|ман|берг|[иу]с|[ео]ль|вал|[уа]б|[уа]з|[уао]р|[иоу]х|[иу]д|[ео]нь|[бвгджзклмнпрстфхцчшщь][гбдхш]|[йь]ло)(?:а|у|ом|ы|е)?|[бвгджзклмнпрстфхцчшщй]ь?[гбдхцш](?:а|у|ой|е|и)|[уи]г(?:а|и|у|ой|е)|[а-я]хно|[ш]ко|хо)$/',
  everydayAdjective:
    '/^(?:страхов|кадров|налогов|торгов|почтов|газов|столов|кладов|московск|петербургск|ленинградск|городск|сельск|районн|областн|детск|женск|мужск|российск|русск|английск|немецк|французск|китайск|японск|американск|украинск|белорусск|казахск|турецк|итальянск|испанск|польск|чешск|сибирск|уральск|казанск|самарск|ростовск|омск|томск|волжск|донск|тульск|тверск|курск|морск|речн|комсомольск|пионерск|октябрьск|первомайск|советск|ленинск|кировск|калининск|заводск|фабричн|студенческ|учительск|врачебн|медицинск|юридическ|техническ|клиентск|пользовательск|дилерск|партнерск|банковск|хозяйск|соседск|родительск|рижск|минск|киевск)/',
  clearShape: '/^.{2,}(?:[бвгджзклмнпрстфхцчшщ]ян|дзе|швили|[бвгджзклмнпрстфхцчшщ]енко)(?:а|у|ом|е)?$/ & /.{6}/',
  // Initials
  initial: '(word & !lower & /^.(?:-.)?$/)',
  freeInitial: '(<initial> & !marked & !#inPlace & !#ofNumber)',
  aloneInitial: '(<freeInitial> & !#afterInitial & !#abbreviation)',
  secondInitial: "('.' ('-' & glued)? <initial> '.'? | <initial>)",
  twoInitials: '(<initial> <secondInitial>)',
  freeInitials: '(<freeInitial> <secondInitial>)',
  headed: '!(UPPER & /^.{1,4}$/ & !nameable) & !verb:INFN & !#inPlace & !<lettered>',
  /** Parts of papers and sorts of things, which letters number. */
  lettered:
    'noun & !surname & !first & /^(?:приложени|пункт|подпункт|вариант|групп|категор|литер|част|секц|раздел|витамин|гепатит|класс|этап|форм|тип|уров|корпус|подъезд|параграф|строк|граф[аыеу]|колонк|столбц|столбец|таблиц|рисун|схем|стать|зон[аыеу]|сектор|ряд)/',
  listable: '<bearable> & !productNoun & !officeNoun & !institutionNoun & !/^блок/',
  jobTitle: '(roleNoun | profession | (personNoun | verb) & !bearer & !surname & !first)',
  ownsInitials:
    'capitalised & shortSurname | Capital & (добрый|добрая) | <bearable> & (surname|surnameShape|pluralSurname|bearer|first) & !<jobTitle>',
  nextSurname:
    "('.' | Capital & <bearable> & (!known | (surname|surnameShape|pluralSurname) & !roleNoun & !profession))",
  ofOneInitial:
    'capitalised & shortSurname | <bearable> & (bearer & !opens | personNoun & commonNominative & !roleNoun & !profession | patronymic | surname | surnameShape | pluralSurname | place & /[сц]к(?:ий|ая|ого|ой|ому|ую|им)$/ | !known | first)',
  namedHere:
    'capitalised & ((commonNominative|place) & #named | (commonNominative & !place | surnameLike) & #afterPersonNoun)',
  wordlikeLetter: '/[аивскоуя]/',
  loose: 'letter & !#abbreviation & !#inPlace',
  abbreviated: '(рф|ип|ао|ит|тв|тц|жк|бц|ук|тк|сб|ес|кр|рб|рк|мо|лк)',
  // Latin letters
  big: '/^[A-Z]/',
  capitals: '(/^[A-Z]{2,}$/ & !/^(?:MR|MRS|MS|MISS|CHD|INF)$/)',
  latinSurname:
    '/^[a-z]{2,}(?:[oe]v|[oe]va|[oe]ff|yov|yova|in|ina|yn|yna|[st]ky|[st]kiy|[st]kii|[st]ki|[st]kaya|[st]kaia|[st]kaja|[bdgklmnprstvz]ko|uk|ych|ich|yan|ian|dze|shvili|ykh|ikh|ets)$/ & /^[a-z]{4,}/ & !@latinWords',
  plainLatinSurname:
    '<latinSurname> & /^[a-z]{2,}(?:[dklmnprstvz]ov|[dklmnprstvz]ova|[a-z]ev|[a-z]eva|[kl]in|[kl]ina|[st]ky|[st]kiy|[st]kaya|[st]kaia|enko|dze|shvili)$/',
  /** Family names of Koreans, Chinese and Vietnamese as passports write them. */
  asianFamily: '<big> & @asianFamilies',
  westernFirst: '/^[A-Z\u00c0-\u024f][a-z\u00df-\u024f]/ & @foreignNames',
  /** A word of a foreign name, not of a brand. */
  latinWord:
    '(/^(?:Mc|Mac|De|Di|Le|La|Van|Fitz)?[A-Z\u00c0-\u024f][a-z\u00df-\u024f]+$/ & !@latinBrands & !@latinWords & !<latinSign> & !<officeLatin> & !#inPath)',
  /** The same in capitals, as tickets and cards have it. */
  latinUpper: '(/^[A-Z\u00c0-\u024f]{2,}$/ & !@latinBrands & !@latinWords & !<latinSign> & !<officeLatin> & !#inPath)',
  upperGiven: '(/^[A-Z\u00c0-\u024f]{3,}$/ & (@foreignNames | latinFirst) & !@latinBrands)',
  /** A surname by its ending, or of another people. */
  latinFamily: '(<big> & (@foreignSurnames | <plainLatinSurname>))',
  /** What joins the parts of a name. */
  latinParticle:
    "('von'|'van'|'vom'|'zu'|'de'|'da'|'di'|'do'|'dos'|'das'|'du'|'des'|'del'|'della'|'la'|'le'|'el'|'al'|'bin'|'ibn'|'bint'|'ben'|'der'|'den'|'ter'|'ten'|'y'|'e')",
  latinHyphen: "('-‐‑' & glued)",
  /** Further words of a name behind its first. */
  latinTail:
    "(<latinWord> | <latinParticle>{1,2} <latinWord> | ('al'|'el') <latinHyphen> (<latinWord> & glued) | <latinHyphen> (<latinWord> & glued) | /^[OD]$/ (sign & glued) (<latinWord> & glued))",
  upperTail:
    '(<latinUpper> | (<big> & <latinParticle>) <latinUpper> | <fathersLatin> | <latinHyphen> (<latinUpper> & glued) | /^[OD]$/ (sign & glued) (<latinUpper> & glued))',
  asianTail: '((<big> & @asianGiven) (<latinHyphen> (@asianGiven & glued))?)',
  /** A first name that is nothing else. */
  onlyGiven: '(<latinGiven> & !@latinNamesakes)',
  latinGiven: '((<westernFirst> | /^[A-Z][a-z]/ & latinFirst) & !@latinBrands)',
  /** What a person is presented with. */
  presentsLatin:
    "((roleNoun | личность-|зовут|носитель-|лектор-|автор-|/^(?:сестр|брат|муж|жен|дочь|сын|мам|пап|мать|отец)/) ':—–-'? | (имя|имени|фамилия|фамилии) ':' | (от|у|для|это|я) | ('am'|'is') | 'name' ':')",
  /** What a text calls by a person's name. */
  latinThingNoun:
    '/^(?:бренд|марк|модел|релиз|верси|ветк|сервер|хост|кластер|нод|узел|узл|принтер|бот|чатбот|робот|ассистент|помощник|шторм|ураган|теплоход|яхт|вилл|апартамент|отел|хостел|тариф|подписк|коллекци|обо(?:и|ев)$|сери[яию]|фирм|компани|ооо$|ип$|проект|станц|самол[её]т|борт|рейс|улиц|ул$|проспект|площад|турнир|кубок)/',
  /** What a person is called with, in English. */
  latinCall:
    '/^(?:ask|tell|ping|cc|bcc|to|from|by|with|and|for|call|thank|thx|contact|please|pls|best|kind|warm|yours|good|morning|evening|afternoon|is|am|are|it|this|the|customer|user|client|mr|mrs|ms|but|also|so|now|today|when|if|my|our|your|author|assignee|reporter|owner|sender|recipient|agent|manager|re|fw|fwd|ok|yes|no|hr|it|pm|qa|ceo|cto)$/',
  assistant: '/^(?:alisa|marusya|lada|mir|siri|alexa|vesta|granta|luna|iris|nova|roma|milan|sofia)$/',
  fathersLatin: '(/^[a-z]{2,}(?:[eo]vich|[eo]vna|ichna|ilyich|ilich)$/ & !#inPath)',
  latinSign:
    '/^(?:regards|dear|hi|hello|hey|sincerely|cheers|thanks|wishes|mr|mrs|ms|miss|cardholder|holder|passenger|pax|guest|name|surname)$/',
  addressLabel:
    '(/^(?:cc|bcc|to|from|author|by|name|guest|passenger|cardholder|assignee|reporter|owner)$/ | кому|копия|от)',
  partOfDouble: "(/^[A-Z\u00c0-\u00de]/ | /^(?:al|el|bin|ibn|van|von|de|da|di|der|le|la)$/ | '-')",
  // Records in Latin letters
  recordedWord: '(/^[A-Z\u00c0-\u017e][a-z\u00df-\u017e]+$/ & !@systemWords & !<latinSign>)',
  quotation: "(sign & !',.:;=()[]{}/\\_-<>|&%$#@*+')",
  /** What a name goes on with: a further word, the other half of Ji-hoon, O'Brien, von. */
  recordedTail:
    "(<recordedWord> | ('-' & glued) (latin & glued) | /^[OD]$/ (sign & glued) (latin & glued) | /^(?:von|van|de|da|di|del|der|el|al|bin|ibn|la|le)$/){1,4}",
  recordedDeed:
    '/^(?:reported|created|submitted|modified|updated|edited|approved|reviewed|sent|forwarded|locked|checked|prepared|printed|verified|performed|executed|requested|escalated|triggered|started|stopped|rolled|opened|closed|merged|changed|resolved|reopened|rejected|declined|assigned|added|removed|deleted|invited|booked|cancelled|canceled|uploaded|raised|logged|handled|acknowledged|commit|commented|editing|request|written|taken|accepted|answered|completed|confirmed)$/',
  /** What is done for, of, from and to one. */
  recordedFor:
    "('logged' 'in' 'as' | ('run'|'running') 'as' | ('session'|'mailbox'|'password'|'profile'|'account'|'inbox') 'of' | ('opened'|'closed'|'reset'|'denied'|'booking'|'reservation'|'failed'|'locked'|'enabled'|'expired'|'unlocked'|'disabled') 'for' 'user'? | ('call'|'message'|'email'|'request'|'ticket') 'from' | ('invitation'|'invite'|'issued'|'checked'|'granted'|'deliver'|'delivered') ('sent'|'out')? 'to' | 'welcome' 'back'? ',')",
  recordedPerson:
    '/^(?:assignee|reporter|owner|author|committer|requester|requestor|organizer|organiser|attendees?|participants?|watchers?|approvers?|reviewers?|manager|teacher|student|tenant|patient|guest|passenger|driver|agent|customer|employee|client|user|users|contact|person|engineer|operator|supervisor|recipient|sender|beneficiary|payee|caller|call|mailbox|account|member|members|creator|assigned|attendee)$/',
  /** What persons do in trackers, and what rules and programs do as well. */
  socialDeed:
    '/^(?:commented|approved|requested|mentioned|shared|invited|replied|joined|left|pushed|merged|reviewed|wrote|reopened|rejected)$/',
  trackedDeed:
    '/^(?:changed|added|opened|closed|uploaded|resolved|assigned|removed|edited|updated|deleted|created|moved)$/',
  // Fields of data
  /** Who does something, as the label of a form's field: согласующий. */
  acting:
    '(/(?:[юуяа]щ|вш)(?:ий|ая|ее|ие)(?:ся)?$/ & adjective & !/^(?:следующ|настоящ|будущ|общ|больш|меньш|действующ|текущ|существующ|бывш|младш|старш|высш|лучш|худш|предыдущ|подходящ|входящ|исходящ|комплектующ|недостающ|составляющ|чистящ|моющ|горяч|хорош|ждущ)/)',
  labelWord: "(lower & !verb | number & !glued | '№()/' | /^[А-Я]{2,4}$/)",
  doneLabel:
    '/^(?:создан|изменен|закрыт|открыт|внесен|отклонен|отменен|удален|выдан|получен|записан|выписан|ознакомлен|закреплен|заменен|направлен|переназначен|эскалирован|оформлен|одобрен|отозван|зарегистрирован|завизирован|освобожден|вызван|приглашен|допущен|назначен|передан|поручен|согласован|утвержден|проверен|составлен|подписан|принят|сдан|выполнен|исполнен|уволен|отчислен|зачислен)[аоы]?$/',
  paperLabel:
    '/^(?:пропуск|логин|учетка|запись|бронь|вызов|карточка|профиль|отпуск|больничный|прием|табель|премия|резолюция|виза|командировка|медкарта|талон|дубль|дубликат|зарплата|справка|зачетка|звонок|вход|выход|проход|отгул|дежурство|подпись|допуск|сертификат|доверенность|листок|лист|мол|карта|анкета|заявление|рапорт|жалоба|запрос|исполнению)$/',
  /** What is as often of a sort as of a name. */
  sorted:
    '/^(?:клиент|заказчик|пользовател|покупател|абонент|пассажир|получател|гост|участник|курьер|поставщик|имя|фио)/',
  personPart:
    '/^(?:first|last|middle|full|sur|given|family|father|nick|client|customer|user|contact|author|agent|operator|manager|sender|recipient|receiver|owner|employee|assignee|reporter|person|holder|driver|courier|buyer|member|staff|responsible|creator|patient|guest)$/',
  surnameKey: '/^(?:(?:first|last|middle|sur|given|family|father)(?:name|fio)|surname|patronymic|fio)$/',
  ofPersonsField:
    '(first | surname | surnameShape | pluralSurname | bearer | shortSurname | !known & !institutionShape | -их | -ых)',
  personKey:
    '/^(?:(?:first|last|middle|full|sur|given|family|father|nick|client|customer|user|contact|author|agent|operator|manager|sender|recipient|receiver|owner|employee|assignee|reporter|person|holder|driver|courier|buyer|member|staff|responsible|creator|patient|guest)(?:name|fio)?|patronymic|fio)$/',
  thingKey:
    '/product|item|goods|title|brand|model|company|org|shop|store|market|city|town|street|address|region|country|district|category|group|file|host|server|subject|theme|topic|color|size|tag|plan|tariff|bank|team|channel/',
  thingWord: '/товар|город|улица|адрес|регион|бренд|модель|компания|организация|тема|категория|цвет|тариф|банк/',
  mark: "(sign & !',.:;=()[]{}')",
  assigned: "<mark>? ':=' <mark>?",
  // Spans
  named: '(marked & hasForms & (surname|first) & !/-/)',
  startsName: 'onlyFirst & hasForms & !#undeclinedFirst & !#nameCaseOfBefore',
  /** What goods and programs are called behind Mr, Ms and Dr. */
  afterTitle:
    '/^(?:proper|muscle|doors|cat|oetker|sante|sonne|fischer|hauschka|jart|pepper|scheller|theiss|bronner|konopka|brandt|koffer|kipling|sandman|ricco|beast|bean|martens|web|beckmann|office|word|excel|teams)$/',
  /** What signs a letter besides a person. */
  officeLatin:
    '/^(?:the|your|our|team|support|service|customer|sales|office|department|company|group|bank|hotel|manager)$/',
};
