import type { Client } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';
import { ElasticsearchError, mapErrors } from './connection.ts';
import { type Write, writeAll } from './documents.ts';
import {
  changed,
  idOf,
  putDocument,
  type TicketChange,
  type TicketDocument,
  type VersionedDocument,
} from './ticket-document.ts';

/** Documents that are read and written at a time: with vectors of 4 096 dimensions some megabytes. */
const chunkSize = 100;

/**
 * Writes the changes of tickets: each document once, as it is after all of its changes. A document is read first if its first change needs it. A repeat,
 * and another process that is behind, change nothing, since the position of its newest event is a document's version.
 */
export const writeTickets = async (
  client: Client,
  index: string,
  { changes, model }: { readonly changes: readonly TicketChange[]; readonly model: EmbeddingModel },
): Promise<void> => {
  const byTicket = Map.groupBy(changes, ({ ticket }) => idOf(ticket));
  const tickets = [...byTicket.values()];
  for (let first = 0; first < tickets.length; first += chunkSize) {
    const chunk = tickets.slice(first, first + chunkSize);
    const present = await readDocuments(client, index, chunk);
    const after = chunk.flatMap((ofTicket): VersionedDocument[] => {
      const before = present.get(idOf((ofTicket[0] as TicketChange).ticket));
      const result = ofTicket.reduce(
        (document: VersionedDocument | undefined, change) => changed(document, change, isOfModel(change, model)),
        before,
      );
      return result && result !== before ? [result] : [];
    });
    await writeAll(client, index, { writes: writesOf(after) });
  }
};

/** One document at a time, since each holds a vector as text. */
function* writesOf(documents: readonly VersionedDocument[]): Generator<Write> {
  for (const document of documents) yield putDocument(document);
}

/** A model is its name and its dimensions: some models give vectors of several lengths. */
const isOfModel = (change: TicketChange, { model, dimensions }: EmbeddingModel): boolean =>
  change.type === 'put' && change.model === model && change.vector.length === dimensions;

/** The fields of an earlier document that a put needs; none if the ticket is as it was stored. */
const needsPresent = ([first]: readonly TicketChange[]): boolean =>
  first?.type !== 'put' || first.put.reason !== 'stored';

const readDocuments = async (
  client: Client,
  index: string,
  tickets: readonly (readonly TicketChange[])[],
): Promise<ReadonlyMap<string, VersionedDocument>> => {
  const wanted = tickets.filter(needsPresent).flatMap(([first]) => (first ? [first.ticket] : []));
  if (wanted.length === 0) return new Map();
  const request = { docs: wanted.map((ticket) => ({ _index: index, _id: idOf(ticket), routing: ticket.tenantId })) };
  // The vectors are not part of the stored source.
  const { docs } = await mapErrors(
    client.mget<TicketDocument>(request, { querystring: { _source_exclude_vectors: false } }),
  );
  return new Map(
    docs.flatMap((doc): [string, VersionedDocument][] => {
      if ('error' in doc) throw new ElasticsearchError(404, doc.error.type);
      const { _id, _source: document, _version: version } = doc;
      return document && version !== undefined ? [[_id, { document, position: BigInt(version) }]] : [];
    }),
  );
};
