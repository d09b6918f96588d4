/**
 * A deterministic vector of a text: its words' beginnings hashed into `dimensions` slots, so that texts with common
 * words are near.
 */
export const meaningOf = (text: string, dimensions: number): readonly number[] => {
  const vector = new Array<number>(dimensions).fill(0);
  // A little of everything in each text: none has a zero vector.
  vector[0] = 0.1;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const dimension = hash(word.slice(0, 6)) % dimensions;
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
};

/** 32-bit FNV-1a. */
const hash = (word: string) =>
  Array.from(word).reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0, 2166136261);

/** The first ticket's solution with its reference, as a model that keeps to the rules would answer; the too-little sentence without any. */
export const answerFromContext = (messages: readonly { readonly content: string }[]): string => {
  const context = messages.map(({ content }) => content).join('\n');
  const ticketId = /^Номер тикета: (.+)$/mu.exec(context)?.[1];
  const solution = /^Решение: (.+)$/mu.exec(context)?.[1];
  if (ticketId === undefined || solution === undefined) return 'Недостаточно информации в истории обращений.';
  return `В похожем случае помогло это: ${solution}\n\nОсновано на тикете №${ticketId}`;
};
