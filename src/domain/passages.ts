/** Words in a row by which a text is known to have been copied from another. */
const passageWords = 8;
/** Of a shorter text nobody can say whose it is. */
const leastWords = 4;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function* passagesIn(words: readonly string[], size: number): Generator<string, void> {
  for (let first = 0; first + size <= words.length; first += 1) yield words.slice(first, first + size).join(' ');
}

/** Tells whether a text has a passage of one of these: eight words in a row, of a shorter one all of them; letter case and signs do not count. */
export const passagesOf = (texts: readonly string[]): ((text: string) => boolean) => {
  const bySize = new Map<number, Set<string>>();
  for (const text of texts) {
    const words = wordsOf(text);
    const size = Math.min(words.length, passageWords);
    if (size < leastWords) continue;
    const passages = bySize.get(size) ?? new Set();
    for (const passage of passagesIn(words, size)) passages.add(passage);
    bySize.set(size, passages);
  }
  return (text) => {
    const words = wordsOf(text);
    for (const [size, passages] of bySize)
      for (const passage of passagesIn(words, size)) if (passages.has(passage)) return true;
    return false;
  };
};
