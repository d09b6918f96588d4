import type { Collection, Db } from 'mongodb';
import type { Generations } from '../../domain/generations.ts';
import type { GenerationStore } from '../../ports/generation-store.ts';
import { limitTime } from './connection.ts';
import { insertNew } from './writes.ts';

/** `version` is raised whenever stored data changes its shape or meaning: each version has its own generations, built from the log. */
export type ModelVersion = { readonly name: string; readonly version: number };

/** The roles of the generations of one version: one document, so that every change is one step. */
type StoredRoles = {
  readonly _id: string;
  readonly model: string;
  readonly version: number;
  /** Counts the changes, for optimistic concurrency. */
  readonly revision: number;
  /** The number of the newest generation. */
  readonly number: number;
  /** Names of generations: the ones that are current, building and retained. */
  readonly current?: string | undefined;
  readonly unfinished?: string | undefined;
  readonly kept?: string | undefined;
  /** When this version had caught up with the log for the first time, in milliseconds since 1970. */
  readonly caught_up?: number | undefined;
};

type StoredCheckpoint = { readonly _id: string; readonly log_id: string; readonly position: bigint };
type StoredParked = {
  readonly _id: string;
  readonly copy: string;
  readonly position: bigint;
  readonly error_class: string;
};

const rolesIn = (db: Db): Collection<StoredRoles> => db.collection<StoredRoles>('read_models');
export const checkpointsIn = (db: Db): Collection<StoredCheckpoint> => db.collection<StoredCheckpoint>('checkpoints');
export const parkedIn = (db: Db): Collection<StoredParked> => db.collection<StoredParked>('parked');

const idOf = ({ name, version }: ModelVersion): string => `${name}_${version}`;

/** The name of the current generation; undefined before there is one. */
export const currentName = async (db: Db, model: ModelVersion): Promise<string | undefined> =>
  (await rolesIn(db).findOne({ _id: idOf(model) }, { projection: { current: 1 } }))?.current;

/** The generations of a read model: documents in several collections, whose names begin with the generation's. */
export const mongoGenerations = (db: Db, model: ModelVersion): Omit<GenerationStore<never>, 'open'> => {
  const nameOf = (number: number) => `${idOf(model)}_${number}`;
  const named = (number: number | undefined) => (number === undefined ? undefined : nameOf(number));
  return {
    model: model.name,
    nameOf,
    load: limitTime(async () => {
      const { roles, replace } = await loadRoles(db, model);
      return {
        generations: generationsOf(roles),
        save: limitTime(({ newest, current, building, retained }: Generations) => {
          const names = { current: named(current), unfinished: named(building), kept: named(retained) };
          return replace({ ...roles, number: newest, ...names });
        }),
      };
    }),
    existing: () => existingGenerations(db, model),
    drop: (generation, signal) => dropGeneration(db, generation, signal),
  };
};

const loadRoles = async (db: Db, model: ModelVersion) => {
  const stored = rolesIn(db);
  const _id = idOf(model);
  const found = await stored.findOne({ _id });
  const roles: StoredRoles = found ?? { _id, model: model.name, version: model.version, revision: 0, number: 0 };
  return {
    roles,
    /** False if another process has changed the document since it was loaded. */
    replace: async (next: StoredRoles): Promise<boolean> => {
      const replacement = { ...next, revision: roles.revision + 1 };
      if (!found) return (await insertNew(stored, [replacement])) === 1;
      return (await stored.replaceOne({ _id, revision: roles.revision }, replacement)).matchedCount === 1;
    },
  };
};

const generationsOf = ({ number, current, unfinished, kept }: StoredRoles): Generations => ({
  newest: number,
  current: numberOf(current),
  building: numberOf(unfinished),
  retained: numberOf(kept),
});

const numberOf = (generation: string | undefined): number | undefined =>
  generation === undefined ? undefined : Number(generation.slice(generation.lastIndexOf('_') + 1));

/** Changes the document as a whole; a step that returns its argument changes nothing. */
const changeRoles = async (
  db: Db,
  model: ModelVersion,
  step: (roles: StoredRoles) => StoredRoles,
): Promise<StoredRoles> => {
  for (;;) {
    const { roles, replace } = await loadRoles(db, model);
    const next = step(roles);
    if (next === roles || (await replace(next))) return next;
  }
};

/** How long an older version is kept after this one has caught up, in milliseconds: instances of the older release may still read it. */
export type Overlap = { readonly durationMs: number; readonly now: () => number };

/**
 * Records when this version had caught up. After the overlap, takes the roles from all generations of older versions; their documents stay, so
 * that no number is given again.
 */
export const retireOlderVersions = async (db: Db, model: ModelVersion, overlap: Overlap): Promise<void> => {
  const now = overlap.now();
  const { caught_up: since = now } = await changeRoles(db, model, (roles) =>
    roles.caught_up === undefined ? { ...roles, caught_up: now } : roles,
  );
  if (now - since < overlap.durationMs) return;
  const older = await rolesIn(db)
    .find({ model: model.name, version: { $lt: model.version } })
    .toArray();
  for (const { version } of older) {
    await changeRoles(db, { name: model.name, version }, (roles) => {
      const { _id, model: name, revision, number } = roles;
      return namesIn(roles).length === 0 ? roles : { _id, model: name, version, revision, number };
    });
  }
};

const namesIn = ({ current, unfinished, kept }: StoredRoles): readonly string[] =>
  [current, unfinished, kept].filter((name) => name !== undefined);

/**
 * Generations of this version and of older ones without a role, found by their documents: a projector that was frozen may have written to one that
 * had been dropped. Newer versions, which a newer release builds at the same time, are left alone.
 */
const existingGenerations = async (db: Db, model: ModelVersion): Promise<readonly string[]> => {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const checkpoints = await checkpointsIn(db)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const names = [...collections.map(({ name }) => name), ...checkpoints.map(({ _id }) => _id)];
  // Loaded after the names: a generation gets its role before its first document.
  const others = await rolesIn(db)
    .find({ model: model.name, version: { $ne: model.version } })
    .toArray();
  const used = new Set(others.flatMap(namesIn));
  const existing = new Set(names.map((name) => generationIn(name, model)).filter((one) => one !== undefined));
  return [...existing].filter((generation) => !used.has(generation));
};

/** The generation that a collection or a checkpoint belongs to; undefined if it is not one of this model in this version or an older one. */
const generationIn = (name: string, model: ModelVersion): string | undefined => {
  const [, generation, stem, version] = generationPattern.exec(name) ?? [];
  return stem === model.name && Number(version) <= model.version ? generation : undefined;
};

const generationPattern = /^((.+?)_(\d+)_\d+)(?:_[a-z]+)?$/;

const dropGeneration = async (db: Db, generation: string, signal: AbortSignal | undefined): Promise<void> => {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (generationPattern.exec(name)?.[1] !== generation) continue;
    if (signal?.aborted) return;
    await db.dropCollection(name);
  }
  await parkedIn(db).deleteMany({ copy: generation });
  await checkpointsIn(db).deleteOne({ _id: generation });
};
