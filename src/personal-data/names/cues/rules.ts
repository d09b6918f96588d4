import { type ContextName } from './index.ts';

/** `sure`: marks an unmarked word whatever speaks against it, `cue`: unless anything does, `further`: goes on from what is marked. */
export type Tier = 'sure' | 'cue' | 'further';

/** What a token must be for the rule to be asked about it, and the context in which it marks the name there. */
export type Rule = readonly [slot: string, context: ContextName, tier: Tier];

/** In their order: each sees what the ones before it have marked. */
export const rules: readonly Rule[] = [
  ['latin', 'recordedName', 'sure'],
  ['latin', 'latinRun', 'sure'],
  ['latin', 'latinName', 'sure'],
  ['latin', 'latinLone', 'sure'],
  ['capitalised', 'surnameFirst', 'further'],
  ['capitalised', 'initialsFirst', 'further'],
  [
    '(lower & nameable & (surname|pluralSurname|bearer) | pluralSurname | surnameShape | surname & !common | onlyFirst & Capital) & !place',
    'looseInitials',
    'sure',
  ],
  ['patronymic', 'patronymic', 'further'],
  ['vocative & !UPPER & !(lower & common & !@shortVocatives)', 'shortVocative', 'sure'],
  ['first', 'firstName', 'sure'],
  ['lower & <lowerFirst>', 'personInLower', 'sure'],
  ['capitalised | patronymic | fatherParticle', 'furtherName', 'sure'],
  [
    '<bearable> | shortSurname | <lowerBeside> & (surname|surnameShape|pluralSurname|!known & <unknownSurnameEnd>)',
    'namedBehind',
    'sure',
  ],
  ['<lowerBehindFirst>', 'surnameInLower', 'sure'],
  ['unknownName & !onlyFirst', 'secondSurname', 'sure'],
  [
    '<bearable> | shortSurname | <lowerBeside> & (surname|surnameShape|pluralSurname|place) | <kindAsSurname>',
    'namedAhead',
    'sure',
  ],
  ['capitalised', 'particle', 'further'],
  ['capitalised', 'announced', 'sure'],
  ['capitalised', 'surnamed', 'sure'],
  ['capitalised', 'appointed', 'sure'],
  ['mayBeName & (unknownName|surname|surnameShape|pluralSurname|personNoun|-их|-ых)', 'greetedByName', 'sure'],
  ['mayBeName & Capital & (surname|pluralSurname|unknownName)', 'doer', 'sure'],
  ['mayBeName & Capital & bearer', 'bearerDoer', 'cue'],
  ['<governable>', 'governed', 'cue'],
  ['<everydayForm> | <everydaySubject> | <placeForm>', 'nounSurname', 'sure'],
  ['mayBeName & Capital', 'surnameAlone', 'sure'],
  ['mayBeName & Capital & surnameShape', 'labelledSurname', 'cue'],
  ['mayBeName & surnameLike', 'labelled', 'sure'],
  ['<signable>', 'signed', 'cue'],
  ['<lowerWord> & nameable', 'lowerSurname', 'cue'],
  ['<lowerWord>', 'surnameOfNoun', 'cue'],
  ['lower & surname & !common & !place', 'tenant', 'sure'],
  ['Capital & /^.{2,6}$/', 'korean', 'further'],
  ['capitalised', 'fathersName', 'further'],
  ['mayBeName & Capital', 'withParticle', 'sure'],
  ['Capital & /^.{2,4}$/ & (!never | <vietnamese>) & !verb', 'syllables', 'further'],
  ['unknownName', 'unknownRun', 'sure'],
  ['latin', 'latinDouble', 'further'],
  ['capitalised & (first|surname|surnameShape|pluralSurname)', 'listItem', 'cue'],
  ['<listedName>', 'listedPerson', 'cue'],
  ['unknownName | <member> | Capital & (<oddSurname> | adjective & /[иы]х$/)', 'enumerated', 'cue'],
  [
    '<givenName> | <everydayForm> | <nounBesideSurnames> | Capital & surnameShape | Capital & adjective & /[иы]х$/',
    'besideOthers',
    'sure',
  ],
  ['Capital & /(?:ы|ых|ым|ыми|[сц]ки[ехм])$/', 'namesakesCounted', 'sure'],
  ['Capital & first', 'quotedPerson', 'sure'],
  ['<severals>', 'family', 'cue'],
  ['UPPER', 'onTicket', 'further'],
  ['mayBeName & !known', 'misspelt', 'sure'],
  ['unknownName', 'contrastedDoer', 'sure'],
  ['<contrastable>', 'contrasted', 'cue'],
  ['Capital & (first | unknownName)', 'nameAfterSurname', 'sure'],
  ['letter & !lower', 'bareInitials', 'sure'],
  ['Capital & /../', 'listedWithInitial', 'further'],
  ['<listedWord>', 'listedBeside', 'cue'],
  ['<speaking>', 'speaker', 'sure'],
  ['first | lower & surname', 'trailingInitial', 'further'],
  ['lower & first', 'lowerBesideFirst', 'further'],
  ['unknownName | mayBeName & Capital & noun', 'parallelDoer', 'cue'],
  ['<member> | unknownName', 'parallel', 'cue'],
  ['Capital & !known & /^.{2,4}$/', 'shortened', 'further'],
  ['lower & фон', 'particleBefore', 'sure'],
];

/** A text without any of these has no name: a Cyrillic letter, a capitalised Latin word that begins it, two of them, an initial, or the commonest endings of a surname. */
export const mayHoldName =
  /[Ѐ-ԯ]|^[A-Z][a-z]+[ ,:]|[A-Za-z]{2}[ /,.:!\n]{1,2}[A-Z][A-Za-z]|[A-Za-z]{3} [A-Z]\.|[A-Z]\. ?[A-Z][a-z]|[a-z](?:[eo]va?|enko|sky|skiy|skaya) |[a-z] [a-z]+(?:[eo]va?|enko|sky|skiy|skaya)(?![a-z])/;

/** What a client's name is read behind, since it stands alone. */
export const clientLabel = 'ФИО: ';
