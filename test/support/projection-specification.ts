import { isDeepStrictEqual } from 'node:util';
import type { ExecutionContext } from 'ava';
import { changesOf, type Projection } from '../../projections/projection.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import type { Tables } from '../../src/adapters/sqlite/read-model.ts';
import type { RecordedEvent } from '../../src/domain/events.ts';
import { applyRecorded } from './recorded-events.ts';
import { generationIn } from './views-files.ts';

/** The embedded tables of a projection's read model, and the rows that its readers find there. */
type EmbeddedModel<Change> = {
  readonly tables: Tables<Change>;
  readonly read: (database: Database) => Promise<unknown>;
};

/** Given earlier events, when others are projected, then these changes, or the same read model as if they had been applied once. */
export const projectionSpecification =
  <Change>(projection: Projection<Change>, { tables, read }: EmbeddedModel<Change>) =>
  (t: ExecutionContext) => {
    const build = async (...batches: readonly (readonly RecordedEvent[])[]) => {
      const database = openDatabase(':memory:', 'normal');
      t.teardown(() => database.close());
      const generation = generationIn(database, tables);
      for (const batch of batches) await applyRecorded(projection, generation)(batch);
      return { rows: await read(database), checksum: await checksumOf(generation) };
    };
    return {
      when: (...events: readonly RecordedEvent[]) => ({
        then: (...expected: readonly Change[]): void => {
          t.deepEqual(
            events.flatMap((event) => changesOf(projection, event)),
            expected,
          );
        },
        thenTwiceGivesTheSame: async (): Promise<void> => {
          const [empty, once, twice] = [await build(), await build(events), await build(events, events)];
          t.false(isDeepStrictEqual(once, empty), 'The events leave something to read');
          t.deepEqual(twice, once);
        },
      }),
    };
  };
