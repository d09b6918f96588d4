import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sqliteAccountErasures } from '../../../src/adapters/sqlite/rows/account-erasure-tables.ts';
import { accountTables, sqliteAccounts } from '../../../src/adapters/sqlite/rows/accounts.ts';
import { collectionTables } from '../../../src/adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../../../src/adapters/sqlite/rows/collections.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { bitsOf } from '../../../src/adapters/sqlite/rows/erasure-tables.ts';
import { sqliteErasures, unprovenSql } from '../../../src/adapters/sqlite/rows/erasures.ts';
import { createTables, type Tables } from '../../../src/adapters/sqlite/read-model.ts';
import { sqliteGaps } from '../../../src/adapters/sqlite/rows/gaps.ts';
import { questionTables } from '../../../src/adapters/sqlite/rows/question-tables.ts';
import { sqliteQuestions } from '../../../src/adapters/sqlite/rows/questions.ts';
import { uploadTables } from '../../../src/adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../../../src/adapters/sqlite/rows/uploads.ts';
import { stepsOf } from '../../../src/domain/erasure.ts';
import { recordId } from '../../../src/domain/ticket-record.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { questionsProjection } from '../../../projections/questions.ts';
import { changesOf } from '../../../projections/projection.ts';
import { CheckpointBehind } from '../../../src/ports/read-model.ts';
import { accountsContract } from '../../contracts/accounts.ts';
import { collectionsContract } from '../../contracts/collections.ts';
import { gapsContract } from '../../contracts/gaps.ts';
import { generationsContract } from '../../contracts/generations.ts';
import { questionsContract } from '../../contracts/questions.ts';
import { uploadsContract } from '../../contracts/uploads.ts';
import { exampleCollection } from '../../support/collection-events.ts';
import { collectionCreated } from '../../support/events.ts';
import { exampleQuestion, inLog } from '../../support/question-events.ts';
import { applyRecorded, recorded } from '../../support/recorded-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { generationIn, openViewsFiles } from '../../support/views-files.ts';

/** A read model as two threads of the service have it. */
const openFiles = async <Change>(t: ExecutionContext, tables: Tables<Change>, folder = temporaryFolder(t)) => {
  const { writer, reader } = await openViewsFiles(folder, tables);
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  return { folder, model: writer.model, reader };
};

const openCollections = async (t: ExecutionContext) => {
  const { model, reader } = await openFiles(t, collectionTables);
  return { collections: reader.port(sqliteCollections), erasures: reader.port(sqliteErasures), model };
};

accountsContract(test, 'sqlite', async (t) => {
  const { model, reader } = await openFiles(t, accountTables);
  return { accounts: reader.port(sqliteAccounts), erasures: reader.port(sqliteAccountErasures), model };
});
collectionsContract(test, 'sqlite', openCollections);
generationsContract({ test, name: 'sqlite', open: openCollections });
questionsContract(test, 'sqlite', async (t) => {
  const { model, reader } = await openFiles(t, questionTables);
  return { questions: reader.port(sqliteQuestions), model };
});
gapsContract({
  ...{ test, name: 'sqlite' },
  open: async (t) => {
    const { model, reader } = await openFiles(t, questionTables);
    return { gaps: reader.port(sqliteGaps), model };
  },
});
uploadsContract(test, 'sqlite', async (t) => {
  const { model, reader } = await openFiles(t, uploadTables);
  return { uploads: reader.port(sqliteUploads), model };
});

test('looking for open erasures reads no others', (t) => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, collectionTables);
  for (const hasLogServer of [false, true]) {
    const steps = bitsOf(stepsOf({ hasLogServer }));
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${unprovenSql(steps)}`).all(0n);
    t.regex(JSON.stringify(plan), new RegExp(`e USING INDEX erasures_open_${steps}\\b`));
  }
  database.close();
});

test('the questions of a ticket are counted, and those that cite it found, without reading what the others say', async (t) => {
  const database = openDatabase(':memory:', 'normal');
  t.teardown(() => database.close());
  const home = exampleCollection();
  const asked = ['1', '2', '1', '2'].map((first) => exampleQuestion(home, [first, first === '1' ? '2' : '1']));
  const model = generationIn(database, questionTables);
  await applyRecorded(questionsProjection, model)(inLog(...asked.map(({ answered }) => answered)));
  const questions = sqliteQuestions(database);
  const { collectionId, tenantId } = home;
  const ticket = { collectionId, recordId: recordId(tenantId, '1'), ticketId: '1' };
  database.exec(`UPDATE questions SET listed = 'no JSON' WHERE position IN (2, 4)`);
  t.deepEqual(await questions.countQuoting(ticket), { count: 4, cited: 2 });
  const { rows } = await questions.quoting({ ...ticket, isCited: true }, { limit: 10 });
  t.deepEqual(
    rows.map(({ answerId }) => answerId),
    [asked[2]?.answerId, asked[0]?.answerId],
  );
});

/** The files of read models in a folder, without those that SQLite keeps beside them while they are open. */
const filesIn = (folder: string) => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));

const id = randomUUID();
const events = recorded([collectionCreated(id, 'me')]);

test('the file of a replaced generation is removed when it is dropped', async (t) => {
  const { folder, model } = await openFiles(t, collectionTables);
  await applyRecorded(collectionsProjection, await model.current())(events);
  await applyRecorded(collectionsProjection, await model.building())(events);
  await model.promote('drop');
  t.is(await model.dropUnused(), 1);
  const { version } = collectionTables;
  t.deepEqual(filesIn(folder), [`views-collections-${version}-2.db`, `views-collections-${version}.json`]);
});

test('a raised version is built beside the old one, which is then dropped', async (t) => {
  const { folder, reader } = await openFiles(t, collectionTables);
  const old = (await openFiles(t, collectionTables, folder)).model;
  await applyRecorded(collectionsProjection, await old.current())(events);
  const version = collectionTables.version + 1;
  const { model: raised } = await openFiles(t, { ...collectionTables, version }, folder);
  t.is(await (await raised.current()).checkpoint(), undefined);
  t.is((await reader.port(sqliteCollections).byId(id))?.name, 'Support');
  await applyRecorded(collectionsProjection, await raised.current())(events);
  await raised.dropUnused();
  t.deepEqual(filesIn(folder), [`views-collections-${version}-1.db`, `views-collections-${version}.json`]);
  t.deepEqual(await (await raised.current()).checkpoint(), { logId: 'log', position: 1n });
});

test('a pointer that is lost or was not written whole makes no generation current: a new one gets a number that no file has', async (t) => {
  for (const damage of [rmSync, (path: string) => writeFileSync(path, '{"newest":1,"curr')]) {
    const { folder, model } = await openFiles(t, collectionTables);
    await applyRecorded(collectionsProjection, await model.current())(events);
    const { version } = collectionTables;
    damage(join(folder, `views-collections-${version}.json`));
    const again = (await openFiles(t, collectionTables, folder)).model;
    t.is((await again.current()).name, `collections-${version}-2`);
    t.is(await (await again.current()).checkpoint(), undefined);
    await again.dropUnused();
    t.deepEqual(filesIn(folder), [`views-collections-${version}-2.db`, `views-collections-${version}.json`]);
  }
});

test('a generation is not made of what a killed process has left in files of its name', async (t) => {
  const { folder, model } = await openFiles(t, collectionTables);
  await applyRecorded(collectionsProjection, await model.current())(events);
  const { version } = collectionTables;
  const [one, next] = [1, 2].map((number) => join(folder, `views-collections-${version}-${number}.db`));
  // It was killed before the pointer named the file, and its WAL holds all of it.
  for (const ending of ['', '-wal']) copyFileSync(`${one}${ending}`, `${next}${ending}`);
  writeFileSync(join(folder, `views-collections-${version}.json.new`), '{');
  const again = (await openFiles(t, collectionTables, folder)).model;
  t.is(await (await again.building()).checkpoint(), undefined);
  t.deepEqual(await (await again.current()).checkpoint(), { logId: 'log', position: 1n });
});

test('a generation that was promoted by a process that was killed is read by the next', async (t) => {
  const { folder, model } = await openFiles(t, collectionTables);
  await applyRecorded(collectionsProjection, await model.building())(events);
  await model.promote('keep');
  const { model: again, reader } = await openFiles(t, collectionTables, folder);
  t.is((await reader.port(sqliteCollections).byId(id))?.name, 'Support');
  t.is(await (await again.retained())?.checkpoint(), undefined);
  t.is(await again.dropUnused(), 0);
});

test('a batch that changes nothing writes nothing; after a kill its events are read again, 2 500 at most', async (t) => {
  const { folder, model } = await openFiles(t, collectionTables);
  const generation = await model.current();
  await applyRecorded(collectionsProjection, generation)(events);
  const move = (after: bigint, position: bigint) => generation.apply([], { logId: 'log', after, position });
  const afterKill = async () => (await (await openFiles(t, collectionTables, folder)).model.current()).checkpoint();
  await move(1n, 2_000n);
  await move(2_000n, 2_500n);
  t.deepEqual(await generation.checkpoint(), { logId: 'log', position: 2_500n });
  t.deepEqual(await afterKill(), { logId: 'log', position: 1n });
  await t.throwsAsync(move(2_501n, 2_502n), { instanceOf: CheckpointBehind });
  await move(2_500n, 2_502n);
  t.deepEqual(await afterKill(), { logId: 'log', position: 2_502n });
  await move(2_502n, 2_503n);
  const [event] = recorded([collectionCreated(randomUUID(), randomUUID())]);
  if (!event) throw new Error('One was made');
  const changes = changesOf(collectionsProjection, event);
  await generation.apply(changes, { logId: 'log', after: 2_503n, position: 2_504n });
  t.deepEqual(await afterKill(), { logId: 'log', position: 2_504n });
});
