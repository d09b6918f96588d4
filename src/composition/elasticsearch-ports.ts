import { openElasticsearch } from '../adapters/elasticsearch/connection.ts';
import { elasticsearchErasedContents } from '../adapters/elasticsearch/erased-contents.ts';
import { elasticsearchTicketIndexModel } from '../adapters/elasticsearch/read-model.ts';
import { elasticsearchTicketIndex } from '../adapters/elasticsearch/ticket-index.ts';
import { elasticsearchTickets } from '../adapters/elasticsearch/tickets.ts';

/** The ports on an Elasticsearch. Imported only if its URL is set: the client costs each thread that loads it a fifth of a second and 50 MB. */
export const openElasticsearchPorts = (url: string) => {
  const elasticsearch = openElasticsearch(url);
  return {
    ticketIndex: () => elasticsearchTicketIndex(elasticsearch),
    tickets: () => elasticsearchTickets(elasticsearch),
    erasedContents: () => elasticsearchErasedContents(elasticsearch),
    ticketIndexModel: () => elasticsearchTicketIndexModel(elasticsearch),
    close: () => elasticsearch.close(),
  };
};

export type ElasticsearchPorts = ReturnType<typeof openElasticsearchPorts>;
