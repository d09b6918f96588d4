import { cleanQuery } from './clean.ts';

/** Different parts of addresses that are remembered: those of one desk are the same in all tickets, but for their numbers. */
const maxParts = 1_000;
const knownParts = new Map<string, boolean>();

/** Whether a part of an address names a person or says how to reach one. */
const isPersonal = (part: string): boolean => {
  const known = knownParts.get(part);
  if (known !== undefined) return known;
  const words = decoded(part)?.replace(/[^\p{L}\p{N}@.+()]+/gu, ' ');
  // Nothing but a mask has brackets here.
  const found =
    words === undefined || [words, words.replaceAll('.', ' ')].some((text) => cleanQuery(text).includes('['));
  if (knownParts.size >= maxParts) knownParts.clear();
  knownParts.set(part, found);
  return found;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** A number of a ticket may look like one of a telephone. */
const isId = (part: string): boolean => /^\d*$/.test(part);

/**
 * An address on the web (https://url.spec.whatwg.org) without the parameters that name a person, or a telephone number or e-mail address; '' if what it leads to,
 * its path or fragment, has such a part. The host is the desk's.
 */
export const cleanAddress = (address: string): string => {
  const url = URL.parse(address);
  if (!url) return '';
  const places = [...url.pathname.split('/'), ...url.hash.slice(1).split(/[/?&=]/)];
  if (places.some((part) => !isId(part) && isPersonal(part))) return '';
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter((parameter) => !parameter.split('=').some(isPersonal));
  if (kept.length < parameters.length) url.search = kept.join('&');
  return url.href;
};
