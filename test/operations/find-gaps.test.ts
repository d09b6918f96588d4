import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { streamOf } from '../../src/domain/streams.ts';
import { EmbeddingFailed } from '../../src/domain/errors.ts';
import { closeGaps, closingService, groupingService, recordGroups } from '../../src/operations/find-gaps.ts';
import type { ChangedCollection } from '../../src/ports/gaps.ts';
import type { ClosableGap, Grouping, UnansweredGap } from '../../src/ports/gap-finder.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { openEmbedded } from '../support/embedded.ts';
import { newEvent } from '../support/events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const noLimit = new AbortController().signal;

/** A service whose questions are grouped by a function in place of a model. */
const started = async (t: ExecutionContext) => {
  const { writer, gaps, ...embedded } = await openEmbedded(t, { purge: false });
  const home = exampleCollection();
  const append = async (stream: string, fact: Parameters<typeof newEvent>[0]) => {
    const [outcome] = await writer.appendAll([{ stream, expected: 'no stream', events: [newEvent(fact)] }]);
    if (outcome?.outcome === 'appended') await writer.waitForPosition(['questions'], [outcome.position]);
  };
  const ask = async () => {
    const question = exampleQuestion(home, ['1'], { outcome: 'too-little' });
    await append(streamOf.question(question.answerId), question.answered);
    return question;
  };
  const finder = {
    groupings: [] as Grouping[],
    closable: [] as ClosableGap[],
    unanswered: [] as UnansweredGap[],
    groupQuestions: () => Promise.resolve(finder.groupings),
    changedGaps: () => Promise.resolve({ closable: finder.closable, unanswered: finder.unanswered }),
  };
  const leadership = { acquire: () => Promise.resolve(noLimit) };
  const clock = { now: () => new Date('2026-11-20T10:00:00Z'), newId: randomUUID };
  const dependencies = { ...clock, streams: writer, projected: writer, gaps, finder, leadership };
  return { ...embedded, writer, gaps, home, ask, append, finder, dependencies };
};

const groupingOf = (answerId: string, gapId: string): Grouping => ({
  ...{ answerId, gapId, similarity: null, model: 'test-4', wordings: [answerId] },
});

test('new questions are recorded with their gaps once, and one that was erased meanwhile is passed over', async (t) => {
  const { ask, finder, dependencies, gaps, home, writer } = await started(t);
  t.is(await recordGroups(dependencies, noLimit), 0);
  const asked = [await ask(), await ask(), await ask()] as const;
  const [first] = asked;
  const all = [...asked.map(({ answerId }) => answerId), randomUUID()];
  finder.groupings = all.map((answerId) => groupingOf(answerId, first.answerId));
  t.is(await recordGroups(dependencies, noLimit), 3);
  t.deepEqual(await gaps.ungrouped(5), []);
  const [count] = await gaps.counts(home.collectionId, { earlier: '', recent: '' });
  t.like(count, { gapId: first.answerId, count: 3 });
  await ask();
  t.is(await recordGroups(dependencies, noLimit), 3);
  t.deepEqual(
    (await writer.read(streamOf.question(first.answerId))).map(({ type }) => type),
    ['QuestionAnswered', 'QuestionGrouped'],
  );
});

test('a model that does not answer fails the run, which is repeated with the next questions', async (t) => {
  const { ask, finder, dependencies } = await started(t);
  await ask();
  const failing = () => Promise.reject(new EmbeddingFailed('Embedding gateway did not answer within 30 s'));
  const { runOnce } = groupingService({ ...dependencies, finder: { ...finder, groupQuestions: failing } });
  await t.throwsAsync(runOnce(), { instanceOf: EmbeddingFailed });
});

test('a gap that would be answered is closed with the tickets that do it, and reopened once when it would not', async (t) => {
  const { ask, finder, dependencies, gaps, home, append, writer } = await started(t);
  const asked = [await ask(), await ask(), await ask()] as const;
  const gapId = asked[0].answerId;
  finder.groupings = asked.map(({ answerId }) => groupingOf(answerId, gapId));
  await recordGroups(dependencies, noLimit);
  finder.closable = [{ gapId, ticketIds: ['7'], tried: 3, answered: 3 }];
  const { collectionId, tenantId: userId } = home;
  t.is(await closeGaps(dependencies, { collectionId, userId, position: 0n }), 1);
  const growth = { earlier: '', recent: '' };
  t.like((await gaps.counts(collectionId, growth))[0], { sinceClosed: 0, closing: { ticketIds: ['7'] } });
  finder.closable = [];
  finder.unanswered = [{ gapId, tried: 3, answered: 1 }];
  await closeGaps(dependencies, { collectionId, userId, position: 0n });
  await closeGaps(dependencies, { collectionId, userId, position: 0n });
  t.like((await gaps.counts(collectionId, growth))[0], { sinceClosed: undefined, closing: null });
  const facts = (await writer.read(streamOf.gap(gapId))).map(({ type }) => type);
  t.deepEqual(facts, ['GapClosed', 'GapReopened']);
  finder.closable = [{ gapId, ticketIds: ['7'], tried: 3, answered: 3 }];
  finder.unanswered = [];
  t.is(await closeGaps(dependencies, { collectionId, userId, position: 0n }), 1);
  const late = exampleQuestion(home, ['1'], { outcome: 'too-little' });
  await append(streamOf.question(late.answerId), late.answered);
  finder.groupings = [groupingOf(late.answerId, gapId)];
  await recordGroups(dependencies, noLimit);
  t.like((await gaps.counts(collectionId, growth))[0], { sinceClosed: 1, count: 4 });
});

test('collections are looked at in the order of their changes, each once, for a fifth of the time', async (t) => {
  const { dependencies, finder } = await started(t);
  let waiting: readonly ChangedCollection[] = [1n, 4n].map((position) => ({
    ...{ collectionId: String(position), userId: 'u', position },
  }));
  const gaps = {
    ...dependencies.gaps,
    changed: (after: bigint) => Promise.resolve(waiting.find(({ position }) => position > after)),
  };
  const looked: string[] = [];
  const changedGaps = async ({ collectionId }: { readonly collectionId: string }) => {
    looked.push(collectionId);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { closable: [], unanswered: [] };
  };
  const projected = { waitForPosition: () => Promise.resolve({ status: 'reached', parked: 0 } as const) };
  const { runOnce, intervalMs } = closingService({
    ...dependencies,
    gaps,
    projected,
    finder: { ...finder, changedGaps },
  });
  t.true(((await runOnce()) ?? 0) >= 4 * 19);
  // The first changes again before the second is looked at.
  waiting = [4n, 9n].map((position) => ({ collectionId: position === 9n ? '1' : '4', userId: 'u', position }));
  await runOnce();
  await runOnce();
  t.is(await runOnce(), intervalMs);
  t.deepEqual(looked, ['1', '4', '1']);
});
