import type { Collection, Db } from 'mongodb';
import { insertNew } from './insert-new.ts';

/** Which read model is meant; `version` is raised whenever what it stores changes its shape or meaning. */
export type ModelName = { readonly name: string; readonly version: number };

/** Which copies of one version there are, and what each is for: one document, so that every change is one step. */
export type Copies = {
  readonly _id: string;
  readonly model: string;
  readonly version: number;
  /** Counts the changes: one that began from an older state begins again. */
  readonly revision: number;
  /** The number of the newest copy; a name never returns, so that whoever still writes to a dropped copy meets no other. */
  readonly number: number;
  readonly current?: string | undefined;
  readonly unfinished?: string | undefined;
  readonly kept?: string | undefined;
  /** When this version had caught up with the log for the first time, in milliseconds since 1970. */
  readonly caught_up?: number | undefined;
};

/** Where the documents stand that say which copies there are. */
export const copiesIn = (db: Db): Collection<Copies> => db.collection<Copies>('read_models');

export const copiesId = ({ name, version }: ModelName): string => `${name}_${version}`;

/** Makes the name of a new copy, to be used for what is said. */
export const withNew = (copies: Copies, use: 'current' | 'unfinished'): Copies => {
  const number = copies.number + 1;
  return { ...copies, number, [use]: `${copies.model}_${copies.version}_${number}` };
};

/** The copies that have a use. */
export const named = ({ current, unfinished, kept }: Copies): readonly string[] =>
  [current, unfinished, kept].filter((name) => name !== undefined);

/** Changes which copies are for what, as a whole and after whoever came first; a step that returns what it was given changes nothing. */
export const changeCopies = async (db: Db, model: ModelName, step: (copies: Copies) => Copies): Promise<Copies> => {
  const stored = copiesIn(db);
  const [_id, { name, version }] = [copiesId(model), model];
  for (;;) {
    const found = await stored.findOne({ _id });
    const before = found ?? { _id, model: name, version, revision: 0, number: 0 };
    const wanted = step(before);
    if (wanted === before) return before;
    const after = { ...wanted, revision: before.revision + 1 };
    const done = found
      ? (await stored.replaceOne({ _id, revision: before.revision }, after)).matchedCount
      : await insertNew(stored, [after]);
    if (done === 1) return after;
  }
};
