import type { Db } from 'mongodb';
import { copiesIn, type ModelName, named } from './copies.ts';
import { checkpointsIn, parkedIn } from './copy.ts';

/**
 * Drops everything of a model's copies that have no use: those that were replaced or given up, and what a writer that was frozen meanwhile
 * put back where one had been. Copies of a newer version, which a newer release builds beside this one, are its own affair. Returns their names.
 */
export const dropUnnamed = async (db: Db, model: ModelName, signal?: AbortSignal): Promise<readonly string[]> => {
  // First what there is, then what has a use: a copy gets its name before it gets its first document, and no name returns.
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const checkpoints = await checkpointsIn(db)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const useful = new Set((await copiesIn(db).find({ model: model.name }).toArray()).flatMap(named));
  const belonging = new Map(collections.map(({ name }) => [name, copyOf(name, model)]));

  const unnamed = new Set([...belonging.values(), ...checkpoints.map(({ _id }) => copyOf(_id, model))]);
  const dropped: string[] = [];
  for (const copy of unnamed) {
    if (copy === undefined || useful.has(copy)) continue;
    for (const [collection, owner] of belonging) {
      if (signal?.aborted) return dropped;
      if (owner === copy) await db.dropCollection(collection);
    }
    await parkedIn(db).deleteMany({ copy });
    await checkpointsIn(db).deleteOne({ _id: copy });
    dropped.push(copy);
  }
  return dropped;
};

/** The copy that a name belongs to, where it is one of this model in this version or an older one. */
const copyOf = (name: string, model: ModelName): string | undefined => {
  const [, copy, stem, version] = /^((.+?)_(\d+)_\d+)(?:_[a-z]+)?$/.exec(name) ?? [];
  return stem === model.name && Number(version) <= model.version ? copy : undefined;
};
