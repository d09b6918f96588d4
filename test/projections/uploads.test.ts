import test from 'ava';
import { uploadsProjection } from '../../projections/uploads.ts';
import { uploadTables } from '../../src/adapters/sqlite/upload-tables.ts';
import { sqliteUploads } from '../../src/adapters/sqlite/uploads.ts';
import { noFigures } from '../../src/domain/events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { exampleUpload, inLog, skipped } from '../support/upload-events.ts';

const collection = exampleCollection();
const upload = exampleUpload(collection);
const { uploadId, userId, collectionId, run } = upload;
const key = { collectionId, uploadId };
const at = '2026-01-02T03:04:05.000Z';
const figures = { ...noFigures, read: 2, stored: 1, skipped: 1 };

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
        ...{ uploadId, userId, collectionId, surface: 'api', fileName: 'май.csv', format: 'csv', run },
        ...{ state: 'running', detail: null, startedAt: at, finishedAt: null },
      },
      position: 1n,
    });
});

test('progress updates the figures and gives the skipped tickets their outcomes', (t) => {
  spec(t)
    .when(...inLog(upload.progressed(1, [skipped(4, 'no-solution', 6)], figures)))
    .then(
      { type: 'tickets', ...key, tickets: [{ ticketId: 't4', index: 4, row: 6, outcome: 'no-solution' }] },
      {
        ...{ type: 'update', ...key, revision: 1 },
        fields: { run, state: 'running', detail: null, finishedAt: null, figures },
      },
    );
});

test('a stored ticket is one of its upload by the metadata of its event, and of none without them', (t) => {
  spec(t)
    .when(...inLog(upload.stored(0, 2), collection.ticket('demo')))
    .then({ type: 'tickets', ...key, tickets: [{ ticketId: 't0', index: 0, row: 2, outcome: 'stored' }] });
});

test('an upload ends finished or interrupted, at the revision of its event', (t) => {
  spec(t)
    .when(...inLog(upload.finished(2, figures), upload.interrupted(3)))
    .then(
      {
        type: 'update',
        ...key,
        revision: 2,
        fields: { run, state: 'finished', detail: null, finishedAt: at, figures },
      },
      {
        ...{ type: 'update', ...key, revision: 3 },
        fields: { state: 'interrupted', detail: 'The service ended', finishedAt: at },
      },
    );
});

test('an upload that its user stopped keeps its last figures, and one that is resumed has the time of that', (t) => {
  const later = '2026-01-03T03:04:05.000Z';
  spec(t)
    .when(...inLog(upload.stopped(1, [skipped(4)], figures), upload.resumed(2, later)))
    .then(
      { type: 'tickets', ...key, tickets: [{ ticketId: 't4', index: 4, row: null, outcome: 'duplicate' }] },
      {
        ...{ type: 'update', ...key, revision: 1 },
        fields: { run, state: 'stopped', detail: null, finishedAt: at, figures },
      },
      {
        ...{ type: 'update', ...key, revision: 2 },
        fields: { run: 'another', state: 'running', detail: null, startedAt: later, finishedAt: null },
      },
    );
});

test('events of uploads that are applied twice give the same', async (t) => {
  const { started, progressed, stored, finished } = upload;
  await spec(t)
    .when(...inLog(started, stored(0), stored(1), progressed(1, [skipped(2)], figures), finished(2, figures)))
    .thenTwiceGivesTheSame();
});
