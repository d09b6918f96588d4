import { randomUUID } from 'node:crypto';
import { type Elasticsearch, openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchErasedContents } from '../../src/adapters/elasticsearch/erased-contents.ts';
import { elasticsearchTicketIndexModel } from '../../src/adapters/elasticsearch/read-model.ts';
import { elasticsearchTicketIndex } from '../../src/adapters/elasticsearch/ticket-index.ts';
import { elasticsearchTickets } from '../../src/adapters/elasticsearch/tickets.ts';
import type { TicketsSubject } from '../contracts/tickets.ts';

export type ElasticsearchSubject = TicketsSubject & {
  readonly writer: Elasticsearch;
  /** Another process on the same indices. */
  readonly beside: () => Elasticsearch;
};

/** An index under a new prefix, with the clients of the writer and the search thread; dropped at the end. */
export const elasticsearchSubject = (server: string): ElasticsearchSubject => {
  const address = new URL(`/test-${randomUUID()}`, server).href;
  const opened: Elasticsearch[] = [];
  const open = () => {
    const one = openElasticsearch(address);
    opened.push(one);
    return one;
  };
  const [writer, reader] = [open(), open()];
  const model = elasticsearchTicketIndexModel(writer);
  return {
    model,
    index: elasticsearchTicketIndex(reader),
    tickets: elasticsearchTickets(reader),
    contents: elasticsearchErasedContents(writer),
    settled: async () => (await model.current()).refresh(),
    writer,
    beside: open,
    close: async () => {
      const indices = Object.keys(await writer.client.indices.get({ index: `${writer.prefix}-*` }));
      if (indices.length > 0) await writer.client.indices.delete({ index: indices }, { requestTimeout: 60_000 });
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};
