import { messageWords, type Gap } from './message-words.ts';
import { phraseReaders, type PhraseReader } from './phrase-reader.ts';
import { courtesies, phraseLists, stockPhrases } from './stock-phrases.ts';

const requests = [stockPhrases.clarify, stockPhrases.attach, stockPhrases.callOrWrite, stockPhrases.closing];

const readersOf = phraseReaders({
  ...phraseLists,
  stock: requests.flatMap(({ ru, en }) => [...ru, ...en]),
  courtesy: Object.values(courtesies).flat(),
  // "Пришлите номер заказа, дату покупки и …", "Пришлите: 1) номер заказа; 2) …"
  furtherObject: ['и|или|либо|а|and|or также? {asked}|{attachment}', 'если|при <question>'],
  furtherAfterPause: ['{asked}|{attachment}'],
  listed: ['{known}|{attachment}', '1|2|3|4|5|6|7|8|9|10|11|12', 'а|б|в|г|д'],
  joint: ['поэтому|и|а|но|или|либо|также|тогда|иначе|and|or|but|then|so'],
});

/** No stock message is longer (UTF-16 units, words): what a longer text costs does not grow. */
const longestStockMessage = 2000;
const mostStockWords = 300;

/** What has been read up to a word: a stock phrase somewhere before, and whether its object may still go on. */
const nothing = 1;
const stockSeen = 2;
const stockGoesOn = 4;

const add = (reached: Uint8Array, ends: readonly number[], states: number) => {
  for (const end of ends) reached[end] = (reached[end] ?? 0) | states;
};

const step = (read: PhraseReader, reached: Uint8Array, [at, gap]: readonly [number, Gap]) => {
  const states = reached[at] ?? 0;
  const seen = states & (stockSeen | stockGoesOn);
  add(reached, read('stock', at), stockGoesOn);
  add(reached, read('courtesy', at), (states & nothing) | (seen ? stockSeen : 0));
  add(reached, read('joint', at), states);
  add(reached, read('loose', at), states);
  if (states & stockGoesOn && gap !== 'stop') add(reached, read('furtherObject', at), stockGoesOn);
  if (states & stockGoesOn && gap === 'pause') add(reached, read('furtherAfterPause', at), stockGoesOn);
  if (seen) add(reached, read('listed', at), stockGoesOn);
};

/**
 * Returns whether a cleaned message consists of stock phrases (rule 5 of the contract): at least one of them, and nothing
 * else but courtesies; masks such as [ИМЯ] count as words. Takes time linear in the message's length; one of more than 2 000 characters or 300 words is none.
 */
export const consistsOfStockPhrases = (message: string): boolean => {
  if (message.length > longestStockMessage) return false;
  const parsed = messageWords(message);
  if (parsed.words.length > mostStockWords) return false;
  const read = readersOf(parsed);
  const reached = new Uint8Array(parsed.words.length + 1);
  reached[0] = nothing;
  for (let at = 0; at < parsed.words.length; at++) {
    if (reached[at]) step(read, reached, [at, parsed.gaps[at] ?? 'stop']);
  }
  return ((reached[parsed.words.length] ?? 0) & (stockSeen | stockGoesOn)) !== 0;
};
