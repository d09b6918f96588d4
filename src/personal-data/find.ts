import { findEmails } from './contacts/emails.ts';
import { mapInSteps, runToCompletion, type Steps } from '../concurrency/steps.ts';
import { findBareLinks, findSchemeLinks } from './contacts/links.ts';
import { findPhones } from './contacts/phones.ts';
import { findSpokenEmails } from './contacts/spoken-emails.ts';
import { findSpokenPhones } from './contacts/spoken-phones.ts';
import { NameFinder } from './names/find-names.ts';
import { overwriteSpans, contactFiller, removedFiller, type Span } from './spans.ts';

/** Replacements of removed data (docs/contract.md, "Tickets"). */
export const phoneMask = '[ТЕЛЕФОН]';
export const emailMask = '[EMAIL]';
export const nameMask = '[ИМЯ]';

/** Whether a cleaned text has a letter or digit besides its masks: without one it says nothing that could be searched for. */
export const hasWords = (cleaned: string): boolean =>
  /[\p{L}\p{N}]/u.test([phoneMask, emailMask, nameMask].reduce((text, mask) => text.replaceAll(mask, ' '), cleaned));

/** A part of a text and its replacement; `mask` is '' if it is removed. */
export type Finding = Span & { readonly mask: string };

type Kind = { readonly mask: string; readonly filler: string; readonly find: (text: string) => Steps<Span[]> };

/**
 * The kinds that are found in each text separately, in the order of the search: later kinds do not see what earlier ones have found. To add a kind
 * (passport, card), add a line; before the telephone numbers if it has digits.
 */
const kinds: readonly Kind[] = [
  { mask: '', filler: removedFiller, find: findSchemeLinks },
  { mask: emailMask, filler: contactFiller, find: findEmails },
  { mask: emailMask, filler: contactFiller, find: findSpokenEmails },
  { mask: '', filler: removedFiller, find: findBareLinks },
  { mask: phoneMask, filler: contactFiller, find: findSpokenPhones },
  { mask: phoneMask, filler: contactFiller, find: findPhones },
];

function* findMask(text: string, mask: string): Steps<Span[]> {
  const found: Span[] = [];
  for (let start = text.indexOf(mask); start >= 0; start = text.indexOf(mask, start + mask.length)) {
    found.push({ start, end: start + mask.length });
    yield;
  }
  return found;
}

/** Masks of an earlier cleaning, which no rule may change. */
const earlierMasks: readonly Kind[] = [
  { mask: phoneMask, filler: contactFiller, find: (text) => findMask(text, phoneMask) },
  { mask: emailMask, filler: contactFiller, find: (text) => findMask(text, emailMask) },
  { mask: nameMask, filler: removedFiller, find: (text) => findMask(text, nameMask) },
];

const searches: readonly Kind[] = [...earlierMasks, ...kinds];

/** What the masks begin with. */
const maskSign = '[';

/** In UTF-16 units. A shorter text takes less than a millisecond; steps would take as long again. */
const longText = 1_000;

/** Finds what can be found in one text, and returns the text without it. */
export function* findInText(text: string): Steps<{ readonly findings: Finding[]; readonly rest: string }> {
  const findings: Finding[] = [];
  const isLong = text.length > longText;
  let rest = text;
  for (const { mask, filler, find } of text.includes(maskSign) ? searches : kinds) {
    const spans = isLong ? yield* find(rest) : runToCompletion(find(rest));
    rest = overwriteSpans(rest, spans, filler);
    for (const { start, end } of spans) findings.push({ start, end, mask });
    if (isLong) yield;
  }
  return { findings, rest };
}

/** One a thread, made at the first use at the latest. */
let nameFinder: NameFinder | undefined;

/** Reads the model of names, so that a damaged one ends the start. Throws WeightsDamaged. */
export const openNames = (): NameFinder => (nameFinder ??= new NameFinder());

/** What the names of a conversation are searched by. */
export type NameScope = {
  readonly client?: string | undefined;
  /** Whether names are searched at all. */
  readonly names: boolean;
  /** Whether what was found is no name all the same; not asked about anything else that was found. */
  readonly isNotName?: ((found: string) => boolean) | undefined;
};

/** The findings in each text of a conversation, ascending and without overlaps; offsets in UTF-16 units. */
export function* findPersonalData(
  texts: readonly string[],
  { client, names, isNotName = () => false }: NameScope,
): Steps<Finding[][]> {
  const found = yield* mapInSteps(texts, findInText);
  const spans = names
    ? yield* openNames().find(
        found.map(({ rest }) => rest),
        client,
      )
    : [];
  return found.map(({ findings, rest }, index) => {
    const named = (spans[index] ?? []).filter(({ start, end }) => !isNotName(rest.slice(start, end)));
    return [...findings, ...named.map((span) => ({ ...span, mask: nameMask }))].sort((a, b) => a.start - b.start);
  });
}
