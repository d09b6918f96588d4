const phrase = /основано[\s*_`~[]+на[\s*_`~[]+тикет\p{L}*/giu;

const openers = new Set('*_`~"\'«“„([');
const closers = '"\'»”)\\]*_`~';
const endsSentence = new RegExp(`[.!?…][${closers}]{0,9}$`, 'u');
const betweenSentences = new RegExp(`\\s(?<=[.!?…][${closers}]{0,9}\\s)\\s*|\\n\\s*`, 'u');
const lineMarker = /^[\s>#*+•\-–—_~`"'«“„([\d.)]*$/u;

/** How far before a sentence its list marker, emphasis and the end of the sentence before are looked for; keeps hostile answers linear. */
const longestDressing = 200;

/** Stands for an id while sentences are told apart: an id may hold dots, blanks and words. */
const placeholder = '\u{E000}';

const escaped = (id: string) => id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches `№` and the longest id that is not continued by a letter or digit; never starts inside a word or number. */
const idPattern = (sourceIds: readonly string[]) => {
  const longestFirst = sourceIds.filter((id) => id !== '').sort((a, b) => b.length - a.length);
  const ids = longestFirst.length === 0 ? '(?!)' : longestFirst.map(escaped).join('|');
  const notInside = '(?:(?<![\\p{L}\\p{N}])|(?<=(?<![\\p{L}\\p{N}])[Nn][Oo]?)|(?![\\p{L}\\p{N}]))';
  const bounded = (group: string) => `(?<${group}>${ids})(?![\\p{L}\\p{N}])`;
  return new RegExp(`№\\s*${bounded('numbered')}|${notInside}${bounded('bare')}`, 'gu');
};

const listNumber = /\n[ \t]*\d+[.)][ \t]+(?=\S)/gu;

/** The ids of sources that a reference names, in its order; an id that is no source is passed over. */
export const sourceIdsIn = (references: string, sourceIds: readonly string[]): readonly string[] =>
  [...references.replace(phrase, ' ').replace(listNumber, '\n').matchAll(idPattern(sourceIds))].map(
    ({ groups }) => groups?.['numbered'] ?? groups?.['bare'] ?? '',
  );

/** Whether a piece of text is nothing but numbers, marks and joining words: a list of ids that goes on. */
const isListOfIds = (text: string) =>
  text.replace(/(?<!\p{L})(?:тикет\p{L}*|и|а также|no?)(?!\p{L})/giu, '').replace(/[^\p{L}]+/gu, '') === '';

type Tail = { readonly isOneReference: boolean; readonly isBare: boolean };

/** Reads what follows the phrase up to the end: one sentence (with a list of ids on further lines), or more than that. */
const readTail = (afterPhrase: string, sourceIds: readonly string[]): Tail => {
  const [first = '', ...more] = afterPhrase.replace(idPattern(sourceIds), placeholder).split(betweenSentences);
  const isOneReference = more.every(isListOfIds);
  return { isOneReference, isBare: isOneReference && isListOfIds(first) };
};

/** Where the sentence begins whose first word is at `word`, its list marker and emphasis with it; undefined in mid-sentence. */
const sentenceStart = (text: string, word: number, tail: Tail): number | undefined => {
  const lookBack = Math.max(0, word - longestDressing);
  let attached = word;
  while (attached > lookBack && openers.has(text.charAt(attached - 1))) attached -= 1;
  const lineBreak = text.slice(lookBack, word).lastIndexOf('\n');
  const startsOnLine = lineBreak >= 0 || lookBack === 0;
  const line = lookBack + lineBreak + 1;
  if (startsOnLine && lineMarker.test(text.slice(line, word))) return line;
  if (endsSentence.test(text.slice(line, attached).trimEnd())) return attached;
  // A model that forgets the full stop, or writes "(основано на тикете №7)": only where nothing but ids would be lost.
  const looksLikeReference = text.charAt(word) === 'О' || '(['.includes(text.charAt(attached) || ' ');
  return tail.isBare && looksLikeReference ? attached : undefined;
};

/** Where an answer's own words end: before the trailing sentences that start with "Основано на тикет", however they are dressed. */
export const endOfBody = (text: string, sourceIds: readonly string[]): number => {
  let end = text.length;
  for (const { index, 0: words } of [...text.matchAll(phrase)].reverse()) {
    const tail = readTail(text.slice(index + words.length, end), sourceIds);
    const start = tail.isOneReference ? sentenceStart(text, index, tail) : undefined;
    if (start === undefined) return end;
    end = start;
  }
  return end;
};
