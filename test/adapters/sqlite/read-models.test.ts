import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { accountTables, sqliteAccounts } from '../../../src/adapters/sqlite/rows/accounts.ts';
import { collectionTables } from '../../../src/adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../../../src/adapters/sqlite/rows/collections.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { bitsOf } from '../../../src/adapters/sqlite/rows/erasure-tables.ts';
import { sqliteErasures, unprovenSql } from '../../../src/adapters/sqlite/rows/erasures.ts';
import { sqliteReadModel } from '../../../src/adapters/sqlite/read-model.ts';
import { uploadTables } from '../../../src/adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../../../src/adapters/sqlite/rows/uploads.ts';
import { stepsOf } from '../../../src/domain/erasure.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { accountsContract } from '../../contracts/accounts.ts';
import { collectionsContract } from '../../contracts/collections.ts';
import { generationsContract } from '../../contracts/generations.ts';
import { uploadsContract } from '../../contracts/uploads.ts';
import { collectionCreated } from '../../support/events.ts';
import { applyRecorded, recorded } from '../../support/recorded-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openViewsFiles } from '../../support/views-files.ts';

const openViews = (t: ExecutionContext) => {
  const database = openDatabase(join(temporaryFolder(t), 'views.db'), 'normal');
  t.teardown(() => database.close());
  return database;
};

/** As two threads of the service have them. */
const openFiles = (t: ExecutionContext) => {
  const { writer, reader } = openViewsFiles(join(temporaryFolder(t), 'views.db'));
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  return { writer, reader };
};

const openCollections = (t: ExecutionContext) => {
  const { writer, reader } = openFiles(t);
  const readers = { collections: reader.port(sqliteCollections), erasures: reader.port(sqliteErasures) };
  const model = writer.port((database) => sqliteReadModel(database, collectionTables));
  return Promise.resolve({ ...readers, model });
};

accountsContract(test, 'sqlite', (t) => {
  const { writer, reader } = openFiles(t);
  const model = writer.port((database) => sqliteReadModel(database, accountTables));
  return Promise.resolve({ accounts: reader.port(sqliteAccounts), model });
});
collectionsContract(test, 'sqlite', openCollections);
generationsContract({ test, name: 'sqlite', open: openCollections });
uploadsContract(test, 'sqlite', (t) => {
  const views = openViews(t);
  return Promise.resolve({ uploads: sqliteUploads(views), model: sqliteReadModel(views, uploadTables) });
});

test('looking for open erasures reads no others', async (t) => {
  const views = openViews(t);
  const { name } = await sqliteReadModel(views, collectionTables).current();
  for (const hasLogServer of [false, true]) {
    const steps = bitsOf(stepsOf({ hasLogServer }));
    const plan = views.prepare(`EXPLAIN QUERY PLAN ${unprovenSql(name, steps)}`).all(0n);
    t.regex(JSON.stringify(plan), new RegExp(`e USING INDEX ${name}_erasures_open_${steps}\\b`));
  }
});

test('the tables of a replaced generation are removed when it is dropped', async (t) => {
  const views = openViews(t);
  const model = sqliteReadModel(views, collectionTables);
  const events = recorded([collectionCreated(randomUUID(), 'me')]);
  const old = await model.current();
  await applyRecorded(collectionsProjection, old)(events);
  await applyRecorded(collectionsProjection, await model.building())(events);
  await model.promote('drop');
  await model.dropUnused();
  t.is(views.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE ? || '%'`).get(old.name)?.['n'], 0);
});

test('a raised version is built beside the old one, which is then dropped', async (t) => {
  const views = openViews(t);
  const id = randomUUID();
  const events = recorded([collectionCreated(id, 'me')]);
  await applyRecorded(collectionsProjection, await sqliteReadModel(views, collectionTables).current())(events);
  const raised = sqliteReadModel(views, { ...collectionTables, version: collectionTables.version + 1 });
  t.is(await (await raised.current()).checkpoint(), undefined);
  t.is((await sqliteCollections(views).byId(id))?.name, 'Support');
  await applyRecorded(collectionsProjection, await raised.current())(events);
  await raised.dropUnused();
  t.is(await sqliteCollections(views).byId(id), undefined);
  t.deepEqual(await (await raised.current()).checkpoint(), { logId: 'log', position: 1n });
});
