import { conversationSteps, fieldWithLinks, type IsNotName } from './clean.ts';
import { cleanAddress } from './clean-address.ts';

/** The cleaning of the tickets of one collection (`Cleaning` in the domain). */
export const cleaningWith = (isNotName?: IsNotName) => ({
  conversation: (texts: readonly string[], client: string) => conversationSteps(texts, client, isNotName),
  field: fieldWithLinks,
  address: cleanAddress,
});
