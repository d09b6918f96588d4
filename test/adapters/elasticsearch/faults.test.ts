import test from 'ava';
import { elasticsearchTicketIndexModel } from '../../../src/adapters/elasticsearch/read-model.ts';
import { openElasticsearch } from '../../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndex } from '../../../src/adapters/elasticsearch/ticket-index.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { applyAll, choose, collectionId, put, tenantId, uuidOf } from '../../support/indexed-tickets.ts';

const url = process.env['ELASTICSEARCH_URL'];
const logId = uuidOf('log');
const vectorOf = (ticket: number) => Float32Array.of(ticket, 1);

if (url) {
  test('on a full disk Elasticsearch is named, goes on answering searches, and takes writes again when it has room', async (t) => {
    const server = openElasticsearch(new URL(`/f${crypto.randomUUID()}`, url).href);
    t.teardown(() => server.close());
    const model = elasticsearchTicketIndexModel(server);
    const index = elasticsearchTicketIndex(server);
    const current = await model.current();
    await applyAll(current, [choose(2), put(2, vectorOf(2))]);
    // What Elasticsearch itself sets beyond the flood stage, and removes when there is room again.
    const block = (isFull: boolean) =>
      server.client.indices.putSettings({
        index: `${current.name}*`,
        settings: { 'index.blocks.read_only_allow_delete': isFull ? true : null },
      });
    t.teardown(async () => {
      await block(false);
      await server.client.indices.delete({ index: [current.name, `${current.name}-state`] }, { ignore: [404] });
    });
    await block(true);
    const more = () => current.apply([put(3, vectorOf(3))], { logId, position: 3n });
    await t.throwsAsync(more(), { instanceOf: Unavailable, message: 'Elasticsearch is read-only: its disk is full' });
    const find = async () =>
      (await index.snapshot())?.nearest({ tenantId, collectionId, vector: vectorOf(3), count: 5 });
    await current.refresh();
    t.is((await find())?.length, 1);
    await block(false);
    await more();
    await current.refresh();
    t.is((await find())?.length, 2);
  });
} else {
  test.skip('the faults of Elasticsearch are tried where ELASTICSEARCH_URL is set', () => undefined);
}
