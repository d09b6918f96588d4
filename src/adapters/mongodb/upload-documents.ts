import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { noUploadCounts } from '../../domain/events.ts';
import { noOutcomes, type UploadChange } from '../../ports/uploads.ts';
import { advanceCounts, type CountPositions, distinctById } from './counts.ts';
import { createIndexes } from './indexes.ts';
import type { Documents, OpenDocuments } from './read-model.ts';
import { tombstonesIn } from './tombstones.ts';
import { uploadCounts } from './upload-counts.ts';
import { uploadIds, uploadPurge } from './upload-purge.ts';
import {
  outcomeKey,
  outcomesOf,
  type StoredUpload,
  tombstonesOf,
  unexpired,
  uploadKey,
  uploadsModel,
  uploadsOf,
} from './uploads.ts';
import { insertNew } from './writes.ts';

/**
 * Uploads with a count of each outcome, and a small document per ticket. `revision` is that of the newest event of the upload's stream, so that
 * a process that is behind changes nothing. A deleted collection leaves a tombstone; a later write below it is purged too.
 */
export const uploadDocuments: Documents<UploadChange> = {
  ...uploadsModel,
  open: (db, generation) => ({
    prepare: async () => {
      await createIndexes(uploadsOf(db, generation), [
        { key: { collection_id: 1, position: -1 } },
        { key: { state: 1 }, partialFilterExpression: { state: 'running' } },
        { key: { position: 1 }, partialFilterExpression: { 'undo.state': 'running' } },
        { key: { finished_at: 1 } },
        { key: { state: 1, _id: 1 }, partialFilterExpression: { state: 'expired' } },
      ]);
      await createIndexes(outcomesOf(db, generation), [
        { key: { upload: 1, outcome: 1, _id: 1 } },
        { key: addedOutcomes },
      ]);
      await createIndexes(tombstonesOf(db, generation), [{ key: { purged: 1 } }]);
    },
    apply: applying(db, generation),
    ids: uploadIds(db, generation),
    counts: uploadCounts(db, generation),
    ...uploadPurge(db, generation),
  }),
};

type Change<Type extends UploadChange['type']> = Extract<UploadChange, { readonly type: Type }>;

/** Starts, then deletions, then updates in their order, then tickets: the result does not depend on the order of these kinds in the batch. */
const applying = (db: Db, generation: string): OpenDocuments<UploadChange>['apply'] => {
  const uploads = uploadsOf(db, generation);
  const { reopen } = tombstonesIn(db, {
    tombstones: tombstonesOf(db, generation).collectionName,
    content: uploads.collectionName,
  });
  return async (changes) => {
    const started = changes.filter((change) => change.type === 'start');
    const deletions = changes.filter((change) => change.type === 'delete');
    const updates = changes.flatMap((change): AnyBulkWriteOperation<StoredUpload>[] => {
      if (change.type === 'update') return [updateOf(change)];
      if (change.type === 'expire') return [expiryOf(change)];
      return change.type === 'undo' ? [undoUpdateOf(change)] : [];
    });
    const tickets = changes.filter((change) => change.type === 'tickets');
    await insertNew(uploads, started.map(documentOf));
    await insertNew(tombstonesOf(db, generation), deletions.map(tombstoneOf));
    if (updates.length > 0) await uploads.bulkWrite(updates, { ordered: true });
    await putTickets(db, generation, tickets);
    const touched = [...started.map(({ upload }) => upload.collectionId), ...tickets.map((one) => one.collectionId)];
    // After the data: another process may have purged the collection meanwhile.
    await reopen([...new Set(touched)]);
  };
};

const documentOf = ({ upload, position }: Change<'start'>): StoredUpload => ({
  _id: uploadKey(upload),
  collection_id: upload.collectionId,
  user_id: upload.userId,
  surface: upload.surface,
  file_name: upload.fileName,
  format: upload.format,
  on_duplicate: upload.onDuplicate,
  run: upload.attemptId,
  state: upload.state,
  detail: upload.detail,
  started_at: upload.startedAt,
  finished_at: upload.finishedAt,
  figures: noUploadCounts,
  outcomes: noOutcomes,
  unlisted: {},
  counted: 0n,
  position,
  revision: 0,
});

const tombstoneOf = ({ collectionId, position }: Change<'delete'>) => ({ _id: collectionId, position, purged: false });

const updateOf = ({ fields, revision, ...key }: Change<'update'>) => {
  const { attemptId, state, detail = null, startedAt, finishedAt = null, counts, unlisted } = fields;
  const set = {
    revision,
    detail,
    finished_at: finishedAt,
    ...(attemptId === undefined ? {} : { run: attemptId }),
    ...(state === undefined ? {} : { state }),
    ...(startedAt === undefined ? {} : { started_at: startedAt }),
    ...(counts ? { figures: counts } : {}),
    ...(unlisted ? { unlisted } : {}),
  };
  return { updateOne: { filter: { _id: uploadKey(key), revision: { $lt: revision } }, update: { $set: set } } };
};

const undoUpdateOf = ({ fields, revision, ...key }: Change<'undo'>) => {
  const { state, surface, startedAt, finishedAt = null, counts } = fields;
  const set = {
    revision,
    'undo.state': state,
    'undo.finished_at': finishedAt,
    ...(surface === undefined ? {} : { 'undo.surface': surface }),
    ...(startedAt === undefined ? {} : { 'undo.started_at': startedAt }),
    ...(counts ? { 'undo.figures': counts } : {}),
  };
  return { updateOne: { filter: { _id: uploadKey(key), revision: { $lt: revision } }, update: { $set: set } } };
};

const expiryOf = ({ revision, ...key }: Change<'expire'>) => {
  const set = { revision, state: 'expired', file_name: null, detail: null, finished_at: null, unlisted: {} } as const;
  return { updateOne: { filter: { _id: uploadKey(key), revision: { $lt: revision } }, update: { $set: set } } };
};

const putTickets = async (db: Db, generation: string, changes: readonly Change<'tickets'>[]): Promise<void> => {
  const touched = [...new Set(changes.map(uploadKey))];
  if (touched.length === 0) return;
  const known = await uploadsOf(db, generation)
    .find({ _id: { $in: touched }, ...unexpired }, { projection: { _id: 1 } })
    .toArray();
  const uploads = new Set(known.map(({ _id }) => _id));
  const rows = changes.flatMap((change) => {
    const upload = uploadKey(change);
    if (!uploads.has(upload)) return [];
    return change.tickets.map(({ index, outcome, ticketId, row }) => ({
      ...{ _id: outcomeKey(upload, index), upload, outcome },
      ...{ ticket_id: ticketId, row, position: change.position },
    }));
  });
  await insertNew(outcomesOf(db, generation), rows);
  await countOutcomes(db, generation, { ids: [...uploads], last: changes.at(-1)?.position ?? 0n });
};

/** The index by which an upload's outcomes are found that were added since a position. */
const addedOutcomes = { upload: 1, position: 1 } as const;

/** Counts the outcomes of uploads up to the last event of a batch. */
const countOutcomes = async (
  db: Db,
  generation: string,
  { ids, last }: { readonly ids: readonly string[]; readonly last: bigint },
): Promise<void> => {
  const deltasSince = async (counted: CountPositions) => {
    const differences = new Map<string, Record<string, number>>();
    const since = [...counted].map(([upload, position]) => ({ upload, position: { $gt: position, $lte: last } }));
    const added = outcomesOf(db, generation)
      .find({ $or: since }, { projection: { upload: 1, outcome: 1 } })
      .hint(addedOutcomes);
    for await (const { upload, outcome } of distinctById(added)) {
      const difference = differences.get(upload) ?? {};
      const name = `outcomes.${outcome}`;
      differences.set(upload, { ...difference, [name]: (difference[name] ?? 0) + 1 });
    }
    return differences;
  };
  await advanceCounts({ rows: uploadsOf(db, generation), ids, position: last, deltasSince });
};
