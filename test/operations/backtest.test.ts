import { randomUUID } from 'node:crypto';
import test from 'ava';
import { reembedTickets } from '../../src/commands/reembed-tickets.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { backtestHome } from '../support/backtest-home.ts';
import { ticketChanged } from '../support/events.ts';

test('a model with the same vectors finds the same tickets as the index in use, and leaves nothing behind', async (t) => {
  const { ask, result, store, embedded, append, collectionId, tenantId } = await backtestHome(t, 13);
  for (let number = 0; number < 13; number += 1) await ask(number);
  const hidden = { tenantId, collectionId, recordId: recordId(tenantId, '7'), ticketId: '7' };
  await append(streamOf.ticket(collectionId, hidden.recordId), 0, ticketChanged('TicketWithdrawn', hidden));
  const before = await store.eventCount('');
  const { changed, after, questions } = await result({ model: 'test-same' });
  t.deepEqual([questions, changed, after.name], [13, 0, 'test-same']);
  // All but the withdrawn one.
  t.is(embedded.length, 12);
  t.is(await store.eventCount(''), before);
});

test('a ticket that the other model refuses is not found by it', async (t) => {
  const { ask, result } = await backtestHome(t, 14);
  await ask(13);
  const { changes } = await result({ model: 'test-same' });
  t.deepEqual([changes[0]?.before[0], changes[0]?.after.includes('13')], ['13', false]);
});

test('where verdicts exist it is told how many right tickets each side finds, and which questions lose theirs', async (t) => {
  const { ask, result } = await backtestHome(t);
  const lost = await ask(5, ['5', '11'], { verdict: [true] });
  const kept = await ask(0, ['0'], { verdict: [false, '0'] });
  const refused = await ask(100, ['2'], { verdict: [true], outcome: 'too-little', cited: [] });
  const open = await ask(8, ['8'], { verdict: [false] });
  const found = await result({ model: 'test-turned' });
  t.like(found, { questions: 4, confirmed: 2, refusals: 1, succeeded: true });
  t.like(found.before, { name: 'test-4, in use', found: 2, first: 2, refused: 1 });
  t.like(found.after, { name: 'test-turned', found: 1, first: 1 });
  t.deepEqual(
    found.changes.find(({ question }) => question === lost),
    { question: lost, right: '5', before: ['5', '11', '6', '4', '0'], after: found.changes[0]?.after ?? [] },
  );
  t.is(found.changes[0]?.question, lost, 'what is lost comes first');
  t.false(found.changes[0]?.after.includes('5'));
  t.is(found.changes.find(({ question }) => question === open)?.right, undefined);
  for (const id of [kept, refused]) {
    const change = found.changes.find(({ question }) => question === id);
    if (change) t.notDeepEqual(change.before, change.after);
  }
  t.false((await result({ model: 'test-turned', requireNoWorse: true })).succeeded);
  t.true((await result({ model: 'test-same', requireNoWorse: true })).succeeded);
});

test('another threshold finds the same tickets, and refuses other questions', async (t) => {
  const { ask, result } = await backtestHome(t);
  await ask(5, ['5'], { verdict: [true], outcome: 'too-little', cited: [] });
  t.like(await result({ threshold: 4 }), { changed: 0, before: { refused: 0 }, after: { refused: 1 } });
  const looser = await result({ threshold: 0.1 });
  t.deepEqual([looser.after.name, looser.after.refused], ['test-4, in use, odds from 0.1', 0]);
});

test('without another model, what was found when the questions were asked is compared with now', async (t) => {
  const { ask, result, run } = await backtestHome(t);
  await ask(5, ['5', '11', '6', '4', '0'], { verdict: [true] });
  const moved = await ask(3, ['9'], { verdict: [true] });
  const found = await result();
  t.like(found, { questions: 2, changed: 1, first_changed: 1, before: { name: 'when asked', found: 2, first: 2 } });
  t.like(found.after, { name: 'test-4, in use', found: 1 + Number(found.changes[0]?.after.includes('9')) });
  t.is(found.changes[0]?.question, moved);
  const { lines } = await run({ json: false });
  t.is(lines[0], '2 questions of the last 30 days: of 2 the right ticket is known, 0 are refused rightly');
  t.regex(lines[1] ?? '', /^ +when asked +test-4, in use$/);
  t.true(lines.some((line) => line.startsWith(`  ${moved}: 9 → 3 9 `) || line.startsWith(`  ${moved}: 9 → 3 `)));
});

test('a question whose sources had different solutions is asked again so, and a copy of the right ticket counts for it', async (t) => {
  const solutionOf = (ticketId: string) => [Number(ticketId) < 6 ? 'Одно решение.' : `Решение ${ticketId}.`];
  const { ask, result } = await backtestHome(t, 12, solutionOf);
  const distinct = await ask(4, ['4', '6', '7', '11', '10'], { verdict: [true], isDistinct: true });
  const copy = await ask(4, ['5', '6', '7', '11', '10'], { verdict: [true], isDistinct: true });
  await ask(4, ['4', '5', '3', '2', '1'].slice(0, 5), { verdict: [true] });
  const now = await result();
  t.like(now, { questions: 3, confirmed: 3, before: { found: 3 }, after: { found: 3, first: 3 } });
  const [afterDistinct, afterCopy] = [distinct, copy].map(
    (name) => now.changes.find((change) => change.question === name)?.after,
  );
  t.deepEqual([afterDistinct?.[0] ?? '4', afterCopy?.[0] ?? '5'], ['4', '5']);
  const golden = [{ name: 'line 1', question: 'Вопрос 4', right: '6', isDistinct: true as const }];
  t.like(await result({ golden }), { changed: 0, after: { found: 1 } });
  t.like(await result({ golden: [{ name: 'line 1', question: 'Вопрос 4', right: '6' }] }), { after: { found: 0 } });
  t.like(await result({ golden, model: 'test-same' }), { changed: 0, after: { found: 1 } });
});

test('questions with a verdict come before others, newest first, as many as are wanted, of the last days', async (t) => {
  const { ask, result } = await backtestHome(t);
  const judged = await ask(1, ['9'], { verdict: [true] });
  const other = await ask(2, ['9']);
  const newest = await ask(3, ['9']);
  const names = async (questions: number) =>
    (await result({ questions })).changes.map(({ question }) => question).toSorted();
  t.deepEqual(await names(1), [judged]);
  t.deepEqual(await names(2), [judged, newest].toSorted());
  t.deepEqual(await names(9), [judged, other, newest].toSorted());
});

test('the questions of a golden file are asked again: what is no longer found is listed, and can be required', async (t) => {
  const { result, run } = await backtestHome(t);
  const golden = [
    { name: 'line 1', question: 'Вопрос 5', right: '5' },
    { name: 'line 2', question: 'Вопрос 5', right: 'gone' },
    { name: 'line 3', question: 'Вопрос 5', right: null },
    { name: 'line 4', question: 'Вопрос 100', right: null },
  ];
  const found = await result({ golden });
  t.like(found, { questions: 4, confirmed: 2, refusals: 2, changed: 2, succeeded: true });
  t.deepEqual(found.before, { name: 'as confirmed', found: 2, first: null, refused: 2 });
  t.like(found.after, { found: 1, first: 1, refused: 1 });
  t.deepEqual(
    found.changes.map(({ question, before }) => [question, before]),
    [
      ['line 2', ['gone']],
      ['line 3', []],
    ],
  );
  t.false((await result({ golden, requireNoWorse: true })).succeeded);
  const { succeeded, lines } = await run({ golden: golden.slice(0, 1), requireNoWorse: true, json: false });
  t.deepEqual([succeeded, lines.at(-1)], [true, 'It is no worse']);
  t.like(await result({ golden, model: 'test-turned' }), { before: { name: 'test-4, in use', found: 1 } });
});

test('vectors that are in the log are not made again', async (t) => {
  const { ask, result, embedded, embedders, writer, collectionId, tenantId } = await backtestHome(t);
  await ask(5);
  const embedder = embedders.named('test-turned') as Embedder;
  const streams = Array.from({ length: 12 }, (_, number) =>
    streamOf.ticket(collectionId, recordId(tenantId, String(number))),
  );
  const model = { model: 'test-turned', dimensions: 4 };
  await reembedTickets({ streams: writer, embedder, model, now: () => new Date(), commandId: 'run' }, streams);
  const fresh = embedded.splice(0).length;
  t.is(fresh, 12);
  t.is((await result({ model: 'test-turned' })).changed, 1);
  t.deepEqual(embedded, []);
});

test('a collection that does not exist, one without questions, and a model that cannot be called are said so', async (t) => {
  const { run, ask, lost } = await backtestHome(t);
  const unknown = randomUUID();
  await t.throwsAsync(run({ collectionId: unknown }), { message: `There is no collection ${unknown}` });
  t.deepEqual(await run({ json: false }), { succeeded: true, lines: ['There are no questions'] });
  t.deepEqual(await run({ requireNoWorse: true }), { succeeded: false, lines: ['null'] });
  await ask(1);
  await t.throwsAsync(run({ model: 'other' }), { message: /other cannot be called/ });
  lost.add('test-4');
  await t.throwsAsync(run({ model: 'test-turned' }), { message: /gateway did not answer/ });
});
