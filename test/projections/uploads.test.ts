import test from 'ava';
import { uploadsProjection } from '../../projections/uploads.ts';
import { uploadTables } from '../../src/adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../../src/adapters/sqlite/rows/uploads.ts';
import { noUploadCounts, noUndoCounts } from '../../src/domain/events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { exampleUpload, inLog, skipped } from '../support/upload-events.ts';

const collection = exampleCollection();
const upload = exampleUpload(collection);
const { uploadId, userId, collectionId, run } = upload;
const key = { collectionId, uploadId };
const at = '2026-01-02T03:04:05.000Z';
const counts = { ...noUploadCounts, read: 2, stored: 1, skipped: 1 };

const spec = projectionSpecification(uploadsProjection, {
  tables: uploadTables,
  read: async (database) => {
    const uploads = sqliteUploads(database);
    return [await uploads.byId(key), await uploads.tickets(key, { after: undefined, limit: 10 })];
  },
});

test('a started upload runs, with the time of its event', (t) => {
  const { started } = upload;
  spec(t)
    .when(...inLog(started))
    .then({
      type: 'start',
      upload: {
        ...{
          uploadId,
          userId,
          collectionId,
          surface: 'api',
          fileName: 'май.csv',
          format: 'csv',
          onDuplicate: 'skip',
          attemptId: run,
        },
        ...{ state: 'running', detail: null, startedAt: at, finishedAt: null },
      },
      position: 1n,
    });
});

test('progress updates the counts and gives the skipped tickets their outcomes', (t) => {
  spec(t)
    .when(...inLog(upload.progressed(1, [skipped(4, 'no-solution', 6)], counts)))
    .then(
      {
        type: 'tickets',
        ...key,
        tickets: [{ ticketId: 't4', index: 4, row: 6, outcome: 'no-solution' }],
        position: 1n,
      },
      {
        ...{ type: 'update', ...key, revision: 1 },
        fields: { attemptId: run, state: 'running', detail: null, finishedAt: null, counts },
      },
    );
});

test('a stored ticket is one of its upload by the metadata of its event, and of none without them', (t) => {
  spec(t)
    .when(...inLog(upload.stored(0, 2), collection.ticket('demo')))
    .then({
      type: 'tickets',
      ...key,
      tickets: [{ ticketId: 't0', index: 0, row: 2, outcome: 'stored' }],
      position: 1n,
    });
});

test('a ticket that an upload has corrected is one of its updated ones, and one that a person has corrected none', (t) => {
  const byHand = { ...upload.updated(1), metadata: { at, commandId: 'x', tenantId: userId, surface: 'web' } };
  spec(t)
    .when(...inLog(upload.updated(0, 2), byHand))
    .then({
      type: 'tickets',
      ...key,
      tickets: [{ ticketId: '0', index: 0, row: 2, outcome: 'updated' }],
      position: 1n,
    });
});

const undoCounts = { withdrawn: 3, corrected: 1, takenBack: 2, left: 1, gone: 0 };

test('an undo runs from its start to its end, with its counts', (t) => {
  const change = { type: 'undo', ...key } as const;
  spec(t)
    .when(...inLog(upload.undoStarted(3), upload.undoProgressed(4, 99, undoCounts), upload.undone(5, undoCounts)))
    .then(
      {
        ...{ ...change, revision: 3 },
        fields: { state: 'running', surface: 'web', startedAt: at, finishedAt: null, counts: noUndoCounts },
      },
      { ...change, revision: 4, fields: { state: 'running', counts: undoCounts } },
      { ...change, revision: 5, fields: { state: 'finished', finishedAt: at, counts: undoCounts } },
    );
});

test('an upload ends finished or interrupted, at the revision of its event', (t) => {
  spec(t)
    .when(...inLog(upload.finished(2, counts), upload.interrupted(3)))
    .then(
      {
        type: 'update',
        ...key,
        revision: 2,
        fields: { attemptId: run, state: 'finished', detail: null, finishedAt: at, counts },
      },
      {
        ...{ type: 'update', ...key, revision: 3 },
        fields: { state: 'interrupted', detail: 'The service ended', finishedAt: at },
      },
    );
});

test('an upload that its user stopped keeps its last counts, and one that is resumed has the time of that', (t) => {
  const later = '2026-01-03T03:04:05.000Z';
  spec(t)
    .when(...inLog(upload.stopped(1, [skipped(4)], counts), upload.resumed(2, later)))
    .then(
      {
        type: 'tickets',
        ...key,
        tickets: [{ ticketId: 't4', index: 4, row: null, outcome: 'duplicate' }],
        position: 1n,
      },
      {
        ...{ type: 'update', ...key, revision: 1 },
        fields: { attemptId: run, state: 'stopped', detail: null, finishedAt: at, counts },
      },
      {
        ...{ type: 'update', ...key, revision: 2 },
        fields: {
          attemptId: 'another',
          state: 'running',
          detail: null,
          startedAt: later,
          finishedAt: null,
          unlisted: {},
        },
      },
    );
});

test('events of uploads that are applied twice give the same', async (t) => {
  const { started, progressed, stored, updated, finished, undoStarted, undone } = upload;
  await spec(t)
    .when(
      ...inLog(started, stored(0), updated(1), progressed(1, [skipped(2)], counts), finished(2, counts)),
      ...inLog(undoStarted(3), undone(4, undoCounts)),
    )
    .thenTwiceGivesTheSame();
});
