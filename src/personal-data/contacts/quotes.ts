import { isCyrillic, isDigit, isLatin } from '../characters.ts';

type Tag = { readonly start: number; readonly end: number; readonly opens: boolean };

const findTags = (text: string): Tag[] =>
  [...text.matchAll(/\[(?:(\/)q|q(?:=[^\]\n]{0,80})?)\]/gi)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    opens: match[1] === undefined,
  }));

const isWordCharacter = (code: number): boolean => isDigit(code) || isLatin(code) || isCyrillic(code);

/** Whether removal without a blank would join two words or the parts of a tag. */
const needsBlank = (text: string, start: number, end: number): boolean =>
  (isWordCharacter(text.charCodeAt(start - 1)) && isWordCharacter(text.charCodeAt(end))) ||
  (start > 0 && '[/qQ'.includes(text.charAt(start - 1)));

/** Pairs opening and closing tags in one pass; returns the outermost pairs. A tag without a partner is text. */
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

/** Removes `[q]…[/q]` blocks: nested, in any letter case, also with an author (`[q=Анна]`). A tag without a partner is kept; words around a block stay separate. */
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
