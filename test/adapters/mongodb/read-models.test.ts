import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { accountDocuments, mongoAccountErasures, mongoAccounts } from '../../../src/adapters/mongodb/accounts.ts';
import { collectionDocuments } from '../../../src/adapters/mongodb/collection-documents.ts';
import { mongoCollections } from '../../../src/adapters/mongodb/collections.ts';
import { mongoErasures } from '../../../src/adapters/mongodb/erasures.ts';
import { openMongo } from '../../../src/adapters/mongodb/connection.ts';
import { mongoReadModel } from '../../../src/adapters/mongodb/read-model.ts';
import { mongoGaps } from '../../../src/adapters/mongodb/gaps.ts';
import { questionDocuments } from '../../../src/adapters/mongodb/question-documents.ts';
import { mongoQuestions } from '../../../src/adapters/mongodb/questions.ts';
import { uploadDocuments } from '../../../src/adapters/mongodb/upload-documents.ts';
import { mongoUploads } from '../../../src/adapters/mongodb/uploads.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { ContentRefused } from '../../../src/ports/read-model.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { checksumOf } from '../../../projections/checksum.ts';
import { accountsContract } from '../../contracts/accounts.ts';
import { collectionsContract } from '../../contracts/collections.ts';
import { gapsContract } from '../../contracts/gaps.ts';
import { generationsContract } from '../../contracts/generations.ts';
import { questionsContract } from '../../contracts/questions.ts';
import { uploadsContract } from '../../contracts/uploads.ts';
import { collectionCreated, collectionDeleted, ticketStored } from '../../support/events.ts';
import { applyRecorded, recorded } from '../../support/recorded-events.ts';
import { freshMongo } from '../../support/mongo.ts';

const url = process.env['MONGODB_URL'];

test('the error of a read without an answer names MongoDB, without an address or a password', async (t) => {
  const { db, close } = openMongo('mongodb://user:secret@127.0.0.1:1/?serverSelectionTimeoutMS=100');
  t.teardown(close);
  const error = await t.throwsAsync(mongoAccounts(db).byId('u1'), { instanceOf: Unavailable });
  t.is(error.message, 'MongoDB did not answer');
});

test('an invalid URL is refused without being quoted', (t) => {
  const error = t.throws(() => openMongo('postgres://user:secret@host'));
  t.notRegex(error.message, /secret|host/);
});

test('the database is the one that the URL names, else the service’s own', async (t) => {
  const names = [];
  for (const path of ['', '/', '/tickets', '/tickets?authSource=admin', '/%D0%B1?appName=a/b', '/?appName=a']) {
    const { db, close } = openMongo(`mongodb://one:27017,other:27017${path}`);
    names.push(db.databaseName);
    await close();
  }
  t.deepEqual(names, ['precedent', 'precedent', 'tickets', 'tickets', 'б', 'precedent']);
});

if (url) {
  const openCollections = (t: ExecutionContext) => {
    const db = freshMongo(t, url);
    const readers = { collections: mongoCollections(db), erasures: mongoErasures(db) };
    return Promise.resolve({ ...readers, model: mongoReadModel(db, collectionDocuments) });
  };
  accountsContract(test, 'mongodb', (t) => {
    const db = freshMongo(t, url);
    const model = mongoReadModel(db, accountDocuments);
    return Promise.resolve({ accounts: mongoAccounts(db), erasures: mongoAccountErasures(db), model });
  });
  collectionsContract(test, 'mongodb', openCollections);
  generationsContract({ test, name: 'mongodb', open: openCollections });
  questionsContract(test, 'mongodb', (t) => {
    const db = freshMongo(t, url);
    return Promise.resolve({ questions: mongoQuestions(db), model: mongoReadModel(db, questionDocuments) });
  });
  gapsContract({
    ...{ test, name: 'mongodb' },
    open: (t) => {
      const db = freshMongo(t, url);
      return Promise.resolve({ gaps: mongoGaps(db), model: mongoReadModel(db, questionDocuments) });
    },
  });
  uploadsContract(test, 'mongodb', (t) => {
    const db = freshMongo(t, url);
    return Promise.resolve({ uploads: mongoUploads(db), model: mongoReadModel(db, uploadDocuments) });
  });

  /** Two processes with separate connections to one database. */
  const twoProcesses = (t: ExecutionContext) => {
    const name = `test-${randomUUID()}`;
    const open = (overlap?: Parameters<typeof mongoReadModel>[2]) => {
      const db = freshMongo(t, url, name);
      return { db, collections: mongoCollections(db), model: mongoReadModel(db, collectionDocuments, overlap) };
    };
    return [open(), open()] as const;
  };
  const batches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
    Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

  test('two concurrent projectors, one of them behind, end with the same rows, counts and position', async (t) => {
    const [one, other] = twoProcesses(t);
    const tenantId = randomUUID();
    const [alive, dead] = [randomUUID(), randomUUID()];
    const tickets = Array.from({ length: 300 }, (_, index) =>
      ticketStored({ tenantId, collectionId: index % 3 === 0 ? dead : alive, ticketId: String(index) }),
    );
    const created = [alive, dead].map((id) => collectionCreated(id, tenantId));
    const events = recorded([...created, ...tickets, collectionDeleted(dead, tenantId)]);
    const project = async ({ model }: typeof one, size: number) => {
      for (const batch of batches(events, size)) {
        await applyRecorded(collectionsProjection, await model.current())(batch);
      }
    };
    await Promise.all([project(one, 60), project(other, 25)]);
    t.is((await one.collections.byId(alive))?.ticketCount, 200);
    t.is(await other.collections.byId(dead), undefined);
    t.is((await checksumOf(await other.model.current())).count, 201);
    t.is((await (await one.model.current()).orphans(1000)).length, 100);
    t.deepEqual(await (await one.model.current()).checkpoint(), { logId: 'log', position: 303n });
    t.is((await one.model.current()).name, (await other.model.current()).name);
  });

  test('an old batch that is written last moves nothing back, and nothing is lost or counted twice', async (t) => {
    const [awake, frozen] = twoProcesses(t);
    const [collectionId, tenantId] = [randomUUID(), randomUUID()];
    const tickets = Array.from({ length: 90 }, (_, index) =>
      ticketStored({ tenantId, collectionId, ticketId: String(index) }),
    );
    const events = recorded([collectionCreated(collectionId, tenantId), ...tickets]);
    const thawing = await frozen.model.current();
    await applyRecorded(collectionsProjection, await awake.model.current())(events);
    const before = await checksumOf(thawing);
    for (const batch of batches(events.slice(0, 60), 20)) await applyRecorded(collectionsProjection, thawing)(batch);
    t.deepEqual(await thawing.checkpoint(), { logId: 'log', position: 91n });
    t.deepEqual(await checksumOf(thawing), before);
    t.is((await awake.collections.byId(collectionId))?.ticketCount, 90);
  });

  test('rows that a frozen projector writes into a dropped generation are cleared and never read', async (t) => {
    const [awake, frozen] = twoProcesses(t);
    const id = randomUUID();
    const events = recorded([collectionCreated(id, 'me')]);
    const dropped = await frozen.model.current();
    await applyRecorded(collectionsProjection, await awake.model.current())(events);
    await applyRecorded(collectionsProjection, await awake.model.building())(events);
    await awake.model.promote('drop');
    await awake.model.dropUnused();
    const back = recorded([collectionCreated(id, 'me'), collectionCreated(randomUUID(), 'me')]);
    await applyRecorded(collectionsProjection, dropped)(back);
    t.is((await frozen.collections.ofUser('me')).length, 1);
    await awake.model.dropUnused();
    const names = (await awake.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    t.false(names.some((name) => name.startsWith(`${dropped.name}_`)));
    t.is(await dropped.checkpoint(), undefined);
  });

  test('after a crash between data and checkpoint the repeated batch changes nothing', async (t) => {
    const [{ db, collections, model }] = twoProcesses(t);
    const [collectionId, tenantId] = [randomUUID(), randomUUID()];
    const tickets = Array.from({ length: 50 }, (_, index) =>
      ticketStored({ tenantId, collectionId, ticketId: String(index) }),
    );
    const events = recorded([collectionCreated(collectionId, tenantId), ...tickets]);
    const copy = await model.current();
    await applyRecorded(collectionsProjection, copy)(events.slice(0, 11));
    // The data of the next batch without its checkpoint, as the crash left it.
    const crashed = collectionDocuments.open(db, copy.name);
    await crashed.apply(
      events.slice(11).flatMap((event) => collectionsProjection.on.TicketStored?.(event as never) ?? []),
    );
    t.deepEqual(await copy.checkpoint(), { logId: 'log', position: 11n });
    await applyRecorded(collectionsProjection, copy)(events.slice(11));
    t.is((await collections.byId(collectionId))?.ticketCount, 50);
    t.deepEqual(await copy.checkpoint(), { logId: 'log', position: 51n });
  });

  test('a document that cannot be stored is refused as content, and stops no other', async (t) => {
    const [{ collections, model }] = twoProcesses(t);
    const [large, small] = [randomUUID(), randomUUID()];
    const apply = applyRecorded(collectionsProjection, await model.current());
    const tooLarge = recorded([collectionCreated(large, 'me', 'x'.repeat(17_000_000))]);
    const error = await t.throwsAsync(apply(tooLarge), { instanceOf: ContentRefused });
    t.is(error.errorClass, 'BSONObjectTooLarge');
    await apply(recorded([collectionCreated(small, 'me')]));
    t.is((await collections.ofUser('me')).length, 1);
  });

  test('an older version stays while its release may still run, and a newer one is left alone', async (t) => {
    const db = freshMongo(t, url);
    let time = 0;
    const overlap = { durationMs: 1000, now: () => time };
    const id = randomUUID();
    const events = recorded([collectionCreated(id, 'me')]);
    const old = mongoReadModel(db, collectionDocuments, overlap);
    await applyRecorded(collectionsProjection, await old.current())(events);
    const raised = mongoReadModel(db, { ...collectionDocuments, version: collectionDocuments.version + 1 }, overlap);
    t.is(await (await raised.current()).checkpoint(), undefined);
    await applyRecorded(collectionsProjection, await raised.current())(events);
    await old.dropUnused();
    t.is((await checksumOf(await raised.current())).count, 1);
    await raised.dropUnused();
    time = 999;
    await raised.dropUnused();
    t.is((await mongoCollections(db).byId(id))?.name, 'Support');
    time = 1000;
    await raised.dropUnused();
    t.is(await mongoCollections(db).byId(id), undefined);
    t.deepEqual(await (await raised.current()).checkpoint(), { logId: 'log', position: 1n });
    t.not((await old.current()).name, 'collections_1_1');
  });
}
