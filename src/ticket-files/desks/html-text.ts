import { Parser } from 'htmlparser2';
import { runToCompletion, type Steps } from '../../concurrency/steps.ts';
import { ticketLimits } from '../../domain/limits.ts';
import { addPreformatted, listMarks, textLines } from './text-lines.ts';

/** The text of a message, and whether it shows a picture. */
export type HtmlText = { readonly text: string; readonly hasPicture: boolean };

/** Of one message, in UTF-16 units without the pictures inside it, of what it shows, and in open elements: what is beyond is no text that people wrote, or too long for a ticket. */
const limits = { characters: 1024 * 1024, shown: ticketLimits.textBytes, depth: 256 };

/** Tags are dear: a piece of this length that has nothing else takes up to four milliseconds. */
const pieceLength = 4_096;

const beyond = new Error('Too long, or nested too deeply');

/**
 * The text of an HTML body: blocks, line breaks, items of lists and rows of tables on lines of their own. Quoted replies and signatures that are marked are left
 * out, unless there is nothing else. Undefined beyond the limits. The parser keeps no tree, and its time grows with the length.
 */
export const htmlText = (html: string): HtmlText | undefined => runToCompletion(htmlTextInSteps(html));

/** The same with pauses. */
export function* htmlTextInSteps(html: string): Steps<HtmlText | undefined> {
  const body = html.length > limits.characters ? html.replace(/(["'])data:[^"']*\1/gi, '""') : html;
  if (body.length > limits.characters) return undefined;
  try {
    const own = yield* parsed(body, false);
    return own.isCut && own.text === '' ? yield* parsed(body, true) : own;
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}

type Attributes = Readonly<Record<string, string>>;

const quoteClasses =
  /(?:^|\s)(?:gmail_quote|gmail_signature|freshdesk_quote|yahoo_quoted|moz-signature|moz-cite-prefix|signature)(?:\s|$)/i;

/** Whether an element is a quoted reply or a signature by the marks of desks and mail programs. */
const isMarked = (name: string, { class: classes = '', ...attributes }: Attributes): boolean =>
  quoteClasses.test(classes) ||
  attributes['data-signature'] !== undefined ||
  (name === 'blockquote' && attributes['type'] === 'cite');

/** Whether all that follows is quoted. */
const endsText = ({ id = '', class: classes = '' }: Attributes): boolean =>
  /^(?:divRplyFwdMsg|appendonsend)$/.test(id) || /(?:^|\s)js-signatureMarker(?:\s|$)/.test(classes);

const unseen = new Set(['script', 'style', 'head', 'title', 'template', 'svg', 'object', 'noscript']);
const blocks = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** A picture that is shown: not one of a single pixel that reports the reading. */
const isShown = ({ width = '', height = '' }: Attributes): boolean =>
  !/^[01](?:px)?$/.test(width) && !/^[01](?:px)?$/.test(height);

function* parsed(html: string, keepsMarked: boolean): Steps<HtmlText & { readonly isCut: boolean }> {
  const shown = shownText();
  const leftOut = leftOutParts(keepsMarked);
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > limits.depth) throw beyond;
      if (!leftOut.opens(depth, name, attributes)) shown.open(name, attributes);
    },
    ontext: (text) => {
      if (!leftOut.has(depth)) shown.text(text);
    },
    onclosetag: (name) => {
      if (!leftOut.closes(depth)) shown.close(name);
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength));
    yield;
  }
  parser.end();
  return { ...shown.read(), isCut: leftOut.isCut() };
}

/** The elements that are left out, by their depths. */
const leftOutParts = (keepsMarked: boolean) => {
  /** The depth of the outermost one; 0: all of the rest. */
  let from = Infinity;
  let isCut = false;
  return {
    has: (depth: number): boolean => from <= depth,
    /** Whether an element that opens is one or is inside one. */
    opens: (depth: number, name: string, attributes: Attributes): boolean => {
      if (from <= depth) return true;
      const isEnd = !keepsMarked && endsText(attributes);
      const isQuoted = isEnd || (!keepsMarked && isMarked(name, attributes));
      if (isQuoted || unseen.has(name)) from = isEnd ? 0 : depth;
      isCut ||= isQuoted;
      return from <= depth;
    },
    /** Whether an element that closes was left out. */
    closes: (depth: number): boolean => {
      const wasLeftOut = from <= depth;
      if (from === depth) from = Infinity;
      return wasLeftOut;
    },
    isCut: () => isCut,
  };
};

/** Writes what is shown. */
const shownText = () => {
  const lines = textLines();
  const marks = listMarks();
  let length = 0;
  const add = (text: string): string => {
    length += text.trim().length;
    if (length > limits.shown) throw beyond;
    return text;
  };
  let hasPicture = false;
  let preformatted = 0;
  return {
    open: (name: string, attributes: Attributes): void => {
      hasPicture ||= name === 'img' && isShown(attributes);
      if (name === 'pre') preformatted += 1;
      if (blocks.has(name)) lines.end();
      if (name === 'td' || name === 'th') lines.space();
      marks.open(name);
      if (name === 'li') lines.begin(add(marks.next()));
    },
    text: (text: string): void => {
      add(text);
      if (preformatted > 0) addPreformatted(lines, text);
      else lines.text(text);
    },
    close: (name: string): void => {
      if (name === 'pre') preformatted -= 1;
      if (blocks.has(name)) lines.end();
      if (name === 'li') lines.begin('');
      marks.close(name);
    },
    read: (): HtmlText => ({ text: lines.written(), hasPicture }),
  };
};
