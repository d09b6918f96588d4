import { type Gap, messageWords } from './message-words.ts';
import { phraseMatchers, type PhraseMatcher } from './phrase-matcher.ts';
import { bareRequests, courtesies, phraseLists, stockPhrases } from './stock-phrases.ts';

const { clarify, attach, callOrWrite, closing } = stockPhrases;
const phrasesOf = (...kinds: readonly { readonly ru: readonly string[]; readonly en: readonly string[] }[]) =>
  kinds.flatMap(({ ru, en }) => [...ru, ...en]);

const prepareMatchers = () =>
  phraseMatchers({
    ...phraseLists,
    request: phrasesOf(clarify, attach),
    contactOrClosing: phrasesOf(bareRequests, callOrWrite, closing),
    furtherRequest: ['и|или|либо|а|and|or? также|also? {further request}'],
    courtesy: Object.values(courtesies).flat(),
    // "Пришлите номер заказа, дату покупки и …", "Пришлите: 1) номер заказа; 2) …"
    furtherObject: [
      'и|или|либо|а|and|or|along|as также|also|with|well|as? as? {asked}|{attachment}|{the attachment}|{further request}',
      'если|при <question>',
    ],
    furtherAfterPause: [
      '{asked}|{attachment}|{the attachment}|{further request}',
      '<item>',
      'желательно|лучше|например|включая|а|в|то именно|том|есть? числе? <words>',
      '*нного|*нный|*нную|*нное|*нные|*нных|*щего|*щий|*щую|*щие <words>',
    ],
    listItem: ['{known}|{attachment}|{the asked}|{the attachment}', '1|2|3|4|5|6|7|8|9|10|11|12', 'а|б|в|г|д'],
    conjunction: ['поэтому|и|а|но|или|либо|также|тогда|иначе|and|or|but|then|so'],
  });

/** Of this thread, from its first message on: threads that only read have none. */
let matcherOf: ReturnType<typeof prepareMatchers> | undefined;

/** A longer message is never stock, which bounds the cost. In UTF-16 units and in words. */
const maxLength = 2000;
const maxWords = 240;

/** States (bits) of what the message has up to a word. */
const noPhrase = 1;
const contactOrClosing = 2;
const request = 4;
/** A request whose object may continue. */
const openRequest = 8;
/** Something missing: part of a stock message only together with a request. */
const lacking = 16;
const stock = contactOrClosing | request | openRequest;

const addStates = (reached: Uint8Array, ends: readonly number[], states: number) => {
  for (const end of ends) reached[end] = (reached[end] ?? 0) | states;
};

/** A courtesy ends the object of a request. */
const afterCourtesy = (states: number) => (states & openRequest ? (states & ~openRequest) | request : states);

const afterContactOrClosing = (states: number) =>
  (states & (noPhrase | contactOrClosing) ? contactOrClosing : 0) |
  (states & (request | openRequest) ? request : 0) |
  (states & lacking);

const afterLack = (states: number) =>
  (states & (noPhrase | contactOrClosing | lacking) ? lacking : 0) | (states & (request | openRequest) ? request : 0);

const step = (match: PhraseMatcher, reached: Uint8Array, [at, gap]: readonly [number, Gap]) => {
  const states = reached[at] ?? 0;
  addStates(reached, match('request', at), openRequest);
  addStates(reached, match('contactOrClosing', at), afterContactOrClosing(states));
  addStates(reached, match('courtesy', at), afterCourtesy(states));
  addStates(reached, match('conjunction', at), states);
  addStates(reached, match('filler', at), states);
  if (gap !== 'none') addStates(reached, match('lacking', at), afterLack(states));
  if (states & stock && gap !== 'stop') addStates(reached, match('furtherRequest', at), openRequest);
  if (states & openRequest && gap !== 'stop') addStates(reached, match('furtherObject', at), openRequest);
  if (states & openRequest && gap === 'pause') addStates(reached, match('furtherAfterPause', at), openRequest);
  if (states & (request | openRequest)) addStates(reached, match('listItem', at), openRequest);
};

/**
 * Whether a cleaned message consists of stock phrases only (docs/contract.md, "Tickets"): at least one of them, and otherwise only courtesies. Masks such
 * as [ИМЯ] count as words. Linear in the length; a message of more than 2 000 characters or 240 words is never stock.
 */
export const isStockMessage = (message: string): boolean => {
  if (message.length > maxLength) return false;
  const parsed = messageWords(message);
  if (parsed.words.length > maxWords) return false;
  const match = (matcherOf ??= prepareMatchers())(parsed);
  const reached = new Uint8Array(parsed.words.length + 1);
  reached[0] = noPhrase;
  for (let at = 0; at < parsed.words.length; at++) {
    if (reached[at]) step(match, reached, [at, parsed.gaps[at] ?? 'stop']);
  }
  return ((reached[parsed.words.length] ?? 0) & stock) !== 0;
};
