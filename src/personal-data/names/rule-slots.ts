/** What a word must be for a rule to be asked about it, by the rule: the rules pass over all other words. */
export const slotOfRule = {
  looseInitials: '(lower & (surname|pluralSurname|bearer) | pluralSurname | surnameShape | surname & !common) & !place',
  patronymic: 'patronymic',
  shortVocative: 'vocative & !UPPER & !(lower & common)',
  firstName: 'first',
  announced: 'capitalised',
  afterSurnameWord: 'capitalised',
  afterPersonNoun: 'capitalised',
  greeted: 'mayBeName & (unknownName|surname|surnameShape|pluralSurname|personNoun|-их|-ых)',
  nextToHumanVerb: 'mayBeName & Capital & (surname|pluralSurname|unknownName)',
  loneSurname: 'mayBeName & Capital',
  labelled: 'mayBeName & (surnameShape|surnameLike)',
  signed: 'mayBeName & (surname|surnameShape|surnameLike)',
  lowerSurname: 'lower & !first & !roleNoun',
  korean: 'Capital & /^.{2,6}$/',
  withParticle: 'capitalised',
  syllables: 'Capital & /^.{2,4}$/ & !never & !verb',
  unknownPair: 'unknownName',
  latinDouble: 'word',
  listItem: 'capitalised & !never & !brand & (first|surname|surnameShape|pluralSurname)',
  enumerated: 'unknownName | Capital & (surname|pluralSurname|bearer) & !never & !brand',
  family: 'mayBeName & Capital & (-и|-ы|-ых|-ым|-ыми)',
  onTicket: 'UPPER',
  contrasted: 'mayBeName | lower & (pluralSurname | surname & !common)',
  brandAfterSurname: 'Capital & brandName & first',
  trailingInitial: 'first',
  parallel: 'unknownName | Capital & (surname|pluralSurname|bearer) & !never & !brand | mayBeName & Capital & noun',
} as const;

/** These tests in the order of the rules. */
export const ruleSlots: readonly string[] = Object.values(slotOfRule);
