import type { Gap, MessageWords } from './message-words.ts';
import type { Slot } from './phrase-notation.ts';
import { instructionWords } from './stock-phrases.ts';

const longest: Readonly<Record<Slot, number>> = {
  words: 6,
  thing: 8,
  tail: 6,
  item: 8,
  failure: 12,
  place: 8,
  question: 16,
  signature: 10,
};

/** These name something, so they have at least one word and do not begin with where or for whom. */
const naming: ReadonlySet<Slot> = new Set(['thing', 'item']);
const neverEmpty: ReadonlySet<Slot> = new Set(['thing', 'item', 'failure', 'signature']);
/** These take what an order may not: questions and failures are told, a signature is a name. */
const told: ReadonlySet<Slot> = new Set(['question', 'failure', 'signature']);

const { commands, presentTense, sequence, duties, actors, screens, places, notRecipients } = instructionWords;
const { failures, meetingPlaces, notCommands, notVerbs, prepositions, verdicts } = instructionWords;

const isCommand = (word: string) => commands.has(word) || (/(?:и|й|ь)те(?:сь)?$/u.test(word) && !notCommands.has(word));

/** "решает", "появится": a verb in the third person makes a statement of what should be a name of a thing. */
const isStatement = (word: string) => /(?:[аяеу]ет|ется|ится|[ую]тся|[ая]тся)$/u.test(word) && word.length > 4;

/** Past tense, infinitive, short participle: a name of a thing has none of them. */
const isVerb = (word: string) =>
  verdicts.has(word) ||
  (word.length > 4 &&
    /(?:[аияуое]л[аои]?|л[аои]?с[ья]|ть|ться|ти|[ае]н[аоы]?|[аеуюяи]т|[аеи]м)$/u.test(word) &&
    !notVerbs.has(word));

/** "курьеру", "банку", "кассиру": what is told or sent to others is no request of ours. */
const isElsewhere = (word: string) =>
  places.has(word) || (/(?:[еио]ру|[иоа]нту|исту|[еа]льцу|авцу|телю|ику)$/u.test(word) && !notRecipients.has(word));

/** "в разделе", "по ссылке", "из СМС": where an order sends its reader, and by what means. */
const leadsAway = (word: string, next: string): boolean =>
  (/^(?:в|во|на|по|через)$/u.test(word) && !meetingPlaces.has(next)) ||
  (word === 'из' && /^(?:смс|sms|письма)$/u.test(next));

/** "вы видите" tells what happens; the same ending without "вы" gives an order. */
const isAddressed = (words: readonly string[], at: number, from: number): boolean => {
  for (let i = at; i >= Math.max(from, at - 4); i--) {
    if (words[i] === 'вы') return true;
    if (words[i] === 'и') return false;
  }
  return false;
};

const mayName = (slot: Slot, word: string, next: string): boolean => {
  if (isElsewhere(word) || actors.has(word) || duties.has(word) || isStatement(word)) return false;
  if ((slot === 'tail' || slot === 'item') && isVerb(word)) return false;
  if (slot !== 'place' && leadsAway(word, next)) return false;
  if (slot === 'tail' && (word === 'без' || /^\d/u.test(word))) return false;
  if (word === 'у') return /^(?:вас|тебя)$/u.test(next);
  return slot === 'place' || !screens.has(word);
};

const mayStand = (slot: Slot, words: readonly string[], [at, from]: readonly [number, number]): boolean => {
  const word = words[at] ?? '';
  if (isCommand(word) && !(slot === 'question' && (presentTense.has(word) || isAddressed(words, at, from))))
    return false;
  if (
    (sequence.has(word) && !(slot === 'question' && word === 'через')) ||
    (naming.has(slot) && at === from && prepositions.has(word))
  )
    return false;
  if (slot === 'failure') return !duties.has(word) && !verdicts.has(word);
  return told.has(slot) || mayName(slot, word, words[at + 1] ?? '');
};

/** A name of a thing ends at a comma; a whole thing may follow one, a question may also begin a sentence; a signature goes to the end of the message. */
const goesOn = (slot: Slot, gap: Gap | undefined, isFirst: boolean): boolean =>
  slot === 'signature' ||
  gap === 'none' ||
  (isFirst && (slot === 'question' || slot === 'failure' || (naming.has(slot) && gap === 'pause')));

/** A signature ends with the message; a failure ends with its clause and has said what failed. */
const mayEnd = (slot: Slot, { words, gaps }: MessageWords, [start, end]: readonly [number, number]): boolean => {
  if (slot === 'signature') return end === words.length;
  if (slot !== 'failure') return true;
  return gaps[end] !== 'none' && words.slice(start, end).some((word) => failures.has(word));
};

/** Returns the ends of all runs of 0 to 16 words from `start` that fill the slot: none of them gives an instruction. */
export const freeWords = (slot: Slot, message: MessageWords, start: number): number[] => {
  const { words, gaps } = message;
  const ends = neverEmpty.has(slot) ? [] : [start];
  const limit = Math.min(words.length, start + longest[slot]);
  for (let at = start; at < limit; at++) {
    if (!goesOn(slot, gaps[at], at === start)) break;
    if (!mayStand(slot, words, [at, start])) break;
    if (mayEnd(slot, message, [start, at + 1])) ends.push(at + 1);
  }
  if (slot === 'signature' && start === words.length) ends.push(start);
  return ends;
};
