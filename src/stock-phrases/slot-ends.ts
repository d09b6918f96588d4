import { instructionWords } from './instruction-words.ts';
import type { Gap, MessageWords } from './message-words.ts';
import type { Slot } from './phrase-notation.ts';

/** In words. */
const maxWords: Readonly<Record<Slot, number>> = {
  words: 6,
  thing: 8,
  tail: 6,
  item: 8,
  failure: 12,
  place: 8,
  question: 16,
  signature: 10,
};

/** Slots that name a thing; they do not start with a preposition. */
const naming: ReadonlySet<Slot> = new Set(['thing', 'item']);
const neverEmpty: ReadonlySet<Slot> = new Set(['thing', 'item', 'failure', 'signature']);

export const mayBeEmpty = (slot: Slot): boolean => !neverEmpty.has(slot);

/** Slots that may have verbs and subjects. */
const statements: ReadonlySet<Slot> = new Set(['question', 'failure', 'signature']);

const { commands, presentTense, sequence, duties, actors, screens, places, notRecipients } = instructionWords;
const { failures, problemPlaces, notCommands, notVerbs, prepositions, verdicts } = instructionWords;

const isCommand = (word: string) => commands.has(word) || (/(?:и|й|ь)те(?:сь)?$/u.test(word) && !notCommands.has(word));

/** "решает", "появится": a verb in the third person, which the name of a thing does not have. */
const isStatement = (word: string) => /(?:[аяеу]ет|ется|ится|[ую]тся|[ая]тся)$/u.test(word) && word.length > 4;

/** Past tense, infinitive or short participle, which the name of a thing does not have. */
const isVerb = (word: string) =>
  verdicts.has(word) ||
  (word.length > 4 &&
    /(?:[аияуое]л[аои]?|л[аои]?с[ья]|ть|ться|ти|[ае]н[аоы]?|[аеуюяи]т|[аеи]м)$/u.test(word) &&
    !notVerbs.has(word));

/** "курьеру", "банку", "кассиру": a request to contact others does not ask the client for information. */
const isThirdParty = (word: string) =>
  places.has(word) || (/(?:[еио]ру|[иоа]нту|исту|[еа]льцу|авцу|телю|ику)$/u.test(word) && !notRecipients.has(word));

/** "в разделе", "по ссылке", "из СМС": places and means of an instruction. */
const isInstructedPlace = (word: string, next: string): boolean =>
  (/^(?:в|во|на|по|через)$/u.test(word) && !problemPlaces.has(next)) ||
  (word === 'из' && /^(?:смс|sms|письма)$/u.test(next));

/** "вы видите" is a statement; without "вы" the same ending is an imperative. */
const isAddressed = (words: readonly string[], at: number, from: number): boolean => {
  for (let i = at; i >= Math.max(from, at - 4); i--) {
    if (words[i] === 'вы') return true;
    if (words[i] === 'и') return false;
  }
  return false;
};

const mayName = (slot: Slot, word: string, next: string): boolean => {
  if (isThirdParty(word) || actors.has(word) || duties.has(word) || isStatement(word)) return false;
  if ((slot === 'tail' || slot === 'item') && isVerb(word)) return false;
  if (slot !== 'place' && isInstructedPlace(word, next)) return false;
  if (slot === 'tail' && (word === 'без' || /^\d/u.test(word))) return false;
  if (word === 'у') return /^(?:вас|тебя)$/u.test(next);
  return slot === 'place' || !screens.has(word);
};

const isAllowed = (slot: Slot, words: readonly string[], [at, from]: readonly [number, number]): boolean => {
  const word = words[at] ?? '';
  if (isCommand(word) && !(slot === 'question' && (presentTense.has(word) || isAddressed(words, at, from))))
    return false;
  if (
    (sequence.has(word) && !(slot === 'question' && word === 'через')) ||
    (naming.has(slot) && at === from && prepositions.has(word))
  )
    return false;
  if (slot === 'failure') return !duties.has(word) && !verdicts.has(word);
  return statements.has(slot) || mayName(slot, word, words[at + 1] ?? '');
};

/** The name of a thing ends at a comma but may follow one; a question may also start a sentence; a signature may span sentences. */
const mayContinue = (slot: Slot, gap: Gap | undefined, isFirst: boolean): boolean =>
  slot === 'signature' ||
  gap === 'none' ||
  (isFirst && (slot === 'question' || slot === 'failure' || (naming.has(slot) && gap === 'pause')));

/** A signature ends with the message; a failure ends with its clause and has a word that says what failed. */
const mayEnd = (slot: Slot, { words, gaps }: MessageWords, [start, end]: readonly [number, number]): boolean => {
  if (slot === 'signature') return end === words.length;
  if (slot !== 'failure') return true;
  return gaps[end] !== 'none' && words.slice(start, end).some((word) => failures.has(word));
};

/** The ends (word indexes) of all runs of words from `start` that fit the slot (phrase-notation.ts). */
export const slotEnds = (slot: Slot, message: MessageWords, start: number): number[] => {
  const { words, gaps } = message;
  const ends = neverEmpty.has(slot) ? [] : [start];
  const limit = Math.min(words.length, start + maxWords[slot]);
  for (let at = start; at < limit; at++) {
    if (!mayContinue(slot, gaps[at], at === start)) break;
    if (!isAllowed(slot, words, [at, start])) break;
    if (mayEnd(slot, message, [start, at + 1])) ends.push(at + 1);
  }
  if (slot === 'signature' && start === words.length) ends.push(start);
  return ends;
};
