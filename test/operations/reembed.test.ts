import { randomUUID } from 'node:crypto';
import test from 'ava';
import { readLog } from '../../src/commands/open-log.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { reembed, type ReembedDependencies, targetOf } from '../../src/operations/reembed.ts';
import { filledFolder } from '../support/embedded-folder.ts';
import { openEmbedded } from '../support/embedded.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import { LogUnavailable } from '../../src/domain/errors.ts';
import { testEmbedders } from '../support/embedders.ts';

const nothing = () => undefined;
/** Nothing is compared before a switch. */
const options = { progress: nothing, compare: () => Promise.resolve({ lines: [], refusal: undefined }) };

const contextOf = async (store: EventStore) => {
  const logId = (await readLog(store)).logId ?? '';
  const log = { retrying: nothing, parked: nothing, stopped: nothing };
  return { store, logId, log, pause: () => Promise.resolve(), signal: new AbortController().signal };
};

test('the projection is paused no longer than one round where nothing can be embedded', async (t) => {
  const { folder, collectionId, tenantId } = await filledFolder(t, 3);
  const { store, writer, models } = await openEmbedded(t, { folder });
  const [collections, index] = models;
  // A ticket that only the index has: nobody can embed it, and without it the new index lacks one.
  await (await collections.current()).remove([{ collectionId, recordId: recordId(tenantId, '2') }]);
  const [status] = await writer.projectionStatuses();
  const position = status?.position ?? 0n;
  let [isPaused, pauses, lists] = [false, 0, 0];
  const listed = async () => {
    const current = await collections.current();
    const ids = (after: string | undefined) => {
      if (isPaused && after === undefined) lists += 1;
      return current.ids(after);
    };
    return { ...current, ids };
  };
  const pauseProjection = <Result>(work: (at: bigint) => Promise<Result>): Promise<Result> => {
    [isPaused, pauses] = [true, pauses + 1];
    return work(position).finally(() => (isPaused = false));
  };
  const { embedders } = testEmbedders();
  const dependencies = {
    ...{ now: () => new Date(), newId: randomUUID, embedders, index },
    context: await contextOf(store),
    collections: { ...collections, current: listed },
    running: { pauseProjection, status: () => Promise.resolve({ position }) } as ReembedDependencies['running'],
  };
  const target = await targetOf(embedders, { model: 'test-next' });
  const report = await reembed(dependencies, target, options);
  t.false(report.succeeded);
  t.true(pauses > 1);
  t.is(lists, pauses);
});

test('reads that the log fails for a moment do not end it', async (t) => {
  const { folder } = await filledFolder(t, 3);
  const { store, models } = await openEmbedded(t, { folder });
  const [collections, index] = models;
  const context = await contextOf(store);
  const failed = new Set<string>();
  const failOnce = (stream: string) => {
    if (failed.has(stream)) return;
    failed.add(stream);
    throw new LogUnavailable('away');
  };
  const failing: Pick<EventStore, 'read' | 'readPage'> = {
    read: async (stream) => (failOnce(stream), store.read(stream)),
    readPage: async (stream, page) => (failOnce(stream), store.readPage(stream, page)),
  };
  const { embedders } = testEmbedders();
  const dependencies: ReembedDependencies = {
    ...{ now: () => new Date(), newId: randomUUID, embedders, index, collections },
    context: { ...context, store: { ...store, ...failing } },
    running: {
      status: async () => ({ position: await store.head() }),
      pauseProjection: async (work: (at: bigint) => Promise<boolean>) => work(await store.head()),
    } as ReembedDependencies['running'],
  };
  const report = await reembed(dependencies, await targetOf(embedders, { model: 'test-next' }), options);
  t.true(report.succeeded, report.lines.join());
  t.is(failed.size, 4);
});
