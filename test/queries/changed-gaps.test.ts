import test from 'ava';
import { EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { GapCount, GapMember } from '../../src/ports/gaps.ts';
import type { Hit, NearestQuery } from '../../src/ports/ticket-index.ts';
import { changedGaps } from '../../src/queries/changed-gaps.ts';
import { answering, hit, parts } from '../support/answering-model.ts';

const count = (gapId: string, more: Partial<GapCount> = {}): GapCount => ({
  ...{ gapId, kind: 'nothing-there', count: 3, recent: 0, earlier: 0, firstDay: '', lastDay: '' },
  ...{ sinceDismissed: undefined, sinceClosed: undefined, closing: null },
  ...more,
});

const member = (question: string, ...sources: readonly (readonly [string, number])[]): GapMember => ({
  ...{ answerId: question, question },
  sources: sources.map(([ticketId, revision]) => ({ ticketId, recordId: '', revision, score: 0.3 })),
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
