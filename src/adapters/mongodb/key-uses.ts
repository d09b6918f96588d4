import type { Db } from 'mongodb';
import type { KeyUses } from '../../ports/key-uses.ts';
import { mapErrors } from './connection.ts';

/** The last uses of keys, one document a key: of no generation, so that a replay leaves them. Throws Unavailable if MongoDB does not answer. */
export const mongoKeyUses = (db: Db): KeyUses => {
  const uses = db.collection<{ readonly _id: string; readonly used_at: string }>('key_uses');
  return {
    record: async (recorded) => {
      if (recorded.length === 0) return;
      const updates = recorded.map(({ keyId: _id, usedAt: used_at }) => ({
        updateOne: { filter: { _id }, update: { $max: { used_at } }, upsert: true },
      }));
      await mapErrors(() => uses.bulkWrite(updates, { ordered: false }));
    },
    of: async (keyIds) => {
      const found = await mapErrors(() => uses.find({ _id: { $in: [...keyIds] } }).toArray());
      return found.map(({ _id: keyId, used_at: usedAt }) => ({ keyId, usedAt }));
    },
    remove: async (keyIds) => {
      await mapErrors(() => uses.deleteMany({ _id: { $in: [...keyIds] } }));
    },
  };
};
