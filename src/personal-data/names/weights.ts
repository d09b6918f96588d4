import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { labels, type Transitions } from './chain.ts';

/** The file that `npm run train:names` writes (models/README.md). */
export const weightsPath = fileURLToPath(new URL('../../../models/names.bin', import.meta.url));

/** The file of weights is missing or not as it was shipped. The message is one line for the operator. */
export class WeightsDamaged extends Error {}

/** The line of JSON that the file begins with. */
export type Head = {
  readonly digest: string;
  readonly sha256: string;
  readonly transitions: readonly number[];
  readonly passes: readonly { readonly step: number; readonly count: number }[];
};

/** Returns the hash that the head has of the bytes behind it. */
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

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

  /** Adds the weights of features to the two numbers from index `at` on. */
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

const damaged = (path: string, what: string, cause?: unknown): WeightsDamaged =>
  new WeightsDamaged(`The model file models/${basename(path)} ${what}: install the service again`, { cause });

const isHead = (head: Partial<Head>): head is Head =>
  head.passes?.length === 2 && head.transitions?.length === labels * labels;

const readHead = (line: string): Head => {
  const head = JSON.parse(line) as Partial<Head>;
  if (!isHead(head)) throw new SyntaxError('no weights');
  return head;
};

export type LearntTables = {
  readonly digest: string;
  readonly transitions: Transitions;
  readonly tables: readonly [first: WeightTable, second: WeightTable];
};

/** Reads the tables of both passes. Throws WeightsDamaged. */
export const readWeights = (path = weightsPath): LearntTables => {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    throw damaged(path, 'cannot be read', error);
  }
  const body = file.subarray(file.indexOf('\n') + 1);
  let head: Head;
  try {
    head = readHead(file.toString('utf8', 0, file.length - body.length));
  } catch (error) {
    throw damaged(path, 'is damaged', error);
  }
  if (hashOfBytes(body) !== head.sha256) throw damaged(path, 'is damaged');
  let at = 0;
  const tables = head.passes.map((pass) => {
    const table = new WeightTable(pass);
    for (let number = 0, hash = 0; number < pass.count; number++) {
      let rest = 0;
      let bits = 0;
      for (; (body[at] as number) >= 128; at++, bits += 7) rest |= ((body[at] as number) & 127) << bits;
      hash += rest | ((body[at] as number) << bits);
      table.set(hash, body.readInt8(at + 1), body.readInt8(at + 2));
      at += 3;
    }
    return table;
  });
  return {
    digest: head.digest,
    transitions: Float64Array.from(head.transitions),
    tables: tables as [WeightTable, WeightTable],
  };
};
