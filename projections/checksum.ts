import { hash } from 'node:crypto';
import type { Generation } from '../src/ports/read-model.ts';

/** Count and sum of hashes of ids: independent of their order. */
export type Checksum = { readonly count: number; readonly sum: bigint };

/** That of no ids. */
export const none: Checksum = { count: 0, sum: 0n };

/** All live ids of a generation in pages. */
export async function* idsOf(generation: Pick<Generation<never>, 'ids'>): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  for (;;) {
    const page = await generation.ids(after);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1);
    // Lets appends and other projections run between two pages.
    await new Promise(setImmediate);
  }
}

/** The checksum of all ids in a generation. */
export const checksumOf = async (generation: Pick<Generation<never>, 'ids'>): Promise<Checksum> => {
  let checksum: Checksum = { count: 0, sum: 0n };
  for await (const ids of idsOf(generation)) checksum = ids.reduce(addId, checksum);
  return checksum;
};

const hashOf = (id: string): bigint => hash('sha1', id, 'buffer').readBigUInt64LE(0);

/** The checksum with one more id. */
export const addId = ({ count, sum }: Checksum, id: string): Checksum => ({
  count: count + 1,
  sum: BigInt.asUintN(64, sum + hashOf(id)),
});

/** The checksum without an id that it has. */
export const removeId = ({ count, sum }: Checksum, id: string): Checksum => ({
  count: count - 1,
  sum: BigInt.asUintN(64, sum - hashOf(id)),
});

/** The checksum of the ids of both. */
export const sum = (one: Checksum, other: Checksum): Checksum => ({
  count: one.count + other.count,
  sum: BigInt.asUintN(64, one.sum + other.sum),
});

/** The ids of `wanted` that another generation lacks, in pages. Both are read in text order, a page at a time. */
export async function* missingFrom(
  generation: Pick<Generation<never>, 'ids'>,
  wanted: Pick<Generation<never>, 'ids'>,
): AsyncGenerator<readonly string[]> {
  const others = idsOf(generation);
  let page: readonly string[] = [];
  let next = 0;
  const has = async (id: string): Promise<boolean> => {
    for (;;) {
      for (; next < page.length; next += 1) {
        const other = page[next] ?? '';
        if (other >= id) return other === id;
      }
      const more = await others.next();
      if (more.done) return false;
      [page, next] = [more.value, 0];
    }
  };
  for await (const ids of idsOf(wanted)) {
    const missing: string[] = [];
    for (const id of ids) if (!(await has(id))) missing.push(id);
    if (missing.length > 0) yield missing;
  }
}
