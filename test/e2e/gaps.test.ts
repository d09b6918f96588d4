import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { openEmbedded } from '../support/embedded.ts';
import { collectionDeleted, erasureRequested, newEvent } from '../support/events.ts';
import { dismissed } from '../support/gap-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const until = async (isReached: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isReached()) return;
    await setTimeout(50);
  }
  throw new Error('Not reached within 30 s');
};

const texts = ['Как вернуть деньги за подписку', 'Верните деньги за подписку', 'Хочу вернуть деньги за подписку'];
const growth = { earlier: '', recent: '' };

test('gaps are the same after a replay, and go with their questions and their collection, whose streams are erased', async (t) => {
  const { writer, gaps, store } = await openEmbedded(t);
  const append = async (stream: string, fact: Fact, expected: 'no stream' | number = 'no stream') => {
    const [outcome] = await writer.appendAll([{ stream, expected, events: [newEvent(fact)] }]);
    if (outcome?.outcome !== 'appended') throw new Error(`${fact.type}: ${outcome?.outcome}`);
    await writer.waitForPosition(['questions'], [outcome.position]);
  };
  await append('log', { type: 'EmbeddingModelChosen', data: { model: 'local-2', dimensions: 512 } }, 0);
  const [home, other] = [exampleCollection(), exampleCollection()];
  for (const { collectionId, created } of [home, other]) await append(streamOf.collection(collectionId), created);
  const ask = async (where: typeof home, question: string, ticketId: string) => {
    const asked = exampleQuestion(where, [ticketId], { outcome: 'too-little', question });
    await append(streamOf.question(asked.answerId), asked.answered);
    return asked;
  };
  const first = await ask(home, texts[0] ?? '', '1');
  for (const [index, text] of texts.entries()) {
    if (index > 0) await ask(home, text, String(index + 1));
    await ask(other, text, '1');
  }
  await ask(home, 'Верни деньги за подписку', '9');
  const { collectionId } = home;
  const counts = () => gaps.counts(collectionId, growth);
  await until(async () => (await counts())[0]?.count === 4);
  t.like(await counts(), { length: 1, 0: { gapId: first.answerId, kind: 'nothing-there' } });
  await append(streamOf.gap(first.answerId), dismissed(first));
  const before = [await counts(), await gaps.counts(other.collectionId, growth)];
  t.is(before[1]?.[0]?.count, 3);

  t.like(await writer.operate({ operation: 'replay', projection: 'questions', accept: false }), { succeeded: true });
  t.deepEqual([await counts(), await gaps.counts(other.collectionId, growth)], before);
  t.like(await writer.operate({ operation: 'verify', repair: false }), { succeeded: true });

  const erasure = erasureRequested({ ...home, ticketIds: ['9'] });
  await append(streamOf.erasure(collectionId, erasure.data.erasureId), erasure);
  t.is((await counts())[0]?.count, 3);
  await append(streamOf.collection(collectionId), collectionDeleted(collectionId, home.tenantId), 0);
  t.deepEqual(await counts(), []);
  await until(async () => (await store.eventCount('gap-')) === 0 && (await store.eventCount('question-')) === 6);
  t.deepEqual(await gaps.counts(other.collectionId, growth), before[1] ?? []);
});
