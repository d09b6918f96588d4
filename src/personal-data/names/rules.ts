import { korean, syllables } from './asian-names.ts';
import { brandAfterSurname, contrasted } from './contrasted-names.ts';
import { type NameDocument } from './document.ts';
import { enumerated, family, listItem, onTicket, parallel } from './enumerated-names.ts';
import { firstName, patronymic, shortVocative } from './first-names.ts';
import { initials, looseInitials } from './initials.ts';
import { afterPersonNoun, afterSurnameWord, announced, besideHumanVerb, greeted } from './introduced-names.ts';
import { latinDouble, loneSurname, unknownPair, withParticle } from './lone-names.ts';
import { lowerSurname } from './lower-surnames.ts';
import { labelled, signed } from './signed-surnames.ts';

/** The rules for names in their order; each sees what the ones before it have marked. */
export const nameRules: readonly ((document: NameDocument, at: number) => void)[] = [
  initials,
  looseInitials,
  patronymic,
  shortVocative,
  firstName,
  announced,
  afterSurnameWord,
  afterPersonNoun,
  greeted,
  besideHumanVerb,
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
  parallel,
];
