import { removeQuotes } from './contacts/quotes.ts';
import { findPersonalData, type Finding } from './find.ts';

/** All line separators except `\n`, including vertical tab and form feed. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Control characters and invisible format characters, which could hide a name or number from the rules. */
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Joiners belong to emoji; after a letter or digit they could hide a name or number. */
const hidingJoiner = /(?<=[0-9A-Za-zЀ-ԯ@.])[\u200c\u200d]+/g;

/** Texts of only these characters, which most are, need no replacement. */
const ordinary = /^[\t\n -~\u00a0«»Ѐ-ԯ–—“”„…№]*$/;

/** A well-formed string whose only line break is `\n` and whose only other control character is tab. */
const withoutControls = (text: string): string =>
  ordinary.test(text)
    ? text
    : text.toWellFormed().replace(lineBreak, '\n').replace(invisible, '').replace(hidingJoiner, '');

const untidy = /[^\S\n ]| {2}|\n[ \n]| \n|^\s|\s$/;

/** Trims the text and replaces runs of blanks by one blank, or by one line break if they contain one. */
const tidyBlanks = (text: string): string =>
  untidy.test(text)
    ? text
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n[ \n]*/g, '\n')
        .trim()
    : text;

const isWord = (char: string): boolean => /^[\p{L}\p{N}_]$/u.test(char);

/** A link is removed; a blank replaces it if two words would otherwise be joined. */
const replacement = (text: string, { start, end, mask }: Finding): string =>
  mask === '' && isWord(text.charAt(start - 1)) && isWord(text.charAt(end)) ? ' ' : mask;

const withReplacements = (text: string, findings: readonly Finding[]): string => {
  if (findings.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const finding of findings) {
    parts.push(text.slice(from, finding.start), replacement(text, finding));
    from = finding.end;
  }
  parts.push(text.slice(from));
  return tidyBlanks(parts.join(''));
};

const normalised = (text: string): string => tidyBlanks(removeQuotes(withoutControls(text)));

type Scope = { readonly client: string | undefined; readonly names: boolean };

const cleanOnce = (texts: readonly string[], scope: Scope): string[] => {
  const prepared = texts.map(normalised);
  const findings = findPersonalData(prepared, scope);
  return prepared.map((text, index) => withReplacements(text, findings[index] ?? []));
};

/** A removal can join parts to a new number or address; only hostile texts need more rounds. */
const maxRounds = 6;

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((text, index) => text === right[index]);

/** Repeats until nothing changes, so that cleaning is idempotent. */
const cleanRepeatedly = (texts: readonly string[], scope: Scope): string[] => {
  let cleaned = cleanOnce(texts, scope);
  for (let round = 1, before = texts; round < maxRounds && !isSame(before, cleaned); round++) {
    before = cleaned;
    cleaned = cleanOnce(before, scope);
  }
  return cleaned;
};

/**
 * The texts of one conversation without personal data (docs/contract.md, "Tickets"), in their order; '' if nothing is left of one. A name that is found
 * once is masked in all texts and grammatical forms, as is `client` if it is a personal name. Idempotent.
 */
export const cleanConversation = (texts: readonly string[], client?: string): string[] =>
  cleanRepeatedly(texts, { client, names: true });

/** A category or client's name on one line, without telephone numbers, e-mail addresses, quotes and links. Names are kept. */
export const cleanField = (text: string): string => {
  const [cleaned = ''] = cleanRepeatedly([text.replace(/\s+/g, ' ')], { client: undefined, names: false });
  return cleaned.replaceAll('\n', ' ');
};

/** A search query, cleaned like a conversation of one text (docs/contract.md, "Search"). */
export const cleanQuery = (text: string): string => cleanConversation([text])[0] ?? '';

/** The cleaning of tickets (`Cleaning` in the domain). */
export const cleaning = { conversation: cleanConversation, field: cleanField };
