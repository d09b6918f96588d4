import { htmlText } from './desks/html-text.ts';

/** Elements of texts that people format; those of pages, forms and scripts are none: who writes them writes about them. */
const blocks: ReadonlySet<string> = new Set(
  'blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul'.split(' '),
);
const inlines: ReadonlySet<string> = new Set(
  'a abbr b big br cite code col colgroup del em font i img ins kbd mark nobr o:p q s samp small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
);

/** Elements of a whole page, as mails have it. */
const ofPage = new Set('html head body meta title style link base script'.split(' '));
const withoutEnd = new Set('br hr img wbr col meta link base'.split(' '));
const mayLackEnd = new Set('p li td th tr dd dt tbody thead tfoot colgroup'.split(' '));

/** A name in one case, attributes as editors write them: `<b and c>` and `<Section>` are no tags. */
const tag =
  /^<(?<slash>\/?)(?<name>[a-z][a-z0-9:]*|[A-Z][A-Z0-9:]*)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+)|\s+(?:nowrap|noshade|hidden|compact))*)\s*\/?>$/;
const angled = /<!--[^]*?(?:-->|$)|<!doctype[^<>]*>|<\/?[a-z][^<>]*>/gi;
/** What a parser would take for the beginning of a tag. */
const opening = /<[a-z/!?]/i;
const entity = /&(?:nbsp|quot|apos|laquo|raquo|mdash|ndash|hellip|bull|rarr|#\d{2,5}|#x[\da-f]{2,4});/i;

/** Words of texts about markup, whose tags are what they are about. */
const aboutMarkup =
  /(?<![\p{L}\p{N}])(?:т[еэ]г(?:а|и|ов|е|у|ом|ами|ах|ам)?|x?html|xml|css|tags?|markup|(?:размет|в[её]рст)\p{L}*)(?!\p{L})/iu;

type Tag = { readonly name: string; readonly isEnd: boolean; readonly at: number; readonly end: number };

/** The tags of a text; undefined if something in it looks like one but is none of HTML. */
const tagsIn = (text: string): readonly Tag[] | undefined => {
  const tags: Tag[] = [];
  let rest = '';
  let last = 0;
  for (const { 0: whole, index } of text.matchAll(angled)) {
    rest += `${text.slice(last, index)} `;
    last = index + whole.length;
    if (whole.startsWith('<!--') && !whole.endsWith('-->')) return undefined;
    if (whole.startsWith('<!')) continue;
    const { slash, name = '', attributes = '' } = tag.exec(whole)?.groups ?? {};
    const known = name.toLowerCase();
    if (!blocks.has(known) && !inlines.has(known) && !ofPage.has(known)) return undefined;
    // A link leads somewhere, or ends.
    if (known === 'a' && slash === '' && attributes === '') return undefined;
    tags.push({ name: known, isEnd: slash === '/', at: index, end: last });
  }
  return opening.test(rest + text.slice(last)) ? undefined : tags;
};

/** How many elements have a beginning and an end, and how many tags lack the other. */
const paired = (tags: readonly Tag[]): { readonly pairs: number; readonly lone: number } => {
  const open: string[] = [];
  let [pairs, lone] = [0, 0];
  for (const { name, isEnd } of tags) {
    if (withoutEnd.has(name)) continue;
    if (!isEnd) open.push(name);
    else {
      while (open.at(-1) !== name && mayLackEnd.has(open.at(-1) ?? '')) open.pop();
      if (open.at(-1) === name) {
        open.pop();
        pairs += 1;
      } else lone += 1;
    }
  }
  return { pairs, lone: lone + open.filter((name) => !mayLackEnd.has(name)).length };
};

/** Whether a tag stands in a sentence as a word does: between blanks, where no sentence or line ends, or in quotes. */
const isWord = (text: string, { at, end }: Tag): boolean => {
  const [before, after] = [text.slice(Math.max(0, at - 20), at), text.slice(end, end + 20)];
  if (/["'«“„`(]$/.test(before) && /^["'»”“`)]/.test(after)) return true;
  return /(?:^|[\p{L}\p{N},]) +$|^$/u.test(before) && /^(?: +\p{Ll}| *[.,;:!?)]| *$)/u.test(after);
};

/** Whether the tags of a text format it. Cut texts lack the ends of some elements. */
const isFormatted = (text: string, tags: readonly Tag[]): boolean => {
  const [first, last] = [tags[0], tags.at(-1)];
  if (!first || !last) return false;
  const body = text.trim();
  const isPage = /^<(?:!doctype|html|head|body|meta|style)[\s>]/i.test(body);
  if (!isPage && tags.some(({ name }) => ofPage.has(name))) return false;
  const startsSo = body.startsWith('<') && !first.isEnd && first.at === text.length - text.trimStart().length;
  const isWhole = isPage || (startsSo && last.end === text.trimEnd().length);
  const { pairs, lone } = paired(tags);
  const breaks = tags.filter(({ name }) => name === 'br' || name === 'hr');
  const words = breaks.filter((each) => isWord(text, each)).length;
  const signs = pairs + breaks.length - 2 * words;
  if (signs <= 0 || (lone > 0 && !(startsSo && signs > lone))) return false;
  return isWhole || !aboutMarkup.test(withoutTags(text));
};

const withoutTags = (text: string): string => text.replaceAll(angled, ' ');

/** A text whose line breaks are its own. */
const asWritten = (text: string): string | undefined => htmlText(`<pre>${text}</pre>`)?.text;

/** As many as a cell of a workbook has at most. One longer is read in one piece too, in which others wait. */
const maxCharacters = 32_767;

/**
 * The text of a cell of HTML, as desks and trackers export what was formatted there; undefined for any other text. Such a cell has tags of formatted texts that
 * have their ends, or breaks of lines that do not stand in a sentence like words, or characters written as entities. Nothing is read as HTML that has something
 * in angle brackets which is no such tag (`List<String>`, `<config>`), nor a text about markup, unless it stands in tags as a whole, nor one longer than 32 767 characters. One pass, and one of the parser.
 */
export const cellHtmlText = (text: string): string | undefined => {
  if (text.length > maxCharacters) return undefined;
  const hasTags = text.includes('<') && text.includes('>');
  if (!hasTags && !text.includes('&')) return undefined;
  const tags = tagsIn(text);
  if (!tags) return undefined;
  if (tags.length === 0) return entity.test(text) && !aboutMarkup.test(text) ? asWritten(text) : undefined;
  if (!isFormatted(text, tags)) return undefined;
  const hasBlocks = tags.some(({ name }) => blocks.has(name) || ofPage.has(name));
  return hasBlocks ? htmlText(text)?.text : asWritten(text);
};
