import test from 'ava';
import { collectionDocuments } from '../../../src/adapters/mongodb/collection-documents.ts';
import { collectionsOf, mongoCollections } from '../../../src/adapters/mongodb/collections.ts';
import { mongoReadModel } from '../../../src/adapters/mongodb/read-model.ts';
import { dataEventBytes } from '../../../src/domain/stored-bytes.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { exampleCollection } from '../../support/collection-events.ts';
import { collectionCreated, collectionDeleted, erasureRequested } from '../../support/events.ts';
import { freshMongo } from '../../support/mongo.ts';
import { applyRecorded, recorded } from '../../support/recorded-events.ts';

const url = process.env['MONGODB_URL'];

if (url) {
  test('usage and the list of collections read no tombstones, of which an account may have any number', async (t) => {
    const db = freshMongo(t, url);
    const generation = await mongoReadModel(db, collectionDocuments).current();
    const collections = mongoCollections(db);
    const { tenantId, collectionId, created, tickets } = exampleCollection();
    const deleted = Array.from({ length: 30 }, () => exampleCollection().collectionId);
    const requests = deleted.map((id) => erasureRequested({ tenantId, collectionId: id, ticketIds: ['1'] }));
    const events = recorded([
      ...[created, ...tickets(2), ...deleted.map((id) => collectionCreated(id, tenantId)), ...requests],
      ...deleted.map((id) => collectionDeleted(id, tenantId)),
    ]);
    await applyRecorded(collectionsProjection, generation)(events);
    const stored = collectionsOf(db, generation.name);
    t.is(await stored.countDocuments({ deleted: { $exists: true } }), deleted.length);
    const own = stored.find({ user_id: tenantId }).sort({ created_at: 1, _id: 1 });
    t.like(await own.explain('executionStats'), { executionStats: { totalDocsExamined: 1 } });
    const usage = await collections.usage(tenantId);
    t.is(usage.tickets, 2);
    t.true(usage.bytes > requests.reduce((sum, { data }) => sum + dataEventBytes(data), 0));
    const list = await collections.ofUser(tenantId);
    t.deepEqual(
      list.map(({ id }) => id),
      [collectionId],
    );
    await stored.deleteMany({ deleted: { $exists: true } });
    t.deepEqual(await collections.usage(tenantId), usage);
    t.deepEqual(await collections.ofUser(tenantId), list);
  });
} else test.skip('what usage reads in MongoDB is tried where MONGODB_URL is set', () => undefined);
