import type { Checkpoint, Parked, ReadModel, ReadModelCopy } from '../../src/ports/read-model.ts';

/** A read model in memory whose steps can be made to fail: `before` and `after` run around every apply of the current copy. */
export const listModel = <Change>(
  hooks: { before?: (changes: readonly Change[]) => void; after?: () => void } = {},
) => {
  const changes: Change[] = [];
  const parked: Parked[] = [];
  let checkpoint: Checkpoint | undefined;
  const copy: ReadModelCopy<Change> = {
    name: 'list',
    checkpoint: () => Promise.resolve(checkpoint),
    apply: async (some, next) => {
      hooks.before?.(some);
      changes.push(...some);
      checkpoint = next;
      hooks.after?.();
      return Promise.resolve();
    },
    park: (one, next) => {
      parked.push(one);
      checkpoint = next;
      return Promise.resolve();
    },
    parked: () => Promise.resolve(parked),
    ids: () => Promise.resolve([]),
    leftovers: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    settle: () => Promise.resolve(),
  };
  const model: ReadModel<Change> = {
    current: () => Promise.resolve(copy),
    replacement: () => Promise.resolve(copy),
    activate: () => Promise.resolve(),
    discard: () => Promise.resolve(),
    previous: () => Promise.resolve(undefined),
    forget: () => Promise.resolve(),
    retire: () => Promise.resolve(),
    show: () => Promise.resolve(),
  };
  return { model, changes, parked, checkpoint: () => checkpoint };
};
