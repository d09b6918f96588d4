import { type Terms } from '../patterns.ts';

/** Parts of the patterns of full names, initials and names in Latin letters. */
export const nameTerms: Terms = {
  ofFather: '!(lower & common) & !mixed & !#inPlace & !#quotedTitle',
  nameOfSon: 'capitalised & (vocative | !never & !known | <nounAsName>) | first | сан|марь|пал|миха',
  // Full names
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
  unclearSurname: 'Capital & <undeclined> | !UPPER & !known & !profession',
  namedOnly: '(Capital & (onlyFirst|everyday))',
  adjectiveAhead:
    '<ahead> & !<declined> & Capital & adjective & (commonNominative | -ой) & !roleNoun & !/^(?:дорог|мил|любим|добр|нов|стар|молод|вежлив|груб|наш|данн|друг|сам|бывш|нек|кажд|эт|перв|втор|трет|больш|маленьк|главн|больн|ваш|мо[йя]|глубокоуважаем|многоуважаем|уважаем)/',
  everydayAhead: '<everydayBeside> & (mayBeName | !/-/)',
  jobs: '(noun & (!singular | !bearer & (personNoun|officeNoun)))',
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
  // Initials
  initial: '(word & !lower & /^.(?:-.)?$/)',
  freeInitial: '(<initial> & !marked & !#inPlace & !#ofNumber)',
  secondInitial: "('.' ('-' & glued)? <initial> '.'? | <initial>)",
  twoInitials: '(<initial> <secondInitial>)',
  freeInitials: '(<freeInitial> <secondInitial>)',
  headed: '!(UPPER & /^.{1,4}$/ & !nameable) & !#inPlace',
  jobTitle: '(roleNoun | profession | (personNoun | verb) & !bearer & !surname & !first)',
  ownsInitials:
    'capitalised & shortSurname | <bearable> & (surname|surnameShape|pluralSurname|bearer|first) & !<jobTitle>',
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
    '/^[a-z]{2,}(?:[oe]v|[oe]va|[oe]ff|yov|yova|in|ina|yn|yna|[st]ky|[st]kiy|[st]kii|[st]ki|[st]kaya|[st]kaia|[st]kaja|[bdgklmnprstvz]ko|uk|ych|ich|yan|ian|dze|shvili|ykh|ikh|ets)$/ & /^[a-z]{4,}/ & !<otherLatin>',
  plainLatinSurname:
    '<latinSurname> & /^[a-z]{2,}(?:[dklmnprstvz]ov|[dklmnprstvz]ova|[a-z]ev|[a-z]eva|[kl]in|[kl]ina|[st]ky|[st]kiy|[st]kaya|[st]kaia|enko|dze|shvili)$/',
  otherLatin:
    '/^(?:admin|login|plugin|origin|margin|begin|within|domain|main|chain|train|again|coin|bitcoin|berlin|dublin|china|russian|italian|asian|persian|indian|christian|guardian|kiev|prev|skin|twin|austin|latin|vitamin|protein|resin|cabin|certain|captain|joystick|which|rich|sandwich|munich|zurich|link|checkin|pumpkin|napkin|hulk|silk|truck|track|black|trick|quick|stick|task|risk|disk|desk)$/',
  /** Family names of Koreans, Chinese and Vietnamese as passports write them. */
  asianFamily:
    '/^(?:Kim|KIM|Pak|PAK|Tsoi|Tsoy|TSOI|TSOY|Khan|KHAN|Khvan|KHVAN|Ten|TEN|Nguyen|NGUYEN|Tran|TRAN|Pham|PHAM|Hoang|HOANG|Zhang|ZHANG|Wang|WANG|Chen|CHEN|Liu|LIU|Yang|YANG|Zhao|ZHAO|Huang|HUANG)$/',
  fathersLatin: '(/^[a-z]{2,}(?:[eo]vich|[eo]vna|ichna|ilyich|ilich)$/ & !#inPath)',
  latinSign:
    '/^(?:regards|dear|hi|hello|hey|sincerely|cheers|thanks|wishes|mr|mrs|ms|miss|cardholder|holder|passenger|pax|guest|name|surname)$/',
  addressLabel:
    '(/^(?:cc|bcc|to|from|author|by|name|guest|passenger|cardholder|assignee|reporter|owner)$/ | кому|копия|от)',
  partOfDouble: "(/^[A-Z\u00c0-\u00de]/ | /^(?:al|el|bin|ibn|van|von|de|da|di|der|le|la)$/ | '-')",
  // Fields of data
  personPart:
    '/^(?:first|last|middle|full|sur|given|family|father|nick|client|customer|user|contact|author|agent|operator|manager|sender|recipient|receiver|owner|employee|assignee|reporter|person|holder|driver|courier|buyer|member|staff|responsible|creator|patient|guest)$/',
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
  afterTitle: '/^(?:proper|muscle|doors|cat|oetker|martens|web|beckmann|office|word|excel|teams)$/',
  /** What signs a letter besides a person. */
  officeLatin:
    '/^(?:the|your|our|team|support|service|customer|sales|office|department|company|group|bank|hotel|manager)$/',
};
