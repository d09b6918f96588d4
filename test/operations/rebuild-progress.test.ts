import { randomBytes } from 'node:crypto';
import test from 'ava';
import { openWriter } from '../../src/composition/open-writer.ts';
import { parseConfig } from '../../src/config.ts';
import { readingProgress } from '../../src/operations/operation.ts';
import type { ReadProgress } from '../../src/ports/event-store.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('read models on EventStoreDB that are rebuilt at the start report the events that they have read, and positions', async (t) => {
  const double = await startDouble();
  t.teardown(double.close);
  const variables = { EVENTSTORE_URL: double.url, DATA_KEY: randomBytes(32).toString('hex') };
  const open = async (rebuilding: (projection: string, progress: ReadProgress) => void) => {
    const config = parseConfig({ ...variables, DATA_DIR: temporaryFolder(t), JWT_SECRET: 's'.repeat(48) });
    const { methods, projecting } = await openWriter(config, { rebuilding, warn: () => undefined }, { purge: false });
    await projecting;
    return methods;
  };
  const first = await open(() => undefined);
  await first.stop();
  for (let number = 0; number < 1_500; number += 1) {
    const { id, type, data, metadata } = newEvent(anyFact());
    const bytes = { data: Buffer.from(JSON.stringify(data)), metadata: Buffer.from(JSON.stringify(metadata)) };
    double.log.append(`collection-${id}`, 'no stream', [{ id, type, contentType: 'application/json', ...bytes }]);
  }
  const last = new Map<string, ReadProgress>();
  const second = await open((projection, progress) => {
    const before = last.get(projection);
    t.true(progress.position >= (before?.position ?? 0n) && progress.events >= (before?.events ?? 0));
    last.set(projection, progress);
  });
  const end = double.log.all.at(-1)?.position ?? 0n;
  const own = double.log.all.filter(({ stream }) => !stream.startsWith('$')).length;
  t.deepEqual([...last.keys()].toSorted(), ['accounts', 'collections', 'questions', 'ticket-index', 'uploads']);
  for (const progress of last.values()) t.deepEqual(progress, { position: end, goal: end, events: own });
  await second.stop();
});

test('the progress of an operation that reads the log says how many events it has read', (t) => {
  t.deepEqual(readingProgress('verify accounts', { position: 300_000n, goal: 1_000_000n, events: 100 }), {
    step: 'verify accounts',
    ...{ done: 300_000, total: 1_000_000, events: 100 },
  });
});
