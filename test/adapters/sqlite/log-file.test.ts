import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/log/event-store.ts';
import { copyLog, logHasAccounts, logSummary } from '../../../src/adapters/sqlite/log/log-file.ts';
import { streamOf } from '../../../src/domain/streams.ts';
import type { Fact } from '../../../src/domain/events.ts';
import { anyFact, newEvent } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const logId = '00000000-0000-4000-8000-000000000000';

test('a log is copied as it was at the beginning, in one pass, while events are appended to it', async (t) => {
  const folder = temporaryFolder(t);
  const [path, copy] = [join(folder, 'events.db'), join(folder, 'copy.db')];
  const database = openDatabase(path, 'full');
  t.teardown(() => database.close());
  const store = sqliteEventStore(database, () => undefined);
  let streams = 0;
  const append = async (stream: string, fact: Fact) => {
    await store.appendAll([{ stream, expected: 'no stream', events: [newEvent(fact)] }]);
  };
  await append(streamOf.log, { type: 'LogCreated', data: { logId } });
  // 16 MB: several reports of progress.
  await append('large', anyFact('x'.repeat(16 * 1024 * 1024)));
  const reports: number[] = [];
  const appends: Promise<void>[] = [];
  const summary = await copyLog(path, copy, (done) => {
    reports.push(done);
    streams += 1;
    appends.push(append(`stream-${streams}`, anyFact()));
  });
  await Promise.all(appends);
  t.true(reports.length > 2);
  t.deepEqual(
    reports,
    reports.toSorted((one, other) => one - other),
  );
  t.is(new Set(reports).size, reports.length);
  t.deepEqual(summary, { logId, lastPosition: '2', events: 2 });
  t.deepEqual(logSummary(copy), summary);
  t.is(logSummary(path).events, 2 + streams);
  t.false(readdirSync(folder).some((name) => /^copy\.db-/.test(name)));
});

test('a file that is no log is refused; one that does not exist has no accounts', (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  t.false(logHasAccounts(path));
  t.false(existsSync(path));
  writeFileSync(path, 'not a database at all, but longer than the header of one'.repeat(100));
  t.throws(() => logHasAccounts(path), { message: /events\.db is damaged/ });
  t.throws(() => logSummary(path), { message: /events\.db is damaged/ });
});
