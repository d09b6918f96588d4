import { readFileSync } from 'node:fs';
import type { Offsets } from './span-scores.ts';

/** A text with the offsets of its names. */
export type LabelledLine = { readonly text: string; readonly per: readonly Offsets[] };

/** Reads a line whose names stand between ‹ and ›, with \\n for a line break. */
export const labelledLine = (marked: string): LabelledLine => {
  const per: Offsets[] = [];
  let text = '';
  for (const [number, piece] of marked.replaceAll('\\n', '\n').split(/[‹›]/).entries()) {
    if (number % 2 === 1) per.push([text.length, text.length + piece.length]);
    text += piece;
  }
  return { text, per };
};

/** Lines written by people who knew neither the rules nor the code, by the kind of text. */
export const labelledFolder = new URL('../../test/data/names/', import.meta.url);

/** Returns the values of a JSON Lines file; nothing says that they are of that type. */
export const readLines = <Line = LabelledLine>(path: string | URL): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
