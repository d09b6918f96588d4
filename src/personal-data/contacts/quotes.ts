import { isCyrillic, isDigit, isLatin } from '../characters.ts';

type Tag = { readonly start: number; readonly end: number; readonly opens: boolean };

const findTags = (text: string): Tag[] =>
  [...text.matchAll(/\[(?:(\/)q|q(?:=[^\]\n]{0,80})?)\]/gi)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    opens: match[1] === undefined,
  }));

const isWordCharacter = (code: number): boolean => isDigit(code) || isLatin(code) || isCyrillic(code);

/** Without a blank two words would become one, or the halves of a tag would become a tag. */
const needsBlank = (text: string, start: number, end: number): boolean =>
  (isWordCharacter(text.charCodeAt(start - 1)) && isWordCharacter(text.charCodeAt(end))) ||
  (start > 0 && '[/qQ'.includes(text.charAt(start - 1)));

/** Pairs tags like brackets in one pass; only the outermost pairs come back, a tag without its partner is text. */
const outermostPairs = (tags: readonly Tag[]): { start: number; end: number }[] => {
  const open: Tag[] = [];
  const pairs: { start: number; end: number }[] = [];
  for (const tag of tags) {
    if (tag.opens) {
      open.push(tag);
      continue;
    }
    const partner = open.pop();
    if (!partner) continue;
    while ((pairs.at(-1)?.start ?? -1) > partner.start) pairs.pop();
    pairs.push({ start: partner.start, end: tag.end });
  }
  return pairs;
};

/**
 * Returns the text without its `[q]…[/q]` blocks (nested, in any letter case, with an author as in `[q=Анна]` or without), rule 2 of the contract; a lone tag stays.
 * Words around a block stay apart.
 */
export const removeQuotes = (text: string): string => {
  if (!text.includes('[/q]') && !text.includes('[/Q]')) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of outermostPairs(findTags(text))) {
    parts.push(text.slice(from, start));
    if (needsBlank(text, start, end)) parts.push(' ');
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
};
