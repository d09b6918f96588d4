import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { call } from '../support/api.ts';
import { openEmbedded } from '../support/embedded.ts';
import { collectionDeleted, erasureRequested, newEvent } from '../support/events.ts';
import { closed, dismissed, reopened } from '../support/gap-events.ts';
import { exampleQuestion } from '../support/question-events.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { filledCollection, requireOk } from '../support/stored-tickets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { askUntilGaps } from '../support/unanswered-questions.ts';

const until = async (isReached: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isReached()) return;
    await setTimeout(50);
  }
  throw new Error('Not reached within 30 s');
};

const texts = ['Как вернуть деньги за подписку', 'Верните деньги за подписку', 'Хочу вернуть деньги за подписку'];
const growth = { earlier: '', recent: '' };

test('gaps that were hidden, closed and reopened are the same after a replay, and go with their questions and their collection, whose streams are erased', async (t) => {
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
  const [first, foreign] = [await ask(home, texts[0] ?? '', '1'), await ask(other, texts[0] ?? '', '1')];
  for (const [index, text] of texts.entries()) {
    if (index === 0) continue;
    await ask(home, text, String(index + 1));
    await ask(other, text, '1');
  }
  await ask(home, 'Верни деньги за подписку', '9');
  const { collectionId } = home;
  const counts = () => gaps.counts(collectionId, growth);
  await until(async () => (await counts())[0]?.count === 4);
  t.like(await counts(), { length: 1, 0: { gapId: first.answerId, kind: 'nothing-there' } });
  await until(async () => (await gaps.counts(other.collectionId, growth))[0]?.count === 3);
  await append(streamOf.gap(first.answerId), dismissed(first));
  await append(streamOf.gap(first.answerId), closed(first, '7'), 0);
  await append(streamOf.gap(foreign.answerId), closed(foreign, '7'));
  t.like((await counts())[0], { sinceClosed: 0, closing: { ticketIds: ['7'] } });
  await append(streamOf.gap(first.answerId), reopened(first), 1);
  const before = [await counts(), await gaps.counts(other.collectionId, growth)];
  t.like(before[0]?.[0], { sinceDismissed: 0, sinceClosed: undefined, closing: null });
  t.like(before[1]?.[0], { count: 3, sinceClosed: 0, closing: { ticketIds: ['7'] } });

  t.like(await writer.operate({ operation: 'replay', projection: 'questions', accept: false }), { succeeded: true });
  t.deepEqual([await counts(), await gaps.counts(other.collectionId, growth)], before);
  t.like(await writer.operate({ operation: 'verify', repair: false }), { succeeded: true });

  const erasure = erasureRequested({ ...home, ticketIds: ['9'] });
  await append(streamOf.erasure(collectionId, erasure.data.erasureId), erasure);
  t.is((await counts())[0]?.count, 3);
  await append(streamOf.collection(collectionId), collectionDeleted(collectionId, home.tenantId), 0);
  t.deepEqual(await counts(), []);
  await until(async () => (await store.eventCount('gap-')) === 1 && (await store.eventCount('question-')) === 6);
  t.deepEqual(await gaps.counts(other.collectionId, growth), before[1] ?? []);
});

const refund = {
  ticket_id: 'refund',
  description: 'Клиент хочет вернуть деньги за годовую подписку. Как вернуть деньги за подписку?',
  messages: [
    {
      role: 'support',
      text: 'Деньги за годовую подписку возвращаются за неиспользованные месяцы: откройте «Профиль → Подписка», нажмите «Отменить и вернуть деньги», и сумма придёт на ту же карту за пять рабочих дней.',
    },
  ],
};

test('a gap that closed stays closed, and one that reopened open, for each tenant, after kill -9 and a replay', async (t) => {
  const folder = temporaryFolder(t);
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  const tenant = async () => {
    const { user, collection } = await filledCollection(service.url);
    const request = (endpoint: string, body?: unknown) => {
      const [method, path] = endpoint.split(' ');
      const address = `${method} /api/collections/${collection}${path}`;
      return call(service.url, address, { credential: user.token, ...(body !== undefined && { body }) });
    };
    const asked = texts.map((text) => `${text} за год`);
    await askUntilGaps({ url: service.url, token: user.token, collection }, asked, 1);
    const gapsOf = async (state: string) =>
      ((await request(`GET /gaps?state=${state}`)).body as { readonly gaps: readonly object[] }).gaps;
    requireOk(await request('POST /tickets', { tickets: [refund] }));
    await until(async () => (await gapsOf('closed')).length === 1);
    return { request, gapsOf };
  };
  const [home, other] = [await tenant(), await tenant()];
  requireOk(await home.request('POST /withdrawals', { ticket_ids: ['refund'] }));
  await until(async () => (await home.gapsOf('open')).length === 1);
  const all = async () => {
    const states = ['open', 'closed'].flatMap((state) => [home.gapsOf(state), other.gapsOf(state)]);
    return Promise.all(states);
  };
  const before = await all();
  t.deepEqual(
    before.map(({ length }) => length),
    [1, 0, 0, 1],
  );
  await service.kill();
  service = await startService({}, folder);
  t.deepEqual(await all(), before);
  const args = ['--projection', 'questions'];
  const { code, output } = await runFile('scripts/replay.ts', { args, environment: { DATA_DIR: folder } });
  t.is(code, 0, output);
  t.deepEqual(await all(), before);
});
