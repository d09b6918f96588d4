import type { Collection, Db, Filter } from 'mongodb';
import type { UnlistedTickets, UploadCounts } from '../../domain/events.ts';
import {
  type TicketOfUpload,
  type TicketOutcome,
  type UploadKey,
  type UploadRecord,
  type Uploads,
  type UploadUndo,
  withUnlisted,
} from '../../ports/uploads.ts';
import { currentGeneration } from './current-generation.ts';
import type { ModelVersion } from './generations.ts';
import { deletedAmong, type StoredTombstone } from './tombstones.ts';

export const uploadsModel = { name: 'uploads', version: 6 } as const satisfies ModelVersion;

/** An upload; its id is `<collection id>/<upload id>`. */
export type StoredUpload = {
  readonly _id: string;
  readonly collection_id: string;
  readonly user_id: string;
  readonly surface: UploadRecord['surface'];
  readonly file_name: string | null;
  readonly format: UploadRecord['format'];
  readonly on_duplicate: UploadRecord['onDuplicate'];
  readonly run: string;
  /** `expired`: its record has expired, and the purge removes its outcomes; `purged`: it has. The document stays, by which a deletion finds the stream. */
  readonly state: UploadRecord['state'] | 'expired' | 'purged';
  readonly detail: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly figures: UploadCounts;
  readonly outcomes: Readonly<Record<TicketOutcome, number>>;
  /** Beside `outcomes`, which count what has a document. */
  readonly unlisted: UnlistedTickets;
  /** `outcomes` holds those of the events up to this position. */
  readonly counted: bigint;
  /** Absent until its undo begins. */
  readonly undo?: {
    readonly state: UploadUndo['state'];
    readonly surface: UploadUndo['surface'];
    readonly started_at: string;
    readonly finished_at: string | null;
    readonly figures: UploadUndo['counts'];
  };
  readonly position: bigint;
  readonly revision: number;
};

/** The outcome of a ticket; its id is `<collection id>/<upload id>/<index>`, the index with six digits so that text order is numeric order. */
export type StoredOutcome = {
  readonly _id: string;
  readonly upload: string;
  readonly outcome: TicketOutcome;
  readonly ticket_id: string;
  readonly row: number | null;
  readonly position: bigint;
};

export const uploadsOf = (db: Db, generation: string): Collection<StoredUpload> =>
  db.collection<StoredUpload>(`${generation}_uploads`);

export const outcomesOf = (db: Db, generation: string): Collection<StoredOutcome> =>
  db.collection<StoredOutcome>(`${generation}_outcomes`);

export const tombstonesOf = (db: Db, generation: string): Collection<StoredTombstone> =>
  db.collection<StoredTombstone>(`${generation}_graves`);

export const uploadKey = ({ collectionId, uploadId }: UploadKey): string => `${collectionId}/${uploadId}`;

export const outcomeKey = (upload: string, index: number): string => `${upload}/${String(index).padStart(6, '0')}`;

const expiredStates: readonly StoredUpload['state'][] = ['expired', 'purged'];

/** The condition of an upload whose record has not expired. */
export const unexpired = { state: { $nin: ['expired', 'purged'] } } as const satisfies Filter<StoredUpload>;

export const isUnexpired = ({ state }: Pick<StoredUpload, 'state'>): boolean =>
  state !== 'expired' && state !== 'purged';

/** The parts of an `uploadKey` or `outcomeKey`; the index of an upload's is 0. */
export const uploadKeyParts = (key: string) => {
  const [collectionId = '', uploadId = '', index = ''] = key.split('/');
  return { collectionId, uploadId, index: Number(index) };
};

/** The most uploads that run, or are undone, that are returned. */
const maxRunning = 1_000;

/** Reads documents from the current generation without those of deleted collections. */
const liveReader = (db: Db) => {
  const read = currentGeneration(db, uploadsModel);
  return async <Document>(
    collectionIdOf: (document: Document) => string,
    query: (generation: string) => Promise<readonly Document[]>,
  ): Promise<readonly Document[]> => {
    const found = await read(async (generation) => {
      const documents = await query(generation);
      const deleted = await deletedAmong(tombstonesOf(db, generation), documents.map(collectionIdOf));
      const live = documents.filter((document) => !deleted.has(collectionIdOf(document)));
      return live.length > 0 ? live : undefined;
    });
    return found ?? [];
  };
};

/** No key is below the first index: a negative one begins with it. */
const afterIndex = (upload: string, index: number) => (index < 0 ? {} : { _id: { $gt: outcomeKey(upload, index) } });

const findEnded = (uploads: Collection<StoredUpload>, time: string, limit: number) => {
  const before = { $lt: time };
  const undo = { $or: [{ undo: { $exists: false } }, { 'undo.finished_at': before }] };
  const found = uploads.find({ finished_at: before, ...undo }).sort({ finished_at: 1 });
  return found.limit(limit).toArray();
};

const findNewest = (
  uploads: Collection<StoredUpload>,
  collectionId: string,
  { before, limit }: Parameters<Uploads['ofCollection']>[1],
) => {
  const older = before === undefined ? {} : { position: { $lt: before } };
  const found = uploads.find({ collection_id: collectionId, ...older, ...unexpired }).sort({ position: -1 });
  return found.limit(limit).toArray();
};

const findExpired = (
  uploads: Collection<StoredUpload>,
  collectionId: string,
  { after = '', limit }: Parameters<Uploads['expired']>[1],
) => {
  const keyOf = (uploadId: string) => uploadKey({ collectionId, uploadId });
  // Beyond every id of the collection.
  const filter: Filter<StoredUpload> = { _id: { $gt: keyOf(after), $lt: keyOf('~') }, state: { $in: expiredStates } };
  return uploads.find(filter).sort({ _id: 1 }).limit(limit).toArray();
};

/** Reads uploads from the current generation; one into a deleted collection does not exist. */
export const mongoUploads = (db: Db): Uploads => {
  const readLive = liveReader(db);
  const readUploads = (query: (uploads: Collection<StoredUpload>) => Promise<readonly StoredUpload[]>) =>
    readLive<StoredUpload>(
      (upload) => upload.collection_id,
      (generation) => query(uploadsOf(db, generation)),
    );
  const found = async (filter: Filter<StoredUpload>) => {
    const read = await readUploads((uploads) => uploads.find(filter).sort({ position: 1 }).limit(maxRunning).toArray());
    return read.map(recordOf);
  };

  return {
    byId: async (key) => {
      const [upload] = await readUploads((uploads) => uploads.find({ _id: uploadKey(key), ...unexpired }).toArray());
      return upload && recordOf(upload);
    },
    ofCollection: async (collectionId, page) =>
      (await readUploads((uploads) => findNewest(uploads, collectionId, page))).map(recordOf),
    tickets: async (key, { after, limit, outcome }) => {
      const upload = uploadKey(key);
      const filter = { upload, ...(outcome && { outcome }), ...(after !== undefined && afterIndex(upload, after)) };
      const page = await readLive(
        () => key.collectionId,
        async (generation) => {
          const found = await outcomesOf(db, generation).find(filter).sort({ _id: 1 }).limit(limit).toArray();
          const isKept = found.length > 0 && (await uploadsOf(db, generation).findOne({ _id: upload, ...unexpired }));
          return isKept ? found : [];
        },
      );
      return page.map(ticketOf);
    },
    running: () => found({ state: 'running' }),
    undoing: () => found({ 'undo.state': 'running' }),
    expired: async (collectionId, page) =>
      (await readUploads((uploads) => findExpired(uploads, collectionId, page))).map(
        ({ _id }) => uploadKeyParts(_id).uploadId,
      ),
    endedBefore: async (time, limit) => (await readUploads((uploads) => findEnded(uploads, time, limit))).map(recordOf),
  };
};

const recordOf = (stored: StoredUpload): UploadRecord => ({
  uploadId: uploadKeyParts(stored._id).uploadId,
  userId: stored.user_id,
  collectionId: stored.collection_id,
  surface: stored.surface,
  fileName: stored.file_name,
  format: stored.format,
  onDuplicate: stored.on_duplicate,
  attemptId: stored.run,
  state: stored.state as UploadRecord['state'],
  detail: stored.detail,
  startedAt: stored.started_at,
  finishedAt: stored.finished_at,
  counts: stored.figures,
  ...withUnlisted(stored.outcomes, stored.unlisted),
  undo: stored.undo ? undoOf(stored.undo) : null,
  position: stored.position,
  revision: stored.revision,
});

const undoOf = ({
  state,
  surface,
  started_at,
  finished_at,
  figures,
}: NonNullable<StoredUpload['undo']>): UploadUndo => ({
  ...{ state, surface, counts: figures },
  startedAt: started_at,
  finishedAt: finished_at,
});

const ticketOf = ({ _id, ticket_id: ticketId, row, outcome }: StoredOutcome): TicketOfUpload => ({
  ticketId,
  index: uploadKeyParts(_id).index,
  row,
  outcome,
});
