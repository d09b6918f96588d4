import { wordAfter, isNoPerson, type NameDocument } from './document.ts';
import { particleEnd } from './full-name.ts';

/** Returns the last of the capitalised unknown words that begin here: Абдолреза Аббассиан. */
export const lastOfRun = (document: NameDocument, at: number): number => {
  let last = at;
  while (last - at < 3 && wordAfter(document, last)?.isUnknownName === true && !isNoPerson(document, last + 1)) last++;
  return particleEnd(document, last);
};
