import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transitions } from './chain.ts';

/** The file that `npm run train:names` writes (models/README.md). */
export const weightsPath = fileURLToPath(new URL('../../../models/names.bin', import.meta.url));

/** The file of weights is missing or not as it was shipped. The message is one line for the operator. */
export class WeightsDamaged extends Error {}

/** The line of JSON that follows the SHA-256 of all behind it. */
export type Head = {
  readonly digest: string;
  readonly transitions: readonly number[];
  readonly passes: readonly { readonly step: number; readonly count: number }[];
};

/** Returns what the file begins with, by the bytes that follow. */
export const sealOf = (bytes: Uint8Array): string => `${createHash('sha256').update(bytes).digest('hex')}\n`;

/** So many of the last bits of a hash are looked up first. */
const filterBits = 20;

/** Marks a free slot. */
const none = -1;

/** The weights of a pass by the hash of a feature, in slots that are found from its bits. */
export class WeightTable {
  readonly step: number;
  private readonly mask: number;
  private readonly hashes: Int32Array;
  private readonly codes: Int8Array;
  /** A bit for the last bits of each stored hash (a Bloom filter): most features have no weight, and this smaller table shows it. */
  private readonly filter = new Int32Array(2 ** (filterBits - 5));

  constructor({ step, count }: Head['passes'][number]) {
    this.step = step;
    const slots = 2 ** Math.ceil(Math.log2(count * 2 + 1));
    this.mask = slots - 1;
    this.hashes = new Int32Array(slots).fill(none);
    this.codes = new Int8Array(slots * 2);
  }

  private slotOf(hash: number): number {
    let slot = hash & this.mask;
    for (let kept = this.hashes[slot]; kept !== none && kept !== hash; kept = this.hashes[slot])
      slot = (slot + 1) & this.mask;
    return slot;
  }

  set(hash: number, begin: number, inside: number): void {
    const slot = this.slotOf(hash);
    this.hashes[slot] = hash;
    const bit = hash & (2 ** filterBits - 1);
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] as number) | (1 << (bit & 31));
    this.codes[slot * 2] = begin;
    this.codes[slot * 2 + 1] = inside;
  }

  /** Returns the weights of a feature. */
  of(hash: number): readonly [begin: number, inside: number] {
    const slot = this.slotOf(hash) * 2;
    return [(this.codes[slot] as number) * this.step, (this.codes[slot + 1] as number) * this.step];
  }

  /** Adds the weights of features to the two numbers from `at` on. */
  add(features: Int32Array, count: number, into: Float64Array, at: number): void {
    let [begin, inside] = [0, 0];
    for (let number = 0; number < count; number++) {
      const hash = features[number] as number;
      const bit = hash & (2 ** filterBits - 1);
      if ((((this.filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0) continue;
      const slot = this.slotOf(hash);
      begin += this.codes[slot * 2] as number;
      inside += this.codes[slot * 2 + 1] as number;
    }
    into[at] = (into[at] as number) + begin * this.step;
    into[at + 1] = (into[at + 1] as number) + inside * this.step;
  }
}

export type LearntTables = {
  readonly digest: string;
  readonly transitions: Transitions;
  readonly tables: readonly [first: WeightTable, second: WeightTable];
};

/** Returns the tables of both passes by the bytes of the file. Throws if they are not as they were written. */
export const parseWeights = (file: Buffer): LearntTables => {
  const sealed = file.subarray(file.indexOf('\n') + 1);
  if (sealOf(sealed) !== file.toString('latin1', 0, file.length - sealed.length))
    throw new Error('not what was written');
  let at = sealed.indexOf('\n') + 1;
  const { digest, transitions, passes } = JSON.parse(sealed.toString('utf8', 0, at)) as Head;
  const tables = passes.map((pass) => {
    const table = new WeightTable(pass);
    for (let number = 0, hash = 0; number < pass.count; number++) {
      let difference = 0;
      let bits = 0;
      for (; (sealed[at] as number) >= 128; at++, bits += 7) difference |= ((sealed[at] as number) & 127) << bits;
      hash += difference | ((sealed[at] as number) << bits);
      table.set(hash, sealed.readInt8(at + 1), sealed.readInt8(at + 2));
      at += 3;
    }
    return table;
  });
  return { digest, transitions: Float64Array.from(transitions), tables: tables as [WeightTable, WeightTable] };
};

/** Reads the file. Throws WeightsDamaged. */
export const readWeights = (path = weightsPath): LearntTables => {
  let what = 'cannot be read';
  try {
    const file = readFileSync(path);
    what = 'is damaged';
    return parseWeights(file);
  } catch (error) {
    throw new WeightsDamaged(`The model file models/${basename(path)} ${what}: install the service again`, {
      cause: error,
    });
  }
};
