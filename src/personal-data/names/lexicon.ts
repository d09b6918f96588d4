import { readFileSync } from 'node:fs';
import { words } from '../word-list.ts';
import { figureStem } from './name-shapes.ts';

/** `[name] what it is for` in a line of its own, then the list, separated by blanks or, of several words each, by commas. */
const readLists = (file: string): [name: string, items: string][] =>
  readFileSync(new URL(`lexicon/${file}.txt`, import.meta.url), 'utf8')
    .split(/^(?=\[)/m)
    .map((section) => {
      const [, name = '', items = ''] = /^\[(\w+)\].*\n([^]*)$/.exec(section) ?? [];
      return [name, items.trim()];
    });

const lists = new Map(['given-names', 'other-senses', 'nouns', 'verbs', 'streets'].flatMap(readLists));

const itemsOf = (name: string): string => {
  const items = lists.get(name);
  if (items === undefined) throw new Error(`The lexicon has no list ${name}`);
  return items;
};

/** Returns the words of a list of the lexicon, in lower case. Throws if there is none of that name. */
export const list = (name: string): ReadonlySet<string> => words(itemsOf(name));

const phrases = (name: string): readonly string[] => itemsOf(name).split(/,\s*/);

export const everydayNames = list('everydayNames');
export const furtherNames = list('furtherNames');
export const brandNames = list('brandNames');

/** The stems of both words of each. */
export const figures: ReadonlySet<string> = new Set(
  phrases('figures').map((name) => name.split(' ').map(figureStem).join(' ')),
);

/** First name and surname in the genitive. */
export const fullStreetNames: ReadonlySet<string> = new Set(phrases('fullStreetNames'));

/** One form of a listed first name. */
export type ListedForm = { readonly lemma: string; readonly gender: 'masc' | 'femn' | 'ms-f'; readonly form: string };

type Endings = readonly string[];

const forms = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct'];
const hard: Endings = ['', 'а', 'у', 'а', 'ом', 'е'];
const soft: Endings = ['й', 'я', 'ю', 'я', 'ем', 'е'];
const softSign: Endings = ['ь', 'я', 'ю', 'я', 'ем', 'е'];
const fleeting: Endings = ['ек', 'ька', 'ьку', 'ька', 'ьком', 'ьке'];
const inA: Endings = ['а', 'ы', 'е', 'у', 'ой', 'е'];
const inHushA: Endings = ['а', 'и', 'е', 'у', 'ей', 'е'];
const inKa: Endings = ['а', 'и', 'е', 'у', 'ой', 'е'];
const inYa: Endings = ['я', 'и', 'е', 'ю', 'ей', 'е'];

type Declension = { readonly stem: string; readonly endings: Endings; readonly gender: ListedForm['gender'] };

/** Which endings a name takes; a name in another vowel is not declined. */
const declensionOf = (name: string): Declension => {
  const stem = name.slice(0, -1);
  if (name.endsWith('а'))
    return { stem, endings: /[жшщч]а$/.test(name) ? inHushA : /[гкх]а$/.test(name) ? inKa : inA, gender: 'ms-f' };
  if (name.endsWith('я')) return { stem, endings: inYa, gender: 'ms-f' };
  if (name.endsWith('й')) return { stem, endings: soft, gender: 'masc' };
  if (name.endsWith('ь')) return { stem, endings: softSign, gender: 'ms-f' };
  if (/[бвгджзклмнпрстфхцчшщ]ек$/.test(name)) return { stem: name.slice(0, -2), endings: fleeting, gender: 'masc' };
  if (/[еиоуыэю]$/.test(name)) return { stem: name, endings: [''], gender: 'ms-f' };
  return { stem: name, endings: hard, gender: 'masc' };
};

const tableOf = (names: Iterable<string>): ReadonlyMap<string, readonly ListedForm[]> => {
  const table = new Map<string, ListedForm[]>();
  for (const listed of names) {
    const lemma = listed.replaceAll('ё', 'е');
    const { stem, endings, gender } = declensionOf(lemma);
    endings.forEach((ending, index) => {
      const row = table.get(stem + ending) ?? [];
      row.push({ lemma, gender, form: forms[index] ?? 'nomn' });
      table.set(stem + ending, row);
    });
  }
  return table;
};

const table = tableOf([...everydayNames, ...furtherNames]);

/** Returns the forms of listed names that a lower-case word (е for ё) can be. */
export const listedForms = (word: string): readonly ListedForm[] => table.get(word) ?? [];
