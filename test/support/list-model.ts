import type { Projection } from '../../projections/projection.ts';
import {
  type Advance,
  type Checkpoint,
  type Generation,
  type Parked,
  type ReadModel,
  requireCheckpoint,
} from '../../src/ports/read-model.ts';

/** Lists the names of created collections, in the order of the log. */
export const names: Projection<string> = {
  name: 'collections',
  on: { CollectionCreated: ({ data }) => [data.name] },
};

/** A read model in memory whose steps can be made to fail: `before` and `after` run around every apply of the current copy. `visible` counts what was refreshed. */
export const listModel = <Change>(
  hooks: { before?: (changes: readonly Change[]) => void; after?: () => void } = {},
) => {
  const changes: Change[] = [];
  const parked: Parked[] = [];
  let checkpoint: Checkpoint | undefined;
  let visible = 0;
  const advance = (to: Advance) => {
    requireCheckpoint(checkpoint?.position, to);
    checkpoint = { logId: to.logId, position: to.position };
  };
  const copy: Generation<Change> = {
    name: 'list',
    checkpoint: () => Promise.resolve(checkpoint),
    apply: async (some, next) => {
      hooks.before?.(some);
      advance(next);
      changes.push(...some);
      hooks.after?.();
      return Promise.resolve();
    },
    park: (one, next) => {
      advance(next);
      parked.push(one);
      return Promise.resolve();
    },
    parked: () => Promise.resolve(parked),
    ids: () => Promise.resolve([]),
    counts: () => Promise.resolve([]),
    orphans: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    markPurged: () => Promise.resolve(),
    refresh: () => {
      visible = changes.length;
      return Promise.resolve();
    },
  };
  const model: ReadModel<Change> = {
    current: () => Promise.resolve(copy),
    building: () => Promise.resolve(copy),
    promote: () => Promise.resolve(),
    abortBuild: () => Promise.resolve(),
    retained: () => Promise.resolve(undefined),
    dropRetained: () => Promise.resolve(),
    dropUnused: () => Promise.resolve(0),
  };
  return {
    model,
    changes,
    parked,
    checkpoint: () => checkpoint,
    visible: () => visible,
    /** Goes back to an earlier state, as a server that has lost its last writes. */
    goBack: (to: Checkpoint | undefined, held: number) => {
      checkpoint = to;
      changes.length = held;
    },
  };
};
