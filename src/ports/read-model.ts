/** Where a copy of a read model stands: the log it was built from, and the last position it holds. */
export type Checkpoint = { readonly logId: string; readonly position: bigint };

/** An event whose content a read model refused for good; its text is not kept. */
export type Parked = { readonly position: bigint; readonly errorClass: string };

/** Something that still hangs below a deleted collection: a ticket by its record id, an upload by its stream's name, an outcome in an upload by any other name. */
export type Orphan = { readonly collectionId: string; readonly recordId: string };

/** One physical copy of a read model, with its checkpoint beside its data. */
export type Generation<Change> = {
  readonly name: string;
  readonly checkpoint: () => Promise<Checkpoint | undefined>;
  /**
   * Applies changes in order and moves the checkpoint, in one transaction or so that a repeat is harmless.
   * Throws ContentRefused where one change's content can never be stored; anything else it throws is the store's failure, worth a retry.
   */
  readonly apply: (changes: readonly Change[], checkpoint: Checkpoint) => Promise<void>;
  /** Notes one event as refused and moves the checkpoint past it. */
  readonly park: (parked: Parked, checkpoint: Checkpoint) => Promise<void>;
  readonly parked: () => Promise<readonly Parked[]>;
  /**
   * The next live ids after the one named (from the first without one), in the order of their text, at most 1 000; none at the end. An id is
   * that of a user, of a collection, or of a ticket: `<collection id>/<record id>`. Two copies, in whatever store, are compared by them. The first
   * page and those after it show everything that was applied before it was asked for.
   */
  readonly ids: (after: string | undefined) => Promise<readonly string[]>;
  /** Up to `limit` things below deleted collections that are not purged yet. */
  readonly orphans: (limit: number) => Promise<readonly Orphan[]>;
  readonly remove: (orphans: readonly Orphan[]) => Promise<void>;
  /** Marks every deleted collection without orphans as purged, so that it is not looked at again. */
  readonly markPurged: () => Promise<void>;
};

/** A read model of one version: the copy that is read, while a replay runs the one that will replace it, and one that was kept when it was replaced. */
export type ReadModel<Change> = {
  /** The copy that readers use; made empty at the first call. */
  readonly current: () => Promise<Generation<Change>>;
  /** The copy that a replay fills: the unfinished one if there is one, else a new one. */
  readonly building: () => Promise<Generation<Change>>;
  /** The pointer moves to the replacement, in one step. The old copy is left to `retire`, or stays as the previous one in place of an earlier one. */
  readonly promote: (old: 'drop' | 'keep') => Promise<void>;
  /** Gives an unfinished replacement up; it is left to `retire`. */
  readonly abortBuild: () => Promise<void>;
  /** The copy that was kept; undefined where there is none. */
  readonly retained: () => Promise<Generation<Change> | undefined>;
  /** Gives up the copy that was kept; it is left to `retire`. */
  readonly dropRetained: () => Promise<void>;
  /** Drops what is left of other versions and of copies that were replaced or given up, once this version has caught up; a kept copy stays. Ends early when the signal aborts. */
  readonly dropUnused: (signal?: AbortSignal) => Promise<void>;
  /** Makes everything that was applied to the current copy before the call visible to searches; those who ask at the same time share one refresh. Nothing to do where a commit does it. */
  readonly refresh: () => Promise<void>;
};

/** The content of one change can never be stored here; `errorClass` says why without its text. */
export class ContentRefused extends Error {
  readonly errorClass: string;
  constructor(errorClass: string) {
    super(`Content refused: ${errorClass}`);
    this.errorClass = errorClass;
  }
}
