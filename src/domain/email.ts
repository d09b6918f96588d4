import { domainToASCII, domainToUnicode } from 'node:url';

/** UTF-16 units of an e-mail (RFC 5321, 4.5.3.1.3, without the brackets). */
export const maxEmailLength = 254;

export type EmailSpellings = { readonly canonical: string; readonly all: readonly string[] };

/**
 * The spellings of an e-mail by which an account may be known, at least one: as it was sent, trimmed and in lower case, as accounts were once
 * registered; the canonical one (NFKC, the domain in Unicode), by which e-mails are compared and accounts are registered; and that with the domain in ASCII.
 */
export const emailSpellings = (email: string): EmailSpellings => {
  const sent = email.toWellFormed().trim().toLowerCase();
  // No account has a longer one, and normalising takes a time that grows with the square of the length.
  if (sent.length > maxEmailLength) return { canonical: sent, all: [sent] };
  const compatible = sent.normalize('NFKC').toLowerCase();
  const at = compatible.lastIndexOf('@');
  const local = compatible.slice(0, at + 1);
  const ascii = domainToASCII(compatible.slice(at + 1));
  // A domain that IDNA does not know is left as it is.
  if (at < 0 || ascii === '') return { canonical: compatible, all: distinct(sent, compatible) };
  const canonical = local + domainToUnicode(ascii);
  return { canonical, all: distinct(sent, canonical, local + ascii) };
};

const distinct = (...values: readonly string[]): readonly string[] => [...new Set(values)];

/** Scripts with letters that look like those of another (UTS 39). */
const lookalikes = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
);

/** Whether a word of it has letters of two such scripts, such as a Cyrillic а among Latin letters. */
export const mixesScripts = (email: string): boolean =>
  email.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => lookalikes.filter((script) => script.test(word)).length > 1);
