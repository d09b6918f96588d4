import { runToCompletion } from '../../src/concurrency/steps.ts';
import { findPersonalData } from '../../src/personal-data/find.ts';

/** UTF-16 offsets of a part of a text, `end` exclusive. */
export type Offsets = readonly [start: number, end: number];

/** Returns what is found in a text, names too, and would be replaced by a mask. */
export const spansFound = (text: string, wanted: string): Offsets[] =>
  (runToCompletion(findPersonalData([text], { names: true }))[0] ?? [])
    .filter(({ mask }) => mask === wanted)
    .map(({ start, end }) => [start, end]);

/** How many were found rightly, found wrongly and missed. */
export type Counts = { readonly right: number; readonly wrong: number; readonly missed: number };

/** Says whether everything was found, and nothing else. */
export const isExact = ({ wrong, missed }: Counts): boolean => wrong + missed === 0;

const none: Counts = { right: 0, wrong: 0, missed: 0 };

const sum = (counts: readonly Counts[]): Counts =>
  counts.reduce((a, b) => ({ right: a.right + b.right, wrong: a.wrong + b.wrong, missed: a.missed + b.missed }), none);

/** Returns F1, 1 when there was nothing to find and nothing was found. */
export const f1 = (all: readonly Counts[]): number => {
  const { right, wrong, missed } = sum(all);
  return right + wrong + missed === 0 ? 1 : (2 * right) / (2 * right + wrong + missed);
};

/** Counts spans that agree in both offsets. */
export const countSpans = (expected: readonly Offsets[], found: readonly Offsets[]): Counts => {
  const wanted = new Set(expected.map(String));
  const right = found.filter((span) => wanted.has(String(span))).length;
  return { right, wrong: found.length - right, missed: expected.length - right };
};

const covers = (spans: readonly Offsets[], start: number, end: number): boolean =>
  spans.some(([from, to]) => from <= start && to >= end);

/** Counts words (letters and digits) inside spans. */
export const countWords = (text: string, expected: readonly Offsets[], found: readonly Offsets[]): Counts =>
  sum(
    [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => {
      const wanted = covers(expected, index, index + word.length);
      const masked = covers(found, index, index + word.length);
      return { right: Number(wanted && masked), wrong: Number(!wanted && masked), missed: Number(wanted && !masked) };
    }),
  );

/** Counts digits inside spans: `right` are the masked ones of those to be masked. */
export const countDigits = (text: string, expected: readonly Offsets[], found: readonly Offsets[]): Counts =>
  sum(
    [...text.matchAll(/\p{Nd}/gu)].map(({ index }) => {
      const wanted = covers(expected, index, index + 1);
      const masked = covers(found, index, index + 1);
      return { right: Number(wanted && masked), wrong: Number(!wanted && masked), missed: Number(wanted && !masked) };
    }),
  );

/** Returns the share of what was to be found that was found, 1 when there was nothing. */
export const recall = (all: readonly Counts[]): number => {
  const { right, missed } = sum(all);
  return right + missed === 0 ? 1 : right / (right + missed);
};

/** A text with the offsets of its names, and of what was found. */
type FoundLine = { readonly text: string; readonly per: readonly Offsets[]; readonly spans: readonly Offsets[] };

/** Returns how names come off. A line is masked exactly if all words of its names are, and no others; a leak is a line in which a word of a name is left. */
export const scoresOfNames = (lines: readonly FoundLine[]) => {
  const words = lines.map(({ text, per, spans }) => countWords(text, per, spans));
  const share = (of: number, test: (counts: Counts) => boolean): number =>
    (of * words.filter(test).length) / words.length;
  return {
    'token F1': f1(words).toFixed(3),
    'span F1': f1(lines.map(({ per, spans }) => countSpans(per, spans))).toFixed(3),
    'lines masked exactly, %': share(100, isExact).toFixed(1),
    'leaks, of 1 000 lines': share(1000, ({ missed }) => missed > 0).toFixed(0),
    'marks too many, of 1 000 lines': share(1000, ({ wrong }) => wrong > 0).toFixed(0),
  };
};
