import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import test from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { type Database, openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteTraces } from '../../../src/adapters/sqlite/erase-traces.ts';
import { sqliteTicketIndex } from '../../../src/adapters/sqlite/vectors/vector-search.ts';
import { vectorCache } from '../../../src/vector-engine/vector-cache.ts';
import { changeState, collectionId, deleteCollection, erase, put, tenantId } from '../../support/indexed-tickets.ts';
import { openIndexFile } from '../../support/index-file.ts';
import { bruteForce, clusteredVectors } from '../../support/vectors.ts';

/** With so many dimensions a block has 128 rows. */
const dimensions = 1024;
const blockRows = 128;
/** Of a block: behind its head and the numbers of its rows. */
const codesAt = 8 + blockRows * 8;
const vectors = clusteredVectors(seededRandom(41), { count: 300, dimensions });

/** What a process finds first after it has opened the file. */
const found = async (path: string, query: Float32Array, count = 5): Promise<readonly string[]> => {
  const reader = openDatabase(path, 'read');
  const snapshot = await sqliteTicketIndex(reader, { generation: 'one', cache: vectorCache() }).snapshot();
  const hits = await snapshot?.nearest({ tenantId, collectionId, vector: query, count });
  reader.close();
  return hits?.map(({ ticketId }) => ticketId) ?? [];
};

const nearestOf = (query: Float32Array, indexes: readonly number[]): readonly string[] =>
  bruteForce(
    indexes.map((index) => vectors[index] ?? query),
    query,
    5,
  ).map(({ index }) => String(indexes[index]));

const allIndexes = vectors.map((_, index) => index);
const counts = 'SELECT count(*) AS blocks, count(codes) AS filled FROM codes';
const query = vectors[7] ?? new Float32Array(dimensions);

/** Makes the stored vector of a ticket equal to the query, behind the back of its codes: only who reads vectors finds it. */
const disguise = (database: Database, index: number) =>
  database
    .prepare(`UPDATE vectors SET vector = ? WHERE number = ?`)
    .run(new Uint8Array(query.buffer, query.byteOffset, query.byteLength), index + 1);

test('the first search after a start reads the stored codes, and the vectors of the rest', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  t.deepEqual({ ...file.blocks(counts)[0] }, { blocks: 2, filled: 2 });
  t.deepEqual(await found(file.path, query), nearestOf(query, allIndexes));
  disguise(file.database, 100);
  disguise(file.database, 2 * blockRows + 20);
  const first = await found(file.path, query, 3);
  t.false(first.includes('100'));
  t.true(first.includes(String(2 * blockRows + 20)));
});

for (const [damage, sql] of Object.entries({
  'cut off': `UPDATE codes SET codes = substr(codes, 1, 70000) WHERE number <= ${blockRows}`,
  'changed in a byte': `UPDATE codes SET codes = CAST(substr(codes, 1, 99) || x'5a5a' || substr(codes, 102) AS BLOB) WHERE number <= ${blockRows}`,
  'where another belongs': `UPDATE codes SET (codes, checksum) = (SELECT codes, checksum FROM codes ORDER BY number DESC LIMIT 1) WHERE number <= ${blockRows}`,
})) {
  test(`a block that is ${damage} is not used, and rebuilt after the next start`, async (t) => {
    const file = await openIndexFile(t, dimensions, vectors);
    await file.store();
    const before = file.contents();
    file.database.exec(sql);
    t.deepEqual(await found(file.path, query), nearestOf(query, allIndexes));
    await file.store();
    t.deepEqual(file.contents(), before);
  });
}

test('after every kind of change the first search is exact, before and after blocks are filled again', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  const check = async (indexes: readonly number[]) => {
    t.deepEqual(await found(file.path, query), nearestOf(query, indexes));
    await file.store();
    t.deepEqual(await found(file.path, query), nearestOf(query, indexes));
  };
  const [first = 0, second = 0, third = 0] = nearestOf(query, allIndexes).map(Number);
  const without = (...gone: readonly number[]) => allIndexes.filter((index) => !gone.includes(index));
  await file.apply(changeState(400, 'withdrawn', { ticketId: String(first) }));
  await check(without(first));
  await file.apply(erase(401, [String(second)]));
  t.deepEqual({ ...file.blocks(counts)[0] }, { blocks: 2, filled: 1 });
  await check(without(first, second));
  await file.apply(changeState(402, 'active', { ticketId: String(first) }));
  await check(without(second));
  const again = put(403, vectors[third] ?? query, { ticketId: String(third) });
  await file.apply({ ...again, put: { reason: 'reembedded', at: '2026-01-04T03:04:05.000Z' } });
  await check(without(second));
  t.deepEqual({ ...file.blocks(counts)[0] }, { blocks: 2, filled: 2 });
});

test('the codes of an erased ticket are in no byte of the files', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  const [block] = file.blocks('SELECT codes FROM codes');
  const codes = Buffer.from(block?.['codes'] as Uint8Array).subarray(
    codesAt + 5 * dimensions,
    codesAt + 6 * dimensions,
  );
  const bytes = () => Buffer.concat([file.path, `${file.path}-wal`].map((path) => readFileSync(path)));
  t.true(bytes().includes(codes));
  await file.apply(erase(400, ['5']));
  await file.store();
  while ((await sqliteTraces(file.database).erase()) !== undefined);
  t.false(bytes().includes(codes));
  t.deepEqual({ ...file.blocks(counts)[0] }, { blocks: 2, filled: 2 });
});

test('a deleted collection keeps no blocks', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  await file.apply(deleteCollection(400));
  for (;;) {
    const orphans = await file.generation.orphans(100);
    if (orphans.length === 0) break;
    await file.generation.remove(orphans);
  }
  await file.store();
  t.deepEqual({ ...file.blocks(counts)[0] }, { blocks: 0, filled: 0 });
  t.deepEqual(file.blocks('SELECT * FROM directions'), []);
});

test('blocks with sketches of another direction are not used, and written anew', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  const before = file.contents();
  file.database.exec(`UPDATE directions SET direction = randomblob(length(direction))`);
  disguise(file.database, 100);
  t.true((await found(file.path, query, 3)).includes('100'));
  await file.store();
  t.is(file.contents().length, before.length);
  t.true(file.contents().every((block) => !before.includes(block)));
});

test('blocks of an earlier layout are not used, and written anew', async (t) => {
  const file = await openIndexFile(t, dimensions, vectors);
  await file.store();
  // Their checksums began with their numbers alone.
  const update = file.database.prepare(`UPDATE codes SET checksum = ? WHERE number = ?`);
  for (const { number, codes } of file.blocks('SELECT number, codes FROM codes'))
    update.run(crc32(codes as Uint8Array, number as number), number as number);
  const before = file.contents();
  disguise(file.database, 100);
  t.true((await found(file.path, query, 3)).includes('100'));
  await file.store();
  t.is(file.contents().length, before.length);
  t.true(file.contents().every((block) => !before.includes(block)));
});
