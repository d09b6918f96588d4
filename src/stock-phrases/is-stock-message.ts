import { messageWords, type Gap } from './message-words.ts';
import { phraseReaders, type PhraseReader } from './phrase-matcher.ts';
import { courtesies, phraseLists, stockPhrases } from './stock-phrases.ts';

const { clarify, attach, callOrWrite, closing } = stockPhrases;
const formsOf = (...kinds: readonly { readonly ru: readonly string[]; readonly en: readonly string[] }[]) =>
  kinds.flatMap(({ ru, en }) => [...ru, ...en]);

const readersOf = phraseReaders({
  ...phraseLists,
  request: formsOf(clarify, attach),
  summons: formsOf(callOrWrite, closing),
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
  listed: ['{known}|{attachment}|{the asked}|{the attachment}', '1|2|3|4|5|6|7|8|9|10|11|12', 'а|б|в|г|д'],
  joint: ['поэтому|и|а|но|или|либо|также|тогда|иначе|and|or|but|then|so'],
});

/** No stock message is longer (UTF-16 units, words): what a longer text costs does not grow. */
const longestStockMessage = 2000;
const mostStockWords = 240;

/**
 * What has been read up to a word: no stock phrase yet; a call or closing; a request; a request whose object may still
 * go on; something lacking, which only a request makes part of a stock message.
 */
const nothing = 1;
const summoned = 2;
const requested = 4;
const goesOn = 8;
const lacking = 16;
const stock = summoned | requested | goesOn;

const add = (reached: Uint8Array, ends: readonly number[], states: number) => {
  for (const end of ends) reached[end] = (reached[end] ?? 0) | states;
};

/** A courtesy ends the object of a request. */
const closed = (states: number) => (states & goesOn ? (states & ~goesOn) | requested : states);

const afterSummons = (states: number) =>
  (states & (nothing | summoned) ? summoned : 0) | (states & (requested | goesOn) ? requested : 0) | (states & lacking);

const afterLack = (states: number) =>
  (states & (nothing | summoned | lacking) ? lacking : 0) | (states & (requested | goesOn) ? requested : 0);

const step = (read: PhraseReader, reached: Uint8Array, [at, gap]: readonly [number, Gap]) => {
  const states = reached[at] ?? 0;
  add(reached, read('request', at), goesOn);
  add(reached, read('summons', at), afterSummons(states));
  add(reached, read('courtesy', at), closed(states));
  add(reached, read('joint', at), states);
  add(reached, read('loose', at), states);
  if (gap !== 'none') add(reached, read('lacking', at), afterLack(states));
  if (states & stock && gap !== 'stop') add(reached, read('furtherRequest', at), goesOn);
  if (states & goesOn && gap !== 'stop') add(reached, read('furtherObject', at), goesOn);
  if (states & goesOn && gap === 'pause') add(reached, read('furtherAfterPause', at), goesOn);
  if (states & (requested | goesOn)) add(reached, read('listed', at), goesOn);
};

/**
 * Returns whether a cleaned message consists of stock phrases (rule 5 of the contract): at least one of them, and nothing
 * else but courtesies; masks such as [ИМЯ] count as words. Takes time linear in the message's length; one of more than 2 000 characters or 240 words is none.
 */
export const isStockMessage = (message: string): boolean => {
  if (message.length > longestStockMessage) return false;
  const parsed = messageWords(message);
  if (parsed.words.length > mostStockWords) return false;
  const read = readersOf(parsed);
  const reached = new Uint8Array(parsed.words.length + 1);
  reached[0] = nothing;
  for (let at = 0; at < parsed.words.length; at++) {
    if (reached[at]) step(read, reached, [at, parsed.gaps[at] ?? 'stop']);
  }
  return ((reached[parsed.words.length] ?? 0) & stock) !== 0;
};
