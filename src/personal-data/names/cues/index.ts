import { disjoint, type CueTable } from './cue.ts';
import { dealing } from './dealing.cues.ts';
import { dealtWithNames } from './dealt-with.cues.ts';
import { fame } from './fame.cues.ts';
import { fields } from './fields.cues.ts';
import { goods } from './goods.cues.ts';
import { governed } from './governed.cues.ts';
import { greeting } from './greeting.cues.ts';
import { firstNames } from './first-name.cues.ts';
import { fullNames } from './full-name.cues.ts';
import { heroes } from './heroes.cues.ts';
import { initials } from './initials.cues.ts';
import { introducedNames } from './introduced.cues.ts';
import { latinNames } from './latin.cues.ts';
import { latinRuns } from './latin-runs.cues.ts';
import { lists } from './lists.cues.ts';
import { loneNames } from './lone.cues.ts';
import { lowerCase } from './lower-case.cues.ts';
import { lowerPerson } from './lower-person.cues.ts';
import { lowerName } from './lower-name.cues.ts';
import { marking } from './marking.cues.ts';
import { namesakes } from './namesakes.cues.ts';
import { naming } from './naming.cues.ts';
import { nounSurnamesBehind } from './noun-surname-behind.cues.ts';
import { nounSurnamesPresented } from './noun-surname-presented.cues.ts';
import { nounSurnamesServed } from './noun-surname-served.cues.ts';
import { nounSurnames } from './noun-surname.cues.ts';
import { openings } from './opening.cues.ts';
import { otherSense } from './other-sense.cues.ts';
import { person } from './person.cues.ts';
import { petsAndBots } from './pets-and-bots.cues.ts';
import { places } from './places.cues.ts';
import { presence } from './presence.cues.ts';
import { quotes } from './quotes.cues.ts';
import { records } from './records.cues.ts';
import { several } from './several.cues.ts';
import { streets } from './streets.cues.ts';
import { subjects } from './subjects.cues.ts';
import { surname } from './surname.cues.ts';
import { things } from './things.cues.ts';
import { vocatives } from './vocatives.cues.ts';

const all = disjoint(
  greeting,
  fields,
  naming,
  presence,
  dealing,
  governed,
  person,
  otherSense,
  marking,
  lists,
  several,
  subjects,
  surname,
  nounSurnames,
  nounSurnamesBehind,
  nounSurnamesPresented,
  nounSurnamesServed,
  dealtWithNames,
  lowerCase,
  lowerName,
  lowerPerson,
  places,
  streets,
  quotes,
  things,
  goods,
  namesakes,
  petsAndBots,
  fame,
  heroes,
  firstNames,
  fullNames,
  initials,
  latinNames,
  records,
  latinRuns,
  introducedNames,
  loneNames,
  openings,
  vocatives,
);

/** What a word's surroundings can be. */
export type ContextName = keyof typeof all;

/** All cues by context. */
export const cueTable: CueTable<ContextName> = all;
