import type { Gap, MessageWords } from './message-words.ts';
import type { Slot } from './phrase-notation.ts';
import { instructionWords } from './stock-phrases.ts';

const longest: Readonly<Record<Slot, number>> = { words: 6, thing: 6, place: 8, question: 16, signature: 10 };

const { commands, presentTense, sequence, duties, actors, screens } = instructionWords;
const isCommand = (word: string) =>
  commands.has(word) || (/(?:и|й|ь)те(?:сь)?$/u.test(word) && !instructionWords.notCommands.has(word));
/** "решает", "появится": a verb in the third person makes a statement of what should be a name of a thing. */
const isStatement = (word: string) => /(?:[аяеу]ет|ется|ится|[ую]тся|[ая]тся)$/u.test(word) && word.length > 4;

/** "вы видите" tells what happens; the same ending without "вы" gives an order. */
const isAddressed = (words: readonly string[], at: number, from: number): boolean => {
  for (let i = at; i >= Math.max(from, at - 4); i--) {
    if (words[i] === 'вы') return true;
    if (words[i] === 'и') return false;
  }
  return false;
};

const mayStand = (slot: Slot, words: readonly string[], [at, from]: readonly [number, number]): boolean => {
  const word = words[at] ?? '';
  if (isCommand(word) && !(slot === 'question' && (presentTense.has(word) || isAddressed(words, at, from))))
    return false;
  if (sequence.has(word)) return false;
  if (slot === 'thing' && at === from && instructionWords.prepositions.has(word)) return false;
  if (slot === 'question' || slot === 'signature') return true;
  if (actors.has(word) || duties.has(word) || isStatement(word)) return false;
  if (word === 'у') return /^(?:вас|тебя)$/u.test(words[at + 1] ?? '');
  return slot === 'place' || !screens.has(word);
};

/** A name of a thing ends at a comma; a whole thing may follow one, a question may also begin a sentence; a signature goes to the end of the message. */
const goesOn = (slot: Slot, gap: Gap | undefined, isFirst: boolean): boolean =>
  slot === 'signature' || gap === 'none' || (isFirst && (slot === 'question' || (slot === 'thing' && gap === 'pause')));

/** Returns the ends of all runs of 0 to 16 words from `start` that fill the slot: none of them gives an instruction. */
export const freeWords = (slot: Slot, { words, gaps }: MessageWords, start: number): number[] => {
  const ends = slot === 'signature' || slot === 'thing' ? [] : [start];
  const limit = Math.min(words.length, start + longest[slot]);
  for (let at = start; at < limit; at++) {
    if (!goesOn(slot, gaps[at], at === start)) break;
    if (!mayStand(slot, words, [at, start])) break;
    if (slot !== 'signature' || at + 1 === words.length) ends.push(at + 1);
  }
  if (slot === 'signature' && start === words.length) ends.push(start);
  return ends;
};
