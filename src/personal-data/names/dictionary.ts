import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The cases by which patterns agree. */
export const cases = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct'];
const genders = ['masc', 'femn', 'neut', 'ms-f'];

/** A tag of OpenCorpora: its grammemes, with one name for the two forms of a case and `ms-f` for both genders of a person; its gender and case. */
export type Tag = {
  readonly grammemes: ReadonlySet<string>;
  readonly gender: string | undefined;
  readonly form: string | undefined;
};

/** What a word can be a form of, and which form. */
export type Reading = { readonly lemma: string; readonly tag: Tag };

/** Returns a tag of the grammemes. */
export const tagOf = (grammemes: Iterable<string>): Tag => {
  const all = new Set(grammemes);
  const find = (names: readonly string[]): string | undefined => names.find((name) => all.has(name));
  return { grammemes: all, gender: find(genders), form: find([...cases, 'voct']) };
};

/** `NOUN,anim,GNdr,Ms-f,Surn sing,gen2` as the dictionary writes it. */
const readTag = (written: string): Tag => {
  const grammemes = written.split(/[ ,]/).map((grammeme) => grammeme.replace(/^(gen|acc|loc)[12]$/, '$1t'));
  const isCommon = grammemes.includes('Ms-f') || grammemes.includes('GNdr');
  return tagOf(isCommon ? [...grammemes.filter((grammeme) => !genders.includes(grammeme)), 'ms-f'] : grammemes);
};

/** A spelling found, its `[paradigm, form]` pairs, and the misprints allowed for it. */
type Hit = [word: string, payload: [paradigm: number, form: number][], stutter: number, typos: number];
type Dawg = { findAll: (word: string, replacements: Record<string, string>, stutter: number, typos: number) => Hit[] };
type Az = { DAWG: { fromArrayBuffer: (data: ArrayBuffer, format: 'words') => Dawg } };

const require = createRequire(import.meta.url);
const { DAWG } = require('az') as Az;

/** Where each paradigm starts in the file: its length, then a row of suffix numbers, one of tag numbers and one of prefix numbers. */
const startsOf = (paradigms: Uint16Array): Uint32Array => {
  const starts = new Uint32Array(paradigms[0] ?? 0);
  let at = 1;
  for (let number = 0; number < starts.length; number++) {
    starts[number] = at;
    at += (paradigms[at] ?? 0) + 1;
  }
  return starts;
};

/** The dictionary's metadata. */
type Meta = readonly (readonly [name: string, value: { readonly paradigm_prefixes?: readonly string[] }])[];

/** Reads the OpenCorpora dictionary that the `az` package brings; its guesser is left alone, it calls acronyms names. */
const loadDictionary = (): ((word: string) => readonly Reading[]) => {
  const folder = join(dirname(require.resolve('az/package.json')), 'dicts');
  const buffer = (file: string): ArrayBuffer => new Uint8Array(readFileSync(join(folder, file))).buffer;
  const words = DAWG.fromArrayBuffer(buffer('words.dawg'), 'words');
  const paradigms = new Uint16Array(buffer('paradigms.array'));
  const starts = startsOf(paradigms);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const suffixes = read('suffixes.json') as string[];
  const written = read('gramtab-opencorpora-int.json') as string[];
  const options = (read('meta.json') as Meta).find(([name]) => name === 'compile_options')?.[1];
  const prefixes = options?.paradigm_prefixes ?? [];
  const tags: Tag[] = [];
  const tagAt = (number: number): Tag => (tags[number] ??= readTag(written[number] ?? ''));

  const readingOf = (word: string, paradigm: number, form: number): Reading => {
    const start = starts[paradigm] ?? 0;
    const count = (paradigms[start] ?? 0) / 3;
    const at = (index: number): number => paradigms[start + 1 + index] ?? 0;
    const prefix = prefixes[at(count * 2 + form)] ?? '';
    const suffix = suffixes[at(form)] ?? '';
    const base = word.slice(prefix.length, word.length - suffix.length);
    const lemma = (prefixes[at(count * 2)] ?? '') + base + (suffixes[at(0)] ?? '');
    return { lemma: lemma.replaceAll('ё', 'е'), tag: tagAt(at(count + form)) };
  };

  return (word) =>
    words
      .findAll(word, { е: 'ё' }, 0, 0)
      .flatMap(([spelling, payload]) => payload.map(([paradigm, form]) => readingOf(spelling, paradigm, form)));
};

let loaded: ReturnType<typeof loadDictionary> | undefined;

/** No Russian word is longer; the search would take minutes over a run of two hundred thousand letters. */
const maxWordLength = 40;

/**
 * Returns every dictionary reading of a lower-case word with е for ё, none for an unknown one. The first call in a
 * thread loads the dictionary, some hundredths of a second.
 */
export const readings = (word: string): readonly Reading[] => {
  if (word.length > maxWordLength) return [];
  loaded ??= loadDictionary();
  return loaded(word);
};
