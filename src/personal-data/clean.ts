import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { mapInSteps, runInSlices, runToCompletion, type Steps } from '../concurrency/steps.ts';
import { removeQuotes } from './contacts/quotes.ts';
import { findPersonalData, type Finding } from './find.ts';
import { visibleText, withoutEntities } from './plain-text.ts';

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

function* withReplacements(text: string, findings: readonly Finding[]): Steps<string> {
  if (findings.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const finding of findings) {
    parts.push(text.slice(from, finding.start), replacement(text, finding));
    from = finding.end;
  }
  parts.push(text.slice(from));
  yield;
  return tidyBlanks(parts.join(''));
}

function* normalised(text: string): Steps<string> {
  const visible = visibleText(text);
  yield;
  const unquoted = removeQuotes(visible);
  yield;
  return tidyBlanks(unquoted);
}

type Scope = { readonly client: string | undefined; readonly names: boolean };

function* cleanOnce(texts: readonly string[], scope: Scope): Steps<string[]> {
  const prepared = yield* mapInSteps(texts, normalised);
  const findings = yield* findPersonalData(prepared, scope);
  return yield* mapInSteps(prepared, (text, index) => withReplacements(text, findings[index] ?? []));
}

/** A removal can join parts to a new number or address; only hostile texts need more rounds. */
const maxRounds = 6;

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((text, index) => text === right[index]);

/** Repeats until nothing changes. */
function* cleanRepeatedly(texts: readonly string[], scope: Scope): Steps<string[]> {
  let cleaned = yield* cleanOnce(texts, scope);
  for (let round = 1, before = texts; round < maxRounds && !isSame(before, cleaned); round++) {
    before = cleaned;
    cleaned = yield* cleanOnce(before, scope);
  }
  return cleaned;
}

/**
 * The texts of one conversation without personal data (docs/contract.md, "Tickets"), in their order; '' if nothing is left of one. A name that is found
 * once is masked in all texts and grammatical forms, as is `client` if it is a personal name. Idempotent, but for text that HTML has encoded twice.
 * In steps, since a long text takes some hundred milliseconds.
 */
export function* conversationSteps(texts: readonly string[], client?: string): Steps<string[]> {
  const decoded = yield* mapInSteps(texts, withoutEntities);
  return yield* cleanRepeatedly(decoded, {
    client: client === undefined ? undefined : visibleText(runToCompletion(withoutEntities(client))),
    names: true,
  });
}

/** The same at once, for short texts. */
export const cleanConversation = (texts: readonly string[], client?: string): string[] =>
  runToCompletion(conversationSteps(texts, client));

/** A category or client's name on one line, without telephone numbers, e-mail addresses, quotes and links. Names are kept. */
export const cleanField = (text: string): string => {
  const line = runToCompletion(withoutEntities(text)).replace(/\s+/g, ' ');
  const [cleaned = ''] = runToCompletion(cleanRepeatedly([line], { client: undefined, names: false }));
  return cleaned.replaceAll('\n', ' ');
};

/** A search query, cleaned like a conversation of one text (docs/contract.md, "Search"). */
export const cleanQuery = (text: string): string => cleanConversation([text])[0] ?? '';

/** The same in time slices, for a query as long as it may be. */
export const cleanQueryInSlices = async (text: string, yieldIfDue: YieldIfDue): Promise<string> => {
  await yieldIfDue();
  const [cleaned = ''] = await runInSlices(conversationSteps([text]), yieldIfDue);
  return cleaned;
};

const extension = /\.[\p{L}\p{N}]{1,8}$/u;

/** The name of a file, cleaned like a text but for its extension; underscores may stand for blanks, as in `Петров_Иван.csv`. */
export const cleanFileName = (name: string): string => {
  const [ending = ''] = extension.exec(name) ?? [];
  const stem = cleanQuery(name.slice(0, name.length - ending.length)).replaceAll('\n', ' ');
  const spaced = tidyBlanks(stem.replaceAll('_', ' '));
  const cleaned = cleanQuery(spaced);
  return `${cleaned === spaced ? stem : cleaned}${ending}`;
};

/** The cleaning of tickets (`Cleaning` in the domain). */
export const cleaning = { conversation: conversationSteps, field: cleanField };
