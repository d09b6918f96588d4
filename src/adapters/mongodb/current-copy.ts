import { type Db, MongoServerError } from 'mongodb';
import { answered } from './answered.ts';
import { copiesId, copiesIn, type ModelName } from './copies.ts';

/** Asks the copy that is current; undefined where the question finds nothing, and before there is a copy. Throws Unavailable. */
export type ReadCurrent = <Found>(question: (copy: string) => Promise<Found | undefined>) => Promise<Found | undefined>;

/**
 * For readers in any process: which copy is current is looked up for every question, since a replay in another process may switch it, but
 * beside the question and not before it: the one that was current last is asked meanwhile. A question that met a copy as it was dropped finds
 * nothing or is broken off, and is asked of the next one.
 */
export const currentCopy = (db: Db, model: ModelName): ReadCurrent => {
  const current = async () =>
    (await copiesIn(db).findOne({ _id: copiesId(model) }, { projection: { current: 1 } }))?.current;
  let last: string | undefined;

  return (question) =>
    answered(async () => {
      last ??= await current();
      for (let copy = last; copy !== undefined; copy = last) {
        const asking = copy;
        const [meanwhile, { found, brokenOff }] = await Promise.all([current(), asked(() => question(asking))]);
        // Nothing is believed only of a copy that was there until the end.
        const now = found === undefined ? await current() : meanwhile;
        last = now;
        if (now !== copy) continue;
        if (brokenOff) throw brokenOff;
        return found;
      }
      return undefined;
    });
};

type Asked<Found> = { readonly found?: Found | undefined; readonly brokenOff?: MongoServerError };

const asked = async <Found>(question: () => Promise<Found | undefined>): Promise<Asked<Found>> => {
  try {
    return { found: await question() };
  } catch (error) {
    if (error instanceof MongoServerError) return { brokenOff: error };
    throw error;
  }
};
