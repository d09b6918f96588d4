import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndexModel } from '../../src/adapters/elasticsearch/read-model.ts';
import { elasticsearchTicketIndex } from '../../src/adapters/elasticsearch/ticket-index.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { applyAll, choose, collectionId, put, tenantId, uuidOf } from './indexed-tickets.ts';

const logId = uuidOf('log');
const perBatch = 20;
/** Between two batches and between two searches, also failed ones. */
const pauseMs = 250;
/** Each ticket has another direction. */
const vectorOf = (ticket: number) => Float32Array.of(Math.cos(ticket / 500), Math.sin(ticket / 500));

/** A projector with endless retries and continuous searches, without a service, on a server that is broken meanwhile. */
export const elasticsearchAtWork = async (t: ExecutionContext, address: string) => {
  const [writer, reader] = [openElasticsearch(address), openElasticsearch(address)];
  t.teardown(() => Promise.all([writer.close(), reader.close()]));
  const model = elasticsearchTicketIndexModel(writer);
  const index = elasticsearchTicketIndex(reader);
  await applyAll(await model.current(), [choose(2)]);
  const messages = new Set<string>();
  const state = { working: true, batches: 0, searches: 0, failures: 0 };

  const project = async () => {
    while (state.working) {
      const first = state.batches * perBatch + 2;
      const puts = Array.from({ length: perBatch }, (_, offset) => put(first + offset, vectorOf(first + offset)));
      try {
        await (await model.current()).apply(puts, { logId, position: BigInt(first + perBatch - 1) });
        state.batches += 1;
      } catch (error) {
        messages.add(String(error));
      }
      await setTimeout(pauseMs);
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
        messages.add(error instanceof Unavailable ? error.message : `No refusal: ${String(error)}`);
      }
      await setTimeout(pauseMs);
    }
  };
  const working = Promise.all([project(), search()]);
  return {
    /** Waits until so many batches and searches more have come through. */
    goesOn: async (more: number) => {
      const { batches, searches } = state;
      while (state.batches < batches + more || state.searches < searches + more) await setTimeout(50);
    },
    /** Waits until one more search is refused. */
    isRefused: async () => {
      const { failures } = state;
      while (state.failures === failures) await setTimeout(50);
    },
    /** Ends the work; asserts that nothing is missing or doubled, and that every failure was reported as one of the server. */
    verify: async () => {
      state.working = false;
      await working;
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
      for (const message of messages)
        t.regex(message, /^(Error: )?Elasticsearch (did not answer|answered (404|503) \([a-z_]+\))$/);
    },
  };
};
