import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { applyAll, changeState, choose, correct, erase, model, put } from '../support/indexed-tickets.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import { bruteForce, clusteredVectors } from '../support/vectors.ts';
import type { TicketIndexSuite } from './ticket-index.ts';

const laterModel: TicketIndexChange = { type: 'choose model', model: { model: 'next', dimensions: 2 }, position: 1n };

/** Tickets of which half are withdrawn; the soak has the sizes at which an engine no longer looks at each vector. */
const withdrawnSizes = [30, 1_000, ...(sizeInGate(1, 0) === 1 ? [10_000, 100_000] : [])];
/** Hits whose scores are compared. */
const maxCompared = 1_000;

/** What becomes of tickets after they were stored. */
export const ticketIndexStates = ({ test, name, makeSubject }: TicketIndexSuite): void => {
  test(`${name}: no search finds a withdrawn ticket, and a restored one is found as before`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]), put(3, [1, 1]), put(4, [0, 1]));
    const before = await subject.nearest([1, 0]);
    await subject.apply(changeState(5, 'withdrawn', { ticketId: '2' }));
    t.deepEqual(await subject.nearest([1, 0]), before.slice(1));
    t.deepEqual(await subject.found([1, 0], { count: 1 }), ['3']);
    await subject.apply(changeState(6, 'active', { ticketId: '2' }));
    t.deepEqual(await subject.nearest([1, 0]), before);
  });

  test(`${name}: a ticket that is stored, withdrawn and restored in one batch is found, and one that stays withdrawn is not`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const [one, other] = [{ ticketId: '2' }, { ticketId: '3' }];
    const changes = [
      ...[choose(2), put(2, [1, 0]), put(3, [1, 1])],
      ...[changeState(4, 'withdrawn', one), changeState(5, 'withdrawn', other), changeState(6, 'active', one)],
    ];
    await subject.apply(...changes);
    t.deepEqual(await subject.found([1, 0]), ['2']);
    await subject.apply(...changes);
    for (const change of changes) await subject.apply(change);
    t.deepEqual(await subject.found([1, 0]), ['2']);
  });

  test(`${name}: a corrected ticket is found by its new vector with its new texts, and stays withdrawn if it is`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const corrected = correct(4, [0, 1], { ticketId: '2', revision: 2, problem: ['Новое'] });
    await subject.apply(choose(2), put(2, [1, 0]), put(3, [1, 1]), corrected);
    t.deepEqual(await subject.found([1, 0]), ['3', '2']);
    t.regex((await subject.nearest([0, 1]))[0]?.fullText ?? '', /Проблема: Новое\n/);
    await subject.apply(put(2, [1, 0]));
    t.deepEqual(await subject.found([1, 0]), ['3', '2']);
    await subject.apply(changeState(5, 'withdrawn', { ticketId: '2' }));
    await subject.apply(correct(6, [1, 0], { ticketId: '2', revision: 3 }));
    t.deepEqual(await subject.found([1, 0]), ['3']);
    await subject.apply(changeState(7, 'active', { ticketId: '2' }));
    t.deepEqual(await subject.found([1, 0]), ['2', '3']);
  });

  test(`${name}: an index of another model lacks a ticket that was corrected after it had a vector, until it gets one of the new text`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const next = (change: TicketIndexChange): TicketIndexChange =>
      change.type === 'put'
        ? { ...change, model: 'next', put: { reason: 'reembedded', at: '2026-01-04T00:00:00.000Z' } }
        : change;
    const withdrawn = changeState(5, 'withdrawn', { ticketId: '3' });
    const old = [put(2, [1, 0]), put(3, [1, 1]), withdrawn];
    await subject.apply(choose(2), ...old);
    const building = await subject.model.building();
    const second = next({ ...put(7, [1, 1]), ticket: put(3, [1, 1]).ticket });
    await applyAll(building, [laterModel, ...old, next({ ...put(6, [1, 0]), ticket: put(2, []).ticket }), second]);
    const corrected = correct(8, [0, 1], { ticketId: '2', revision: 2 });
    await applyAll(building, [corrected]);
    await subject.settled();
    t.is((await building.ids(undefined)).length, 1);
    await applyAll(building, [next({ ...corrected, position: 9n })]);
    await subject.settled();
    t.is((await building.ids(undefined)).length, 2);
    await subject.model.promote('drop');
    t.deepEqual(await subject.found([0, 1]), ['2']);
    await subject.apply(changeState(10, 'active', { ticketId: '3' }));
    t.deepEqual((await subject.found([0, 1])).toSorted(), ['2', '3']);
    t.not((await subject.index.snapshot())?.model.model, model);
  });

  test(`${name}: an erased ticket is found by nothing, and nothing that is put later or again brings it back`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const changes = [choose(2), put(2, [1, 0]), put(3, [1, 1]), put(4, [0, 1])];
    await subject.apply(...changes);
    t.is((await subject.found([1, 0])).length, 3);
    const erased = erase(5, ['2', '4', 'never']);
    await subject.apply(erased);
    t.deepEqual(await subject.found([1, 0]), ['3']);
    const late = [put(6, [1, 0], { ticketId: '2' }), correct(7, [1, 0], { ticketId: '4', revision: 2 })];
    const state = changeState(8, 'active', { ticketId: '2' });
    await subject.apply(...late, state, put(9, [1, 0], { ticketId: 'never' }));
    await subject.apply(...changes, erased, ...late);
    await subject.apply(...changes);
    t.deepEqual(await subject.found([1, 0]), ['3']);
    t.is((await (await subject.model.current()).ids(undefined)).length, 1);
    const building = await subject.model.building();
    await applyAll(building, [...changes, erased, ...late]);
    await subject.settled();
    t.is((await building.ids(undefined)).length, 1);
    await subject.model.promote('drop');
    t.deepEqual(await subject.found([0, 1]), ['3']);
  });

  for (const size of withdrawnSizes) {
    test(`${name}: with half of ${size} tickets withdrawn the five nearest of the others are found, with the scores of before`, async (t) => {
      t.timeout(1_200_000);
      const subject = await openSubject(t, makeSubject);
      const vectors = clusteredVectors(seededRandom(7), { count: size + 20, dimensions: 32 });
      const stored = vectors.slice(0, size);
      await subject.apply(choose(32), ...stored.map((vector, row) => put(row + 2, vector)));
      const compared = Math.min(size, maxCompared);
      // As a service that has searched before: what it holds in memory must follow.
      const scores = new Map(
        (await subject.nearest(vectors[size] ?? [], { count: compared })).map((hit) => [hit.ticketId, hit.score]),
      );
      await subject.apply(
        ...stored.flatMap((_, row) =>
          row % 2 === 0 ? [changeState(size + row + 2, 'withdrawn', { ticketId: String(row + 2) })] : [],
        ),
      );
      const active = stored.filter((_, row) => row % 2 === 1);
      let found = 0;
      for (const query of vectors.slice(size)) {
        const hits = await subject.nearest(query, { count: 5 });
        t.true(hits.every(({ ticketId }) => Number(ticketId) % 2 === 1));
        const exact = bruteForce(active, query, 5).map(({ index }) => String(index * 2 + 3));
        found += exact.filter((id) => hits.some(({ ticketId }) => ticketId === id)).length;
      }
      t.true(found >= 0.99 * 100, `${found} of 100`);
      const again = await subject.nearest(vectors[size] ?? [], { count: compared });
      t.is(again.length, Math.min(size / 2, compared));
      const known = again.filter(({ ticketId }) => scores.has(ticketId));
      t.true(known.length >= compared / 4, String(known.length));
      for (const { ticketId, score } of known) t.true(Math.abs(score - (scores.get(ticketId) ?? 9)) < 1e-6);
    });
  }
};
