import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import type { TicketFilter } from '../../src/domain/ticket-filter.ts';
import { changeState, choose, correct, erase, put } from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import { bruteForce, clusteredVectors } from '../support/vectors.ts';
import type { TicketIndexSuite } from './ticket-index.ts';

const any: TicketFilter = { categories: [] };
const dayOf = (number: number) => new Date(Date.UTC(2020, 0, 1 + number)).toISOString();

/** Searches among the tickets that a filter lets through: the nearest of these, however few they are. */
export const filteredSearches = ({ test, name, makeSubject }: TicketIndexSuite): void => {
  test(`${name}: a search with a filter finds the nearest that it lets through, in each part of the filter`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const resolved = (number: number) => ({ resolvedAt: dayOf(number) });
    await subject.apply(
      choose(2),
      put(2, [1, 0], { category: 'A', ...resolved(1) }),
      put(3, [1, 0.1], { category: 'B', ...resolved(2) }),
      put(4, [1, 0.2], { category: 'A', ...resolved(3) }),
      put(5, [1, 0.3], { category: 'C' }),
    );
    const found = (filter: Partial<TicketFilter>) => subject.found([1, 0], { filter: { ...any, ...filter } });
    t.deepEqual(await found({}), ['2', '3', '4', '5']);
    t.deepEqual(await found({ categories: ['A'] }), ['2', '4']);
    t.deepEqual(await found({ categories: ['C', 'B', 'B'] }), ['3', '5']);
    t.deepEqual(await found({ categories: ['D', 'a'] }), []);
    t.deepEqual(await found({ resolvedAfter: dayOf(2) }), ['3', '4']);
    t.deepEqual(await found({ resolvedBefore: dayOf(2) }), ['2']);
    t.deepEqual(await found({ resolvedAfter: dayOf(2), resolvedBefore: dayOf(3) }), ['3']);
    t.deepEqual(await found({ resolvedAfter: dayOf(3), resolvedBefore: dayOf(2) }), []);
    t.deepEqual(await found({ categories: ['A', 'C'], resolvedAfter: dayOf(2) }), ['4']);
    t.is((await subject.nearest([1, 0]))[0]?.resolvedAt, dayOf(1));
  });

  test(`${name}: a filter looks at tickets as they have become`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const filter = { categories: ['A'], resolvedAfter: dayOf(0) };
    const [a, b, c] = ['a', 'b', 'c'].map((ticketId, index) => ({ ticketId, category: 'A', resolvedAt: dayOf(index) }));
    if (!a || !b || !c) return t.fail();
    await subject.apply(choose(2), put(2, [1, 0], a), put(3, [1, 0.1], b), put(4, [1, 0.2], c));
    const found = () => subject.found([1, 0], { filter });
    t.deepEqual(await found(), ['a', 'b', 'c']);
    await subject.apply(changeState(5, 'withdrawn', a));
    t.deepEqual(await found(), ['b', 'c']);
    await subject.apply(changeState(6, 'active', a), correct(7, [1, 0.1], { ...b, category: 'B', revision: 2 }));
    t.deepEqual(await found(), ['a', 'c']);
    await subject.apply(correct(8, [1, 0.1], { ...b, revision: 3 }), erase(9, ['c']));
    t.deepEqual(await found(), ['a', 'b']);
    await subject.apply(correct(10, [1, 0], { ticketId: 'a', category: 'A', revision: 2 }));
    t.deepEqual(await found(), ['b']);
  });

  test(`${name}: of the 5 nearest that a filter lets through at least .99 are found, at every selectivity`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const [dimensions, count] = [48, 4_000];
    const vectors = clusteredVectors(seededRandom(11), { count, dimensions });
    // Category n has every 2ⁿ-th of the rest: half of the tickets, a quarter, …, the last a few.
    const categoryOf = (index: number) => String(Math.min(10, Math.clz32((index + 1) & -(index + 1)) ^ 31));
    await subject.apply(
      choose(dimensions),
      ...vectors.map((vector, index) =>
        put(index + 2, vector, { category: categoryOf(index), resolvedAt: dayOf(index) }),
      ),
    );
    const filters: readonly TicketFilter[] = [
      ...Array.from({ length: 11 }, (_, category) => ({ categories: [String(category)] })),
      { categories: ['0', '3', '9'] },
      ...[3_999, 3_990, 3_900, 3_000, 1_000].map((from) => ({ ...any, resolvedAfter: dayOf(from) })),
      { ...any, resolvedAfter: dayOf(100), resolvedBefore: dayOf(2_500) },
      { categories: ['0'], resolvedBefore: dayOf(3_500) },
    ];
    const queries = [...vectors.slice(0, 5), ...clusteredVectors(seededRandom(7), { count: 5, dimensions })];
    for (const filter of filters) {
      const { categories, resolvedAfter = '', resolvedBefore = '~' } = filter;
      const rows = vectors.flatMap((vector, index) => {
        const isOfCategory = categories.length === 0 || categories.includes(categoryOf(index));
        return isOfCategory && dayOf(index) >= resolvedAfter && dayOf(index) < resolvedBefore
          ? [{ vector, index }]
          : [];
      });
      let [wanted, hit] = [0, 0];
      for (const vector of queries) {
        const found = new Set(await subject.found(vector, { filter, count: 5 }));
        const exact = bruteForce(
          rows.map((row) => row.vector),
          vector,
          5,
        );
        wanted += exact.length;
        t.is(found.size, exact.length);
        hit += exact.filter(({ index }) => found.has(String((rows[index]?.index ?? 0) + 2))).length;
      }
      t.true(hit >= 0.99 * wanted, `${JSON.stringify(filter)}: ${hit} of ${wanted}`);
    }
  });
};
