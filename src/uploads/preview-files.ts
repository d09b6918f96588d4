import { DiskFull, PreviewNotFound, TooManyAttempts } from '../domain/errors.ts';
import type { PreviewKey, Spooled } from '../ports/ingest.ts';
import type { Sender } from './disk-rooms.ts';
import {
  type ArrivedFile,
  filesOnDisk,
  isUnused,
  type KeptFile,
  type PreviewLimits,
  removeFile,
} from './previews-on-disk.ts';
import type { SpoolFolder } from './spool-folder.ts';

/** Ten of the largest bodies, four of one tenant, six of one customer (`disk-rooms.ts`). */
const defaultLimits: PreviewLimits = {
  files: 100,
  filesOfTenant: 10,
  filesOfCustomer: 50,
  bytes: 500 * 1024 * 1024,
  bytesOfTenant: 200 * 1024 * 1024,
  bytesOfCustomer: 300 * 1024 * 1024,
  reserved: { files: 5, bytes: 50 * 1024 * 1024 },
  ttlMs: 15 * 60_000,
  sweepIntervalMs: 10_000,
};

/** If the disk has less free space, unused files are removed. */
const minFreeBytes = 128 * 1024 * 1024;

type Dependencies = {
  readonly spool: SpoolFolder;
  /** Whether a collection exists; it may be deleted by any instance. */
  readonly exists: (collectionId: string) => Promise<boolean>;
  /** The position of a tenant's newest erasure, which may be requested of any instance; undefined if it has none. */
  readonly newestErasure: (tenantId: string) => Promise<bigint | undefined>;
  readonly now: () => number;
  readonly limits?: PreviewLimits;
};

/** A file in use: it stays on disk until it is released, even if its handle expires. */
export type HeldFile = {
  readonly file: Spooled;
  readonly release: () => Promise<void>;
};

/** A file without a handle. Its release never throws: what was done with it is answered. */
export const removedOnRelease = (file: Spooled): HeldFile => ({ file, release: () => removeFile(file) });

/** A file in use that may have a handle. */
export type HeldPreview = HeldFile & {
  /** The newest erasure of its tenant before it began to come. */
  readonly erasedBefore: bigint | undefined;
  /** Whether the handle can still be used. */
  readonly isKept: () => boolean;
  /** Ends the handle. */
  readonly discard: () => void;
};

export type PreviewFiles = ReturnType<typeof previewFiles>;

/**
 * Previewed files that are kept on disk under a handle, so that other columns or the upload need not send the bytes again. They belong to this process: a
 * handle of another instance, tenant or collection is unknown, and its file has to be sent. `hold` and `take` throw PreviewNotFound.
 */
export const previewFiles = (dependencies: Dependencies) => {
  const { spool, newestErasure, now, limits = defaultLimits } = dependencies;
  const files = keptFiles(limits, now);
  const sweep = sweeper(dependencies, files);
  const timer = setInterval(() => void sweep(), limits.sweepIntervalMs).unref();
  const hold = (kept: KeptFile): HeldPreview => {
    kept.holders += 1;
    const release = async () => {
      kept.holders -= 1;
      kept.usedAt = now();
      if (!kept.isKept) await files.removeIfUnused(kept);
    };
    const { file, erasedBefore } = kept;
    return { file, erasedBefore, isKept: () => kept.isKept, discard: () => void files.end(kept), release };
  };
  return {
    /** The newest erasure of a tenant, to be found before a file of it begins to come: a later one ends the file. If it cannot be read, any one does. */
    newestErasure: (tenantId: string): Promise<bigint | undefined> => newestErasure(tenantId).catch(() => undefined),
    /** Throws TooManyAttempts if a file of a sender would find no room: it need not come first. */
    requireFree: files.requireFree,
    /**
     * Keeps and holds a file that has arrived, in place of the tenant's files before it in collections that its sender may use. Throws TooManyAttempts, and
     * removes the file, if the files that are in use leave no room for it.
     */
    keep: (key: PreviewKey, arrived: ArrivedFile, mayUse?: MayUse): HeldPreview =>
      hold(files.add(key, arrived, mayUse)),
    /** Holds a kept file. */
    hold: (key: PreviewKey): HeldPreview => hold(files.find(key)),
    /** Holds a kept file and ends its handle. */
    take: (key: PreviewKey): HeldFile => {
      const held = hold(files.find(key));
      held.discard();
      return held;
    },
    /** Discards the file of a tenant. */
    discardOf: (tenantId: string) => files.endAll(({ key }) => key.tenantId === tenantId),
    /** Like that of the folder, but removes unused files before it throws DiskFull. */
    requireRoom: (bytes: number): Promise<void> =>
      spool.requireRoom(bytes).catch(async (error: unknown) => {
        if (!(error instanceof DiskFull) || files.all().length === 0) throw error;
        await files.endAll(isUnused);
        await spool.requireRoom(bytes);
      }),
    /** Removes all unused files; the others are removed when they are released. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await files.endAll(() => true);
    },
  };
};

const isSame = (one: PreviewKey, other: PreviewKey): boolean =>
  one.previewId === other.previewId && one.collectionId === other.collectionId && one.tenantId === other.tenantId;

/** Whether the sender of a file may use a collection. */
type MayUse = (collectionId: string) => boolean;

/** The files with a handle, oldest first. A tenant loses its own earlier files first, then others of its customer lose theirs, and only then all others. */
const keptFiles = (limits: PreviewLimits, now: () => number) => {
  const files = new Set<KeptFile>();
  const onDisk = filesOnDisk(limits);
  const all = (): readonly KeptFile[] => [...files];
  const isExpired = ({ holders, usedAt }: KeptFile) => holders === 0 && now() - usedAt > limits.ttlMs;
  const end = (kept: KeptFile): Promise<void> => {
    files.delete(kept);
    kept.isKept = false;
    return onDisk.removeIfUnused(kept);
  };
  return {
    all,
    isExpired,
    end,
    removeIfUnused: onDisk.removeIfUnused,
    /** Ends the handles of those that are chosen. */
    endAll: async (isChosen: (kept: KeptFile) => boolean): Promise<void> => {
      await Promise.all(all().filter(isChosen).map(end));
    },
    add: (key: PreviewKey, arrived: ArrivedFile, mayUse: MayUse = () => true): KeptFile => {
      for (const before of all())
        if (before.key.tenantId === key.tenantId && mayUse(before.key.collectionId)) void end(before);
      const kept = { key, ...arrived, isKept: true, holders: 0, usedAt: now() };
      files.add(kept);
      onDisk.add(kept);
      if (makeRoomFor(kept, { onDisk, all, end })) return kept;
      void end(kept);
      throw tooManyInUse();
    },
    requireFree: (sender: Sender): void => {
      if (onDisk.areInUse(sender)) throw tooManyInUse();
    },
    find: (key: PreviewKey): KeptFile => {
      const kept = all().find((one) => isSame(one.key, key));
      if (!kept || isExpired(kept)) throw new PreviewNotFound();
      return kept;
    },
  };
};

const tooManyInUse = () => new TooManyAttempts('Too many previewed files are in use', 30);

type Displaced = {
  readonly onDisk: ReturnType<typeof filesOnDisk>;
  readonly all: () => readonly KeptFile[];
  readonly end: (kept: KeptFile) => Promise<void>;
};

/** Ends unused files, first of its tenant, then of its customer, until a new one fits; returns whether it does. */
const makeRoomFor = (kept: KeptFile, { onDisk, all, end }: Displaced): boolean => {
  const { customer } = kept.file;
  const { tenantId } = kept.key;
  const displace = (isChosen: (one: KeptFile) => boolean, fits: () => boolean): boolean => {
    for (const one of all()) if (one !== kept && isUnused(one) && isChosen(one) && !fits()) void end(one);
    return fits();
  };
  return (
    !onDisk.exceedShareOf(tenantId).bytes &&
    displace(
      ({ key }) => key.tenantId === tenantId,
      () => !onDisk.exceedShareOf(tenantId).files,
    ) &&
    displace(
      ({ file }) => file.customer === customer,
      () => !onDisk.exceedShareOfCustomer(customer),
    ) &&
    displace(
      () => true,
      () => !onDisk.exceedLimits(customer),
    )
  );
};

/** Ends what has expired, what a deleted collection was sent, and what may hold a text of its tenant that was erased since it began to come. */
const sweeper = ({ spool, exists, newestErasure }: Dependencies, files: ReturnType<typeof keptFiles>) => {
  const mayHoldErased = async ({ key, erasedBefore }: KeptFile): Promise<boolean> =>
    (await newestErasure(key.tenantId)) !== erasedBefore;
  return async (): Promise<void> => {
    for (const kept of files.all()) {
      const { collectionId } = kept.key;
      const isWanted = !files.isExpired(kept) && (await exists(collectionId).catch(() => true));
      if (!isWanted || (await mayHoldErased(kept).catch(() => false))) await files.end(kept);
    }
    if (files.all().length > 0) await spool.requireRoom(minFreeBytes).catch(() => files.endAll(isUnused));
  };
};
