import type { Db } from 'mongodb';
import type { Lease } from '../../ports/lease.ts';
import { heartbeats } from './heartbeats.ts';
import { insertNew } from './insert-new.ts';

/** The beat only grows, also where the lease changes hands, so that what somebody saw long ago is never taken for what is there now. */
type StoredLease = { readonly _id: string; readonly holder: string; readonly beat: number };

const nobody = '';

/**
 * Leases as documents in MongoDB. `holder` names this process among all others; after `lifetime` milliseconds without a renewal another may
 * take over. Throws what the driver throws where MongoDB fails: then it is not known who holds the lease.
 */
export const mongoLease = (db: Db, holder: string, lifetime: number): Lease => {
  const leases = db.collection<StoredLease>('leases');
  const beats = heartbeats(lifetime);

  /** Takes the lease from whom it was seen with, unless that one has renewed it since. */
  const takeOver = async (seen: StoredLease): Promise<boolean> => {
    const taken = await leases.updateOne(seen, { $set: { holder }, $inc: { beat: 1 } });
    return taken.matchedCount === 1;
  };

  return {
    take: async (name) => {
      const renewed = await leases.updateOne({ _id: name, holder }, { $inc: { beat: 1 } });
      if (renewed.matchedCount === 1) return true;
      const askedAt = performance.now();
      const standing = await leases.findOne({ _id: name });
      if (!standing) return (await insertNew(leases, [{ _id: name, holder, beat: 1 }])) === 1;
      const free = standing.holder === nobody || beats.stopped(name, standing, askedAt);
      return free && takeOver(standing);
    },
    release: async (name) => {
      await leases.updateOne({ _id: name, holder }, { $set: { holder: nobody }, $inc: { beat: 1 } });
    },
  };
};
