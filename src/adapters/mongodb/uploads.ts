import type { Db } from 'mongodb';
import type { TicketOfUpload, UploadRecord, Uploads } from '../../ports/uploads.ts';
import { currentCopy } from './current-copy.ts';
import {
  gravesOf,
  outcomeKey,
  outcomesOf,
  type StoredOutcome,
  type StoredUpload,
  uploadKey,
  uploadKeyParts,
  uploadsOf,
} from './stored-upload.ts';
import { uploadDocuments } from './upload-documents.ts';

/** How many running uploads are looked at in one go. */
const mostRunning = 1_000;

/** Reads uploads from whichever copy is current; one into a deleted collection does not exist. */
export const mongoUploads = (db: Db): Uploads => {
  const read = currentCopy(db, uploadDocuments);
  const isBuried = async (copy: string, collectionId: string) =>
    (await gravesOf(db, copy).findOne({ _id: collectionId }, { projection: { _id: 1 } })) !== null;
  return {
    byId: (key) =>
      read(async (copy) => {
        const found = await uploadsOf(db, copy).findOne({ _id: uploadKey(key) });
        return found && !(await isBuried(copy, key.collectionId)) ? recordOf(found) : undefined;
      }),
    ofCollection: async (collectionId, { before, limit }) => {
      const found = await read(async (copy) => {
        const older = before === undefined ? {} : { position: { $lt: before } };
        const cursor = uploadsOf(db, copy).find({ collection_id: collectionId, ...older });
        const page = await cursor.sort({ position: -1 }).limit(limit).toArray();
        return page.length > 0 && !(await isBuried(copy, collectionId)) ? page.map(recordOf) : undefined;
      });
      return found ?? [];
    },
    tickets: async (key, { after, limit, outcome }) => {
      const upload = uploadKey(key);
      const found = await read(async (copy) => {
        const wanted = {
          upload,
          ...(outcome === undefined ? {} : { outcome }),
          ...(after === undefined || after < 0 ? {} : { _id: { $gt: outcomeKey(upload, after) } }),
        };
        const page = await outcomesOf(db, copy).find(wanted).sort({ _id: 1 }).limit(limit).toArray();
        return page.length > 0 && !(await isBuried(copy, key.collectionId)) ? page.map(ticketOf) : undefined;
      });
      return found ?? [];
    },
    running: async () => {
      const found = await read(async (copy) => {
        const some = await uploadsOf(db, copy).find({ state: 'running' }).limit(mostRunning).toArray();
        const homes = [...new Set(some.map(({ collection_id: id }) => id))];
        const graves =
          homes.length === 0
            ? []
            : await gravesOf(db, copy)
                .find({ _id: { $in: homes } })
                .toArray();
        const buried = new Set(graves.map(({ _id }) => _id));
        return some.filter(({ collection_id: id }) => !buried.has(id)).map(recordOf);
      });
      return found ?? [];
    },
  };
};

const recordOf = (stored: StoredUpload): UploadRecord => ({
  uploadId: uploadKeyParts(stored._id).uploadId,
  userId: stored.user_id,
  collectionId: stored.collection_id,
  surface: stored.surface,
  fileName: stored.file_name,
  format: stored.format,
  run: stored.run,
  state: stored.state,
  detail: stored.detail,
  startedAt: stored.started_at,
  finishedAt: stored.finished_at,
  figures: stored.figures,
  outcomes: stored.outcomes,
  position: stored.position,
  revision: stored.revision,
});

const ticketOf = ({ _id, ticket_id: ticketId, row, outcome }: StoredOutcome): TicketOfUpload => ({
  ...{ ticketId, index: uploadKeyParts(_id).index, row, outcome },
});
