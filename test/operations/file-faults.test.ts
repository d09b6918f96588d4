import test from 'ava';
import { fileHealth, MalformedRow, newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { LogDamaged, ReadModelsDamaged, Unavailable } from '../../src/domain/errors.ts';
import { withFileFaults } from '../../src/operations/readiness.ts';

const sqliteError = (errcode: number) => Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode });

/** The health of a read model as two threads see it, and a report of readiness that includes it. */
const open = (now = () => 1_000_000) => {
  const states = newFileStates();
  const [reader, watcher] = [fileHealth(states, 'views-accounts', now), fileHealth(states, 'views-accounts', now)];
  const report = withFileFaults(
    () => Promise.resolve({ stores: { 'event-log': { state: 'ready' } }, model: { model: 'local-1' } }),
    [
      {
        store: 'read-models',
        name: 'views-accounts',
        remedy: 'npm run verify -- --repair rebuilds it',
        fault: watcher.fault,
      },
    ],
  );
  const state = async () => (await report()).stores['read-models'];
  return { states, reader, watcher, state };
};

test('a damaged file that one thread has read is failing in the report of another, with the way out, until it is replaced', async (t) => {
  const { states, reader, watcher, state } = open();
  t.deepEqual(await state(), { state: 'ready' });
  t.true(reader.noted(sqliteError(11)) instanceof ReadModelsDamaged);
  t.deepEqual(await state(), {
    state: 'failing',
    reason: 'views-accounts is damaged; npm run verify -- --repair rebuilds it',
  });
  t.is(fileHealth(states, 'events.db').fault(), undefined);
  watcher.replaced();
  t.deepEqual(await state(), { state: 'ready' });
  t.is(reader.number(), 1n);
});

test('a file that is no database, malformed JSON and malformed rows are damage; other errors say nothing of the file', (t) => {
  for (const error of [sqliteError(26), sqliteError(267), new SyntaxError('JSON'), new MalformedRow('vector')]) {
    const { reader } = open();
    t.true(reader.noted(error) instanceof ReadModelsDamaged);
    t.is(reader.fault(), 'damaged');
  }
  for (const error of [sqliteError(5), new TypeError('x')]) {
    const { reader } = open();
    t.is(reader.noted(error), error);
    t.is(reader.fault(), undefined);
  }
});

test('a read error of the disk is named and counts for a minute after the last one', async (t) => {
  let now = 1_000_000;
  const { reader, state } = open(() => now);
  t.true(reader.noted(sqliteError(266)) instanceof Unavailable);
  t.deepEqual(await state(), { state: 'failing', reason: 'views-accounts cannot be read (disk I/O error)' });
  now += 60_000;
  t.deepEqual(await state(), { state: 'ready' });
});

test('damage of the log is named with the position before it, if it is known', (t) => {
  const health = fileHealth(newFileStates(), 'events.db');
  const refusal = health.noted(new MalformedRow('JSON', 153n)) as LogDamaged;
  t.true(refusal instanceof LogDamaged);
  t.is(refusal.message, 'Event log is damaged after position 153 (events.db); restore a back-up');
});
