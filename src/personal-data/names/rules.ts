import { korean, syllables } from './asian-names.ts';
import { contrasted } from './contrasted-names.ts';
import { type NameDocument } from './document.ts';
import { enumerated, family, listItem, onTicket, parallel } from './enumerated-names.ts';
import { brandAfterSurname, firstName, patronymic, shortVocative } from './first-names.ts';
import { initials, looseInitials, trailingInitial } from './initials.ts';
import { afterPersonNoun, afterSurnameWord, announced, nextToHumanVerb, greeted } from './introduced-names.ts';
import { latinDouble, loneSurname, unknownPair, withParticle } from './lone-names.ts';
import { lowerSurname } from './lower-surnames.ts';
import { slotOfRule } from './rule-slots.ts';
import { labelled, signed } from './signed-surnames.ts';

type NameRule = (document: NameDocument, at: number) => void;

/** The rule for letters alone. */
export const letterRule: NameRule = initials;

/** The rules for words in their order (`slotOfRule`); each sees what the ones before it have marked. */
const rules: Readonly<Record<keyof typeof slotOfRule, NameRule>> = {
  looseInitials,
  patronymic,
  shortVocative,
  firstName,
  announced,
  afterSurnameWord,
  afterPersonNoun,
  greeted,
  nextToHumanVerb,
  loneSurname,
  labelled,
  signed,
  lowerSurname,
  korean,
  withParticle,
  syllables,
  unknownPair,
  latinDouble,
  listItem,
  enumerated,
  family,
  onTicket,
  contrasted,
  brandAfterSurname,
  trailingInitial,
  parallel,
};

/** The rules, each at the number that its slot has. */
export const nameRules: readonly NameRule[] = (Object.keys(slotOfRule) as (keyof typeof slotOfRule)[]).map(
  (name) => rules[name],
);
