import test from 'ava';
import { queryVectors } from '../../src/queries/query-vectors.ts';

const model = { model: 'some-model', dimensions: 2 };
const sources = { model, question: 'Не приходит письмо', purpose: 'sources' } as const;
const answer = { ...sources, purpose: 'answer' } as const;

/** Vectors under a clock of the test's own; each call of the model makes another one. */
const setUp = () => {
  const clock = { now: 0 };
  let calls = 0;
  const embed = () => Promise.resolve(Float32Array.of((calls += 1), 0));
  return { clock, vectors: queryVectors(() => clock.now), embed, calls: () => calls };
};

test('the answer to a query takes the vector that its sources were found by', async (t) => {
  const { vectors, embed, calls } = setUp();
  const first = await vectors(sources, embed);
  t.is(await vectors(answer, embed), first);
  t.is(await vectors(answer, embed), first, 'also when it is asked for again');
  t.is(calls(), 1);
});

test('sources are asked for anew, and so is an answer without them', async (t) => {
  const { vectors, embed, calls } = setUp();
  await vectors(answer, embed);
  await vectors(answer, embed);
  t.is(calls(), 2);
  await vectors(sources, embed);
  await vectors(sources, embed);
  t.is(calls(), 4);
});

test('who asks for the same at the same time shares one call', async (t) => {
  const { vectors, embed, calls } = setUp();
  const all = await Promise.all([vectors(sources, embed), vectors(answer, embed), vectors(sources, embed)]);
  t.is(new Set(all).size, 1);
  t.is(calls(), 1);
});

test('a vector is kept for a minute', async (t) => {
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

test('a failure is told to all who wait for it and forgotten', async (t) => {
  const { vectors, embed } = setUp();
  const failing = () => Promise.reject(new Error('No answer'));
  const both = await Promise.allSettled([vectors(sources, failing), vectors(answer, failing)]);
  t.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is((await vectors(answer, embed)).length, 2);
});

test('two hundred vectors are kept: the oldest goes first', async (t) => {
  const { vectors, embed, calls } = setUp();
  const queries = Array.from({ length: 201 }, (_, index) => `Заявка номер ${index}`);
  for (const question of queries) await vectors({ ...sources, question }, embed);
  await vectors({ ...answer, question: queries[1] ?? '' }, embed);
  await vectors({ ...answer, question: queries[200] ?? '' }, embed);
  t.is(calls(), 201);
  await vectors({ ...answer, question: queries[0] ?? '' }, embed);
  t.is(calls(), 202);
});
