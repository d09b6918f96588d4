import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { commandHandler } from '../../src/commands/command-handler.ts';
import { changeGap } from '../../src/commands/change-gap.ts';
import { configureCollection } from '../../src/commands/configure-collection.ts';
import { collection } from '../../src/domain/collection.ts';
import { ChangedMeanwhile } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Append, Streams } from '../../src/ports/event-store.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { openEmbedded } from '../support/embedded.ts';
import { newEvent } from '../support/events.ts';

const context = { now: () => new Date('2026-11-20T10:00:00Z'), newId: randomUUID };
const racers = Array.from({ length: 60 }, (_, index) => index);

test('commands that race for one stream all win, each admitted once', async (t) => {
  const { writer } = await openEmbedded(t, { purge: false });
  const home = exampleCollection();
  const { collectionId, tenantId: userId } = home;
  const stream = streamOf.collection(collectionId);
  await writer.appendAll([{ stream, expected: 'no stream', events: [newEvent(home.created)] }]);
  let admitted = 0;
  const admit = (_tenant: string, changes: number) => {
    admitted += changes;
    return Promise.resolve();
  };
  const configure = configureCollection({ ...context, streams: writer, projected: writer, admit });
  await Promise.all(racers.map((index) => configure({ collectionId, userId, name: `Линия ${index}` })));
  const names = (await writer.read(stream)).flatMap(({ type, data }) =>
    type === 'CollectionConfigured' ? [(data as { readonly name: string }).name] : [],
  );
  t.deepEqual(names.toSorted(), racers.map((index) => `Линия ${index}`).toSorted());
  t.is(admitted, racers.length);
});

test('commands that race on a log that stands still for seconds all win', async (t) => {
  const { writer } = await openEmbedded(t, { purge: false });
  const { collectionId, tenantId: userId, created } = exampleCollection();
  const stream = streamOf.collection(collectionId);
  await writer.appendAll([{ stream, expected: 'no stream', events: [newEvent(created)] }]);
  const standstill = setTimeout(6_000);
  const streams = {
    ...writer,
    appendAll: async (appends: readonly Append[]) => {
      await standstill;
      return writer.appendAll(appends);
    },
  };
  const admit = () => Promise.resolve();
  const configure = configureCollection({ ...context, streams, projected: writer, admit });
  await Promise.all(['Первая', 'Вторая', 'Третья'].map((name) => configure({ collectionId, userId, name })));
  t.is((await writer.read(stream)).length, 4);
});

test('of dismissals that race one is recorded', async (t) => {
  const { writer } = await openEmbedded(t, { purge: false });
  const name = { gapId: randomUUID(), userId: randomUUID(), collectionId: randomUUID(), surface: 'web' } as const;
  const gaps = { marks: () => Promise.resolve({ sinceDismissed: undefined, sinceClosed: undefined }) };
  const admit = () => Promise.resolve();
  const dismiss = changeGap({ ...context, streams: writer, projected: writer, gaps, admit }, 'DismissGap');
  await Promise.all(racers.map(() => dismiss(name)));
  const recorded = await writer.read(streamOf.gap(name.gapId));
  t.deepEqual(
    recorded.map(({ type }) => type),
    ['GapDismissed'],
  );
});

test('a command that always loses is refused within seconds, having been admitted once', async (t) => {
  let [appends, admitted] = [0, 0];
  const streams = {
    readPage: () => Promise.resolve([]),
    readHeaders: () => Promise.resolve([]),
    appendAll: (pending: readonly Append[]) => {
      appends += 1;
      return Promise.resolve(pending.map(() => ({ outcome: 'conflict' })));
    },
  } as unknown as Streams;
  const start = performance.now();
  const data = { collectionId: randomUUID(), userId: randomUUID(), name: 'Линия' };
  const losing = commandHandler(
    streams,
    context,
  )({
    stream: streamOf.collection(data.collectionId),
    decider: collection,
    command: { type: 'CreateCollection', data },
    admit: () => {
      admitted += 1;
      return Promise.resolve();
    },
  });
  await t.throwsAsync(losing, { instanceOf: ChangedMeanwhile });
  t.true(performance.now() - start < 10_000);
  t.true(appends > 5);
  t.is(admitted, 1);
});
