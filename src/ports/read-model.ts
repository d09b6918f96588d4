import { Unavailable } from '../domain/errors.ts';

/** How far a generation has come: the log it was built from, and the position of the last event it holds. */
export type Checkpoint = { readonly logId: string; readonly position: bigint };

/** The checkpoint that a batch leads to, and the position that the generation must hold before it; without that it may be empty. */
export type Advance = Checkpoint & { readonly after?: bigint | undefined };

/** An event whose content a read model refused for good; its text is not kept. */
export type Parked = { readonly position: bigint; readonly errorClass: string };

/** Data below a deleted collection: a ticket by its record id, an upload or an erasure by its stream's name, an outcome in an upload by any other name. */
export type Orphan = {
  readonly collectionId: string;
  readonly recordId: string;
  /** Its row has no content any more, and the files were rewritten, or will be, for the erasure that took it. */
  readonly isBare?: true;
};

/** By name, the numbers that are stored for readers of a collection or an upload, and those that its rows give. */
export type Counts = {
  /** That of a collection, or `<collection id>/<upload id>`. */
  readonly id: string;
  readonly stored: Readonly<Record<string, number>>;
  readonly ofRows: Readonly<Record<string, number>>;
};

/** What a generation still holds of deleted collections. */
export type Purgeable = {
  /** Up to `limit` orphans of deleted collections that are not marked as purged. */
  readonly orphans: (limit: number) => Promise<readonly Orphan[]>;
  readonly remove: (orphans: readonly Orphan[]) => Promise<void>;
  /** Marks every deleted collection without orphans as purged, so that it is not searched for orphans again. */
  readonly markPurged: () => Promise<void>;
};

/** The data of a read model, built once from the log, with their checkpoint. A replay builds another generation of the same read model. */
export type Generation<Change> = Purgeable & {
  readonly name: string;
  /** Undefined if it is empty. */
  readonly checkpoint: () => Promise<Checkpoint | undefined>;
  /**
   * Applies changes in order and moves the checkpoint, in one transaction or so that a repeat is harmless. Throws ContentRefused if the content
   * of one change can never be stored, and CheckpointBehind if the generation does not hold everything up to `after`; any other error is a failure of
   * the store, and the batch may be applied again.
   */
  readonly apply: (changes: readonly Change[], to: Advance) => Promise<void>;
  /** Records an event as refused and moves the checkpoint past it. Throws CheckpointBehind like `apply`. */
  readonly park: (parked: Parked, to: Advance) => Promise<void>;
  readonly parked: () => Promise<readonly Parked[]>;
  /**
   * The next live ids after the given one (from the first without one) in text order, at most 1 000; none at the end. An id is that of a user, of
   * a collection, or of a ticket: `<collection id>/<record id>`. Includes everything that was applied before the call. Generations in different
   * stores are compared by these ids.
   */
  readonly ids: (after: string | undefined) => Promise<readonly string[]>;
  /** The counts of the next live collections or uploads after the given id, in pages like those of `ids`; none of what is not counted. */
  readonly counts: (after: string | undefined) => Promise<readonly Counts[]>;
  /** Makes everything that was applied before the call visible to searches; concurrent calls share a refresh. */
  readonly refresh: () => Promise<void>;
};

/** A read model in one version, as the projector writes it (the roles of its generations: src/domain/generations.ts). */
export type ReadModel<Change> = {
  /** The generation that readers use; created empty at the first call. */
  readonly current: () => Promise<Generation<Change>>;
  /** The generation that a replay fills: the unfinished one if there is one, else a new one. */
  readonly building: () => Promise<Generation<Change>>;
  /** Switches readers to the generation that was built, in one step. The old one becomes unused, or the retained one in place of an earlier one. */
  readonly promote: (old: 'drop' | 'keep') => Promise<void>;
  /** Makes the generation that is being built unused. */
  readonly abortBuild: () => Promise<void>;
  /** The generation that was retained when another replaced it; undefined if there is none. */
  readonly retained: () => Promise<Generation<Change> | undefined>;
  /** Makes the retained generation unused. */
  readonly dropRetained: () => Promise<void>;
  /**
   * Drops the data of unused generations and of other versions; called once this version has caught up. Ends early when the signal aborts. Returns the
   * number of generations that were dropped.
   */
  readonly dropUnused: (signal?: AbortSignal) => Promise<number>;
};

/** Makes readers use an empty generation, to be built from the log; nothing of those that are in use is read. */
export const resetReadModel = async (model: ReadModel<never>): Promise<void> => {
  await model.dropRetained();
  await model.abortBuild();
  await model.building();
  await model.promote('drop');
};

/**
 * A generation has gone back to an earlier state: its server has lost what it had acknowledged, was rolled back, restored or emptied. To be projected
 * again from its checkpoint.
 */
export class CheckpointBehind extends Unavailable {
  constructor() {
    super('Read models have lost changes, which are being projected again');
  }
}

/** Throws CheckpointBehind if a generation holds less than a batch builds on; undefined: it is empty. */
export const requireCheckpoint = (
  held: bigint | undefined,
  { after = emptyPosition }: Pick<Advance, 'after'>,
): void => {
  if ((held ?? emptyPosition) < after) throw new CheckpointBehind();
};

/** The position of an empty generation. */
export const emptyPosition = -1n;

/** The content of one change can never be stored; `errorClass` names the reason without the content. */
export class ContentRefused extends Error {
  readonly errorClass: string;
  constructor(errorClass: string) {
    super(`Content refused: ${errorClass}`);
    this.errorClass = errorClass;
  }
}
