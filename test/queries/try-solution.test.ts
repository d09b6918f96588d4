import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Embedder } from '../../src/ports/embedder.ts';
import { trySolution } from '../../src/queries/try-solution.ts';
import { answering, hit, parts } from '../support/answering-model.ts';

const draft = { category: '', problem: ['Вернуть деньги'], solution: ['Верните.'] };
/** Never aborts. */
const { signal } = new AbortController();
const trial = (questions: readonly string[]) => ({ tenantId: 't', customer: 't', collectionId: 'c', draft, questions });

test('a draft answers the questions that it is nearest to and the model would answer', async (t) => {
  const embedder = answering('');
  const tryOut = trySolution(parts(embedder, [hit('old', 1, 0.9)]));
  t.deepEqual(await tryOut(trial(['раз', 'отказ', 'три']), signal), { tried: 3, answered: 2 });
  const nearer = trySolution(parts({ ...embedder, answerOdds: () => 2 }, [hit('old', 1, 1.5)]));
  t.deepEqual(await nearer(trial(['раз']), signal), { tried: 1, answered: 0 });
});

test('a trial says how many questions it had time for, and that a model cannot tell', async (t) => {
  const { answerOdds: _, ...plain } = answering();
  t.deepEqual(await trySolution(parts(plain, []))(trial(['раз']), signal), { tried: 0, answered: null });
  const hurried = trySolution({ ...parts(answering(''), []), timeoutMs: -1 });
  t.deepEqual(await hurried(trial(['раз', 'два']), signal), { tried: 0, answered: 0 });
});

test('tenants try drafts at the same time, each one after the other', async (t) => {
  const { promise: given, resolve: give } = Promise.withResolvers<undefined>();
  const running: string[] = [];
  const embedder = answering('');
  const embedQuery: Embedder['embedQuery'] = async (text) => {
    running.push(text);
    await given;
    return Float32Array.of(1, 0);
  };
  const tryOut = trySolution(parts({ ...embedder, embedQuery }, []));
  const trials = ['a', 'a', 'a', 'b'].map((tenantId, index) =>
    tryOut({ ...trial([`${tenantId}${index}`]), tenantId, customer: tenantId }, signal),
  );
  while (running.length < 2) await setTimeout(1);
  t.deepEqual(running, ['a0', 'b3']);
  give(undefined);
  await Promise.all(trials);
  t.deepEqual(running, ['a0', 'b3', 'a1', 'a2']);
});

test('the trials of all tenants take half of the time of the thread, and pause while it has urgent work', async (t) => {
  let [isBusy, busyMs] = [false, 0];
  const block = () => {
    t.false(isBusy);
    for (const end = performance.now() + 5; performance.now() < end;);
    busyMs += 5;
  };
  const embedder: Embedder = {
    ...answering(''),
    embedQuery: () => {
      block();
      return Promise.resolve(Float32Array.of(1, 0));
    },
  };
  const waiting: (() => void)[] = [];
  // Asked in the turn of the slice itself: urgent work may begin after the slice was scheduled.
  const schedule = (next: () => void) => {
    setImmediate(() => {
      if (isBusy) waiting.push(next);
      else next();
    });
  };
  const tryOut = trySolution({ ...parts(embedder, []), schedule });
  const start = performance.now();
  const trials = ['a', 'b', 'c', 'd'].map((tenantId) =>
    tryOut({ ...trial(['1', '2', '3', '4', '5']), tenantId, customer: tenantId }, signal),
  );
  await setTimeout(30);
  isBusy = true;
  await setTimeout(50);
  isBusy = false;
  for (const next of waiting) next();
  for (const result of await Promise.all(trials)) t.deepEqual(result, { tried: 5, answered: 5 });
  t.is(busyMs, 100);
  t.true(performance.now() - start >= 2 * busyMs - 10);
});

test('a trial waits for one question of the others, not for all of theirs', async (t) => {
  const embedded: string[] = [];
  const embedder: Embedder = {
    ...answering(),
    embedQuery: async (text) => {
      embedded.push(text);
      await setTimeout(1);
      return Float32Array.of(1, 0);
    },
  };
  const attempt = trySolution(parts(embedder, []));
  const draft = { category: '', problem: ['Не печатает'], solution: ['Замените картридж'] };
  const trial = (tenantId: string, count: number) =>
    attempt(
      {
        ...{ tenantId, customer: tenantId, collectionId: 'c', draft },
        questions: Array.from({ length: count }, () => tenantId),
      },
      signal,
    );
  const long = Array.from({ length: 16 }, (_, index) => trial(`tenant ${index}`, 10));
  t.is((await trial('other', 2)).tried, 2);
  t.true(embedded.length < 100, `${embedded.length} questions before the last one's two`);
  for (const one of long) t.is((await one).tried, 10);
});

test('a trial whose client leaves ends after its question, and one that waits never begins', async (t) => {
  const tried: string[] = [];
  const embedder: Embedder = {
    ...answering(),
    embedQuery: async (text) => {
      tried.push(text);
      await setTimeout(1);
      return Float32Array.of(1, 0);
    },
  };
  const attempt = trySolution(parts(embedder, []));
  const [leaving, waiting] = [new AbortController(), new AbortController()];
  const running = attempt(trial(Array.from({ length: 100 }, (_, index) => String(index))), leaving.signal);
  const queued = attempt(trial(['ждёт']), waiting.signal);
  waiting.abort();
  await t.throwsAsync(queued, { name: 'AbortError' });
  while (tried.length < 2) await setTimeout(1);
  leaving.abort();
  const before = tried.length;
  await t.throwsAsync(running, { name: 'AbortError' });
  t.true(tried.length <= before + 1);
  t.is((await attempt(trial(['после']), signal)).tried, 1);
  t.false(tried.includes('ждёт'));
});
