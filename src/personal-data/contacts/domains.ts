import { isCapital, isCyrillic, isDigit, isLatin } from '../characters.ts';
import { cyrillicDomains, topLevelDomains, wordlikeCyrillicDomains } from './domain-lists.ts';

const isLabelCode = (code: number): boolean => isLatin(code) || isDigit(code) || isCyrillic(code) || code === 45;

/** The offset after the run of labels, hyphens and dots that starts at `from`. */
export const endOfLabels = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLabelCode(code)) continue;
    if (code !== 46 || at === from || !isLabelCode(text.charCodeAt(at + 1))) break;
  }
  return at;
};

/** The runs of labels of a text. */
export type LabelRuns = {
  readonly text: string;
  /** `endOfLabels`, for offsets that ascend: of several links in one run each finds the end that the first has found. */
  readonly endFrom: (from: number) => number;
};

export const labelRuns = (text: string): LabelRuns => {
  let end = 0;
  return {
    text,
    endFrom: (from) => {
      if (text.charCodeAt(from) === 46) return from;
      if (from >= end) end = endOfLabels(text, from);
      return end;
    },
  };
};

/** The start of a label up to the first change between Latin and Cyrillic. */
const singleScriptStart = (label: string): string => /^(?:[a-z]+|[Ѐ-ԯ]+)/i.exec(label)?.[0] ?? '';

const punycode = /^xn--[a-z0-9-]{2,}/i;

/** Which last labels count as a top-level domain: any Latin word, or registered ones only. */
export type TopLevel = 'any' | 'registered';

/** mp4, m4a, com-ui: the label continues in Latin or digits, so it is not a domain followed by a Russian word. */
const continuesAsCode = /^(?:[0-9]|-[a-z0-9])/i;

const topLevelOf = (label: string, kind: TopLevel): string | undefined => {
  const coded = punycode.exec(label)?.[0];
  if (coded) return coded;
  const word = singleScriptStart(label);
  if (kind === 'registered' && continuesAsCode.test(label.slice(word.length))) return undefined;
  const lower = word.toLowerCase();
  if (cyrillicDomains.has(lower) || (kind === 'any' && wordlikeCyrillicDomains.has(lower))) return word;
  if (topLevelDomains.has(lower)) return word;
  return kind === 'any' && /^[a-z]{2,24}$/.test(lower) ? word : undefined;
};

/** `ya.ru.Thanks`: a sentence starts after the domain. */
const startsSentence = (before: string, label: string): boolean =>
  isCapital(label.charCodeAt(0)) && !isCapital(before.charCodeAt(0)) && topLevelDomains.has(before.toLowerCase());

const labelsWithin = (run: string): string[] => {
  const labels: string[] = [];
  for (const label of run.split('.', 12)) {
    const before = labels.at(-1);
    if (labels.length > 1 && before !== undefined && startsSentence(before, label)) break;
    labels.push(label);
  }
  return labels;
};

/**
 * The longest domain name (at least two labels) at the start of a run of labels, or undefined. Words that follow it directly after a hyphen, a dot or a
 * change of script are not included.
 */
export const domainAtStart = (run: string, kind: TopLevel): string | undefined => {
  const labels = labelsWithin(run);
  while (labels.length > 1) {
    const last = labels.pop() ?? '';
    const top = topLevelOf(last, kind);
    if (top !== undefined && !labels.some((label) => label.startsWith('-') || label === ''))
      return `${labels.join('.')}.${top}`;
  }
  return undefined;
};
