import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { parseConfig } from '../../src/config.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Append } from '../../src/ports/event-store.ts';
import { type Double, startDouble } from '../support/eventstoredb-double/double.ts';
import { testEmbedders } from '../support/embedders.ts';
import { collectionCreated, collectionDeleted, newEvent, ticketStored } from '../support/events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The service's writer with its log in a double of EventStoreDB and its read models in a new folder. */
const openOn = async (t: ExecutionContext, double: Double, purge: boolean) => {
  const config = parseConfig({
    DATA_DIR: temporaryFolder(t),
    EVENTSTORE_URL: double.url,
    JWT_SECRET: 's'.repeat(32),
    DATA_KEY: '0'.repeat(64),
  });
  const watch = { rebuilding: () => undefined, warn: () => undefined };
  const { methods, projecting } = await openWriter(config, watch, {
    purge,
    embedders: () => Promise.resolve(testEmbedders().embedders),
  });
  t.teardown(methods.stop);
  await projecting;
  return methods;
};

const append = (stream: string, fact: Fact, expected: Append['expected'] = 'no stream'): Append => ({
  stream,
  expected,
  events: [newEvent(fact)],
});

/** A log with a deleted collection of three tickets and a live one of one. */
const deletedCollection = async (t: ExecutionContext, purge: boolean) => {
  const double = await startDouble();
  t.teardown(double.close);
  const writer = await openOn(t, double, purge);
  const [tenantId, doomed, kept] = [randomUUID(), randomUUID(), randomUUID()];
  const ticketsOf = (collectionId: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const fact = ticketStored({ tenantId, collectionId, ticketId: String(index) });
      return append(streamOf.ticket(collectionId, fact.data.recordId), fact);
    });
  const tickets = ticketsOf(doomed, 3);
  await writer.appendAll([
    append('log', { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } }, 0),
    append(streamOf.collection(doomed), collectionCreated(doomed, tenantId)),
    append(streamOf.collection(kept), collectionCreated(kept, tenantId)),
  ]);
  await writer.appendAll([...tickets, ...ticketsOf(kept, 1)]);
  const [deletion] = await writer.appendAll([
    append(streamOf.collection(doomed), collectionDeleted(doomed, tenantId), 0),
  ]);
  if (deletion?.outcome !== 'appended') throw new Error('Not deleted');
  await writer.waitForPosition(['collections', 'ticket-index', 'uploads'], [deletion.position]);
  const held = () =>
    double.log.all.filter(({ stream, type }) => stream.includes(`-${doomed}-`) && type === 'TicketStored');
  const erased = async () => {
    while (!tickets.every(({ stream }) => double.log.isTombstoned(stream))) await setTimeout(20);
  };
  return { double, writer, tickets, held, erased };
};

const verify = (repair: boolean) => ({ operation: 'verify', repair }) as const;
const linesOf = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.filter((line) => /^EventStoreDB/.test(line));

test('a deleted collection is gone from EventStoreDB after a scavenge, which verify asks for; a replay needs none of it', async (t) => {
  const { double, writer, held, erased } = await deletedCollection(t, true);
  await erased();
  const before = await writer.operate(verify(false));
  t.true(before.succeeded);
  t.deepEqual(linesOf(before), [
    'EventStoreDB: holds 3 erased events until a scavenge removes them (docs/operations.md, "Deleted data in EventStoreDB")',
  ]);
  double.log.scavenge();
  t.is(held().length, 0);
  for (const running of [writer, await openOn(t, double, false)]) {
    const after = await running.operate(verify(false));
    t.true(after.succeeded);
    t.deepEqual(linesOf(after), ['EventStoreDB: holds nothing of erased streams']);
  }
});

test('verify finds what an earlier version has deleted softly, and its repair lets the next scavenge remove it', async (t) => {
  const { double, writer, tickets, held } = await deletedCollection(t, false);
  for (const { stream } of tickets) double.log.erase(stream, 'any', 'soft');
  double.log.scavenge();
  t.is(held().length, 3);
  const found = await writer.operate(verify(false));
  t.false(found.succeeded);
  t.is(
    linesOf(found).at(-1),
    'EventStoreDB: no scavenge removes all of 3 streams that an earlier version has deleted; npm run verify -- --repair erases them for good',
  );
  const repaired = await writer.operate(verify(true));
  t.true(repaired.succeeded);
  t.true(repaired.lines.includes('EventStoreDB: 3 streams that an earlier version had deleted are erased for good'));
  t.is(repaired.lines.at(-1), 'Repaired');
  double.log.scavenge();
  t.is(held().length, 0);
  t.deepEqual(linesOf(await writer.operate(verify(true))), ['EventStoreDB: holds nothing of erased streams']);
});
