import type { Client } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';
import type { Checkpoint, Parked, Generation } from '../../ports/read-model.ts';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { put, type Write, writeAll } from './bulk.ts';
import { patience } from './connect.ts';
import { answered, ElasticsearchAnswered, typeOf } from './failures.ts';
import { ensureVectors, modelOf } from './indices.ts';
import { stateOf } from './names.ts';
import { pagesOf } from './pages.ts';
import { sharedRefresh } from './shared-refresh.ts';
import { putTicket } from './ticket-document.ts';
import { ticketIndexIds } from './ticket-index-ids.ts';
import { ticketIndexPurge } from './ticket-index-purge.ts';
import { tombstones } from './tombstones.ts';

type Put = Extract<TicketIndexChange, { readonly type: 'put' }>;

export type TicketIndexCopy = Generation<TicketIndexChange>;

type StateDocument = { readonly log_id: string; readonly position: string; readonly error_class: string };

/** One copy: an index of vectors, made when its model is told, and the small index of its state, which must exist. */
export const ticketIndexCopy = (client: Client, name: string): TicketIndexCopy => {
  const refresh = sharedRefresh(async () => {
    await answered(
      client.indices.refresh({ index: name, ignore_unavailable: true }, { requestTimeout: patience.writing }),
    );
  });
  const apply = applying(client, name);
  const move = (checkpoint: Checkpoint) => moveCheckpoint(client, name, checkpoint);

  return {
    name,
    refresh,
    checkpoint: async () => {
      const wanted = { index: stateOf(name), id: 'checkpoint' };
      const found = await answered(client.get<StateDocument>(wanted, { ignore: [404] }));
      if ('error' in found) throw new ElasticsearchAnswered(404, typeOf(found));
      const { _source } = found;
      return _source && { logId: _source.log_id, position: BigInt(_source.position) };
    },
    apply: async (changes, checkpoint) => {
      await apply(changes);
      await move(checkpoint);
    },
    park: async ({ position, errorClass }: Parked, checkpoint) => {
      const parked = { kind: 'parked', position: String(position), error_class: errorClass };
      // Whoever waits for this event looks for it as soon as the checkpoint has moved.
      await writeAll(client, stateOf(name), { writes: [put(`parked-${position}`, position, parked)], refresh: true });
      await move(checkpoint);
    },
    parked: async () => {
      const parked: Parked[] = [];
      const search = { index: stateOf(name), query: { term: { kind: 'parked' } }, sort: ['position'] };
      for await (const page of pagesOf<StateDocument>(client, search)) {
        for (const { _source } of page) {
          if (_source) parked.push({ position: BigInt(_source.position), errorClass: _source.error_class });
        }
      }
      return parked;
    },
    ids: ticketIndexIds(client, name, refresh),
    ...ticketIndexPurge(client, name, refresh),
  };
};

/** A checkpoint that is behind the one that stands changes nothing: it comes from a projector that was frozen, or from an event that comes late. */
const moveCheckpoint = (client: Client, name: string, { logId, position }: Checkpoint): Promise<void> => {
  const checkpoint = { kind: 'checkpoint', log_id: logId, position: String(position) };
  return writeAll(client, stateOf(name), { writes: [put('checkpoint', position, checkpoint)] });
};

const applying = (client: Client, name: string) => {
  const graves = tombstones(client, name);
  let known: EmbeddingModel | undefined;
  const model = async () => (known ??= await modelOf(client, name));

  /** The first to tell a copy its model decides, also where two tell it at once. */
  const choose = async (wanted: EmbeddingModel) => {
    if (await model()) return;
    await ensureVectors(client, name, wanted);
    await model();
  };

  const putAll = async (puts: readonly Put[]) => {
    const collections = puts.map(({ ticket }) => ticket.collectionId);
    const deleted = await graves.among(collections);
    const live = puts.filter(({ ticket }) => !deleted.has(ticket.collectionId));
    if (live.length === 0) return;
    try {
      await writeAll(client, name, { writes: documentsOf(live) });
    } finally {
      // A deletion that came in between, from another projector, may have been purged already.
      const since = await graves.among(live.map(({ ticket }) => ticket.collectionId));
      if (since.size > 0) await graves.reopen(since);
    }
  };

  return async (changes: readonly TicketIndexChange[]): Promise<void> => {
    const puts: Put[] = [];
    const buried: Write[] = [];
    for (const change of changes) {
      if (change.type === 'choose model') await choose(change.model);
      else if (change.type === 'delete collection') buried.push(graves.bury(change.collectionId, change.position));
      else if (isOf(change, await model())) puts.push(change);
    }
    await writeAll(client, stateOf(name), { writes: buried });
    if (puts.length > 0) await putAll(puts);
  };
};

function* documentsOf(puts: readonly Put[]): Generator<Write> {
  for (const change of puts) yield putTicket(change);
}

/** A model is its name and its length: one may be asked for vectors of several. */
const isOf = ({ model, vector }: Put, own: EmbeddingModel | undefined): boolean =>
  own?.model === model && own.dimensions === vector.length;
