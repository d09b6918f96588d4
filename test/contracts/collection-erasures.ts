import { randomUUID } from 'node:crypto';
import type { Fact } from '../../src/domain/events.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { collectionDeleted, erasureHeldBack, erasureProven, erasureRequested } from '../support/events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { CollectionsSuite } from './collections.ts';

/** The erasures of tickets, which outlive their collection. */
export const collectionErasures = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: all erasures that are open are found, page by page, among those that are proven, and in a deleted collection too`, async (t) => {
    const { erasures, model } = await open(t);
    const { collectionId, tenantId, created } = exampleCollection();
    const requests = Array.from({ length: 230 }, () => erasureRequested({ tenantId, collectionId, ticketIds: [] }));
    const proofs = requests.flatMap((request, index) => [
      erasureProven(request, 'hidden'),
      ...(index % 2 === 0 ? [erasureProven(request, 'index')] : []),
    ]);
    const deleted = exampleCollection();
    const ofDeleted = erasureRequested({
      tenantId: deleted.tenantId,
      collectionId: deleted.collectionId,
      ticketIds: [],
    });
    const gone = collectionDeleted(deleted.collectionId, deleted.tenantId);
    await applyRecorded(
      collectionsProjection,
      await model.current(),
    )(recorded([created, deleted.created, ofDeleted, ...requests, ...proofs, gone]));
    const found: string[] = [];
    const sizes: number[] = [];
    for (let after: bigint | undefined, isLast = false; !isLast;) {
      const { keys, next } = await erasures.unproven(['hidden', 'index'], after);
      const own = keys.filter((key) => key.tenantId === tenantId || key.tenantId === deleted.tenantId);
      found.push(...own.map(({ erasureId }) => erasureId));
      sizes.push(keys.length);
      [after, isLast] = [next, next === undefined];
    }
    t.deepEqual(
      found,
      [ofDeleted, ...requests.filter((_, index) => index % 2 === 1)].map(({ data }) => data.erasureId),
    );
    t.true(sizes.length > 1 && Math.max(...sizes) <= 100, String(sizes));
  });

  test(`${name}: erasures are listed with their proven steps, whatever is applied again, also after their collection was deleted and purged`, async (t) => {
    const { erasures, model } = await open(t);
    const { collectionId, tenantId, created, ticket } = exampleCollection();
    const [first, second] = [['1', '2'], ['3']].map((ticketIds) =>
      erasureRequested({ tenantId, collectionId, ticketIds }),
    );
    if (!first || !second) return;
    const events = recorded([
      ...[created, ticket('1'), ticket('2'), first, second],
      ...[erasureProven(first, 'hidden'), erasureProven(first, 'index'), erasureProven(second, 'hidden')],
      erasureHeldBack(second),
    ]);
    const copy = await model.current();
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events);
    await apply(events);
    for (const event of events) await apply([event]);
    const [newest, oldest, ...others] = await erasures.ofCollection(collectionId, { limit: 10 });
    t.deepEqual(others, []);
    t.like(newest, { id: second.data.erasureId, tickets: 1, firstTicketId: '3', position: 5n });
    t.like(oldest, { id: first.data.erasureId, tickets: 2, firstTicketId: '1', requestedAt: events[3]?.metadata.at });
    t.deepEqual([...(oldest?.proven ?? [])], ['hidden', 'index']);
    t.deepEqual([newest?.isHeldBack, oldest?.isHeldBack], [true, false]);
    t.deepEqual(await erasures.ofCollection(collectionId, { before: 5n, limit: 10 }), oldest && [oldest]);
    t.deepEqual([await erasures.numberAt(collectionId, 4n), await erasures.numberAt(collectionId, 5n)], [1, 2]);
    t.deepEqual(await erasures.idAt(collectionId, 4n), first.data.erasureId);
    t.is(await erasures.idAt(collectionId, 2n), undefined);
    t.deepEqual([await erasures.newestOf(tenantId), await erasures.newestOf(randomUUID())], [5n, undefined]);
    const unproven = async (...steps: readonly ('hidden' | 'index')[]) =>
      (await erasures.unproven(steps)).keys
        .filter((key) => key.collectionId === collectionId)
        .map((key) => key.erasureId);
    t.deepEqual(await unproven('hidden'), []);
    t.deepEqual(await unproven('hidden', 'index'), [second.data.erasureId]);
    const [unprovenOne] = (await erasures.unproven(['index'])).keys.filter((key) => key.collectionId === collectionId);
    t.deepEqual(unprovenOne, { collectionId, erasureId: second.data.erasureId, tenantId, position: 5n });
    const listed = async () =>
      (await erasures.ofTenant(tenantId, { limit: 10 })).map(({ id, isCollectionDeleted }) => [
        id,
        isCollectionDeleted,
      ]);
    const ids = [second.data.erasureId, first.data.erasureId];
    const isDeleted = (deleted: boolean) => ids.map((id) => [id, deleted]);
    t.deepEqual(await listed(), isDeleted(false));
    const [older] = await erasures.ofTenant(tenantId, { before: 5n, limit: 10 });
    t.like(older, { id: first.data.erasureId, collectionId, collectionName: first.data.collectionName, tickets: 2 });
    t.deepEqual(await erasures.ofTenant(randomUUID(), { limit: 10 }), []);
    const ofCollections = async (collections: readonly string[], page: { before?: bigint; limit: number }) =>
      (await erasures.ofTenant(tenantId, { ...page, collections })).map(({ id }) => id);
    t.deepEqual(await ofCollections([randomUUID(), collectionId], { limit: 10 }), ids);
    t.deepEqual(await ofCollections([collectionId], { limit: 1 }), ids.slice(0, 1));
    t.deepEqual(await ofCollections([collectionId], { before: 5n, limit: 10 }), ids.slice(1));
    t.deepEqual(await ofCollections([randomUUID()], { limit: 10 }), []);
    const strange = await erasures.ofTenant(randomUUID(), { limit: 10, collections: [collectionId] });
    t.deepEqual(strange, []);
    t.is(await erasures.collectionOf(tenantId, first.data.erasureId), collectionId);
    t.is(await erasures.collectionOf(randomUUID(), first.data.erasureId), undefined);
    t.is(await erasures.collectionOf(tenantId, randomUUID()), undefined);
    const all = recorded([...events, collectionDeleted(collectionId, tenantId), erasureProven(second, 'index')]);
    await apply(all.slice(-2));
    for (let removed = 0; removed < 3;) {
      const orphans = await copy.orphans(10);
      if (orphans.length === 0) break;
      removed += orphans.length;
      await copy.remove(orphans);
    }
    t.deepEqual(await copy.orphans(10), []);
    await copy.markPurged();
    t.deepEqual(await listed(), isDeleted(true));
    t.is(await erasures.numberAt(collectionId, 5n), 2);
    t.is(await erasures.newestOf(tenantId), 5n);
    t.deepEqual(await unproven('hidden', 'index'), []);
  });

  test(`${name}: of an account that is erased no erasure is listed and no name kept, whatever is applied again; those of others stay`, async (t) => {
    const { collections, erasures, model } = await open(t);
    const [own, other] = [exampleCollection(), exampleCollection()];
    const requests = [own, other].map(({ tenantId, collectionId }) =>
      erasureRequested({ tenantId, collectionId, ticketIds: ['1'] }),
    );
    const proof: Fact = {
      type: 'AccountErasureProven',
      data: { erasureId: 'e1', userId: own.tenantId, step: 'event_log', found: {} },
    };
    const before = [own.created, other.created, ...requests];
    const events = recorded([...before, collectionDeleted(own.collectionId, own.tenantId), proof]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    for (const repeated of [events, events, events.slice(0, 1), events.slice(3)]) {
      await apply(repeated);
      t.is(await collections.byId(own.collectionId), undefined);
      t.deepEqual(await erasures.ofTenant(own.tenantId, { limit: 10 }), []);
      t.is(await erasures.newestOf(own.tenantId), undefined);
      t.is((await erasures.ofTenant(other.tenantId, { limit: 10 })).length, 1);
      t.not(await collections.byId(other.collectionId), undefined);
    }
  });
};
