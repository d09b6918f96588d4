import { type Terms } from '../patterns.ts';

/** Parts of the patterns of surnames that are everyday nouns and adjectives. */
export const surnameTerms: Terms = {
  /** What may be the surname behind a first name in lower case. */
  lowerBehindFirst:
    'lower & !never & !roleNoun & (!known | nounSurname | surnameLike | dict:ADJS | <surnameAdjective>)',
  everydayForm: 'Capital & nounSurname & singular | <adjectiveForm>',
  /** A first name that is a mountain, river or town, in a person's accusative or another case. */
  placeForm: 'Capital & mayBeName & place:namesOfPlaces',
  nounForm: 'Capital & nounSurname & singular & mayBeName',
  /** A noun that is a surname, in cases that are not its nominative; a person's accusative is the genitive. */
  nounInGent: '<nounForm> & common:NOUN.gent.sing & !common:NOUN.nomn.sing',
  nounInAccs: '<nounForm> & (common:NOUN.accs.sing | common:NOUN.masc.gent.sing) & !common:NOUN.nomn.sing',
  nounInDatv: '<nounForm> & common:NOUN.datv.sing & !common:NOUN.nomn.sing',
  everydayInGent: '(<adjectiveForm> & any:gent & !any:nomn | <nounInGent>)',
  everydayInAccs: '(<adjectiveForm> & any:accs & !any:nomn | <nounInAccs>)',
  everydayInDatv: '(<adjectiveForm> & any:datv & !any:nomn | <nounInDatv>)',
  /** The beginning of a greeting is a surname within a sentence. */
  kindAsSurname: '((добрый|добрая|доброго|доброму|доброй) & Capital & !opens)',
  surnameAdjective: 'common:ADJF.surnameAdjectives.!plur.!neut',
  adjectiveForm: 'Capital & <surnameAdjective>',
  /** The same as the subject. */
  groupOfPersons: '(чат|чата|группу|группы|список|списка|рассылку|рассылки|канал|канала|беседу|беседы)',
  everydaySubject:
    'Capital & (mayBeName & (nounSurname & commonNominative | common:ADJF.surnameAdjectives.nomn.!plur.!neut | толстой | place:namesOfPlaces & place:nomn) | (добрый|добрая) & !opens)',
  everydayAnimate: 'nounSurname & common:NOUN.anim.masc.nomn & !common:NOUN.femn',
  everydayThing: 'nounSurname & common:NOUN.!anim.masc.nomn & !common:NOUN.femn',
  everydayFeminine: 'nounSurname & common:NOUN.femn.nomn & !common:NOUN.masc.nomn',
  /** What nobody does but the staff and customers of a business. */
  officeDeed: '(!UPPER & (verb:officeDeeds.sing | verb:officeTalk.past.sing | просит | спрашивает))',
  /** Done to papers, keys, money and shifts by one of them. */
  handedVerb: '(lower & verb:handlingVerbs.sing.!impr)',
  onesThing:
    '((lower | opens) & any:accs & (noun:handledThings | noun:personsPapers | накладн- | больничн- | курсов- | докладн-))',
  /** What may be between a subject and its verb: adverbs, and for how long or since when. */
  pause: '(<adverbs> | <moment>)',
  moment:
    '(до сих пор | (с|со|в|во|до|к|на|за|после) /^(?:прошл|эт|следующ|сам|начал|конц|позапрошл)/? (lower & noun:times) | (с|со|до|после|на) (отпуска|больничного|выходных|праздников|праздники|смены|выходные) | /^(?:вс[её]|всю|весь|цел(?:ый|ую|ые)|уже|почти|втор(?:ой|ую)|трет(?:ий|ью)|четверт(?:ый|ую)|пят(?:ый|ую))$/{1,2} (lower & noun:times) | (number | два|две|три|пару) (lower & noun:times) назад? | минут | (день|дня|час|неделю|месяц|год|полчаса|полдня|полгода) назад?)',
  /** What two at work have done. */
  doneTogether:
    '(lower & (verb:officeDeeds | verb:officeTalk | verb:motionVerbs.past | verb:doneToOne.past) & pluralVerb | (были|работали|дежурили) на (адресе|объекте|смене|месте|линии|вызове|приеме|дежурстве|складе|выезде))',
  withPartner: '((с|со) common:NOUN.partners.ablt)',
  /** A sheet that goes round. */
  sheet: '(common:ADJF.sheetKinds (лист|листок))',
  /** Papers that are made out to one person. */
  personsPaper: '(noun:personsPapers | больничн- | докладн- | /^карт[ауы]$/)',
  /** What is done to somebody's remarks. */
  taken: 'common:PRTS.takingVerbs',
  /** What somebody at work takes, does and gives back, as the object at the beginning. */
  workThing:
    '((lower | opens) & any:accs & (noun:handledThings | noun:personsPapers | noun:workThings | накладн- | курсов- | контрольн-))',
  workDeed: '(lower & verb & !pluralVerb & /(?:л|ла|[её]т|ит)$/ & !verb:verbsOfThings)',
  /** Away or busy. */
  absence: '(в (common:NOUN.absences.loct | декретном) | на (common:NOUN.duties.loct | больничном))',
  leaves: 'verb:leavingVerbs.sing',
  toWork: '((в|на|из|с|со) (noun:duties | больничн- | выходной))',
  content: '(common:ADJS.personalStates.sing.!neut | common:PRTS.stateVerbs.sing | против | замужем)',
  /** What an adjective before it belongs to. */
  qualifiable: '(Capital | number)',
  agreeingWord: '(noun | adjective) & !preposition & !never',
  agreesGent: '(<qualifiable> | <agreeingWord> & any:gent)',
  agreesDatv: '(<qualifiable> | <agreeingWord> & (any:datv | any:ablt))',
  agreesAblt: '(<qualifiable> | <agreeingWord> & any:ablt)',
  agreesAccs: '(<qualifiable> | <agreeingWord> & (any:accs | any:gent))',
  agreesLoct: '(<qualifiable> | <agreeingWord> & any:loct)',
  // First names in lower case
  /** Of several: they do not answer. */
  silent: '(word{0,2} не (verb:silentVerbs.!INFN | отзвон-))',
  dayThing: '<thingOfDay> & !@firstOfThings',
  doneToOne: '(verb:doneToOne.plur | дозвониться)',
  /** What is told, given and done to one: писать Дубу, отнесите договор Вишне. */
  tellingOne: '(verb:tellingVerbs | verb:doneToOne | verb:providingVerbs | verb:handingVerbs)',
  /** How one gets to a doctor, a master or a teacher, and who. */
  visit:
    '(/^(?:запи[сш]|перезапи[сш]|перенес|перенос|попа[сд]|направ|подойд|подойти|обрати|обраща|сходи|пойд|ид[ие]|очеред|талон|при[её]м)/ | хочу|хотела|хотел|можно|нужно|надо|мне|бы|были|была|был)',
  visitor: '(меня|нас|дочь|сына|ребенка|маму|мужа|жену|его|ее|их)',
  partOfPlant: '(noun:plantParts | листья | листьев | листьях)',
  formOfGoods: '(dict:flowerNames | listed:flowerNames)',
  providing: '(verb:providingVerbs | выдан- | нужно | надо)',
  handing: '(verb:handingVerbs | common:PRTS.handingVerbs)',
  personalMatter: '(noun:personalMatters | больничн- | выпускн- | выходн-)',
  // Several persons
  givenName: '(Capital & first & everyday & !never & !UPPER)',
  quotedState: '(verb:quotedVerbs.sing.!impr.!neut | занят | занята | уволен | уволена)',
  nounBesideSurnames:
    '(mayBeName & Capital & common:NOUN.nomn.sing & !place & !officeNoun & !institutionNoun & !productNoun & !first & !adjective)',
  brokenThing: 'noun:brokenThings',
};
