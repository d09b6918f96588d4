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
  const paradigms = new Uint16Array(wholeBuffer(readFileSync(join(folder, 'paradigms.array'))));
  const starts = startsOf(paradigms);
  const suffixes = JSON.parse(readFileSync(join(folder, 'suffixes.json'), 'utf8')) as string[];
  const tags = JSON.parse(readFileSync(join(folder, 'gramtab-opencorpora-int.json'), 'utf8')) as string[];
  const features: Features[] = [];
  const featuresAt = (tag: number): Features => (features[tag] ??= featuresOf(tags[tag] ?? ''));

  const readingOf = (word: string, paradigm: number, form: number): Reading => {
    const start = starts[paradigm] ?? 0;
    const count = (paradigms[start] ?? 0) / 3;
    const at = (index: number): number => paradigms[start + 1 + index] ?? 0;
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
        .flatMap(([spelling, payload]) => payload.map(([paradigm, form]) => readingOf(spelling, paradigm, form))),
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
