import { hash } from 'node:crypto';
import type { Generation } from '../src/ports/read-model.ts';

/** Count and sum of hashes of ids: it tells two sets of ids apart, whatever their order and wherever they stand. */
export type Checksum = { readonly count: number; readonly sum: bigint };

/** All live ids of a copy, a page at a time. */
export async function* idsOf(copy: Pick<Generation<never>, 'ids'>): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  for (;;) {
    const page = await copy.ids(after);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1);
    // Between two pages others go first.
    await new Promise(setImmediate);
  }
}

/** Count and sum of hashes of all ids in a copy. */
export const checksumOf = async (copy: Pick<Generation<never>, 'ids'>): Promise<Checksum> => {
  let digest: Checksum = { count: 0, sum: 0n };
  for await (const ids of idsOf(copy)) digest = ids.reduce(addId, digest);
  return digest;
};

/** The digest of one id more. */
export const addId = ({ count, sum }: Checksum, id: string): Checksum => ({
  count: count + 1,
  sum: BigInt.asUintN(64, sum + hash('sha1', id, 'buffer').readBigUInt64LE(0)),
});

/** The ids of one copy that another does not have, a page at a time; both give them in the same order, so that neither is read into memory. */
export async function* missingFrom(
  there: Pick<Generation<never>, 'ids'>,
  wanted: Pick<Generation<never>, 'ids'>,
): AsyncGenerator<readonly string[]> {
  const others = idsOf(there);
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
