import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import az from 'az';

/** What a dictionary reading says about a word: part of speech, kind of proper name, gender, number, case. */
export type Reading = {
  readonly lemma: string;
  readonly pos: string;
  readonly proper: 'Name' | 'Surn' | 'Patr' | 'Geox' | 'Orgn' | 'Trad' | 'Init' | undefined;
  readonly animate: boolean;
  readonly gender: 'masc' | 'femn' | 'neut' | 'ms-f' | undefined;
  readonly plural: boolean;
  readonly form: string | undefined;
  readonly tense: string | undefined;
};

type Features = Omit<Reading, 'lemma'>;
type Dictionary = { readonly readings: (word: string) => readonly Reading[] };

const properKinds = ['Name', 'Surn', 'Patr', 'Geox', 'Orgn', 'Trad', 'Init'] as const;
const genders = ['masc', 'femn', 'neut', 'ms-f'] as const;
const forms = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct', 'voct'];

const featuresOf = (tag: string): Features => {
  const grammemes = new Set(tag.split(/[ ,]/).map((grammeme) => grammeme.replace(/^(gen|acc|loc)[12]$/, '$1t')));
  const has = (grammeme: string): boolean => grammemes.has(grammeme);
  return {
    pos: tag.split(/[ ,]/, 1)[0] ?? '',
    proper: properKinds.find(has),
    animate: has('anim'),
    gender: has('Ms-f') || has('GNdr') ? 'ms-f' : genders.find(has),
    plural: has('plur'),
    form: forms.find(has),
    tense: has('past') ? 'past' : has('impr') ? 'impr' : has('pres') ? 'pres' : has('futr') ? 'futr' : undefined,
  };
};

/** Each paradigm is a row of suffix numbers, a row of tag numbers and a row of prefix numbers, all of one length. */
const readParadigms = (file: Buffer): Uint16Array[] => {
  const list = new Uint16Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const paradigms: Uint16Array[] = [];
  let at = 1;
  for (let left = list[0] ?? 0; left > 0; left--) {
    const size = list[at] ?? 0;
    paradigms.push(list.subarray(at + 1, at + 1 + size));
    at += size + 1;
  }
  return paradigms;
};

/** A large file has a buffer of its own; a small one may share it with others. */
const wholeBuffer = (file: Buffer<ArrayBuffer>): ArrayBuffer => {
  if (file.byteLength === file.buffer.byteLength) return file.buffer;
  const copy = new ArrayBuffer(file.byteLength);
  new Uint8Array(copy).set(file);
  return copy;
};

const prefixes = ['', 'по', 'наи'];

/** Reads the OpenCorpora dictionary that the `az` package brings; its guesser is left alone, it calls acronyms names. */
const loadDictionary = (): Dictionary => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('az/package.json')), 'dicts');
  const words = az.DAWG.fromArrayBuffer(wholeBuffer(readFileSync(join(folder, 'words.dawg'))), 'words');
  const paradigms = readParadigms(readFileSync(join(folder, 'paradigms.array')));
  const suffixes = JSON.parse(readFileSync(join(folder, 'suffixes.json'), 'utf8')) as string[];
  const tags = JSON.parse(readFileSync(join(folder, 'gramtab-opencorpora-int.json'), 'utf8')) as string[];
  const features: Features[] = [];
  const featuresAt = (tag: number): Features => (features[tag] ??= featuresOf(tags[tag] ?? ''));

  const readingOf = (word: string, paradigm: Uint16Array, form: number): Reading => {
    const count = paradigm.length / 3;
    const at = (index: number): number => paradigm[index] ?? 0;
    const prefix = prefixes[at(count * 2 + form)] ?? '';
    const suffix = suffixes[at(form)] ?? '';
    const base = word.slice(prefix.length, word.length - suffix.length);
    const lemma = (prefixes[at(count * 2)] ?? '') + base + (suffixes[at(0)] ?? '');
    return { lemma: lemma.replaceAll('ё', 'е'), ...featuresAt(at(count + form)) };
  };

  return {
    readings: (word) =>
      words
        .findAll(word, { е: 'ё' }, 0, 0)
        .flatMap(([spelling, payload]) =>
          payload.map(([paradigm, form]) => readingOf(spelling, paradigms[paradigm] ?? new Uint16Array(), form)),
        ),
  };
};

let loaded: Dictionary | undefined;

/** No Russian word is longer; the search would take minutes over a run of two hundred thousand letters. */
const maxWordLength = 40;

/**
 * Returns every dictionary reading of a lower-case word with е for ё, none for an unknown one. The first call in a
 * thread loads the dictionary, some hundredths of a second.
 */
export const readings = (word: string): readonly Reading[] => {
  if (word.length > maxWordLength) return [];
  loaded ??= loadDictionary();
  return loaded.readings(word);
};
