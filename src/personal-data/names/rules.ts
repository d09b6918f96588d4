import { type ContextName } from './cues/index.ts';
import { mark, rangeAt, stands, isNoPerson, type NameDocument } from './document.ts';
import { markFullName } from './full-name.ts';
import { initials, looseInitials } from './initials.ts';
import { latinDouble } from './latin-names.ts';

type NameRule = (document: NameDocument, at: number) => void;

/** The rule for letters alone. */
export const letterRule: NameRule = initials;

/** Marks an unmarked word in a context, unless anything speaks against a person there. */
const inContext =
  (context: ContextName): NameRule =>
  (document, at) => {
    if (!document.marked[at] && stands(document, context, at) && !isNoPerson(document, at)) mark(document, at, at);
  };

/** Marks what a cue of the context names, of an unmarked word or, to extend a name, of any. */
const naming =
  (context: ContextName, isFurther = false): NameRule =>
  (document, at) => {
    const range = isFurther || !document.marked[at] ? rangeAt(document, context, at) : undefined;
    if (range) mark(document, ...range);
  };

/** A patronymic with the first name before it and the surname. */
const patronymic: NameRule = (document, at) => {
  if (!stands(document, 'patronymic', at)) return;
  if (stands(document, 'behindFirst', at)) markFullName(document, at - 1);
  else if (!document.marked[at]) markFullName(document, at);
};

/** A first name with the patronymic and the surname beside it. */
const firstName: NameRule = (document, at) => {
  if (!document.marked[at] && stands(document, 'firstName', at)) markFullName(document, at);
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
  ['vocative & !UPPER & !(lower & common)', naming('shortVocative')],
  ['first', firstName],
  ['capitalised', naming('announced')],
  ['capitalised', naming('surnamed')],
  ['capitalised', naming('appointed')],
  ['mayBeName & (unknownName|surname|surnameShape|pluralSurname|personNoun|-их|-ых)', naming('greetedByName')],
  ['mayBeName & Capital & (surname|pluralSurname|unknownName)', naming('doer')],
  ['mayBeName & Capital', naming('surnameAlone')],
  ['mayBeName & Capital & surnameShape', inContext('labelledSurname')],
  ['mayBeName & surnameLike', surely('labelled')],
  ['<signable>', inContext('signed')],
  ['lower & !first & !roleNoun', inContext('lowerSurname')],
  ['lower & surname & !common & !place', surely('tenant')],
  ['Capital & /^.{2,6}$/', naming('korean', true)],
  ['capitalised', naming('fathersName', true)],
  ['mayBeName & Capital', naming('withParticle')],
  ['Capital & /^.{2,4}$/ & !never & !verb', naming('syllables', true)],
  ['unknownName', naming('unknownRun')],
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
