import { readFileSync } from 'node:fs';
import { words } from '../word-list.ts';
import { cases, tagOf, type Reading, type Tag } from './dictionary.ts';
import { hashOf } from './hash.ts';

/** `[name] what it is for` in a line of its own, then what it holds. */
const readSections = (file: string): [name: string, body: string][] =>
  readFileSync(new URL(`lexicon/${file}.txt`, import.meta.url), 'utf8')
    .split(/^(?=\[\w+\] )/m)
    .map((section) => {
      const [, name = '', body = ''] = /^\[(\w+)\].*\n([^]*)$/.exec(section) ?? [];
      return [name, body.trim()];
    });

const lists = new Map(
  ['given-names', 'other-senses', 'nouns', 'verbs', 'streets', 'latin-names'].flatMap(readSections),
);
const shapes = new Map(readSections('shapes'));
const forms = new Map(readSections('forms'));

const bodyOf = (sections: ReadonlyMap<string, string>, name: string): string => {
  const body = sections.get(name);
  if (body === undefined) throw new Error(`The lexicon has no ${name}`);
  return body;
};

/** Calls a function once for each argument. */
export const once = <Key, Result>(make: (key: Key) => Result): ((key: Key) => Result) => {
  const made = new Map<Key, Result>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make(key);
    made.set(key, result);
    return result;
  };
};

/** Returns the words of a list of the lexicon, in lower case; of names of several words, which commas separate, the whole names. Throws if there is none of that name. */
export const list = once((name: string): ReadonlySet<string> => {
  const body = bodyOf(lists, name);
  return body.includes(',') ? new Set(body.split(/,\s*/)) : words(body);
});

const sourceOf = (name: string): string =>
  bodyOf(shapes, name)
    .replace(/\s+/g, '')
    .replace(/\{([A-Za-z]+)\}/g, (_, part: string) => `(${sourceOf(part)})`);

/** Returns a shape of `lexicon/shapes.txt`: a regular expression in which blanks mean nothing and `{name}` stands for another shape. */
export const shape = once((name: string) => new RegExp(sourceOf(name)));

const stepsOf = (name: string): readonly (readonly [RegExp, string])[] =>
  bodyOf(forms, name)
    .split(/\s+/)
    .flatMap((step) => {
      if (step.startsWith('{')) return stepsOf(step.slice(1, -1));
      const [from = '', to = ''] = step.split('→');
      return [[new RegExp(from, 'gm'), to]];
    });

/** Returns what rewrites words as `lexicon/forms.txt` says: each `from→to` in its order. */
export const rewriting = once((name: string): ((word: string) => string) => {
  const steps = stepsOf(name);
  return (word) => steps.reduce((rewritten, [from, to]) => rewritten.replace(from, to), word);
});

export const surnameStem = rewriting('surnameStem');

/** What a name must end with to be declined so, its ending in brackets, and which words follow the stem, by gender and case. */
type Declension = { readonly end: RegExp; readonly forms: readonly (readonly [ending: string, tag: Tag])[] };

const declensionOf = (line: string, grammemes: readonly string[]): Declension => {
  const [end = '', ...genders] = line.split(/ (?=masc|femn|ms-f)/);
  const forms = genders.flatMap((written) => {
    const [gender = '', ...endings] = written.split(' ');
    return endings.map(
      (ending, number) => [ending === '-' ? '' : ending, tagOf([...grammemes, gender, cases[number] ?? ''])] as const,
    );
  });
  return { end: new RegExp(`${end}$`), forms };
};

/** The readings of all forms of the names, which `lexicon/forms.txt` declines in a section. */
const declined = (
  lemmas: readonly string[],
  section: string,
  grammemes: readonly string[],
): ReadonlyMap<string, readonly Reading[]> => {
  const declensions = bodyOf(forms, section)
    .split('\n')
    .map((line) => declensionOf(line, grammemes));
  const table = new Map<string, Reading[]>();
  for (const lemma of lemmas) {
    const declension = declensions.find(({ end }) => end.test(lemma));
    const stem = lemma.slice(0, lemma.length - (declension?.end.exec(lemma)?.[1] ?? '').length);
    for (const [ending, tag] of declension?.forms ?? []) {
      const row = table.get(stem + ending) ?? [];
      table.set(stem + ending, row);
      row.push({ lemma, tag });
    }
  }
  return table;
};

const listedNames = [...list('everydayNames'), ...list('furtherNames')].map((name) => name.replaceAll('ё', 'е'));
const firstNames = declined(listedNames, 'declensions', ['listed']);
const surnames = declined([...list('surnames')], 'surnameDeclensions', ['listed', 'Surn', 'sing']);

/** Returns the readings of a lower-case word (е for ё) as a listed first name. */
export const listedReadings = (word: string): readonly Reading[] => firstNames.get(word) ?? [];

/** Returns the readings of a lower-case word (е for ё) as a listed surname, which the dictionary does not have as one. */
export const listedSurnames = (word: string): readonly Reading[] => surnames.get(word) ?? [];

const shortestLatin = 3;
const longestLatin = 20;

const toLatin = rewriting('latin');

let latinNames: ReadonlySet<string> | undefined;

/** Derived at the first Latin word that could be a name: most texts have none. */
const deriveLatinNames = (): ReadonlySet<string> => {
  const names = listedNames.filter((name) => name.length >= shortestLatin && !list('brandNames').has(name));
  return new Set(toLatin(names.join('\n')).split('\n'));
};

/** Whether a lower-case Latin word is a usual spelling of a listed first name: Yuliya, Iuliia, Julia. */
export const isLatinFirstName = (word: string): boolean =>
  word.length >= shortestLatin && word.length <= longestLatin && (latinNames ??= deriveLatinNames()).has(toLatin(word));

/** Hashes of the names of the lists by the words that they hold; of names of several words each word counts. */
const listsByWord = new Map<string, number[]>();
for (const [name, body] of lists)
  for (const word of words(body.replaceAll(',', ' '))) {
    const row = listsByWord.get(word) ?? [];
    listsByWord.set(word, row);
    row.push(hashOf(name));
  }

/** Shapes of whole words and of their ends; the others are parts of these. */
const shapeTests = [...shapes.keys()]
  .filter((name) => /[$^]/.test(shape(name).source))
  .map((name) => [shape(name), hashOf(name)] as const);

/** Returns the name of a list or shape by its hash. */
export const listNamed = (number: number): string =>
  [...lists.keys(), ...shapes.keys()].find((name) => hashOf(name) === number) ?? '';

/** Lists hold some words without the endings of their cases. */
const stems = ['surnameStem', 'figureStem', 'roleStem', 'abbreviationStem', 'townInO'].map(rewriting);

/** Returns hashes of the names of the lists that hold a word, one of its lemmas or its stem, and of the shapes that it has. */
export const listsOf = (word: string, lemmas: readonly string[] = []): Int32Array => {
  const keys = new Set([word, ...lemmas, ...stems.map((stem) => stem(word))]);
  const found = new Set([...keys].flatMap((key) => listsByWord.get(key) ?? []));
  for (const [test, number] of shapeTests) if (test.test(word)) found.add(number);
  return Int32Array.from(found);
};

const uncut = ['cutInA', 'cutInYa'].map(rewriting);

/** Whether a lower-case word is a listed name whose last vowel is cut off, as in an address: Нюр, Кость. */
export const isCutName = (word: string): boolean =>
  uncut.some((restore) => {
    const name = restore(word);
    return name !== word && listedReadings(name).length > 0;
  });
