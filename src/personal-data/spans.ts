/** A part of a text: UTF-16 offsets, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Overwrites each character of a finding, so that offsets stay valid and later steps do not read it as text. Texts contain no control characters when
 * the search begins.
 */
export const cutOut = '\u0001';

/** The same for a telephone number or an e-mail address, which makes an adjacent name a personal name. */
export const contactOut = '\u0002';

/** Overwrites each character of the spans, which must be ascending and must not overlap; the length is unchanged. */
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
