import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { ContentRefused } from '../../src/ports/read-model.ts';
import { applyAll, choose, indexedTicket, model, put, uuidOf } from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import { bruteForce, clusteredVectors } from '../support/vectors.ts';
import type { TicketIndexSuite } from './ticket-index.ts';

/** The results of searches, and the content that is not indexed. */
export const ticketIndexSearches = ({ test, name, makeSubject }: TicketIndexSuite): void => {
  test(`${name}: there is no current index before a model was chosen`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    t.is(await subject.index.snapshot(), undefined);
    await subject.model.current();
    t.is(await subject.index.snapshot(), undefined);
    await subject.apply(choose(3));
    t.deepEqual((await subject.index.snapshot())?.model, { model, dimensions: 3 });
  });

  test(`${name}: hits are sorted best first, with their cosine, category and full text`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const ticket = { ticketId: 'A-1', problem: ['Не работает', 'совсем'], solution: ['Перезагрузите', 'роутер'] };
    await subject.apply(choose(2), put(2, [0, 1]), put(3, [1, 0], ticket), put(4, [-1, 0]), put(5, [0.6, 0.8]));
    const hits = await subject.nearest([1, 0]);
    t.deepEqual(
      hits.map(({ ticketId }) => ticketId),
      ['A-1', '5', '2', '4'],
    );
    for (const [index, score] of [1, 0.6, 0, -1].entries()) t.true(Math.abs((hits[index]?.score ?? 9) - score) < 1e-5);
    t.true(hits.every(({ score }) => score >= -1 && score <= 1));
    t.is(hits[0]?.category, 'Доставка');
    t.is(hits[0]?.fullText, 'Категория: Доставка\nПроблема: Не работает совсем\nРешение: Перезагрузите\n\nроутер');
    t.deepEqual(hits[0]?.problemLengths, ['Не работает'.length, 'совсем'.length]);
  });

  test(`${name}: a search returns at most the requested number of hits`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0.2]), put(3, [1, 0.1]), put(4, [1, 0.3]));
    t.deepEqual(await subject.found([1, 0], { count: 2 }), ['3', '2']);
    t.deepEqual(await subject.found([1, 0], { count: 3 }), ['3', '2', '4']);
  });

  test(`${name}: of long tickets no more hits are read than five, and others until their texts are long enough`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const ticket = (index: number) => ({ problem: ['п'.repeat(index < 2 ? 1_000 : 100)], solution: ['Решение'] });
    const puts = Array.from({ length: 12 }, (_, index) => put(index + 2, [1, index / 100], ticket(index)));
    await subject.apply(choose(2), ...puts);
    const found = async (maxCharacters: number) =>
      (await subject.found([1, 0], { count: 12, maxCharacters })).join(' ');
    t.is(await found(500), '2 3 4 5 6');
    t.is(await found(2_700), '2 3 4 5 6 7 8');
    t.is(await found(10_000), '2 3 4 5 6 7 8 9 10 11 12 13');
  });

  test(`${name}: vectors are compared by direction, whatever their length`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [300, 400]), put(3, [0.0004, 0.0003]));
    const hits = await subject.nearest([8, 6]);
    t.deepEqual(
      hits.map(({ ticketId, score }) => [ticketId, Math.round(score * 1e5) / 1e5]),
      [
        ['3', 1],
        ['2', 0.96],
      ],
    );
  });

  test(`${name}: cosines are exact also of vectors whose length is nearly 1`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const rises = [0.001, 0.005, 0.01, 0.02, 0.03, 0.04];
    await subject.apply(choose(2), ...rises.map((rise, index) => put(index + 2, [1, rise])));
    for (const query of [
      [1, 0],
      [1, 0.025],
    ] as const) {
      const exact = bruteForce(
        rises.map((rise) => Float32Array.of(1, rise)),
        Float32Array.from(query),
        rises.length,
      );
      const hits = await subject.nearest(query);
      for (const [rank, { score }] of exact.entries()) t.true(Math.abs((hits[rank]?.score ?? 9) - score) < 1e-6);
    }
  });

  test(`${name}: equal scores are ordered by ticket id`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const ids = ['я', 'b', '10', 'B', '9', 'a-2', 'a'];
    await subject.apply(choose(3), ...ids.map((ticketId, index) => put(index + 2, [1, 2, 3], { ticketId })));
    t.deepEqual(await subject.found([3, 2, 1]), ['10', '9', 'B', 'a', 'a-2', 'b', 'я']);
  });

  test(`${name}: of more than a thousand equal tickets those with the first ids are found`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const ids = Array.from({ length: 1500 }, (_, index) => String(index * 7919).padStart(8, '0'));
    const shuffled = ids
      .map((ticketId) => ({ ticketId, at: ticketId.slice(-3) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1));
    const equal = shuffled.map(({ ticketId }, index) => put(index + 2, [1, 2, 3, 4], { ticketId }));
    await subject.apply(choose(4), ...equal, put(5000, [1, 2, 3, 4.5], { ticketId: 'nearer' }));
    const found = await subject.found([1, 2, 3, 4.5], { count: 5 });
    t.deepEqual(found, ['nearer', ...ids.toSorted().slice(0, 4)]);
  });

  test(`${name}: a query vector of another length than the index, or without direction, is an error`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    await t.throwsAsync(subject.nearest([1, 0, 0]), { instanceOf: RangeError });
    await t.throwsAsync(subject.nearest([0, 0]), { instanceOf: RangeError });
    await t.throwsAsync(subject.nearest([NaN, 0]), { instanceOf: RangeError });
  });

  test(`${name}: a search stays inside one collection of one tenant`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const [stranger, other, theirs] = [uuidOf('stranger'), uuidOf('other'), uuidOf('theirs')];
    await subject.apply(
      choose(2),
      put(2, [1, 0], { ticketId: 'mine' }),
      put(3, [1, 0], { ticketId: 'mine', collectionId: other }),
      put(4, [1, 0], { ticketId: 'in other', collectionId: other }),
      put(5, [1, 0], { ticketId: 'foreign', collectionId: theirs, tenantId: stranger }),
    );
    t.deepEqual(await subject.found([1, 0]), ['mine']);
    t.deepEqual(await subject.found([1, 0], { collectionId: other }), ['in other', 'mine']);
    t.deepEqual(await subject.found([1, 0], { collectionId: theirs, tenantId: stranger }), ['foreign']);
    t.deepEqual(await subject.found([1, 0], { collectionId: theirs }), []);
    t.deepEqual(await subject.found([1, 0], { tenantId: stranger }), []);
    t.deepEqual(await subject.found([1, 0], { collectionId: uuidOf('unknown') }), []);
  });

  test(`${name}: vectors of another model or length than the chosen one are not indexed`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const foreign = { ...put(2, [1, 0]), model: 'another-model' };
    await subject.apply(choose(2), foreign, put(3, [1, 0]), put(4, [1, 0, 0]));
    t.deepEqual(await subject.found([1, 0]), ['3']);
  });

  test(`${name}: a vector without direction is refused as content`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    const copy = await subject.model.current();
    const before = await copy.checkpoint();
    for (const vector of [
      [0, 0],
      [Infinity, 1],
      [NaN, 1],
    ]) {
      await t.throwsAsync(applyAll(copy, [put(3, vector)]), { instanceOf: ContentRefused });
    }
    t.deepEqual(await copy.checkpoint(), before);
    await subject.settled();
    t.deepEqual(await subject.found([1, 0]), ['2']);
  });

  test(`${name}: a ticket is found by the first search after it was applied`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2));
    for (let position = 2; position < 12; position += 1) {
      await subject.apply(put(position, [position, 1]));
      t.is((await subject.found([1, 0]))[0], String(position));
    }
  });

  test(`${name}: a parked ticket that is applied later is found like any other`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(9, [1, 0]));
    t.deepEqual(await subject.found([1, 0]), ['9']);
    await subject.apply(put(3, [1, 1]));
    t.deepEqual(await subject.found([1, 0]), ['9', '3']);
  });

  for (const size of [30, 400, 3000]) {
    test(`${name}: of the 20 nearest among ${size} vectors at least .99 are found, with exact scores`, async (t) => {
      const subject = await openSubject(t, makeSubject);
      const dimensions = 48;
      const [query, ...vectors] = clusteredVectors(seededRandom(size), { count: size + 1, dimensions });
      if (!query) return t.fail();
      await subject.apply(choose(dimensions), ...vectors.map((vector, index) => put(index + 2, vector)));
      const queries = [query, ...vectors.slice(0, 9), ...clusteredVectors(seededRandom(7), { count: 10, dimensions })];
      const answers = await Promise.all(queries.map((vector) => subject.nearest(vector)));
      let [wanted, hit] = [0, 0];
      answers.forEach((hits, index) => {
        const scores = new Map(hits.map(({ ticketId, score }) => [ticketId, score]));
        for (const { index: row, score } of bruteForce(vectors, queries[index] ?? query, 20)) {
          const found = scores.get(indexedTicket({ ticketId: String(row + 2) }).ticketId);
          wanted += 1;
          if (found === undefined) continue;
          hit += 1;
          t.true(Math.abs(found - score) < 1e-5);
        }
      });
      t.is(wanted, 400);
      t.true(hit >= 396, `${hit} of ${wanted}`);
    });
  }
};
