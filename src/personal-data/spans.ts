/** A part of a text: UTF-16 offsets, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Overwrites each character of a finding, so that offsets stay valid and later steps do not read it as text. Texts contain no control characters when
 * the search begins.
 */
export const removedFiller = '\u0001';

/** The filler for telephone numbers and e-mail addresses: next to one, a name is personal. */
export const contactFiller = '\u0002';

/** Overwrites each character of the spans, which must be ascending and must not overlap; the length is unchanged. */
export const overwriteSpans = (text: string, spans: readonly Span[], filler: string): string => {
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
