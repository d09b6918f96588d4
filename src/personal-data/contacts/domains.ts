import { isCapital, isCyrillic, isDigit, isLatin } from '../characters.ts';
import { cyrillicDomains, topLevelDomains, wordlikeCyrillicDomains } from './domain-lists.ts';

const isLabelCode = (code: number): boolean => isLatin(code) || isDigit(code) || isCyrillic(code) || code === 45;

/** Returns the offset after the host-like run of labels, hyphens and dots that starts at `from`. */
export const endOfLabels = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLabelCode(code)) continue;
    if (code !== 46 || at === from || !isLabelCode(text.charCodeAt(at + 1))) break;
  }
  return at;
};

/** Returns where the script turns from Latin to Cyrillic or back inside a label, or its end. */
const sameScript = (label: string): string => /^(?:[a-z]+|[Ѐ-ԯ]+)/i.exec(label)?.[0] ?? '';

const punycode = /^xn--[a-z0-9-]{2,}/i;

/** How readily a last label is taken for a top-level domain: any word of letters, or only a registered one. */
export type TopLevel = 'any' | 'registered';

/** mp4, m4a, com-ui: a longer Latin word or number, not a Russian word glued to the domain. */
const codeGoesOn = /^(?:[0-9]|-[a-z0-9])/i;

const topLevelOf = (label: string, kind: TopLevel): string | undefined => {
  const coded = punycode.exec(label)?.[0];
  if (coded) return coded;
  const word = sameScript(label);
  if (kind === 'registered' && codeGoesOn.test(label.slice(word.length))) return undefined;
  const lower = word.toLowerCase();
  if (cyrillicDomains.has(lower) || (kind === 'any' && wordlikeCyrillicDomains.has(lower))) return word;
  if (topLevelDomains.has(lower)) return word;
  return kind === 'any' && /^[a-z]{2,24}$/.test(lower) ? word : undefined;
};

/** A sentence begins after the domain: `ya.ru.Thanks`. */
const beginsSentence = (before: string, label: string): boolean =>
  isCapital(label.charCodeAt(0)) && !isCapital(before.charCodeAt(0)) && topLevelDomains.has(before.toLowerCase());

const labelsWithin = (run: string): string[] => {
  const labels: string[] = [];
  for (const label of run.split('.', 12)) {
    const before = labels.at(-1);
    if (labels.length > 1 && before !== undefined && beginsSentence(before, label)) break;
    labels.push(label);
  }
  return labels;
};

/**
 * Returns the longest domain name (at least two labels) at the beginning of a run of labels, or undefined; words glued
 * to its end by a hyphen, a dot or a change of script are left out.
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
