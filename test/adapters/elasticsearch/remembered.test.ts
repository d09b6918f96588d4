import { setImmediate } from 'node:timers/promises';
import type { DiagnosticResult } from '@elastic/elasticsearch';
import test, { type ExecutionContext } from 'ava';
import type { Elasticsearch } from '../../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndex } from '../../../src/adapters/elasticsearch/ticket-index.ts';
import { elasticsearchTickets } from '../../../src/adapters/elasticsearch/tickets.ts';
import { ModelChanged, Unavailable } from '../../../src/domain/errors.ts';
import type { TicketIndex } from '../../../src/ports/ticket-index.ts';
import { ticketIndexDeletions } from '../../contracts/ticket-index-deletions.ts';
import { elasticsearchSubject } from '../../support/elasticsearch-subject.ts';
import { applyAll, choose, collectionId, put, tenantId } from '../../support/indexed-tickets.ts';
import { openSubject } from '../../support/ticket-index-subject.ts';

const url = process.env['ELASTICSEARCH_URL'];

/** An index, searched with snapshots that may be stale. */
const remembering = (index: TicketIndex): TicketIndex => ({ snapshot: () => index.snapshot({ allowStale: true }) });

const subjectAt = (server: string) => {
  const made = elasticsearchSubject(server);
  return { ...made, index: remembering(made.index) };
};
const fresh = (t: ExecutionContext, server: string) => openSubject(t, () => Promise.resolve(subjectAt(server)));

const next = { model: 'next', dimensions: 2 };

/** What is sent and received from now on, in order, but for counts of documents, for which nobody waits. */
const eventsOf = ({ client }: Pick<Elasticsearch, 'client'>): string[] => {
  const events: string[] = [];
  const note = (event: string) => (_error: unknown, result: DiagnosticResult | null) => {
    if (!result?.meta.request.params.path.endsWith('/_count')) events.push(event);
  };
  client.diagnostic.on('request', note('request'));
  client.diagnostic.on('response', note('response'));
  return events;
};

if (url) {
  ticketIndexDeletions({
    ...{ test, name: 'elasticsearch, remembered' },
    makeSubject: () => Promise.resolve(subjectAt(url)),
  });

  test('a generation that is dropped while its model is looked up is followed by the one in its place', async (t) => {
    const made = elasticsearchSubject(url);
    const { apply, model } = await openSubject(t, () => Promise.resolve(made));
    const changes = [choose(2), put(2, [1, 0])];
    await apply(...changes);
    await applyAll(await model.building(), changes);
    const reader = made.beside();
    const { indices } = reader.client;
    const getMapping = indices.getMapping.bind(indices);
    let isReplaced = false;
    const replaceFirst = async (...asked: Parameters<typeof getMapping>) => {
      if (!isReplaced) {
        isReplaced = true;
        await model.promote('drop');
        await model.dropUnused();
      }
      return getMapping(...asked);
    };
    Object.assign(indices, { getMapping: replaceFirst });
    const snapshot = await elasticsearchTicketIndex(reader).snapshot();
    t.true(isReplaced);
    const found = await snapshot?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    t.is(found?.length, 1);
  });

  test('of a remembered generation a search, a list and its counts take one round trip each', async (t) => {
    const made = elasticsearchSubject(url);
    const { apply, settled } = await openSubject(t, () => Promise.resolve(made));
    await apply(choose(2), put(2, [1, 0]));
    await settled();
    const reader = made.beside();
    const [index, tickets] = [remembering(elasticsearchTicketIndex(reader)), elasticsearchTickets(reader)];
    const search = async () =>
      (await index.snapshot())?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    const query = { tenantId, collectionId, categories: [], order: 'stored', limit: 10 } as const;
    const list = async () => (await tickets.page(query)).tickets;
    const count = async () => (await tickets.counts({ tenantId, collectionId })).categories;
    const events = eventsOf(reader);
    for (const read of [search, list, count]) {
      t.is((await read())?.length, 1);
      events.length = 0;
      const trips: string[] = [];
      for (let repeat = 0; repeat < 5; repeat += 1) {
        await read();
        trips.push(events.splice(0).join());
      }
      t.true(trips.every((trip) => trip.split('request').length === 3));
      // On a busy machine the first may be answered before the second is sent.
      t.true(trips.includes('request,request,response,response'), trips.join('; '));
    }
  });

  test('the first search after a promotion uses the new generation while the old one still exists', async (t) => {
    const { model, apply, found, settled } = await fresh(t, url);
    await apply(choose(2), put(2, [1, 0]));
    t.deepEqual(await found([1, 0]), ['2']);
    for (const old of ['drop', 'keep'] as const) {
      const changes = [choose(2), put(2, [1, 0]), put(3, [1, 1], { ticketId: old })];
      await applyAll(await model.building(), changes);
      await settled();
      await model.promote(old);
      t.deepEqual(await found([1, 0]), ['2', old]);
    }
  });

  test('a search with a replaced model is refused, and the next one uses the new model', async (t) => {
    const { model, index, apply, found, nearest } = await fresh(t, url);
    await apply(choose(2), put(2, [1, 0]));
    t.deepEqual(await found([1, 0]), ['2']);
    const replacement = await model.building();
    await applyAll(replacement, [
      { type: 'choose model', model: next, position: 3n },
      { ...put(4, [0, 1]), model: next.model },
    ]);
    await model.promote('keep');
    await t.throwsAsync(nearest([1, 0]), { instanceOf: ModelChanged });
    t.deepEqual((await index.snapshot())?.model, next);
    t.deepEqual(await found([1, 0]), ['4']);
  });

  test('searches and lists are complete while generations are replaced and dropped', async (t) => {
    const made = subjectAt(url);
    const { model, apply, settled, found } = await openSubject(t, () => Promise.resolve(made));
    const rows = [put(2, [1, 0])];
    await apply(choose(2), ...rows);
    const list = { tenantId, collectionId, categories: [], order: 'stored', limit: 100 } as const;
    const listed = async () => (await made.tickets.page(list)).tickets;
    const reads = { searches: () => found([1, 0]), lists: listed };
    const counts = { searches: 0, lists: 0 };
    let [sure, replacing] = [1, true];
    const reading = async (kind: keyof typeof reads) => {
      while (replacing) {
        const least = sure;
        t.true((await reads[kind]()).length >= least, kind);
        counts[kind] += 1;
        await setImmediate();
      }
    };
    const running = Promise.all([reading('searches'), reading('searches'), reading('lists'), reading('lists')]);
    for (let round = 0; round < 4; round += 1) {
      rows.push(put(round + 3, [1, round]));
      await applyAll(await model.building(), [choose(2), ...rows]);
      await settled();
      await model.promote('drop');
      sure = rows.length;
      await setImmediate();
      await model.dropUnused();
    }
    replacing = false;
    await running;
    t.true(counts.searches >= 4 && counts.lists >= 4);
  });

  test('deleted indices cause one error and are then forgotten', async (t) => {
    const made = elasticsearchSubject(url);
    const { client, prefix } = made.writer;
    const index = remembering(made.index);
    const { apply, found, nearest } = await openSubject(t, () => Promise.resolve({ ...made, index }));
    await apply(choose(2), put(2, [1, 0]));
    t.deepEqual(await found([1, 0]), ['2']);
    const list = { tenantId, collectionId, categories: [], order: 'stored', limit: 10 } as const;
    t.is((await made.tickets.page(list)).tickets.length, 1);
    await client.indices.delete({ index: Object.keys(await client.indices.get({ index: `${prefix}-*` })) });
    await t.throwsAsync(nearest([1, 0]), { instanceOf: Unavailable, message: 'Elasticsearch did not answer' });
    t.is(await index.snapshot(), undefined);
    t.deepEqual(await made.tickets.page(list), { tickets: [], next: undefined });
  });
} else {
  test.skip('searches that remember an index of Elasticsearch are tried where ELASTICSEARCH_URL is set', () =>
    undefined);
}
