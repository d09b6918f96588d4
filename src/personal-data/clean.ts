import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { mapInSteps, runInSlices, runToCompletion, type Steps } from '../concurrency/steps.ts';
import { removeQuotes } from './contacts/quotes.ts';
import { findPersonalData, type Finding, nameMask, type NameScope } from './find.ts';
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

/** Different links, and different names, that are told of a conversation, and the length that is told of each, in UTF-16 units. */
const maxRemovedTexts = 20;
const maxRemovedLength = 100;

/** What was taken out of texts that their masks do not show: the number of links, and the first links and names as they were written. */
const removal = () => {
  const linkTexts = new Set<string>();
  const names = new Set<string>();
  let links = 0;
  return {
    add: (text: string, findings: readonly Finding[]): void => {
      for (const { start, end, mask } of findings) {
        if (mask === '') links += 1;
        const removed = mask === '' ? linkTexts : mask === nameMask ? names : undefined;
        if (!removed || removed.size === maxRemovedTexts) continue;
        const shown = text.slice(start, Math.min(end, start + maxRemovedLength)).toWellFormed();
        removed.add(end - start > maxRemovedLength && mask === '' ? `${shown}…` : shown);
      }
      // A mask of an earlier cleaning is found too.
      names.delete(nameMask);
    },
    removed: () => ({ links, linkTexts: [...linkTexts], names: [...names] }),
  };
};

type Removal = ReturnType<typeof removal>;

function* cleanOnce(texts: readonly string[], scope: NameScope, removed: Removal): Steps<string[]> {
  const prepared = yield* mapInSteps(texts, normalised);
  const findings = yield* findPersonalData(prepared, scope);
  return yield* mapInSteps(prepared, (text, index) => {
    removed.add(text, findings[index] ?? []);
    return withReplacements(text, findings[index] ?? []);
  });
}

/** A removal can join parts to a new number or address; only hostile texts need more rounds. */
const maxRounds = 6;

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((text, index) => text === right[index]);

/** Repeats until nothing changes. */
function* cleanRepeatedly(texts: readonly string[], scope: NameScope) {
  const found = removal();
  let cleaned = yield* cleanOnce(texts, scope, found);
  for (let round = 1, before = texts; round < maxRounds && !isSame(before, cleaned); round++) {
    before = cleaned;
    cleaned = yield* cleanOnce(before, scope, found);
  }
  return { texts: cleaned, removed: found.removed() };
}

/** What is taken for a name and is none, by what the owner of the texts says; nothing else that is found is asked about. */
export type IsNotName = NameScope['isNotName'];

/**
 * The texts of one conversation without personal data (docs/contract.md, "Tickets"), in their order, with what was removed; '' if nothing is left of one. A name
 * that is found once is masked in all texts and grammatical forms, as is `client` if it is a personal name. Idempotent, but for text that HTML has encoded
 * twice. In steps, since a long text takes some hundred milliseconds.
 */
export function* conversationSteps(texts: readonly string[], client?: string, isNotName?: IsNotName) {
  const decoded = yield* mapInSteps(texts, withoutEntities);
  return yield* cleanRepeatedly(decoded, {
    client: client === undefined ? undefined : visibleText(runToCompletion(withoutEntities(client))),
    names: true,
    isNotName,
  });
}

/** The same at once, for short texts. */
export const cleanConversation = (texts: readonly string[], client?: string, isNotName?: IsNotName): string[] =>
  runToCompletion(conversationSteps(texts, client, isNotName)).texts;

/** A category or client's name on one line, as one sees it: nothing else is removed. */
export const visibleField = (text: string): string => tidyBlanks(visibleText(oneLine(text))).replaceAll('\n', ' ');

const oneLine = (text: string): string => runToCompletion(withoutEntities(text)).replace(/\s+/g, ' ');

/** A category or client's name on one line, without telephone numbers, e-mail addresses, quotes and links, and the number of links. Names are kept. */
export const fieldWithLinks = (text: string) => {
  const { texts, removed } = runToCompletion(cleanRepeatedly([oneLine(text)], { names: false }));
  return { text: (texts[0] ?? '').replaceAll('\n', ' '), removed };
};

/** The same without the number. */
export const cleanField = (text: string): string => fieldWithLinks(text).text;

/** A search query, cleaned like a conversation of one text (docs/contract.md, "Search"). */
export const cleanQuery = (text: string, isNotName?: IsNotName): string =>
  cleanConversation([text], undefined, isNotName)[0] ?? '';

/** The same in time slices, for a query as long as it may be. */
export const cleanQueryInSlices = async (
  text: string,
  yieldIfDue: YieldIfDue,
  isNotName?: IsNotName,
): Promise<string> => {
  await yieldIfDue();
  const { texts } = await runInSlices(conversationSteps([text], undefined, isNotName), yieldIfDue);
  return texts[0] ?? '';
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
