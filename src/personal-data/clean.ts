import { dropControls, tidyBlanks } from './blanks.ts';
import { findPersonalData, type Finding } from './find.ts';
import { removeQuotes } from './contacts/quotes.ts';

const isWord = (char: string): boolean => /^[\p{L}\p{N}_]$/u.test(char);

/** A link leaves nothing behind but a blank where two words would run together. */
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

const tidy = (text: string): string => tidyBlanks(removeQuotes(dropControls(text)));

type Scope = { readonly client: string | undefined; readonly names: boolean };

const cleanOnce = (texts: readonly string[], scope: Scope): string[] => {
  const tidied = texts.map(tidy);
  const findings = findPersonalData(tidied, scope);
  return tidied.map((text, index) => withReplacements(text, findings[index] ?? []));
};

/** What a cut brings together can be a number or an address of its own; more rounds than this only an attack needs. */
const mostRounds = 6;

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((text, index) => text === right[index]);

/** Cleans until nothing changes, so that cleaning twice equals cleaning once. */
const cleanToTheEnd = (texts: readonly string[], scope: Scope): string[] => {
  let cleaned = cleanOnce(texts, scope);
  for (let round = 1, before = texts; round < mostRounds && !isSame(before, cleaned); round++) {
    before = cleaned;
    cleaned = cleanOnce(before, scope);
  }
  return cleaned;
};

/**
 * Returns the texts of one conversation without personal data, in their order, a text of nothing else as '': rule 2
 * of the contract. A name found once is masked in its other forms in all texts; `client` is masked where it is a
 * person's name. Cleaning twice changes nothing.
 */
export const cleanConversation = (texts: readonly string[], client?: string): string[] =>
  cleanToTheEnd(texts, { client, names: true });

/** Returns a category or a client's name on one line, without telephones, e-mails, quotes and links; names stay. */
export const cleanField = (text: string): string => {
  const [cleaned = ''] = cleanToTheEnd([text.replace(/\s+/g, ' ')], { client: undefined, names: false });
  return cleaned.replaceAll('\n', ' ');
};

/** Returns a search query cleaned like a conversation of one text: decisions on search. */
export const cleanQuery = (text: string): string => cleanConversation([text])[0] ?? '';

/** How personal data leaves a ticket (`Cleaning` of the domain). */
export const cleaning = { conversation: cleanConversation, field: cleanField };
