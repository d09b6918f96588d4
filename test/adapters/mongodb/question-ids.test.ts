import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { MongoClient } from 'mongodb';
import { questionDocuments } from '../../../src/adapters/mongodb/question-documents.ts';
import { ungroupedQuestions } from '../../../src/adapters/mongodb/ungrouped-questions.ts';
import {
  questionsOf,
  questionTombstonesOf,
  type StoredQuestion,
} from '../../../src/adapters/mongodb/stored-questions.ts';
import { idsOf } from '../../../projections/checksum.ts';
import { freshMongo } from '../../support/mongo.ts';

const url = process.env['MONGODB_URL'];

/** The questions of a generation without indexes, which so many documents take long to remove from, and how many tombstones were read. */
const watchedQuestions = async (t: ExecutionContext, address: string) => {
  const { databaseName } = freshMongo(t, address);
  const client = await new MongoClient(address, { monitorCommands: true, useBigInt64: true }).connect();
  t.teardown(() => client.close());
  let read = 0;
  client.on('commandSucceeded', ({ reply }) => {
    const { cursor } = reply as { readonly cursor?: { readonly ns: string; readonly firstBatch?: unknown[] } };
    if (cursor?.ns.endsWith('_graves')) read += cursor.firstBatch?.length ?? 0;
  });
  const [db, generation] = [client.db(databaseName), 'questions'];
  const { ungrouped } = ungroupedQuestions(
    db,
    (work) => work(generation),
    () => Promise.resolve(undefined),
  );
  return {
    ungrouped,
    documents: questionDocuments.open(db, generation),
    questions: questionsOf(db, generation),
    tombstones: questionTombstonesOf(db, generation),
    read: () => read,
  };
};

const questionOf = (collectionId: string) =>
  ({ _id: randomUUID(), collection_id: collectionId, state: 'kept', day: '2026-11-20', bytes: 1 }) as StoredQuestion;

if (url) {
  test('a look through all questions reads the tombstones of their collections only, and passes over deleted ones', async (t) => {
    const { documents, questions, tombstones, read } = await watchedQuestions(t, url);
    const [first = '', live = '', last = ''] = Array.from({ length: 3 }, () => randomUUID()).toSorted();
    const kept = [questionOf(live), questionOf(live)];
    // A page holds nothing but questions of a deleted collection.
    const deleted = Array.from({ length: 1_100 }, () => questionOf(first));
    await questions.insertMany([...deleted, ...kept, questionOf(last)]);
    const purged = Array.from({ length: 200 }, (_, index) => `purged-${index}`);
    await tombstones.insertMany([first, last, ...purged].map((_id) => ({ _id, position: 1n, purged: true })));
    const ids = (await Array.fromAsync(idsOf(documents))).flat();
    t.deepEqual(ids, kept.map(({ _id }) => `${live}/${_id}`).toSorted());
    t.deepEqual(await documents.counts?.(undefined), [{ id: live, stored: { bytes: 0 }, ofRows: { bytes: 2 } }]);
    t.true(read() < 20, `${read()} tombstones were read`);
  });

  test('questions that wait for a gap are looked for beside the tombstones that are not purged only', async (t) => {
    const { ungrouped, questions, tombstones, read } = await watchedQuestions(t, url);
    const asked = (collectionId: string) =>
      ({ ...questionOf(collectionId), user_id: 'user', position: 1n, kind: 'nothing-there' }) as StoredQuestion;
    const [live, deleted] = [randomUUID(), randomUUID()];
    await questions.insertMany([asked(live), asked(deleted)]);
    const purged = Array.from({ length: 300 }, (_, index) => ({ _id: `p${index}`, position: 1n, purged: true }));
    await tombstones.insertMany([...purged, { _id: deleted, position: 1n, purged: false }]);
    const found = await ungrouped(10, undefined);
    t.deepEqual(
      found.map(({ collectionId }) => collectionId),
      [live],
    );
    t.is(read(), 1);
  });
} else {
  test.skip('set MONGODB_URL to run this test on MongoDB', () => undefined);
}
