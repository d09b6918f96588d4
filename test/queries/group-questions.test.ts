import test from 'ava';
import { EmbeddingFailed, EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { GapLeader, GapMember, UngroupedQuestion } from '../../src/ports/gaps.ts';
import { groupQuestions } from '../../src/queries/group-questions.ts';

/** A model by which a text is the direction that its first number names, in degrees; `calls` are the texts that were embedded. */
const modelOf = (mood: (text: string) => void = () => undefined) => {
  const calls: string[] = [];
  const embedder: Embedder = {
    model: 'test-2',
    dimensions: () => 2,
    questionGrouping: { level: Math.cos((20.5 * Math.PI) / 180), weighed: (vector) => vector },
    batchSize: 1,
    embedTickets: () => Promise.reject(new Error('Questions are embedded as queries')),
    // eslint-disable-next-line require-await
    embedQuery: async (text) => {
      calls.push(text);
      mood(text);
      const angle = (Number.parseInt(text, 10) * Math.PI) / 180;
      return Float32Array.of(Math.cos(angle), Math.sin(angle));
    },
  };
  return { embedder, calls };
};

const model = { model: 'test-2', dimensions: 2 };
const asked = (question: string, more: Partial<UngroupedQuestion> = {}): UngroupedQuestion => ({
  ...{ userId: 'u', collectionId: 'c', kind: 'nothing-there', answerId: question, question, position: 1n },
  ...more,
});

test('the tenants after the one that had the last turn are first', async (t) => {
  const { embedder } = modelOf();
  const after: (string | undefined)[] = [];
  const group = groupQuestions({
    gaps: {
      ungrouped: (_, afterUser) => {
        after.push(afterUser);
        return Promise.resolve(after.length > 2 ? [] : [asked('0', { userId: 'v' }), asked('50', { userId: 'w' })]);
      },
      leaders: () => Promise.resolve([]),
      members: () => Promise.resolve([]),
    },
    index: { snapshot: () => Promise.resolve({ model, nearest: () => Promise.resolve([]) }) },
    embedders: { configured: embedder, of: () => embedder, named: () => embedder },
  });
  for (let round = 0; round < 4; round += 1) await group(2);
  t.deepEqual(after, [undefined, 'w', 'w', undefined]);
});

test('a tenant whose gaps cannot be read takes no turn of the others, and is told of once they have none', async (t) => {
  const { embedder } = modelOf();
  const waiting = [asked('0', { userId: 'v', collectionId: 'broken' }), asked('50', { userId: 'w' })];
  const group = groupQuestions({
    gaps: {
      ungrouped: (limit) => Promise.resolve(waiting.slice(0, limit)),
      leaders: ({ collectionId }) =>
        collectionId === 'broken' ? Promise.reject(new Error('A row is broken')) : Promise.resolve([]),
      members: () => Promise.resolve([]),
    },
    index: { snapshot: () => Promise.resolve({ model, nearest: () => Promise.resolve([]) }) },
    embedders: { configured: embedder, of: () => embedder, named: () => embedder },
  });
  t.deepEqual(gapsOf(await group(2)), { 50: '50' });
  await t.throwsAsync(group(1), { message: 'A row is broken' });
});

type Stored = { readonly leaders?: readonly GapLeader[]; readonly members?: readonly GapMember[] };

const grouping = (
  ungrouped: readonly UngroupedQuestion[],
  { leaders = [], members = [] }: Stored = {},
  { embedder } = modelOf(),
) => {
  const embedders = { configured: embedder, of: () => embedder, named: () => embedder };
  return groupQuestions({
    gaps: {
      ungrouped: (limit) => Promise.resolve(ungrouped.slice(0, limit)),
      leaders: () => Promise.resolve(leaders),
      members: (_, limit) => Promise.resolve(members.slice(0, limit)),
    },
    index: { snapshot: () => Promise.resolve({ model, nearest: () => Promise.resolve([]) }) },
    embedders,
  });
};

const gapsOf = (groupings: Awaited<ReturnType<ReturnType<typeof grouping>>>) =>
  Object.fromEntries(groupings.map(({ answerId, gapId }) => [answerId, gapId]));

test('a question joins the gap whose first question is most like it, or begins one', async (t) => {
  const group = grouping(['0', '50', '20', '35', '34', '100'].map((text) => asked(text)));
  t.deepEqual(gapsOf(await group(10)), { 0: '0', 50: '50', 20: '0', 35: '50', 34: '50', 100: '100' });
  t.deepEqual(gapsOf(await group(2)), { 0: '0', 50: '50' });
});

test('a gap does not drift: later questions are compared with its first', async (t) => {
  t.deepEqual(gapsOf(await grouping(['0', '20', '40'].map((text) => asked(text)))(10)), { 0: '0', 20: '0', 40: '40' });
});

test('gaps that are recorded are joined, and say how like their first question a new one is', async (t) => {
  const leaders = [{ gapId: 'old', answerId: 'first', question: '10' }];
  const [found] = await grouping([asked('20')], { leaders })(10);
  t.like(found, { gapId: 'old', model: 'test-2', answerId: '20' });
  t.true(Math.abs((found?.similarity ?? 0) - Math.cos(Math.PI / 18)) < 1e-6);
});

test('nothing groups questions of two collections or kinds', async (t) => {
  const group = grouping([
    asked('0'),
    asked('1', { collectionId: 'd' }),
    asked('2', { kind: 'there-but-wrong' }),
    asked('3'),
  ]);
  t.deepEqual(gapsOf(await group(10)), { 0: '0', 1: '1', 2: '2', 3: '0' });
});

test('the best wordings are those that are most like all others, none twice', async (t) => {
  const leaders = [{ gapId: 'old', answerId: 'first', question: '0' }];
  const members = ['0 первый', '18 края', '10 Средний?', '9 почти', '10 средний'].map((question, index) => ({
    ...{ answerId: `m${index}`, question, sources: [] },
  }));
  const [found] = await grouping([asked('19')], { leaders, members })(1);
  t.deepEqual(found?.wordings, ['m2', 'm3', 'm1']);
});

test('a text is embedded once, also of another call', async (t) => {
  const one = modelOf();
  const group = grouping([asked('0'), asked('10')], {}, one);
  await group(10);
  await group(10);
  t.deepEqual(one.calls, ['0', '10']);
});

test('a question that the model refuses is in a gap of its own, and holds up no other', async (t) => {
  const refusing = modelOf((text) => {
    if (text === '5') throw new EmbeddingRefused('Embedding gateway answered 400');
  });
  const groupings = await grouping([asked('0'), asked('5'), asked('10')], {}, refusing)(10);
  t.deepEqual(gapsOf(groupings), { 0: '0', 5: '5', 10: '0' });
});

test('a model that does not answer leaves all questions for later', async (t) => {
  const failing = modelOf(() => {
    throw new EmbeddingFailed('Embedding gateway did not answer within 30 s');
  });
  await t.throwsAsync(grouping([asked('0')], {}, failing)(10), { instanceOf: EmbeddingFailed });
});
