import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { elasticsearchTicketIndex } from '../../../src/adapters/elasticsearch/ticket-index.ts';
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

if (url) {
  ticketIndexDeletions({
    ...{ test, name: 'elasticsearch, remembered' },
    makeSubject: () => Promise.resolve(subjectAt(url)),
  });

  test('a remembered generation is used without a request, and the first search makes one', async (t) => {
    const made = elasticsearchSubject(url);
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    await apply(choose(2), put(2, [1, 0]));
    const searcher = made.beside();
    const index = remembering(elasticsearchTicketIndex(searcher));
    t.deepEqual((await index.snapshot())?.model, { model: 'test-model', dimensions: 2 });
    Object.assign(searcher.client, { get: () => t.fail('The pointers were read before the search') });
    const inUse = await index.snapshot();
    const hits = await inUse?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    t.is(hits?.length, 1);
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

  test('searches are complete while generations are replaced and dropped', async (t) => {
    const { model, apply, settled, found } = await fresh(t, url);
    const rows = [put(2, [1, 0])];
    await apply(choose(2), ...rows);
    let [sure, searches, replacing] = [1, 0, true];
    const searching = async () => {
      while (replacing) {
        const least = sure;
        t.true((await found([1, 0])).length >= least);
        searches += 1;
        await setImmediate();
      }
    };
    const running = Promise.all([searching(), searching(), searching()]);
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
    t.true(searches >= 4);
  });

  test('deleted indices cause one error and are then forgotten', async (t) => {
    const made = elasticsearchSubject(url);
    const { client, prefix } = made.writer;
    const index = remembering(made.index);
    const { apply, found, nearest } = await openSubject(t, () => Promise.resolve({ ...made, index }));
    await apply(choose(2), put(2, [1, 0]));
    t.deepEqual(await found([1, 0]), ['2']);
    await client.indices.delete({ index: Object.keys(await client.indices.get({ index: `${prefix}-*` })) });
    await t.throwsAsync(nearest([1, 0]), { instanceOf: Unavailable, message: 'Elasticsearch did not answer' });
    t.is(await index.snapshot(), undefined);
  });
} else {
  test.skip('searches that remember an index of Elasticsearch are tried where ELASTICSEARCH_URL is set', () =>
    undefined);
}
