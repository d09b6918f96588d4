/** The whole answer if the sources do not fit the question (docs/contract.md, "Answers"). */
export const tooLittleInformation = 'Недостаточно информации в истории обращений.';

/** The last line of every other answer (docs/contract.md, "Answers"). */
export const reference = (ticketId: string): string => `Основано на тикете №${ticketId}`;

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const tooLittleLetters = lettersAndDigits(tooLittleInformation);

/** `cited`: the sources that the answer is based on; the text names the first of them. Empty if information is missing. */
export type FinishedAnswer = { readonly text: string; readonly cited: readonly string[] };

/** The answer if no source fits. */
export const noAnswer: FinishedAnswer = { text: tooLittleInformation, cited: [] };

/**
 * The answer shown to the user, from a model's reply and the ids of its sources, best first. References in the reply are removed, and one
 * is appended, unless the reply is that information is missing: the first source that the model cites, else the best.
 */
export const finishAnswer = (text: string, sourceIds: readonly string[]): FinishedAnswer => {
  const end = endOfBody(text, sourceIds);
  const body = text.slice(0, end).trim();
  if (lettersAndDigits(body) === tooLittleLetters) return noAnswer;
  const named = new Set(sourceIdsIn(text.slice(end), sourceIds));
  const cited = named.size > 0 ? [...named] : sourceIds.slice(0, 1);
  const [first] = cited;
  if (first === undefined) return noAnswer;
  return { text: body === '' ? reference(first) : `${body}\n${reference(first)}`, cited };
};

const phrase = /основано[\s*_`~[]+на[\s*_`~[]+тикет\p{L}*/giu;

const openers = new Set('*_`~"\'«“„([');
const closers = '"\'»”)\\]*_`~';
const endsSentence = new RegExp(`[.!?…][${closers}]{0,9}$`, 'u');
const betweenSentences = new RegExp(`\\s(?<=[.!?…][${closers}]{0,9}\\s)\\s*|\\n\\s*`, 'u');
const lineMarker = /^[\s>#*+•\-–—_~`"'«“„([\d.)]*$/u;

/** Characters before a sentence that are searched for its list marker, emphasis and the end of the previous sentence; keeps the search linear. */
const maxLookBehind = 200;

/** Replaces ids while sentences are split, because an id may contain dots, blanks and words. */
const placeholder = '\u{E000}';

const escaped = (id: string) => id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches the longest id, with or without `№`, that is not part of a longer word or number. */
const idPattern = (sourceIds: readonly string[]) => {
  const longestFirst = sourceIds.filter((id) => id !== '').sort((a, b) => b.length - a.length);
  const ids = longestFirst.length === 0 ? '(?!)' : longestFirst.map(escaped).join('|');
  const notInside = '(?:(?<![\\p{L}\\p{N}])|(?<=(?<![\\p{L}\\p{N}])[Nn][Oo]?)|(?![\\p{L}\\p{N}]))';
  const bounded = (group: string) => `(?<${group}>${ids})(?![\\p{L}\\p{N}])`;
  return new RegExp(`№\\s*${bounded('numbered')}|${notInside}${bounded('bare')}`, 'gu');
};

const listNumber = /\n[ \t]*\d+[.)][ \t]+(?=\S)/gu;

/** The source ids in a reference, in order; other ids are ignored. */
const sourceIdsIn = (references: string, sourceIds: readonly string[]): readonly string[] =>
  [...references.replace(phrase, ' ').replace(listNumber, '\n').matchAll(idPattern(sourceIds))].map(
    ({ groups }) => groups?.['numbered'] ?? groups?.['bare'] ?? '',
  );

/** Whether a text has only numbers, punctuation and conjunctions, as a list of ids has. */
const isListOfIds = (text: string) =>
  text.replace(/(?<!\p{L})(?:тикет\p{L}*|и|а также|no?)(?!\p{L})/giu, '').replace(/[^\p{L}]+/gu, '') === '';

type Tail = { readonly isOneReference: boolean; readonly isBare: boolean };

/** Classifies the text after the phrase: one sentence (possibly with a list of ids on more lines), or more than that. */
const classifyTail = (afterPhrase: string, sourceIds: readonly string[]): Tail => {
  const [first = '', ...more] = afterPhrase.replace(idPattern(sourceIds), placeholder).split(betweenSentences);
  const isOneReference = more.every(isListOfIds);
  return { isOneReference, isBare: isOneReference && isListOfIds(first) };
};

/** The start of the sentence whose first word is at `word`, including list marker and emphasis; undefined if `word` is inside a sentence. */
const sentenceStart = (text: string, word: number, tail: Tail): number | undefined => {
  const searchFrom = Math.max(0, word - maxLookBehind);
  let attached = word;
  while (attached > searchFrom && openers.has(text.charAt(attached - 1))) attached -= 1;
  const lineBreak = text.slice(searchFrom, word).lastIndexOf('\n');
  const startsOnLine = lineBreak >= 0 || searchFrom === 0;
  const line = searchFrom + lineBreak + 1;
  if (startsOnLine && lineMarker.test(text.slice(line, word))) return line;
  if (endsSentence.test(text.slice(line, attached).trimEnd())) return attached;
  // No full stop before it, or "(основано на тикете №7)": removed only if nothing except ids is lost.
  const looksLikeReference = text.charAt(word) === 'О' || '(['.includes(text.charAt(attached) || ' ');
  return tail.isBare && looksLikeReference ? attached : undefined;
};

/** The end of the answer without its trailing sentences that start with "Основано на тикет". */
const endOfBody = (text: string, sourceIds: readonly string[]): number => {
  let end = text.length;
  for (const { index, 0: words } of [...text.matchAll(phrase)].reverse()) {
    const tail = classifyTail(text.slice(index + words.length, end), sourceIds);
    const start = tail.isOneReference ? sentenceStart(text, index, tail) : undefined;
    if (start === undefined) return end;
    end = start;
  }
  return end;
};
