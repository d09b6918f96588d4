import type { Generation } from '../src/ports/read-model.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import { addId, type Checksum, idsOf, none } from './checksum.ts';
import { accounts, type Groups, type LogChecksum } from './log-checksum.ts';

/** A group of ids that differs between the log and a read model: a collection's tickets, or all accounts. */
export type Mismatch = { readonly group: string; readonly inLog: number; readonly inModel: number };

/** A number that readers are shown of a collection or an upload, and another that it should be. */
export type Miscount = { readonly id: string; readonly name: string; readonly stored: number; readonly right: number };

/** A read model compared with the log at the same position: the number of its ids, the groups that differ, and the numbers that are wrong. */
export type Comparison = {
  readonly projection: ProjectionName;
  readonly count: number;
  readonly mismatches: readonly Mismatch[];
  readonly miscounts: readonly Miscount[];
};

/** Compares a generation of a paused projection with the log at the same position. */
export const compare = async (
  projection: ProjectionName,
  generation: Pick<Generation<never>, 'ids' | 'counts'>,
  log: Pick<LogChecksum, 'groups' | 'states'>,
): Promise<Comparison> => {
  const inModel = new Map<string, Checksum>();
  let count = 0;
  for await (const ids of idsOf(generation)) {
    count += ids.length;
    for (const id of ids) {
      const group = projection === 'accounts' ? accounts : groupOf(id);
      inModel.set(group, addId(inModel.get(group) ?? none, id));
    }
  }
  const mismatches = mismatchesOf(log.groups(projection), inModel);
  const miscounts = await miscountsOf(generation, projection === 'collections' ? log.states : undefined);
  // If rows are missing, the counts need no check.
  const differing = new Set(mismatches.map(({ group }) => group));
  return { projection, count, mismatches, miscounts: miscounts.filter(({ id }) => !differing.has(groupOf(id))) };
};

/** The collection of an id. */
const groupOf = (id: string): string => id.split('/')[0] ?? id;

/** The stored numbers that differ from those of the rows or, of tickets by their states, from the log's. */
const miscountsOf = async (
  generation: Pick<Generation<never>, 'counts'>,
  inLog: LogChecksum['states'] | undefined,
): Promise<readonly Miscount[]> => {
  const found: Miscount[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await generation.counts(after);
    for (const { id, stored, ofRows } of page)
      for (const [name, right] of Object.entries({ ...ofRows, ...inLog?.(id) }))
        if (stored[name] !== right) found.push({ id, name, stored: stored[name] ?? 0, right });
    after = page.at(-1)?.id;
    if (after === undefined) return found;
  }
};

const mismatchesOf = (inLog: Groups, inModel: Groups): readonly Mismatch[] =>
  [...new Set([...inLog.keys(), ...inModel.keys()])].flatMap((group) => {
    const [log, model] = [inLog.get(group) ?? none, inModel.get(group) ?? none];
    return log.count === model.count && log.sum === model.sum
      ? []
      : [{ group, inLog: log.count, inModel: model.count }];
  });
