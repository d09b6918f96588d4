import test from 'ava';
import { MongoBulkWriteError } from 'mongodb';
import { openMongo } from '../../../src/adapters/mongodb/connection.ts';
import { insertNew } from '../../../src/adapters/mongodb/writes.ts';
import { startSmallMongo } from '../../support/small-servers.ts';

test('an insert fails if its connection breaks', async (t) => {
  const port = await startSmallMongo(t, { breaksAt: 'insert' });
  const { db, close } = openMongo(`mongodb://127.0.0.1:${port}`);
  t.teardown(close);
  const inserted = insertNew(db.collection<{ readonly _id: string }>('any'), [{ _id: 'one' }]);
  await t.throwsAsync(inserted, { instanceOf: MongoBulkWriteError });
});
