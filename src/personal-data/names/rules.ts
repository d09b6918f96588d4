import { korean, syllables } from './asian-names.ts';
import { type ContextName } from './cues/index.ts';
import { mark, stands, isNoPerson, type NameDocument } from './document.ts';
import { firstName, patronymic, shortVocative } from './first-names.ts';
import { initials, looseInitials } from './initials.ts';
import { afterPersonNoun, afterSurnameWord, announced, greeted, nextToHumanVerb } from './introduced-names.ts';
import { latinDouble, loneSurname, unknownPair, withParticle } from './lone-names.ts';

type NameRule = (document: NameDocument, at: number) => void;

/** The rule for letters alone. */
export const letterRule: NameRule = initials;

/** Marks an unmarked word in a context, unless anything speaks against a person there. */
const inContext =
  (context: ContextName): NameRule =>
  (document, at) => {
    if (!document.marked[at] && stands(document, context, at) && !isNoPerson(document, at)) mark(document, at, at);
  };

/** Marks the tokens from one offset from the word to another, whatever speaks against it. */
const surely =
  (context: ContextName, from = 0, to = 0): NameRule =>
  (document, at) => {
    if (stands(document, context, at)) mark(document, at + from, at + to);
  };

/** What a word must be for a rule to be asked about it, and the rule, in their order; each sees what the ones before it have marked. */
const rules: readonly (readonly [slot: string, NameRule])[] = [
  [
    '(lower & (surname|pluralSurname|bearer) | pluralSurname | surnameShape | surname & !common) & !place',
    looseInitials,
  ],
  ['patronymic', patronymic],
  ['vocative & !UPPER & !(lower & common)', shortVocative],
  ['first', firstName],
  ['capitalised', announced],
  ['capitalised', afterSurnameWord],
  ['capitalised', afterPersonNoun],
  ['mayBeName & (unknownName|surname|surnameShape|pluralSurname|personNoun|-их|-ых)', greeted],
  ['mayBeName & Capital & (surname|pluralSurname|unknownName)', nextToHumanVerb],
  ['mayBeName & Capital', loneSurname],
  ['mayBeName & Capital & surnameShape', inContext('labelledSurname')],
  ['mayBeName & surnameLike', surely('labelled')],
  ['<signable>', inContext('signed')],
  ['lower & !first & !roleNoun', inContext('lowerSurname')],
  ['lower & surname & !common & !place', surely('tenant')],
  ['Capital & /^.{2,6}$/', korean],
  ['capitalised', withParticle],
  ['Capital & /^.{2,4}$/ & !never & !verb', syllables],
  ['unknownName', unknownPair],
  ['word', latinDouble],
  ['capitalised & (first|surname|surnameShape|pluralSurname)', inContext('listItem')],
  ['unknownName | <member>', inContext('enumerated')],
  ['<severals>', inContext('family')],
  ['UPPER', surely('onTicket', 0, 2)],
  ['mayBeName & !known', surely('misspelt')],
  ['unknownName', surely('contrastedDoer')],
  ['<contrastable>', inContext('contrasted')],
  ['brandName & first', surely('brandAfterSurname')],
  ['first', surely('trailingInitial', 1, 2)],
  ['unknownName | mayBeName & Capital & noun', inContext('parallelDoer')],
  ['<member>', inContext('parallel')],
];

/** What a word must be for the rule of the same number. */
export const ruleSlots = rules.map(([slot]) => slot);

export const nameRules = rules.map(([, rule]) => rule);
