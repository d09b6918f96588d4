import { findEmails } from './contacts/emails.ts';
import { findBareLinks, findSchemeLinks } from './contacts/links.ts';
import { emailMask, nameMask, phoneMask } from './masks.ts';
import { findNames } from './names/find-names.ts';
import { findPhones } from './contacts/phones.ts';
import { blankOut, contactOut, cutOut, type Span } from './spans.ts';
import { findSpokenEmails } from './contacts/spoken-emails.ts';
import { findSpokenPhones } from './contacts/spoken-phones.ts';

/** A part of a text and what takes its place: a mask, or nothing. */
export type Finding = Span & { readonly mask: string };

type Kind = { readonly mask: string; readonly filler: string; readonly find: (text: string) => Span[] };

/**
 * The kinds that a text shows on its own, in the order of the search: what one finds the later ones do not see. A
 * further kind (passport, card) is one more line here, before the telephones where it has digits.
 */
const kinds: readonly Kind[] = [
  { mask: '', filler: cutOut, find: findSchemeLinks },
  { mask: emailMask, filler: contactOut, find: findEmails },
  { mask: emailMask, filler: contactOut, find: findSpokenEmails },
  { mask: '', filler: cutOut, find: findBareLinks },
  { mask: phoneMask, filler: contactOut, find: findSpokenPhones },
  { mask: phoneMask, filler: contactOut, find: findPhones },
];

const findMask = (text: string, mask: string): Span[] => {
  const found: Span[] = [];
  for (let start = text.indexOf(mask); start >= 0; start = text.indexOf(mask, start + mask.length))
    found.push({ start, end: start + mask.length });
  return found;
};

/** Masks of an earlier cleaning are text that no rule may look into. */
const earlierMasks: readonly Kind[] = [
  { mask: phoneMask, filler: contactOut, find: (text) => findMask(text, phoneMask) },
  { mask: emailMask, filler: contactOut, find: (text) => findMask(text, emailMask) },
  { mask: nameMask, filler: cutOut, find: (text) => findMask(text, nameMask) },
];

const searches: readonly Kind[] = [...earlierMasks, ...kinds];

const findInText = (text: string): { readonly findings: Finding[]; readonly rest: string } => {
  const findings: Finding[] = [];
  let rest = text;
  for (const { mask, filler, find } of searches) {
    const spans = find(rest);
    rest = blankOut(rest, spans, filler);
    for (const { start, end } of spans) findings.push({ start, end, mask });
  }
  return { findings, rest };
};

/**
 * Returns what is to be replaced in each text of a conversation, in ascending order and apart from each other; offsets
 * are UTF-16 units. With `names` false names are left alone.
 */
export const findPersonalData = (
  texts: readonly string[],
  { client, names }: { readonly client?: string | undefined; readonly names: boolean },
): Finding[][] => {
  const found = texts.map(findInText);
  const spans = names
    ? findNames(
        found.map(({ rest }) => rest),
        client,
      )
    : [];
  return found.map(({ findings }, index) =>
    [...findings, ...(spans[index] ?? []).map((span) => ({ ...span, mask: nameMask }))].sort(
      (a, b) => a.start - b.start,
    ),
  );
};
