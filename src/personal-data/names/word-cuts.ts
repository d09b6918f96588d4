import { list, shape } from './lexicon.ts';
import { type Entry, entryOf, isOfPerson } from './morphology.ts';

/** Parts of speech that no name has behind its hyphen. */
const apart = ['VERB', 'PRED', 'PRTS', 'PREP', 'CONJ', 'PRCL', 'ADVB', 'NPRO'];

const entryOfPart = (part: string): Entry => entryOf(part.toLowerCase().replaceAll('ё', 'е'));

const isApart = (part: string): boolean => {
  const entry = entryOfPart(part);
  const { word, dict } = entry;
  if (isOfPerson(entry) || list('enclitics').has(word)) return false;
  return (
    shape('profession').test(word) ||
    list('roleNouns').has(word) ||
    dict.some(({ tag }) => apart.some((one) => tag.grammemes.has(one)))
  );
};

const joined = /^(\p{Lu}\p{Ll}{2,})(?:-(\p{Ll}+)|(\p{Lu}\p{Ll}{2,}){1,2})$/u;

/** After how many letters a further word begins where somebody has written two as one, `Владимир-не может`, `ИванПетров`; 0 if it is one. */
export const cutOf = (text: string): number => {
  const [, first = '', behindHyphen] = joined.exec(text) ?? [];
  if (first === '' || !isOfPerson(entryOfPart(first)) || entryOfPart(text).dict.length > 0) return 0;
  const names = text.slice(first.length).match(/\p{Lu}\p{Ll}+/gu) ?? [];
  const isCut =
    behindHyphen === undefined ? names.every((name) => isOfPerson(entryOfPart(name))) : isApart(behindHyphen);
  return isCut ? first.length : 0;
};
