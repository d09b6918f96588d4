import test, { type ExecutionContext } from 'ava';
import type { Database } from '../../../src/adapters/sqlite/database.ts';
import { accountTables } from '../../../src/adapters/sqlite/rows/accounts.ts';
import type { CommitCount } from '../../../src/adapters/sqlite/row-cache.ts';
import { fileHealth, newFileStates } from '../../../src/adapters/sqlite/file-health.ts';
import { openCurrentGeneration } from '../../../src/adapters/sqlite/current-generation.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openViewsFiles } from '../../support/views-files.ts';

/** A port of the thread that writes, and the count of commits as another thread has it. */
const open = async (t: ExecutionContext) => {
  const { writer, reader } = await openViewsFiles(temporaryFolder(t), accountTables);
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  const { run, inner } = writer.port((database: Database) => {
    const exec = (sql: string) => {
      database.exec(sql);
      return Promise.resolve();
    };
    return { run: exec, inner: () => Promise.resolve({ run: exec }) };
  });
  let commits: CommitCount = () => 0n;
  reader.port((_database, counted) => {
    commits = counted ?? commits;
    return {};
  });
  await run('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  /** Whether others forget what they remember. */
  const counts = async (work: () => Promise<unknown>) => {
    const before = commits();
    await work();
    return commits() !== before;
  };
  return { run, inner, counts };
};

test('calls that change rows count as commits, calls that read do not', async (t) => {
  const { run, inner, counts } = await open(t);
  t.true(await counts(() => run('INSERT INTO numbers VALUES (1)')));
  t.false(await counts(() => run('SELECT * FROM numbers')));
  t.true(await counts(() => run('UPDATE numbers SET number = 2')));
  t.false(await counts(() => run('UPDATE numbers SET number = 3 WHERE number = 1')), 'no such row');
  t.true(await counts(async () => (await inner()).run('DELETE FROM numbers')), 'of a port that a port returns');
});

test('a commit counts after its end, although calls before it have counted its changes', async (t) => {
  const { run, counts } = await open(t);
  await run('BEGIN; INSERT INTO numbers VALUES (1)');
  await run('SELECT * FROM numbers');
  t.true(await counts(() => run('COMMIT')));
  t.false(await counts(() => run('SELECT * FROM numbers')));
});

test('a call that fails counts what it has changed', async (t) => {
  const { run, counts } = await open(t);
  const half = () => t.throwsAsync(() => run('INSERT INTO numbers VALUES (1); INSERT INTO numbers VALUES (1)'));
  t.true(await counts(half));
});

test('a reader that has opened a generation before that was counted opens it again, and its ports use the new connection', async (t) => {
  const folder = temporaryFolder(t);
  const { writer } = await openViewsFiles(folder, accountTables);
  const health = fileHealth(newFileStates(), 'views-accounts');
  const reader = openCurrentGeneration(folder, accountTables, health);
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  const { connection } = reader.port((database) => ({ connection: () => Promise.resolve([database]) }));
  const [early] = await connection();
  health.replaced();
  const [late] = await connection();
  t.not(late, early);
  t.true(late?.isOpen);
});
