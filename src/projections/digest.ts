import { hash } from 'node:crypto';
import type { ReadModelCopy } from '../ports/read-model.ts';

/** Count and sum of hashes of ids: it tells two sets of ids apart, whatever their order and wherever they stand. */
export type Digest = { readonly count: number; readonly sum: bigint };

/** All live ids of a copy, a page at a time. */
export async function* idsOf(copy: Pick<ReadModelCopy<never>, 'ids'>): AsyncGenerator<readonly string[]> {
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
export const digestOf = async (copy: Pick<ReadModelCopy<never>, 'ids'>): Promise<Digest> => {
  let digest: Digest = { count: 0, sum: 0n };
  for await (const ids of idsOf(copy)) digest = ids.reduce(withId, digest);
  return digest;
};

/** The digest of one id more. */
export const withId = ({ count, sum }: Digest, id: string): Digest => ({
  count: count + 1,
  sum: BigInt.asUintN(64, sum + hash('sha1', id, 'buffer').readBigUInt64LE(0)),
});
