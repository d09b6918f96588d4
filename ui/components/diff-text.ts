import { html, type TemplateResult } from 'lit';
import { shortened, wordDiff } from './word-diff.ts';

/** Two texts as one: the words that only the earlier one has struck through, those of the later one underlined, and some words around them. */
export const diffText = (earlier: string, later: string): readonly (TemplateResult | string)[] =>
  shortened(wordDiff(earlier, later)).map(({ kind, text }) => {
    if (kind === 'same') return text;
    const words = text.trimEnd();
    const blanks = text.slice(words.length) || ' ';
    return kind === 'added' ? html`<ins>${words}</ins>${blanks}` : html`<del>${words}</del>${blanks}`;
  });
