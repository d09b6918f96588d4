import type { Db } from 'mongodb';
import type { Lease } from '../../ports/lease.ts';
import type { UploadLeases } from '../../ports/upload-leases.ts';
import { mapErrors } from './connection.ts';
import { insertNew } from './writes.ts';

/** The holder of a lease, and a count of its renewals. */
type Heartbeat = { readonly holder: string; readonly beat: number };

/**
 * Detects dead holders by this process' clock alone, since clocks of two machines may differ: a holder is dead when its heartbeat has not advanced
 * for `lifetimeMs`.
 */
export const heartbeats = (lifetimeMs: number, now: () => number = () => performance.now()) => {
  const seen = new Map<string, Heartbeat & { readonly at: number }>();
  return {
    /** `readAt`: the time, by the same clock, before the heartbeat was read. */
    isExpired: (key: string, { holder, beat }: Heartbeat, readAt: number): boolean => {
      const last = seen.get(key);
      if (last?.holder === holder && last.beat === beat) return readAt - last.at >= lifetimeMs;
      seen.set(key, { holder, beat, at: now() });
      return false;
    },
  };
};

/** The beat only grows, also when the holder changes, so that an old reading never equals a later state. */
type StoredLease = Heartbeat & { readonly _id: string };

const noHolder = '';

/**
 * Leases as documents. `holder` is unique to this process; another may take over after `lifetimeMs` without a renewal. Throws the driver's error if
 * MongoDB fails: the holder is unknown then.
 */
export const mongoLease = (db: Db, holder: string, lifetimeMs: number): Lease => {
  const leases = db.collection<StoredLease>('leases');
  const { isExpired } = heartbeats(lifetimeMs);

  /** Takes the lease unless it was renewed since it was read. */
  const takeOver = async (read: StoredLease): Promise<boolean> => {
    const taken = await leases.updateOne(read, { $set: { holder }, $inc: { beat: 1 } });
    return taken.matchedCount === 1;
  };

  return {
    take: async (name) => {
      const renewed = await leases.updateOne({ _id: name, holder }, { $inc: { beat: 1 } });
      if (renewed.matchedCount === 1) return true;
      const readAt = performance.now();
      const found = await leases.findOne({ _id: name });
      if (!found) return (await insertNew(leases, [{ _id: name, holder, beat: 1 }])) === 1;
      const free = found.holder === noHolder || isExpired(name, found, readAt);
      return free && takeOver(found);
    },
    release: async (name) => {
      await leases.updateOne({ _id: name, holder }, { $set: { holder: noHolder }, $inc: { beat: 1 } });
    },
  };
};

/** Milliseconds without a renewal after which the process of an upload counts as dead. */
const uploadLifetimeMs = 30_000;

/** Abandoned leases of uploads are deleted after a day. */
const retentionMs = 24 * 60 * 60 * 1000;

type StoredUploadLease = { readonly _id: string; readonly beat: number; readonly renewed_at: Date };

/** A monotonic clock in milliseconds, and the time of day. */
type Clocks = { readonly now: () => number; readonly time: () => Date };

const clocks: Clocks = { now: () => performance.now(), time: () => new Date() };

/** Leases of running uploads as documents. */
export const mongoUploadLeases = (db: Db, { now, time }: Clocks = clocks): UploadLeases => {
  const leases = db.collection<StoredUploadLease>('upload_leases');
  const { isExpired } = heartbeats(uploadLifetimeMs, now);
  return {
    renew: async (upload) => {
      const renewal = { $inc: { beat: 1 }, $set: { renewed_at: time() } };
      await mapErrors(() => leases.updateOne({ _id: upload }, renewal, { upsert: true }));
    },
    release: async (upload) => {
      await mapErrors(() => leases.deleteOne({ _id: upload }));
    },
    isHeld: async (upload) => (await mapErrors(() => leases.findOne({ _id: upload }))) !== null,
    expired: async (uploads) => {
      if (uploads.length === 0) return [];
      const readAt = now();
      const found = await mapErrors(() => leases.find({ _id: { $in: [...uploads] } }).toArray());
      const beatOf = new Map(found.map(({ _id, beat }) => [_id, beat]));
      const outdated = { renewed_at: { $lt: new Date(time().getTime() - retentionMs) } };
      await mapErrors(() => leases.deleteMany(outdated));
      // No lease: treated as a heartbeat that never advances.
      return uploads.filter((upload) => isExpired(upload, { holder: '', beat: beatOf.get(upload) ?? 0 }, readAt));
    },
  };
};
