import type { Db } from 'mongodb';
import { noFigures } from '../../domain/events.ts';
import { noOutcomes, type TicketOutcome, type UploadChange } from '../../ports/uploads.ts';
import type { Documents, OpenDocuments } from './copy.ts';
import { insertNew } from './insert-new.ts';
import { gravesOf, outcomeKey, outcomesOf, type StoredUpload, uploadKey, uploadsOf } from './stored-upload.ts';
import { uploadIds } from './upload-ids.ts';
import { uploadPurge } from './upload-purge.ts';

/**
 * Uploads with a count of each outcome, and a small document a ticket. `revision` is that of the newest event of the upload's own stream, so that
 * whoever is behind changes nothing. A deleted collection leaves a tombstone; what comes below it later makes it unpurged again.
 */
export const uploadDocuments: Documents<UploadChange> = {
  name: 'uploads',
  version: 1,
  open: (db, copy) => ({
    prepare: async () => {
      await uploadsOf(db, copy).createIndexes([
        { key: { collection_id: 1, position: -1 } },
        { key: { state: 1 }, partialFilterExpression: { state: 'running' } },
      ]);
      await outcomesOf(db, copy).createIndexes([{ key: { upload: 1, outcome: 1, _id: 1 } }]);
      await gravesOf(db, copy).createIndexes([{ key: { purged: 1 } }]);
    },
    apply: applying(db, copy),
    ids: uploadIds(db, copy),
    ...uploadPurge(db, copy),
  }),
};

type Kind<Type extends UploadChange['type']> = Extract<UploadChange, { readonly type: Type }>;

/** Beginnings, then deletions, then what was told in its order, then tickets: in whatever order a batch has them, it ends the same. */
const applying = (db: Db, copy: string): OpenDocuments<UploadChange>['apply'] => {
  const [uploads, graves] = [uploadsOf(db, copy), gravesOf(db, copy)];

  const start = async (started: readonly Kind<'start'>[]) => {
    await insertNew(uploads, started.map(documentOf));
  };
  const bury = async (deletions: readonly Kind<'delete'>[]) => {
    const tombstones = deletions.map(({ collectionId: _id, position }) => ({ _id, position, purged: false }));
    await insertNew(graves, tombstones);
  };
  const tell = async (words: readonly Kind<'tell'>[]) => {
    if (words.length === 0) return;
    const updates = words.map(({ update: told, revision, ...key }) => {
      const { run, state, detail = null, finishedAt = null, figures } = told;
      const set = {
        ...{ revision, detail, finished_at: finishedAt },
        ...(run === undefined ? {} : { run }),
        ...(state === undefined ? {} : { state }),
        ...(figures ? { figures } : {}),
      };
      return { updateOne: { filter: { _id: uploadKey(key), revision: { $lt: revision } }, update: { $set: set } } };
    });
    await uploads.bulkWrite(updates, { ordered: true });
  };
  const put = putting(db, copy);

  return async (changes) => {
    const started = changes.filter((change) => change.type === 'start');
    const tickets = changes.filter((change) => change.type === 'tickets');
    await start(started);
    await bury(changes.filter((change) => change.type === 'delete'));
    await tell(changes.filter((change) => change.type === 'tell'));
    await put(tickets);
    const touched = [...started.map(({ upload }) => upload.collectionId), ...tickets.map((one) => one.collectionId)];
    // After the data: the end of a purge may have come from another process meanwhile.
    if (touched.length > 0)
      await graves.updateMany({ _id: { $in: [...new Set(touched)] } }, { $set: { purged: false } });
  };
};

const documentOf = ({ upload, position }: Kind<'start'>): StoredUpload => ({
  _id: uploadKey(upload),
  collection_id: upload.collectionId,
  user_id: upload.userId,
  surface: upload.surface,
  file_name: upload.fileName,
  format: upload.format,
  run: upload.run,
  state: upload.state,
  detail: upload.detail,
  started_at: upload.startedAt,
  finished_at: upload.finishedAt,
  ...{ figures: noFigures, outcomes: noOutcomes, position, revision: 0 },
});

/** Tickets, and the counts of their uploads. */
const putting = (db: Db, copy: string) => {
  const [uploads, outcomes] = [uploadsOf(db, copy), outcomesOf(db, copy)];

  /** An outcome is never taken back, so that the highest count is the right one: whoever counted earlier and writes later changes nothing. */
  const count = async (keys: readonly string[]) => {
    const counted = outcomes.aggregate<{
      readonly _id: { readonly upload: string; readonly outcome: TicketOutcome };
      readonly count: number;
    }>([
      { $match: { upload: { $in: keys } } },
      { $group: { _id: { upload: '$upload', outcome: '$outcome' }, count: { $sum: 1 } } },
    ]);
    const updates = (await counted.toArray()).map(({ _id, count: found }) => ({
      updateOne: { filter: { _id: _id.upload }, update: { $max: { [`outcomes.${_id.outcome}`]: found } } },
    }));
    if (updates.length > 0) await uploads.bulkWrite(updates, { ordered: false });
  };

  return async (changes: readonly Kind<'tickets'>[]) => {
    const touched = [...new Set(changes.map(uploadKey))];
    if (touched.length === 0) return;
    const known = await uploads.find({ _id: { $in: touched } }, { projection: { _id: 1 } }).toArray();
    const keys = new Set(known.map(({ _id }) => _id));
    const rows = changes.flatMap((change) => {
      const upload = uploadKey(change);
      if (!keys.has(upload)) return [];
      return change.tickets.map(({ index, outcome, ticketId, row }) => ({
        ...{ _id: outcomeKey(upload, index), upload, outcome, ticket_id: ticketId, row },
      }));
    });
    await insertNew(outcomes, rows);
    if (rows.length > 0) await count([...keys]);
  };
};
