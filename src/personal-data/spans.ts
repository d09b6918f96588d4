/** A part of a text: UTF-16 offsets, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Stands for every character of something already found, so that later steps keep their offsets and never read it as
 * a word. Control characters are dropped before the first step, so no text brings its own.
 */
export const cutOut = '\u0001';

/** The same for a telephone or an e-mail address: a name beside it is a person's. */
export const contactOut = '\u0002';

/** Returns the text with each span, in ascending order and apart from each other, overwritten; the length stays. */
export const blankOut = (text: string, spans: readonly Span[], filler: string): string => {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), filler.repeat(end - start));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
};
