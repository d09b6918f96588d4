import { type Db, MongoServerError } from 'mongodb';
import { shortTimeoutAfterFailure } from '../../concurrency/timeout.ts';
import { Unavailable } from '../../domain/errors.ts';
import { mapErrors, timedOut } from './connection.ts';
import { currentName, type ModelVersion } from './generations.ts';

/** Queries the current generation; undefined if the query finds nothing, and before there is a generation. Throws Unavailable. */
export type ReadCurrent = <Found>(
  query: (generation: string) => Promise<Found | undefined>,
) => Promise<Found | undefined>;

/**
 * For readers in any process: the current generation is looked up for each query, since a replay in another process may switch it. The query is
 * sent at the same time to the one that was current last, and repeated if another is current now. A query of a generation that was dropped
 * meanwhile finds nothing or fails, and is repeated too.
 */
export const currentGeneration = (db: Db, model: ModelVersion): ReadCurrent => {
  let last: string | undefined;
  const limitTime = shortTimeoutAfterFailure({
    isUnreachable: (error) => error instanceof Unavailable,
    onTimeout: timedOut,
  });

  const read: ReadCurrent = (query) =>
    mapErrors(async () => {
      last ??= await currentName(db, model);
      for (let generation = last; generation !== undefined; generation = last) {
        const queried = generation;
        const [meanwhile, { found, error }] = await Promise.all([
          currentName(db, model),
          outcomeOf(() => query(queried)),
        ]);
        // Nothing was found: it may have been dropped after the look-up, which is repeated.
        const now = found === undefined ? await currentName(db, model) : meanwhile;
        last = now;
        if (now !== generation) continue;
        if (error) throw error;
        return found;
      }
      return undefined;
    });
  return (query) => limitTime(read(query));
};

type Outcome<Found> = { readonly found?: Found | undefined; readonly error?: MongoServerError };

const outcomeOf = async <Found>(query: () => Promise<Found | undefined>): Promise<Outcome<Found>> => {
  try {
    return { found: await query() };
  } catch (error) {
    if (error instanceof MongoServerError) return { error };
    throw error;
  }
};
