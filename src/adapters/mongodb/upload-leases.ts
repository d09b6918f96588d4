import type { Db } from 'mongodb';
import type { UploadLeases } from '../../ports/upload-leases.ts';
import { answered } from './answered.ts';
import { heartbeats } from './heartbeats.ts';

/** Milliseconds without a beat after which an upload's process is dead to the others. */
const lifetime = 30_000;

/** Leases that renewals forget by themselves are swept after a day. */
const day = 24 * 60 * 60;

type StoredLease = { readonly _id: string; readonly beat: number; readonly renewed_at: Date };

/** Milliseconds of a clock that never goes back, and the time of day. */
type Clocks = { readonly now: () => number; readonly time: () => Date };

const clocks: Clocks = { now: () => performance.now(), time: () => new Date() };

/** Leases as documents in MongoDB; clocks of two machines are never compared. */
export const mongoUploadLeases = (db: Db, { now, time }: Clocks = clocks): UploadLeases => {
  const leases = db.collection<StoredLease>('upload_leases');
  const beats = heartbeats(lifetime, now);
  return {
    renew: async (upload) => {
      const beat = { $inc: { beat: 1 }, $set: { renewed_at: time() } };
      await answered(() => leases.updateOne({ _id: upload }, beat, { upsert: true }));
    },
    release: async (upload) => {
      await answered(() => leases.deleteOne({ _id: upload }));
    },
    lapsed: async (uploads) => {
      if (uploads.length === 0) return [];
      const askedAt = now();
      const found = await answered(() => leases.find({ _id: { $in: [...uploads] } }).toArray());
      const beatOf = new Map(found.map(({ _id, beat }) => [_id, beat]));
      const sweep = { renewed_at: { $lt: new Date(time().getTime() - day * 1000) } };
      await answered(() => leases.deleteMany(sweep));
      // One without a lease was released or swept, and its end was not told: it counts as one beat for ever.
      return uploads.filter((upload) => beats.stopped(upload, { holder: '', beat: beatOf.get(upload) ?? 0 }, askedAt));
    },
  };
};
