import { join } from 'node:path';
import test from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/log/event-store.ts';
import { anyFact, appendInParts, newEvent } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a long stream is deleted in steps, between which others append, to all but that stream', async (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  const database = openDatabase(path, 'full');
  t.teardown(() => database.close());
  const store = sqliteEventStore(database, (error) => t.fail(String(error)));
  const [long, rest, other] = ['ticket-long', 'account-long', 'collection-other'];
  const events = Array.from({ length: 20_000 }, () => newEvent(anyFact('x'.repeat(200))));
  for (const stream of [long, rest]) await appendInParts(store, stream, events);
  const revision = events.length - 1;
  const order: string[] = [];
  const erasing = store.eraseUnchanged([{ stream: long, revision }]).then((left) => {
    order.push('erased');
    return left;
  });
  const late = [newEvent(anyFact())];
  const outcomes = await store.appendAll([
    { stream: other, expected: 'no stream', events: [newEvent(anyFact())] },
    { stream: long, expected: revision, events: late },
  ]);
  order.push('appended');
  t.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['appended', 'conflict'],
  );
  t.deepEqual([await erasing, order], [[], ['appended', 'erased']]);
  t.deepEqual(await store.read(long), []);

  const truncating = store.truncate([{ stream: rest, revision }]).then(() => order.push('truncated'));
  // It goes on meanwhile.
  await store.appendAll([{ stream: rest, expected: revision, events: late }]);
  order.push('appended');
  await truncating;
  t.deepEqual(order.slice(2), ['appended', 'truncated']);
  t.deepEqual(
    (await store.read(rest)).map((event) => event.revision),
    [revision, revision + 1],
  );
});
