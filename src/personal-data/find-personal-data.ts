import { findEmails } from './emails.ts';
import { findBareLinks, findSchemeLinks } from './links.ts';
import { emailMask, nameMask, phoneMask } from './masks.ts';
import { findNames } from './names.ts';
import { findPhones } from './phones.ts';
import { blankOut, type Span } from './spans.ts';
import { findSpokenEmails } from './spoken-emails.ts';

/** A part of a text and what takes its place: a mask, or nothing. */
export type Finding = Span & { readonly mask: string };

type Kind = { readonly mask: string; readonly find: (text: string) => Span[] };

/**
 * The kinds that a text shows on its own, in the order of the search: what one finds the later ones do not see. A
 * further kind (passport, card) is one more line here, before the telephones where it has digits.
 */
const kinds: readonly Kind[] = [
  { mask: '', find: findSchemeLinks },
  { mask: emailMask, find: findEmails },
  { mask: emailMask, find: findSpokenEmails },
  { mask: '', find: findBareLinks },
  { mask: phoneMask, find: findPhones },
];

/** Masks of an earlier cleaning are text that no rule may look into. */
const findMasks = (text: string): Finding[] =>
  [...text.matchAll(/\[(?:ТЕЛЕФОН|EMAIL|ИМЯ)\]/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    mask: match[0],
  }));

const findInText = (text: string): { readonly findings: Finding[]; readonly rest: string } => {
  const findings = findMasks(text);
  let rest = blankOut(text, findings);
  for (const { mask, find } of kinds) {
    const spans = find(rest);
    rest = blankOut(rest, spans);
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
