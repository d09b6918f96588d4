/** A sentence as it is said to whom it answers, and as it may be recorded: without what was sent. */
export class Sentence {
  readonly said: string;
  readonly recorded: string;
  constructor(said: string, recorded: string) {
    this.said = said;
    this.recorded = recorded;
  }
}

/** What a message is made of. A plain text may quote what was sent, and is never recorded. */
export type Said = string | Sentence;

/** In the place of a text that is not recorded. */
const hidden = '…';

/** A sentence of fixed words. In it numbers and other sentences are recorded; a text is taken as one of the sender, in whose place `…` is. */
export const sentence = (words: TemplateStringsArray, ...parts: readonly (Said | number)[]): Sentence => {
  const joined = (partOf: (part: Sentence) => string): string =>
    parts.reduce<string>((text, part, index) => {
      const shown = typeof part === 'number' ? String(part) : partOf(sentenceOf(part, hidden));
      return text + shown + (words[index + 1] ?? '');
    }, words[0] ?? '');
  return new Sentence(
    joined(({ said }) => said),
    joined(({ recorded }) => recorded),
  );
};

/** Words of this code, or from a list in it, which may be recorded. Never for what was sent. */
export const ownWords = (text: string): Sentence => new Sentence(text, text);

/** A message as a sentence; `recorded` stands for a plain text. */
export const sentenceOf = (message: Said, recorded: string): Sentence =>
  typeof message === 'string' ? new Sentence(message, recorded) : message;
