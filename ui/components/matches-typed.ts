import { inOtherLayout } from '../browser/keyboard-layouts.ts';
import { plainWord } from '../pages/search/word-forms.ts';

/** Whether the words of `typed` are all in the text, in any order; also as the same keys type them in the other keyboard layout. */
export const matchesTyped = (text: string, typed: string): boolean => {
  const within = plainWord(text);
  return [typed, inOtherLayout(typed)].some((each) =>
    plainWord(each)
      .split(/\s+/)
      .every((word) => within.includes(word)),
  );
};
