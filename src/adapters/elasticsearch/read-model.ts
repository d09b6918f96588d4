import type { Client } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';
import { readModelOn } from '../../ports/generation-store.ts';
import type { Advance, Generation, Parked } from '../../ports/read-model.ts';
import type { TicketIndexChange, TicketIndexModel } from '../../ports/ticket-index.ts';
import { checkpointOf } from './checkpoint.ts';
import type { Elasticsearch } from './connection.ts';
import { pagesOf, put, searchIfExists, type Write, writeAll } from './documents.ts';
import { elasticsearchGenerations } from './generations.ts';
import { ensureState, ensureVectors, modelOf, stateIndex } from './indices.ts';
import { purgeable } from './purge.ts';
import { refreshIndex } from './refresh.ts';
import { writeTickets } from './ticket-changes.ts';
import { type Erasure, erasuresIn } from './erased-tickets.ts';
import type { TicketChange } from './ticket-document.ts';
import { tombstonesOf } from './tombstones.ts';

/** The ticket index in Elasticsearch as the projector writes it. Safe if two processes do. */
export const elasticsearchTicketIndexModel = ({
  client,
  prefix,
}: Pick<Elasticsearch, 'client' | 'prefix'>): TicketIndexModel =>
  readModelOn({
    ...elasticsearchGenerations(client, prefix),
    open: async (name) => {
      await ensureState(client, name);
      return openGeneration(client, name);
    },
  });

/** An index of vectors, which is created when its model is chosen, and a small index of its state, which exists. */
const openGeneration = (client: Client, name: string): Generation<TicketIndexChange> => {
  const refresh = sharedRefresh(() => refreshIndex(client, name));
  const checkpoint = checkpointOf(client, name);
  const apply = applying(client, name);
  const advance = async (to: Advance, work: () => Promise<void>) => {
    const held = await checkpoint.require(to);
    await work();
    await checkpoint.move(held, to);
  };
  return {
    name,
    refresh,
    checkpoint: async () => {
      const held = await checkpoint.read();
      return held && { logId: held.logId, position: held.position };
    },
    apply: (changes, to) => advance(to, () => apply(changes)),
    park: ({ position, errorClass }: Parked, to) =>
      advance(to, () => {
        const parked = { kind: 'parked', position: String(position), error_class: errorClass };
        const writes = [put(`parked-${position}`, position, parked)];
        // A caller that waits for this event searches for it as soon as the checkpoint has moved.
        return writeAll(client, stateIndex(name), { writes, refresh: true });
      }),
    parked: () => readParked(client, name),
    ids: idPages(client, name, refresh),
    counts: () => Promise.resolve([]),
    ...purgeable(client, name, refresh),
  };
};

/** Concurrent callers share a refresh, which always begins after the call. */
export const sharedRefresh = (refresh: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    return refresh();
  };
  return () => {
    if (!next) {
      next = running.then(begin, begin);
      running = next;
    }
    return next;
  };
};

type ParkedDocument = { readonly position: string; readonly error_class: string };

const readParked = async (client: Client, generation: string): Promise<readonly Parked[]> => {
  const parked: Parked[] = [];
  const search = { index: stateIndex(generation), query: { term: { kind: 'parked' } }, sort: ['position'] };
  for await (const page of pagesOf<ParkedDocument>(client, search)) {
    for (const { _source } of page) {
      if (_source) parked.push({ position: BigInt(_source.position), errorClass: _source.error_class });
    }
  }
  return parked;
};

const applying = (client: Client, name: string) => {
  const tombstones = tombstonesOf(client, name);
  const erasures = erasuresIn(client, name);
  let known: EmbeddingModel | undefined;
  const model = async () => (known ??= await modelOf(client, name));

  /** The first choice is final, also if two processes choose at once: the index is created with it. */
  const chooseModel = async (wanted: EmbeddingModel) => {
    if (await model()) return;
    await ensureVectors(client, name, wanted);
    await model();
  };

  const changeAll = async (changes: readonly TicketChange[]) => {
    const chosen = await model();
    if (!chosen) return;
    const deleted = await tombstones.among(changes.map(({ ticket }) => ticket.collectionId));
    const live = await erasures.without(changes.filter(({ ticket }) => !deleted.has(ticket.collectionId)));
    if (live.length === 0) return;
    try {
      await writeTickets(client, name, { changes: live, model: chosen });
    } finally {
      // Another projector may have written a deletion or an erasure meanwhile, and its purge may have ended.
      const since = await tombstones.among(live.map(({ ticket }) => ticket.collectionId));
      if (since.size > 0) await tombstones.reopen(since);
      await erasures.removeLate(live);
    }
  };

  return async (changes: readonly TicketIndexChange[]): Promise<void> => {
    const ofTickets: TicketChange[] = [];
    const deletions: Write[] = [];
    const erased: Erasure[] = [];
    for (const change of changes) {
      if (change.type === 'choose model') await chooseModel(change.model);
      else if (change.type === 'delete collection') deletions.push(tombstones.create(change));
      else if (change.type === 'erase') erased.push(change);
      else ofTickets.push(change);
    }
    await writeAll(client, stateIndex(name), { writes: deletions });
    await erasures.erase(erased, (await model()) !== undefined);
    if (ofTickets.length > 0) await changeAll(ofTickets);
  };
};

const pageSize = 1000;

/** Pages over the tickets of the live collections that have a vector, withdrawn ones included, in the text order of their ids. */
const idPages = (client: Client, name: string, refresh: () => Promise<void>): Generation<never>['ids'] => {
  const tombstones = tombstonesOf(client, name);
  return async (after) => {
    await refresh();
    let last: readonly string[] = after?.split('/') ?? [];
    for (;;) {
      const found = await idsAfter(client, name, last);
      const deleted = await tombstones.among(found.map(([collection]) => collection));
      const live = found.filter(([collection]) => !deleted.has(collection));
      if (live.length > 0 || found.length < pageSize) return live.map((id) => id.join('/'));
      last = found.at(-1) ?? [];
    }
  };
};

const idsAfter = async (
  client: Client,
  name: string,
  after: readonly string[],
): Promise<readonly (readonly [collection: string, record: string])[]> => {
  const { hits } = await searchIfExists(client, {
    index: name,
    size: pageSize,
    query: { term: { has_vector: true } },
    sort: ['collection_id', 'record_id'],
    _source: false,
    ...(after.length > 0 && { search_after: [...after] }),
    filter_path: ['hits.hits.sort'],
  });
  // Without hits the filtered response is empty.
  return (hits?.hits ?? []).map(({ sort = [] }) => [String(sort[0]), String(sort[1])]);
};
