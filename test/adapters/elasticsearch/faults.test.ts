import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { elasticsearchTicketIndexModel } from '../../../src/adapters/elasticsearch/read-model.ts';
import { openElasticsearch } from '../../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndex } from '../../../src/adapters/elasticsearch/ticket-index.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { applyAll, choose, collectionId, put, tenantId, uuidOf } from '../../support/indexed-tickets.ts';
import { startServer } from '../../support/isolated-servers.ts';

const url = process.env['ELASTICSEARCH_URL'];
const logId = uuidOf('log');
const perBatch = 20;
/** Each ticket has another direction. */
const vectorOf = (ticket: number) => Float32Array.of(Math.cos(ticket / 500), Math.sin(ticket / 500));

/** A projector with endless retries and continuous searches on one server. */
const atWork = async (address: string) => {
  const [writer, reader] = [openElasticsearch(address), openElasticsearch(address)];
  const model = elasticsearchTicketIndexModel(writer);
  const index = elasticsearchTicketIndex(reader);
  await applyAll(await model.current(), [choose(2)]);
  const told = new Set<string>();
  const state = { working: true, batches: 0, searches: 0, failures: 0 };

  const project = async () => {
    while (state.working) {
      const first = state.batches * perBatch + 2;
      const puts = Array.from({ length: perBatch }, (_, place) => put(first + place, vectorOf(first + place)));
      try {
        await (await model.current()).apply(puts, { logId, position: BigInt(first + perBatch - 1) });
        state.batches += 1;
      } catch (error) {
        told.add(String(error));
        await setTimeout(100);
      }
    }
  };
  const search = async () => {
    while (state.working) {
      try {
        await (
          await index.snapshot({ allowStale: true })
        )?.nearest({ tenantId, collectionId, vector: vectorOf(9), count: 5 });
        state.searches += 1;
      } catch (error) {
        state.failures += 1;
        told.add(error instanceof Unavailable ? error.message : `No refusal: ${String(error)}`);
        await setTimeout(100);
      }
    }
  };
  const working = Promise.all([project(), search()]);
  return {
    ...{ model, index, state, told },
    /** Waits until so many batches and searches more have come through. */
    goesOn: async (more: number) => {
      const { batches, searches } = state;
      while (state.batches < batches + more || state.searches < searches + more) await setTimeout(50);
    },
    end: async () => {
      state.working = false;
      await working;
    },
    close: () => Promise.all([writer.close(), reader.close()]),
  };
};

if (url) {
  test('after Elasticsearch was killed and frozen nothing is missing or doubled, and projecting continues', async (t) => {
    const server = await startServer(t, 'elasticsearch');
    const { model, index, state, told, goesOn, end, close } = await atWork(server.url);
    t.teardown(close);
    await goesOn(5);
    await server.kill();
    await setTimeout(500);
    await server.start();
    await goesOn(5);
    await server.freeze();
    const { failures } = state;
    while (state.failures === failures) await setTimeout(50);
    await server.thaw();
    await goesOn(5);
    await end();

    const copy = await model.current();
    const stored = state.batches * perBatch;
    t.is((await copy.checkpoint())?.position, BigInt(stored + 1));
    const ids: string[] = [];
    for (let page = await copy.ids(undefined); page.length > 0; page = await copy.ids(page.at(-1))) ids.push(...page);
    t.is(new Set(ids).size, stored);
    t.is(ids.length, stored);
    const vector = vectorOf(stored + 1);
    const hits = await (await index.snapshot())?.nearest({ tenantId, collectionId, vector, count: 5 });
    t.is(hits?.[0]?.ticketId, String(stored + 1));
    for (const message of told)
      t.regex(message, /^(Error: )?Elasticsearch (did not answer|answered (404|503) \([a-z_]+\))$/);
  });
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
