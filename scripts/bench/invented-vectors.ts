import type { Embedder } from '../../src/ports/embedder.ts';

const consonants = Array.from('бвгджзклмнпрстфхцчшщ');
const vowels = Array.from('аеиоуыэюя');
const endings = ['', 'а', 'ы', 'у', 'ом', 'ах', 'ами', 'ой', 'ый', 'ая', 'ть', 'л', 'ла'];

/** Vectors one after the other in one array. */
export type Vectors = { readonly values: Float32Array; readonly dimensions: number; readonly count: number };

export const vectorAt = ({ values, dimensions }: Vectors, index: number): Float32Array =>
  values.subarray(index * dimensions, (index + 1) * dimensions);

const pick = <Item>(random: () => number, list: readonly Item[]): Item => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** Returns a source of texts of 500 characters like Russian ones in the eyes of a lexical model: 400 subjects, common words often, endings changing. */
const textsFrom = (random: () => number): (() => string) => {
  const syllable = () =>
    pick(random, consonants) + pick(random, vowels) + (random() < 0.3 ? pick(random, consonants) : '');
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3.5) }, syllable).join(''),
  );
  const common = () => words[Math.floor(Math.exp(random() * Math.log(words.length))) - 1] ?? '';
  const subjects = Array.from({ length: 400 }, () => Array.from({ length: 60 }, () => pick(random, words)));
  return () => {
    const subject = pick(random, subjects);
    let text = '';
    while (text.length < 500) text += `${random() < 0.35 ? pick(random, subject) : common()}${pick(random, endings)} `;
    return text;
  };
};

/** Returns `count` vectors that the embedder makes of invented texts. */
export const embeddedTexts = async (embedder: Embedder, count: number, random: () => number): Promise<Vectors> => {
  const text = textsFrom(random);
  const dimensions = embedder.dimensions() ?? 0;
  const values = new Float32Array(count * dimensions);
  for (let start = 0; start < count; start += 100) {
    const texts = Array.from({ length: Math.min(100, count - start) }, text);
    (await embedder.embedTickets(texts)).forEach((vector, index) => values.set(vector, (start + index) * dimensions));
  }
  return { values, dimensions, count };
};

/** Returns `count` vectors in clusters of about 50, spread evenly in all directions around their centres. */
export const clusteredVectors = (dimensions: number, count: number, random: () => number): Vectors => {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: Math.ceil(count / 50) }, () =>
    Float32Array.from({ length: dimensions }, normal),
  );
  const values = new Float32Array(count * dimensions);
  for (let index = 0; index < count; index += 1) {
    const centre = pick(random, centres);
    for (let i = 0; i < dimensions; i += 1) values[index * dimensions + i] = (centre[i] ?? 0) + 0.8 * normal();
  }
  return { values, dimensions, count };
};
