import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { GapCount, GapMember } from '../../src/ports/gaps.ts';
import type { Hit, NearestQuery } from '../../src/ports/ticket-index.ts';
import { changedGaps } from '../../src/queries/changed-gaps.ts';
import { trySolution } from '../../src/queries/try-solution.ts';

const hit = (ticketId: string, revision = 1, score = 0.5): Hit => ({
  ...{ ticketId, score, revision },
  ...{ category: '', fullText: `Решение: ${ticketId}`, problemLengths: [], isFlagged: false },
});

const count = (gapId: string, more: Partial<GapCount> = {}): GapCount => ({
  ...{ gapId, kind: 'nothing-there', count: 3, recent: 0, earlier: 0, firstDay: '', lastDay: '' },
  ...{ sinceDismissed: undefined, sinceClosed: undefined, closing: null },
  ...more,
});

const member = (question: string, ...sources: readonly (readonly [string, number])[]): GapMember => ({
  ...{ answerId: question, question },
  sources: sources.map(([ticketId, revision]) => ({ ticketId, recordId: '', revision, score: 0.3 })),
});

/** A model that answers a question if its nearest ticket has one of these ids. */
const answering = (...ids: readonly string[]): Embedder => ({
  ...{ model: 'test-2', dimensions: () => 2, batchSize: 1 },
  answerOdds: (_, [best]) => (best && ids.includes(best.ticketId) ? 1 : 0.99),
  embedTickets: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 0))),
  embedQuery: (text) => {
    if (text === 'отказ') return Promise.reject(new EmbeddingRefused('Embedding gateway answered 400'));
    return Promise.resolve(Float32Array.of(1, 0));
  },
});

const parts = (embedder: Embedder, found: readonly Hit[], queries: NearestQuery[] = []) => ({
  embedders: { configured: embedder, of: () => embedder, named: () => embedder },
  index: {
    snapshot: () =>
      Promise.resolve({
        model: { model: 'test-2', dimensions: 2 },
        nearest: (query: NearestQuery) => {
          queries.push(query);
          return Promise.resolve(found);
        },
      }),
  },
});

type Given = {
  readonly counts?: readonly GapCount[];
  readonly members: readonly GapMember[];
  readonly found: readonly Hit[];
  readonly embedder?: Embedder;
};

const close = async ({ counts = [count('g')], members, found, embedder = answering('new') }: Given) => {
  const queries: NearestQuery[] = [];
  const gaps = { counts: () => Promise.resolve(counts), members: () => Promise.resolve(members) };
  const change = changedGaps({ ...parts(embedder, found, queries), gaps });
  const { closable: closed, unanswered } = await change({ collectionId: 'c', tenantId: 't' });
  return { closed, unanswered, queries };
};

const three = [member('раз', ['old', 1]), member('два', ['old', 1]), member('три')];

test('a gap closes when a ticket that its questions did not find would answer them', async (t) => {
  const { closed, queries } = await close({ members: three, found: [hit('new')] });
  t.deepEqual(closed, [{ gapId: 'g', ticketIds: ['new'], tried: 3, answered: 3 }]);
  t.like(queries[0], { collectionId: 'c', tenantId: 't', count: 5 });
});

test('a ticket that did not answer them then closes nothing until it has another text', async (t) => {
  const embedder = answering('old');
  t.deepEqual((await close({ members: three, found: [hit('old')], embedder })).closed, []);
  const corrected = await close({ members: three, found: [hit('old', 2)], embedder });
  t.deepEqual(corrected.closed, [{ gapId: 'g', ticketIds: ['old'], tried: 3, answered: 3 }]);
});

test('a gap stays open for one question in three, and is given up when it cannot close any more', async (t) => {
  const members = [member('отказ'), ...three.slice(1)];
  const { closed, queries } = await close({ members, found: [hit('new')] });
  t.deepEqual([closed, queries], [[], []]);
  const many = [...Array.from({ length: 8 }, (_, index) => member(String(index))), member('отказ'), member('отказ')];
  t.deepEqual((await close({ members: many, found: [hit('new')] })).closed, [
    { gapId: 'g', ticketIds: ['new'], tried: 10, answered: 8 },
  ]);
});

test('a closed gap reopens when fewer than half of its questions would still be answered', async (t) => {
  const counts = [count('g', { sinceClosed: 0 })];
  const stays = await close({ counts, members: [member('отказ'), ...three.slice(1)], found: [hit('new')] });
  t.deepEqual([stays.closed, stays.unanswered, stays.queries.length], [[], [], 2]);
  const gone = await close({ counts, members: three, found: [hit('old')], embedder: answering('old') });
  t.deepEqual([gone.closed, gone.unanswered], [[], [{ gapId: 'g', tried: 3, answered: 1 }]]);
  const { answerOdds: _, ...plain } = answering();
  t.deepEqual((await close({ counts, members: three, found: [], embedder: plain })).unanswered, []);
});

test('a question is embedded once, however often the tickets change', async (t) => {
  const embedded: string[] = [];
  const embedder: Embedder = {
    ...answering('new'),
    embedQuery: (text) => {
      embedded.push(text);
      if (text === 'отказ') return Promise.reject(new EmbeddingRefused('Embedding gateway answered 400'));
      return Promise.resolve(Float32Array.of(1, 0));
    },
  };
  const members = [...three, member('отказ')];
  const counts = [count('open'), count('closed', { sinceClosed: 0 })];
  const gaps = { counts: () => Promise.resolve(counts), members: () => Promise.resolve(members) };
  const change = changedGaps({ ...parts(embedder, [hit('other')]), gaps });
  const first = await change({ collectionId: 'c', tenantId: 't' });
  t.deepEqual(await change({ collectionId: 'c', tenantId: 't' }), first);
  t.deepEqual(embedded, ['раз', 'два', 'три', 'отказ']);
});

test('closed gaps are not closed again, dismissed ones are', async (t) => {
  const found = [hit('new')];
  const closedOnes = [count('g', { sinceClosed: 0 })];
  t.deepEqual((await close({ counts: closedOnes, members: three, found })).closed, []);
  const hidden = [count('g', { sinceDismissed: 0 })];
  t.is((await close({ counts: hidden, members: three, found })).closed.length, 1);
});

test('a model that cannot say what answers goes by its levels, and closes nothing without them', async (t) => {
  const { answerOdds: _, ...plain } = answering();
  const levels = { similarityLevels: { verySimilar: 0.8, similar: 0.5 } };
  const found = [hit('new')];
  t.deepEqual((await close({ members: three, found, embedder: plain })).closed, []);
  t.is((await close({ members: three, found, embedder: { ...plain, ...levels } })).closed.length, 1);
  t.is(
    (await close({ members: three, found: [hit('new', 1, 0.49)], embedder: { ...plain, ...levels } })).closed.length,
    0,
  );
});

const draft = { category: '', problem: ['Вернуть деньги'], solution: ['Верните.'] };
const trial = (questions: readonly string[]) => ({ tenantId: 't', collectionId: 'c', draft, questions });

test('a draft answers the questions that it is nearest to and the model would answer', async (t) => {
  const embedder = answering('');
  const tryOut = trySolution(parts(embedder, [hit('old', 1, 0.9)]));
  t.deepEqual(await tryOut(trial(['раз', 'отказ', 'три'])), { tried: 3, answered: 2 });
  const nearer = trySolution(parts({ ...embedder, answerOdds: () => 2 }, [hit('old', 1, 1.5)]));
  t.deepEqual(await nearer(trial(['раз'])), { tried: 1, answered: 0 });
});

test('a trial says how many questions it had time for, and that a model cannot tell', async (t) => {
  const { answerOdds: _, ...plain } = answering();
  t.deepEqual(await trySolution(parts(plain, []))(trial(['раз'])), { tried: 0, answered: null });
  const hurried = trySolution({ ...parts(answering(''), []), timeoutMs: -1 });
  t.deepEqual(await hurried(trial(['раз', 'два'])), { tried: 0, answered: 0 });
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
  const trials = ['a', 'a', 'a', 'b'].map((tenantId, index) => tryOut({ ...trial([`${tenantId}${index}`]), tenantId }));
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
  const trials = ['a', 'b', 'c', 'd'].map((tenantId) => tryOut({ ...trial(['1', '2', '3', '4', '5']), tenantId }));
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
    attempt({ ...{ tenantId, collectionId: 'c', draft }, questions: Array.from({ length: count }, () => tenantId) });
  const long = Array.from({ length: 16 }, (_, index) => trial(`tenant ${index}`, 10));
  t.is((await trial('other', 2)).tried, 2);
  t.true(embedded.length < 100, `${embedded.length} questions before the last one's two`);
  for (const one of long) t.is((await one).tried, 10);
});
