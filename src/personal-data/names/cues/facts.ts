import { type Terms } from '../patterns.ts';

const nounOfSeveral = 'dict:!ADJS.!ADJF.!Geox';

/** Properties of a word as it is written, whatever stands beside it: each is said in others (docs/personal-data.md, "Properties of words"). */
export const facts = {
  /** The dictionary has it in some sense, or both its halves are names. */
  known: 'dict:any | <joined> & (first | surname)',
  /** A listed first name, one the dictionary has, or an unknown word built like one. */
  firstName: 'listed:any | !@namelikePlaces & dict:Name.!plur | !dict:any & (@diminutive | @eastern)',
  /** It can be a first name. */
  first: 'firstName | <joined> & left:first & right:first & !left:brandName',
  /** It can be a first name of every day. */
  everyday: 'listed:any | dict:Name.everydayNames | !dict:any & @diminutive | <joined> & first',
  /** A form in which a name of every day is listed. */
  everydayForm: '@everydayNames',
  /** A short name that is an assistant's, a brand's or a system's as well. */
  brandName: '@brandNames | dict:brandNames',
  /** A surname the dictionary has; of a double one both halves. */
  surname:
    'dict:Surn | <joined> & (left:surname | left:surnameShape | left:adjective & right:surname) & (right:surname | right:surnameShape)',
  /** A surname that is far more frequent than the town of that name: Борисов. */
  oftenSurname: 'dict:Surn.namesakesOfTowns',
  place: 'place:any | @namelikePlaces | @pluralTowns',
  /** A suburb, a quarter or an airport in -о, in a case that a surname has as well: у Внукова. */
  suburb: 'townInO:@suburbs',
  /** It has a sense that is no proper name. */
  common: 'common:any & !<withYo>',
  noun: 'common:NOUN & !<withYo>',
  adjective: 'common:ADJF.adjective | common:ADJF & !@possessive | common:PRTF',
  /** A short participle or adjective: дан, мила. */
  predicate: 'common:PRTS | common:ADJS',
  verb: 'common:VERB | common:PRED',
  preposition: 'common:PREP',
  /** The noun is one person or thing. */
  singular: '!common | common:NOUN.!plur',
  /** Its sense that is no proper name can be a nominative. */
  commonNominative: 'common:nomn.!plur',
  /** Its name sense can be a nominative. */
  nameNominative: 'listed:nomn | dict:Name.nomn.!plur | dict:Surn.nomn.!plur | dict:Patr.nomn.!plur',
  /** It needs a person's context: an everyday word in this very form. */
  wordlike: '@wordlikeForms & (common | dict:Geox) & !<withYo>',
  /** A form that is a noun of every day before it is a name's. */
  thingForm: '@thingForms',
  never: '@neverNames',
  brandWord: '@brands',
  /** A brand in any case, Логитека; a word the dictionary knows only as it is listed. */
  brand: 'brandWord | !dict:any & brandStem:brandWord',
  // Nouns, in any form
  /** A noun for a person that a name follows in every position: оператор, клиент. */
  roleNoun: 'listedRole | !dict:any & (newRole | roleStem:newRole) | <joined> & left:listedRole & right:listedRole',
  listedRole: 'noun:roleNouns',
  newRole: '@newRoles',
  /** A noun for a person, of the list or any animate one. */
  personNoun: 'roleNoun | common:NOUN.anim & /../ & !animalNoun & !common:ADJF & !common:PREP',
  /** A noun for a living being that is a surname as well, of no pet: мельник, сорока. */
  bearer: 'noun:bearerNouns',
  /** Any noun that is a surname as well: весна, груша. */
  nounSurname: 'bearer | noun:surnameNouns',
  /** A noun that says what a person does, by its ending. */
  profession: 'common:NOUN.anim.profession | !dict:any & !listed:any & !@eastern & @unknownProfession & !@bot',
  /** A noun for an office or an activity, by its ending: регистратура, приемная. */
  officeNoun: 'common:NOUN.!anim.office & /../',
  /** A noun for an animal or a machine, whose name is no person's. */
  animalNoun:
    'noun:animals | @bot | !common & (@newAnimals | brandStem:@newAnimals) | <joined> & !surname & (left:animalNoun | right:animalNoun)',
  placeNoun: 'noun:placeNouns',
  /** A noun of a part of a business or of transport that is called by its town: склад, рейс. */
  branchNoun: 'noun:branchNouns',
  regionNoun: 'noun:regionNouns',
  settlementNoun: 'noun:settlementNouns',
  institutionNoun: 'noun:institutionNouns | left:institutionWord | right:institutionWord',
  institutionWord: '@institutionNouns & /..../',
  productNoun: 'noun:productNouns | noun:makerNouns | noun:vesselNouns',
  /** A noun of goods that are called by a designer's full name: духи, сумка. */
  makerNoun: 'noun:makerNouns',
  vesselNoun: 'noun:vesselNouns',
  /** A noun of food or drink, which is called by a name and seldom by its owner's. */
  dishNoun: 'noun:dishNouns',
  /** A noun of things that are called by whoever found them, and that have owners as well. */
  eponymNoun: 'noun:eponymNouns',
  /** A language or database that is called like a person. */
  techName: '@techNames | dict:techNames | listed:techNames',
  /** A hero's name by which a work is called. */
  heroName: '@heroNames | dict:heroNames | listed:heroNames',
  /** A name that is that of a dish, a drink or a brand of food as well. */
  goodsName: '@goodsNames | dict:goodsNames | listed:goodsNames',
  /** Луна, Дума, Интернет: there is one, and no person. */
  uniqueNoun: 'noun:uniqueNouns',
  title: 'noun:titles',
  // Verbs, in any form
  humanVerb: 'verb:humanVerbs',
  /** A person's verb whose object is a person too: позвонить, спросить. */
  personVerb: 'verb:humanVerbs.!objectVerbs',
  /** A verb that only a person does, in the past tense: пообещал, сказала. */
  pastPersonVerb: 'verb:past.humanVerbs.!objectVerbs.!deviceVerbs.!motionVerbs',
  /** звонил, ответила, приветствует. */
  contactVerb: 'verb:contactVerbs',
  /** A verb of coming and going, of persons and goods. */
  motionVerb: 'verb:motionVerbs',
  /** A verb of several persons: сообщили. */
  pluralVerb: 'verb:plur & !verb:!plur',
  // Words as they are written
  letter: 'word & /^.$/',
  /** It has forms as a name. */
  hasForms: 'name:any',
  /** It has cases in some sense. */
  hasCases: 'any:C | any:voct',
  /** More a form of a woman's name than of a man's: Виктории is also one of Викторий, which is not in use, Толстой a nominative. */
  woman: '(name:C.femn & !name:C.masc | name:voct.femn & !name:masc) & !mansGenitive & !mansDative',
  mansGenitive: 'name:masc.gent & !name:femn.gent',
  mansDative: 'name:masc.datv & !name:femn.datv',
  /** With a capital and longer than a letter. */
  capitalised: 'UPPER | Capital & /../',
  greeting: '@greetingEnds',
  /** A rank or a calling in the genitive that streets begin with: маршала. */
  streetTitle: '@streetTitles',
  /** Someone whom streets all over the country are named after, in the genitive: ленина. */
  streetName: '@streetNames | @furtherStreetNames',
  /** One of them in the nominative: чайковский. */
  streetPerson: 'inGenitive:streetName',
  /** The first name of someone whose full name streets have: карла. */
  beginsStreet: '@fullStreetNames',
  /** де, ван, бин. */
  nameParticle: '@nameParticles',
  /** оглы, кызы, уулу. */
  fatherParticle: '@fatherParticles',
  /** Ли, Ю, Шин: words of every day but for a capital where a person is named. */
  shortSurname: '@shortSurnames',
  /** A document made out to a person, or what is done to one: на after it is no street's. */
  issued: '@issued',
  // Endings
  /** An unknown word built like a surname, or one known only as the genitive of several persons. */
  surnameShape:
    '@surname & !<thingShape> & !dict:!Name.!Surn.!Patr & !dict:!NOUN & !dict:!plur & !dict:!gent.!accs | <joined> & !surname & (right:surnameShape | right:surname | right:pluralSurname) & right:surnameLike',
  /** A word, known or not, with the endings of -ов, -ев, -ин: Шумов. */
  surnameLike: '@possessive',
  /** Known only as the genitive of several things, ветров, горбунков: in a person's place a surname. Towns and adjectives, Львов and хромовый, change nothing about it. */
  pluralSurname: `surnameLike & !dict:Surn & dict:!Geox & !${nounOfSeveral}.!plur & !${nounOfSeveral}.!NOUN & !${nounOfSeveral}.!gent.!accs`,
  patronymic: 'dict:Patr | @spokenPatronymic | !dict:any & (fatherOf:fathersName | @patronymic)',
  fathersName: 'listed:nomn | dict:Name.nomn',
  /** An unknown word built like an institution's. */
  institutionShape: '!dict:any & <thingShape>',
  /** The dative or ablative of several: Викиновостям. */
  pluralShape: '-ям | -ями | -ами',
  /** A first name of every day as it is listed or built. */
  shortName: 'listed:nomn | @diminutive',
  /** A short form of address, Саш, Викусь; an everyday word counts as listed only. */
  vocative: '@shortVocatives | !common & !never & (cutInA:shortName | cutInYa:shortName)',
  // Conclusions
  /** It can be nothing but a first name. */
  onlyFirst:
    '<withYo> | first & (<joined> & (left:everyday | left:onlyFirst) & (right:everyday | right:onlyFirst) | !<joined> & !common & (!place | @oftenFirst) & !brand & !brandName & !wordlike & !never & /.../)',
  /** It can be a name in lower case. With юзер головко: an unknown word in -ко is a surname where a person is named. */
  nameable:
    'first | surname | patronymic | surnameShape & !<joined> | pluralSurname | vocative | !dict:any & /[бвгджзклмнпрстфхцчшщ]ко$/',
  mixed: '/[а-яё][А-ЯЁ]/',
  /** A capitalised word that may be a name at all: no brand, greeting, role or word of every message. */
  mayBeName:
    'capitalised & !mixed & !/^[А-ЯЁ]-|^[А-ЯЁ]{2,}[а-яё]/ & !<lowerPart> & !never & !brand & !greeting & !placeNoun & !roleNoun & !profession',
  /** A capitalised word without an everyday sense: unknown, or a name only. */
  unknownName:
    'mayBeName & Capital & (!known | surname & !common | onlyFirst) & !institutionShape & !pluralShape & !place',
  /** What was learnt may decide about it: places, institutions and brands by no other sense are none of its business. */
  weighable:
    'word & /../ & !(place & !first & !surname & !nounSurname) & !institutionShape & !pluralShape & !mixed & !uniqueNoun & !<lowerPart>',
  // What is asked of the words of a name, and of those that may be its other forms
  person: 'first | surname | surnameShape | patronymic',
  recurring: 'word & /.../ & !patronymic',
  otherForm: 'word & /.../ & !never & (!lower | !common & !place & (surname | first | !known))',
  adjectiveForm: '!lower & adjective',
} as const satisfies Terms;

/** Readings that are no proper name. */
const own = '!Name.!Surn.!Patr.!Geox.!Orgn.!Trad.!Init';

/** The senses of a word: which of its readings by the dictionary and the lists are asked, in `*`. */
export const senses: Terms = {
  any: 'dict:* | listed:*',
  /** As a person's name; first names have no plural here, families do. Римский-Корсаков is declined as his second name is. */
  name: 'dict:*.Name.!plur | dict:*.Surn | dict:*.Patr | listed:* | <joined> & right:name:*',
  /** Котова is Mr Kotov's rather than the village of Котово's, and Быков is no village of several bulls. */
  place: 'dict:*.Orgn | dict:*.Geox.!plur.!village | !dict:Surn & dict:*.Geox',
  /** As no proper name. Петрова is a surname before it is something of Peter's; страховой is an adjective like any other. */
  common: `(dict:*.${own}.!ADJF.!ADJS | dict:*.${own}.adjective | !(dict:Surn & @possessive) & dict:*.${own}) & !@rareSenses`,
  /** As a noun of a list, which the dictionary may not have. */
  noun: '@* | abbreviationStem:@* | common:NOUN.* & /../',
  verb: 'common:VERB.* | common:INFN.*',
};

/** A property of a word. */
export type FactName = keyof typeof facts;

/** Parts of the properties. */
export const factTerms: Terms = {
  /** Two words that the dictionary does not have as one: what they are depends on each. */
  joined: '(!dict:any & /^[^-]{2,}-[^-]{2,}$/)',
  /** With its ё Тёма is no subject. */
  withYo: '/^[Тт][Ёё][Мм](?:[аыеуАЫЕУ]|[Оо][йюЙЮ])$/',
  thingShape: '(@compound | @institution & !@possessive)',
  /** ИТ-отдела, Робот-пылесос: a name goes on in lower case only with such endings. */
  lowerPart:
    '/[А-яЁё][-‐‑](?!(?:оглы|оглу|кызы|заде|бек|хан|ага|джан|баши|паша|ака|апа|эже|байке|хоним|оол|кыс|младш|старш)(?:ий|его|ему|им|ем|ая|ей|ую|а|у|ом|е)?(?![а-яё]))[а-яё]/',
};
