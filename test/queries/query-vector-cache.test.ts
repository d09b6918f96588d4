import test from 'ava';
import { queryVectorCache } from '../../src/queries/query-vector-cache.ts';

const model = { model: 'some-model', dimensions: 2 };
const sources = { tenantId: 'one', model, question: 'Не приходит письмо', purpose: 'sources' } as const;
const answer = { ...sources, purpose: 'answer' } as const;

/** A cache with a clock of the test; each call of the model returns another vector. */
const setUp = () => {
  const clock = { now: 0 };
  let calls = 0;
  const embed = () => Promise.resolve(Float32Array.of((calls += 1), 0));
  return { clock, vectors: queryVectorCache(() => clock.now), embed, calls: () => calls };
};

test('an answer uses the cached vector of the search for its sources', async (t) => {
  const { vectors, embed, calls } = setUp();
  const first = await vectors(sources, embed);
  t.is(await vectors(answer, embed), first);
  t.is(await vectors(answer, embed), first, 'also when it is requested again');
  t.is(calls(), 1);
});

test('a vector of the same question with another prefix is another one', async (t) => {
  const { vectors, embed, calls } = setUp();
  await vectors(sources, embed);
  await vectors({ ...answer, model: { ...model, model: 'some-model ["query: ",""]' } }, embed);
  t.is(calls(), 2);
});

test('what one tenant asked makes no answer of another faster', async (t) => {
  const { vectors, embed, calls } = setUp();
  await Promise.all([vectors(sources, embed), vectors({ ...sources, tenantId: 'another' }, embed)]);
  await vectors({ ...answer, tenantId: 'a third' }, embed);
  t.is(calls(), 3);
});

test('a search for sources always embeds, and so does an answer without one', async (t) => {
  const { vectors, embed, calls } = setUp();
  await vectors(answer, embed);
  await vectors(answer, embed);
  t.is(calls(), 2);
  await vectors(sources, embed);
  await vectors(sources, embed);
  t.is(calls(), 4);
});

test('concurrent searches for the same query share one call', async (t) => {
  const { vectors, embed, calls } = setUp();
  const all = await Promise.all([vectors(sources, embed), vectors(answer, embed), vectors(sources, embed)]);
  t.is(new Set(all).size, 1);
  t.is(calls(), 1);
});

test('a vector is cached for a minute', async (t) => {
  const { clock, vectors, embed, calls } = setUp();
  await vectors(sources, embed);
  clock.now = 59_999;
  await vectors(answer, embed);
  t.is(calls(), 1);
  clock.now = 60_000;
  await vectors(answer, embed);
  t.is(calls(), 2);
});

test('another text and another model have other vectors', async (t) => {
  const { vectors, embed, calls } = setUp();
  await vectors(sources, embed);
  await vectors({ ...answer, question: 'Не приходит код' }, embed);
  await vectors({ ...answer, model: { ...model, dimensions: 3 } }, embed);
  await vectors({ ...answer, model: { ...model, model: 'another-model' } }, embed);
  t.is(calls(), 4);
});

test('an error rejects every concurrent search and is not cached', async (t) => {
  const { vectors, embed } = setUp();
  const failing = () => Promise.reject(new Error('No answer'));
  const both = await Promise.allSettled([vectors(sources, failing), vectors(answer, failing)]);
  t.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is((await vectors(answer, embed)).length, 2);
});

test('two hundred vectors are cached: the oldest is removed first', async (t) => {
  const { vectors, embed, calls } = setUp();
  const queries = Array.from({ length: 201 }, (_, index) => `Заявка номер ${index}`);
  for (const question of queries) await vectors({ ...sources, question }, embed);
  await vectors({ ...answer, question: queries[1] ?? '' }, embed);
  await vectors({ ...answer, question: queries[200] ?? '' }, embed);
  t.is(calls(), 201);
  await vectors({ ...answer, question: queries[0] ?? '' }, embed);
  t.is(calls(), 202);
});
