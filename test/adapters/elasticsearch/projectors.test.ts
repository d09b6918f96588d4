import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { elasticsearchTicketIndexModel } from '../../../src/adapters/elasticsearch/read-model.ts';
import { stateIndex } from '../../../src/adapters/elasticsearch/indices.ts';
import { elasticsearchSubject } from '../../support/elasticsearch-subject.ts';
import { applyAll, deleteCollection, choose, collectionId, put, uuidOf } from '../../support/indexed-tickets.ts';
import { openSubject } from '../../support/ticket-index-subject.ts';

const url = process.env['ELASTICSEARCH_URL'];
const logId = uuidOf('log');

/** A subject, and the writing side of another process on the same indices. */
const two = async (t: ExecutionContext, server: string) => {
  const made = elasticsearchSubject(server);
  const subject = await openSubject(t, () => Promise.resolve(made));
  const beside = made.beside();
  return { ...subject, writer: made.writer, beside, other: elasticsearchTicketIndexModel(beside) };
};

if (url) {
  test('two processes that start at once create one current and one building generation', async (t) => {
    const { model, other } = await two(t, url);
    const copies = await Promise.all([model.current(), other.current(), model.current(), other.current()]);
    t.is(new Set(copies.map(({ name }) => name)).size, 1);
    const replacements = await Promise.all([model.building(), other.building()]);
    t.is(new Set(replacements.map(({ name }) => name)).size, 1);
    t.not(replacements[0].name, copies[0].name);
  });

  test('a generation for which two processes choose a model at once has one of them', async (t) => {
    const { model, other, index } = await two(t, url);
    const models = [
      { model: 'a', dimensions: 2 },
      { model: 'b', dimensions: 3 },
    ];
    const [one, another] = [await model.current(), await other.current()];
    const told = models.map((chosen) => ({ type: 'choose model', model: chosen, position: 1n }) as const);
    await Promise.all([applyAll(one, told), applyAll(another, told.toReversed())]);
    const inUse = (await index.snapshot())?.model.model ?? '';
    await applyAll(one, [
      { ...put(2, [1, 0]), model: 'a' },
      { ...put(3, [1, 0, 0]), model: 'b' },
    ]);
    await applyAll(another, [
      { ...put(4, [1, 0]), model: 'a' },
      { ...put(5, [1, 0, 0]), model: 'b' },
    ]);
    t.is((await one.ids(undefined)).length, 2);
    t.true(['a', 'b'].includes(inUse));
  });

  test('two projectors that write the same changes, one far behind, leave the same as one', async (t) => {
    const { model, other, found, settled } = await two(t, url);
    const doomed = uuidOf('doomed');
    const changes = [
      choose(2),
      ...Array.from({ length: 300 }, (_, index) =>
        put(index + 2, [index + 1, 1], index % 3 === 0 ? { collectionId: doomed } : {}),
      ),
      put(400, [0, 1], { ticketId: '3', category: 'newer' }),
      deleteCollection(401, doomed),
    ];
    const copy = await model.current();
    await applyAll(copy, changes);
    const ids = await copy.ids(undefined);
    const late = await other.current();
    await Promise.all([applyAll(late, changes.slice(0, 150)), applyAll(copy, changes)]);
    await settled();
    t.deepEqual(await copy.ids(undefined), ids);
    t.is((await found([0, 1]))[0], '3');
    t.deepEqual(await found([1, 0], { collectionId: doomed }), []);
    t.is((await copy.checkpoint())?.position, 401n);
  });

  test('the checkpoint never moves backwards, and holds positions beyond the precision of a double', async (t) => {
    const { model, other } = await two(t, url);
    const [copy, thawed] = [await model.current(), await other.current()];
    const position = 2n ** 62n + 1n;
    await copy.apply([], { logId, position });
    await thawed.apply([], { logId, position: position - 1n });
    t.deepEqual(await copy.checkpoint(), { logId, position });
  });

  test('a write after the purge of its deleted collection restores nothing', async (t) => {
    const { apply, model, writer, found, settled } = await two(t, url);
    await apply(choose(2), put(2, [1, 0]), put(3, [1, 1]));
    const copy = await model.current();
    await writer.client.indices.putSettings({ index: copy.name, settings: { gc_deletes: '1ms' } });
    await apply(deleteCollection(4));
    await copy.remove(await copy.orphans(10));
    t.deepEqual(await copy.orphans(10), []);
    await copy.markPurged();
    await setTimeout(50);
    await apply(put(2, [1, 0]), put(5, [1, 0]));
    await settled();
    t.deepEqual(await found([1, 0]), []);
    t.is((await writer.client.count({ index: copy.name })).count, 0);
  });

  test('a write that was under way while its collection was deleted and purged is never found, and is purged', async (t) => {
    const { apply, model, beside, other, found, settled } = await two(t, url);
    await apply(choose(2), put(2, [1, 0]));
    const [copy, slow] = [await model.current(), await other.current()];
    const bulk = beside.client.bulk.bind(beside.client);
    // It has looked for tombstones and is frozen before it writes.
    Object.assign(beside.client, {
      bulk: async (...request: Parameters<typeof bulk>) => {
        Object.assign(beside.client, { bulk });
        await apply(deleteCollection(4));
        await copy.remove(await copy.orphans(10));
        await copy.markPurged();
        return bulk(...request);
      },
    });
    await applyAll(slow, [put(3, [1, 0])]);
    await settled();
    t.deepEqual(await found([1, 0]), []);
    t.deepEqual(await copy.ids(undefined), []);
    t.deepEqual(
      (await copy.orphans(10)).map((orphan) => orphan.collectionId),
      [collectionId],
    );
    await copy.remove(await copy.orphans(10));
    t.deepEqual(await copy.orphans(10), []);
  });

  test('a write to a dropped generation fails, and does not create it again', async (t) => {
    const { apply, model, other, writer } = await two(t, url);
    await apply(choose(2), put(2, [1, 0]));
    const old = await other.current();
    await applyAll(old, [put(3, [1, 0])]);
    await applyAll(await model.building(), [choose(2), put(2, [1, 0])]);
    await model.promote('drop');
    await model.dropUnused();
    await t.throwsAsync(applyAll(old, [put(4, [1, 0])]), { message: /404/ });
    await t.throwsAsync(old.park({ position: 4n, errorClass: 'x' }, { logId, position: 4n }), { message: /404/ });
    t.false(await writer.client.indices.exists({ index: [old.name] }));
    t.false(await writer.client.indices.exists({ index: [stateIndex(old.name)] }));
  });

  test('indices of other versions are dropped when this one has caught up, those of other prefixes are not', async (t) => {
    const { model, writer } = await two(t, url);
    const { client, prefix } = writer;
    const foreign = `${prefix}-tickets-extra-tickets-1-1`;
    for (const index of [`${prefix}-tickets-0-4`, `${prefix}-tickets-0-4-state`, foreign]) {
      await client.indices.create({ index });
    }
    const { name } = await model.current();
    await model.dropUnused();
    const left = Object.keys(await client.indices.get({ index: `${prefix}-tickets-*` }));
    t.deepEqual(left.toSorted(), [stateIndex(name), foreign].toSorted());
  });
} else {
  test.skip('the suite of two projectors into Elasticsearch runs where ELASTICSEARCH_URL is set', () => undefined);
}
