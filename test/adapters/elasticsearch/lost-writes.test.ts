import test, { type ExecutionContext } from 'ava';
import type { Generation } from '../../../src/ports/read-model.ts';
import { CheckpointBehind } from '../../../src/ports/read-model.ts';
import type { TicketIndexChange } from '../../../src/ports/ticket-index.ts';
import { idsOf } from '../../../projections/checksum.ts';
import { elasticsearchSubject } from '../../support/elasticsearch-subject.ts';
import { choose, put } from '../../support/indexed-tickets.ts';

const url = process.env['ELASTICSEARCH_URL'];

/** A generation that holds tickets up to a position. */
const filled = async (t: ExecutionContext, server: string) => {
  const subject = elasticsearchSubject(server);
  t.teardown(subject.close);
  const { client, prefix } = subject.writer;
  const generation = await subject.model.current();
  await generation.apply([choose(2)], { logId: 'log', position: 1n });
  await generation.apply([put(2, [1, 0]), put(3, [0, 1])], { logId: 'log', after: 1n, position: 3n });
  const state = `${generation.name}-state`;
  return { model: subject.model, generation, client, prefix, state };
};

const idCount = async (generation: Generation<TicketIndexChange>): Promise<number> => {
  let count = 0;
  for await (const ids of idsOf(generation)) count += ids.length;
  return count;
};

if (url !== undefined) {
  test('a batch that builds on what Elasticsearch has lost is not applied, and the checkpoint is that of what it holds', async (t) => {
    const { generation, client, state } = await filled(t, url);
    const held = await client.get<object>({ index: state, id: 'checkpoint' });
    await generation.apply([put(4, [1, 1])], { logId: 'log', after: 3n, position: 4n });
    // As it was before the last batch.
    await client.index({ index: state, id: 'checkpoint', document: held._source ?? {} });
    const next = { logId: 'log', after: 4n, position: 5n };
    await t.throwsAsync(generation.apply([put(5, [1, 0])], next), { instanceOf: CheckpointBehind });
    await t.throwsAsync(generation.park({ position: 5n, errorClass: 'TooLarge' }, next), {
      instanceOf: CheckpointBehind,
    });
    t.deepEqual(await generation.checkpoint(), { logId: 'log', position: 3n });
    t.deepEqual(await generation.parked(), []);
    await generation.apply([put(4, [1, 1]), put(5, [1, 0])], { logId: 'log', after: 3n, position: 5n });
    t.is(await idCount(generation), 4);
  });

  test('indices that are deleted under a running service are filled again from the beginning', async (t) => {
    const { model, generation: before, client, prefix } = await filled(t, url);
    await client.indices.delete({ index: Object.keys(await client.indices.get({ index: `${prefix}-*` })) });
    const next = { logId: 'log', after: 3n, position: 4n };
    await t.throwsAsync(before.apply([put(4, [1, 1])], next), { instanceOf: CheckpointBehind });
    const generation = await model.current();
    t.is(await generation.checkpoint(), undefined);
    await generation.apply([choose(2), put(2, [1, 0]), put(3, [0, 1])], { logId: 'log', position: 3n });
    await generation.apply([put(4, [1, 1])], next);
    t.is(await idCount(generation), 3);
  });

  test('of two that move the checkpoint at the same time, the one that is further wins', async (t) => {
    const { generation } = await filled(t, url);
    const to = (position: bigint) => generation.apply([], { logId: 'log', after: 3n, position });
    await Promise.all([7n, 9n, 4n, 8n].map(to));
    t.deepEqual(await generation.checkpoint(), { logId: 'log', position: 9n });
  });
} else test.skip('lost writes of Elasticsearch are tried where ELASTICSEARCH_URL is set', () => undefined);
