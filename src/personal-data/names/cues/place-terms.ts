import { type Terms } from '../patterns.ts';

/** Parts of the patterns of streets, towns, stations and of what has an address. */
export const placeTerms: Terms = {
  // Places
  abbreviation: 'lower & placeNoun & !(noun & /..../)',
  bridges:
    "(word & (title | nameParticle | и | capitalised & (first|surname|adjective|place)) & !placeNoun | character '.'){0,4}",
  ownWord: '!(capitalised & !opens)',
  placeName: 'placeNoun & !имени & !first & !regionNoun & !(с|п|д|к|о|м)',
  longNoun: 'noun & /..../',
  oneWho: '!place & (everyday|surname) & name:nomn & !name:gent & !name:accs',
  everydayWho: '!place & everyday & name:nomn & !name:gent & !name:accs',
  placeBehind: 'placeNoun & /.../ & !first',
  ofPlace: '(adjective | surnameLike | /[иы]й$|ая$|ьин[аоу]?$|(?:ов|ев|ин)ы$|[оы]е$|[оы][мй]$|ого$/)',
  town: '(capitalised & place)',
  onlyTown: 'capitalised & place & !surname & !first & !common',
  reaching: 'common:reachingVerbs',
  fault: '(common:NOUN.faults.nomn.sing | сомневаюсь | уверен | уверена | /^ошиб(?:ся|лась)$/)',
  townAfter: 'place & !#womanInAccusative & !#reached & !#madeOutTo & !#beforeSurname',
  village: '(surname | surnameShape & !known & Capital) & !first & !place & !#womanInAccusative',
  /** What is passed and met at: a station of the underground, a suburb, an airport. */
  landmark: '(capitalised & (@stations | suburb & -а))',
  halt: '(lower & /^(?:метро|станци[яиюей]+|платформ[аыеуой]+|остановк[аиеуой]+|полустан(?:ок|ке|ка))$/)',
  adjectiveStation: 'capitalised & /[сц]кой$/ & !#reached',
  /** What stands or waits where somebody can be picked up. */
  halted: '(common:haltVerbs | verb:pickingVerbs.!past | noun:haltPlaces | живу | живем | живет)',
  waiting:
    '(verb:waitingVerbs.!past | verb:pickingVerbs.impr | verb:openingVerbs.past | common:NOUN.haltPlaces.nomn.sing)',
  /** How one gets on from a station. */
  onFoot: '(verb:walkVerbs.!past | common:walkWords | @walkWords)',
  /** Moves by which one comes from a station or to one. */
  ride: '(verb:rideVerbs | noun:rideNouns | доставл- | пешком)',
  destination: '(common:NOUN.destinations.gent.sing | конечной | тц)',
  partOfWorld: 'common:ADJF.partsOfWorld.sing',
  // Streets
  genitive: '(any:gent | !hasCases & streetName | !hasCases & surnameShape & (-а|-ого|-ой|-овых|-иных))',
  onlyMansNominative: 'name:masc.nomn & !(name:gent|name:datv|name:accs|name:ablt|name:loct)',
  ofHouse: '<genitive> & !onlyFirst & !(surname & <onlyMansNominative>) & !#behindOwnSurname',
  ofOwner: 'у|от|для|к|ко|про|без|roleNoun|profession|noun:workersThings|noun:ownersThings|больничн-',
  houseWord: '(lower & (д|дом|корп|стр))',
  housePart: 'noun:houseParts',
  unit: '(noun:units | взросл-)',
  noTime: "(!<unit> & !'.:' | '.:' !number)",
  noCount:
    "(!<unit> & !'.:' & !number & !(lower & (<housePart> | noun & !preposition & !verb & /.../)) & !(с & Capital) | lower & <housePart> & !<unit> (number | '.') | '.:' !number)",
  streetNoun: '(улиц-|ул|проспект-|бульвар-)',
  womansGenitive: '(name:femn.gent | name:ms-f.gent)',
  listedAlone: '(capitalised & streetName)',
  approach: '(noun:approaches | въехать | заехать | заезжать | въезжать | выехать | выезжать)',
  corner: '(угл-|угол|пересечени-|перекресток|перекрестке|перекрестка)',
  objection: '(нет | не | noun:objections | возраж-)',
  madeOut: '(common:PRTS.madeOutVerbs | common:PRTF.madeOutVerbs)',
  alone: '!#madeOver & !#beforeCapital',
  /** What has an address, so that на behind it and a genitive is a street. */
  premises: '(noun:premises | шашлычной | шашлычную | булочной | булочную)',
};
