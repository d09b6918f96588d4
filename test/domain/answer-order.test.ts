import test from 'ava';
import { answerOrder, type OrderedSource } from '../../src/domain/answer-order.ts';

type Source = OrderedSource & { readonly id: string };

const source = (id: string, score: number, more: Partial<OrderedSource> = {}): Source => ({
  ...{ id, score, isFlagged: false },
  ...more,
});
const resolved = (year: number) => ({ resolvedAt: `${year}-05-01T00:00:00Z` });
const order = (noise: number | undefined, ...sources: readonly Source[]) =>
  answerOrder(sources, noise)
    .map(({ id }) => id)
    .join('');

test('of sources that are as good as equal, one that is not flagged comes before a flagged one', (t) => {
  const flagged = source('a', 0.8, { isFlagged: true });
  t.is(order(0.02, flagged, source('b', 0.79), source('c', 0.5)), 'bac');
  t.is(order(0.02, flagged, source('b', 0.78), source('c', 0.5)), 'abc', 'not if it is worse by the noise');
  t.is(order(0.02, source('a', 0.8), { ...flagged, score: 0.79 }), 'aa');
});

test('of those, the younger comes before the older, and one of unknown age keeps its place', (t) => {
  t.is(order(0.02, source('a', 0.8, resolved(2021)), source('b', 0.79, resolved(2024))), 'ba');
  t.is(order(0.02, source('a', 0.8, resolved(2021)), source('b', 0.7, resolved(2024))), 'ab');
  const three = [source('a', 0.8, resolved(2021)), source('b', 0.799), source('c', 0.798, resolved(2024))];
  t.is(order(0.02, ...three), 'cba');
  t.is(order(0.02, source('a', 0.8), source('b', 0.79, resolved(2024))), 'ab');
  t.is(order(0.02, source('a', 0.8, { resolvedAt: 'вчера' }), source('b', 0.79, resolved(2024))), 'ab');
});

test('a flag weighs more than an age', (t) => {
  const young = source('a', 0.8, { isFlagged: true, ...resolved(2026) });
  t.is(order(0.02, young, source('b', 0.79, resolved(2020)), source('c', 0.785, resolved(2022))), 'cba');
});

test('sources in a row of small steps do not pass one that is better by the noise', (t) => {
  const steps = [0.8, 0.79, 0.78, 0.77].map((score, index) =>
    source('abcd'.charAt(index), score, resolved(2020 + index)),
  );
  t.is(order(0.015, ...steps), 'badc');
});

test('without a noise scores alone decide, also between equal ones', (t) => {
  const pair = [source('a', 0.8, { isFlagged: true, ...resolved(2020) }), source('b', 0.8, resolved(2024))];
  t.is(order(undefined, ...pair), 'ab');
  t.is(order(0.02), '');
});
