import { type Db, ReadPreference, type WriteConcernSettings } from 'mongodb';

/** Whether the server is neither a member of a replica set nor a router. Throws the driver's error. */
export const isStandalone = async (db: Db): Promise<boolean> => {
  // Every member knows, also while there is no primary.
  const { setName, msg } = await db.command({ hello: 1 }, { readPreference: ReadPreference.nearest });
  return setName === undefined && msg !== 'isdbgrid';
};

/** In ms; longer than an election takes. A write that most members have not stored by then fails, and its caller repeats it; without a limit it waits for them. */
const majorityTimeoutMs = 15_000;

/**
 * When a write is acknowledged: once it is on the disks of most members, or on that of the only server. A standalone of release 8.0 acknowledges a write that
 * asks for a majority before it is on its disk (SERVER-139311).
 */
export const writeConcernOf = (standalone: boolean, wtimeoutMS = majorityTimeoutMs): WriteConcernSettings =>
  standalone ? { w: 1, journal: true } : { w: 'majority', journal: true, wtimeoutMS };
