import { hashOf, mixed } from './hash.ts';
import { templates } from './templates.ts';
import { columns, reach, type ReadText, width } from './token-contexts.ts';
import { wordColumns } from './word-facts.ts';

/** What `templates.ts` asks for; for each list of the token at the offset `list` it is asked again. */
export type Template = {
  readonly text: string;
  readonly salt: number;
  /** Where its values are, from the row of the first token that a template can ask for. */
  readonly indices: readonly number[];
  readonly list: number | undefined;
  /** The tokens that it asks for, in their order. */
  readonly offsets: readonly number[];
  /** Whether it asks for one word alone, whatever its context. */
  readonly isOfOneWord: boolean;
};

/** Reads a template. Throws if it asks for what there is not. */
export const compile = (text: string): Template => {
  const parts = text.split(' ').map((part) => {
    const [, name = part, offset = '0'] = /^(\w+)([-+]\d)$/.exec(part) ?? [];
    return { name, offset: Number(offset), column: columns.findIndex((column) => column === name) };
  });
  const asked = parts.filter(({ name }) => name !== 'list');
  if (parts.some(({ offset }) => Math.abs(offset) > reach) || asked.some(({ column }) => column < 0))
    throw new Error(`A template asks for what there is not: ${text}`);
  const offsets = [...new Set(parts.map(({ offset }) => offset))].toSorted((one, other) => one - other);
  return {
    text,
    salt: hashOf(text),
    indices: asked.map(({ offset, column }) => (offset + reach) * width + column),
    list: parts.find(({ name }) => name === 'list')?.offset,
    offsets,
    isOfOneWord: offsets.length === 1 && asked.every(({ column }) => column < wordColumns.length),
  };
};

export const compiled: readonly Template[] = templates.map(compile);

/** Size of a hash in bits. */
export const hashBits = 24;

/** Buffer for the features of a token; longer than any token needs. */
export const featureBuffer = (): Int32Array => new Int32Array(4_096);

/** Writes the hashes of the features of a token by some templates; returns how many there are. */
export const featuresAt = (
  { rows, lists }: Omit<ReadText, 'tokens'>,
  at: number,
  asked: readonly Template[],
  into: Int32Array,
): number => {
  const row = at * width;
  let count = 0;
  for (const { salt, indices, list } of asked) {
    let hash = salt;
    for (const index of indices) {
      const value = rows[row + index] as number;
      hash = value === 0 ? 0 : mixed(hash, value);
      if (hash === 0) break;
    }
    if (hash === 0) continue;
    if (list === undefined) into[count++] = hash >>> (32 - hashBits);
    else for (const one of lists[at + list + reach] as Int32Array) into[count++] = mixed(hash, one) >>> (32 - hashBits);
  }
  return count;
};
