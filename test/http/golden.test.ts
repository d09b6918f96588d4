import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readGolden } from '../../scripts/backtest/read-golden.ts';
import { query, questionsHome } from '../support/asked-questions.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filledCollection, provenErasure, requireOk, withTag } from '../support/stored-tickets.ts';

const service = serviceFor(test);

type Golden = {
  readonly question: string;
  readonly ticket_id: string | null;
  readonly revision: number | null;
  readonly answer_id: string;
};

const unanswerable = 'Как настроить подводную лодку для перевозки верблюдов?';

/** A collection with three tickets, and its golden lines as question, ticket and revision. */
const home = async (v1 = false) => {
  const filled = await questionsHome(service().url, v1);
  const { ask, answer, below } = filled;
  const lines = async () => {
    const text = (await below('/golden.jsonl')) as unknown as string;
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Golden);
  };
  const golden = async () => (await lines()).map(({ question, ticket_id: id, revision }) => [question, id, revision]);
  /** Asks, and gives a verdict. */
  const judged = async (question: string, verdict: object) => {
    const { id } = await ask({ query: question });
    const { status } = await answer(`PUT ${id}/verdict`, verdict);
    if (status !== 204) throw new Error(String(status));
    return id;
  };
  return { ...filled, lines, golden, judged };
};

for (const v1 of [false, true]) {
  test(`golden lines are the confirmed tickets with their revisions, and refusals (${v1 ? 'key' : 'token'})`, async (t) => {
    const { judged, golden, lines, ask, answer, shown, request, user } = await home(v1);
    t.deepEqual(await golden(), []);
    await shown((await ask()).id);
    await judged(query, { helped: false });
    await judged(unanswerable, { helped: false });
    t.deepEqual(await golden(), [], 'none of these says what is right');
    const helped = await judged(query, { helped: true });
    const [cited] = ((await shown(helped)) as unknown as { cited: readonly string[] }).cited;
    t.is(cited, '2');
    await judged(`${query}, Иван Петров`, { helped: false, ticket_id: '3' });
    requireOk(await request(user, 'PUT /tickets/3', { body: { category: 'Другое' }, headers: withTag(1) }));
    await judged('Ошибка оплаты картой', { helped: true, ticket_id: '3' });
    const refusal = await judged(unanswerable, { helped: true });
    const all = [
      [unanswerable, null, null],
      ['Ошибка оплаты картой', '3', 2],
      [query, '2', 1],
      [`${query}, [ИМЯ]`, '3', 1],
    ];
    t.deepEqual(await golden(), all);
    t.is((await lines())[0]?.answer_id, refusal);
    await answer(`DELETE ${refusal}/verdict`);
    t.deepEqual(await golden(), all.slice(1));
  });
}

test('the line of a question that was asked for different solutions says so, and is read so from a file', async (t) => {
  const { ask, answer, lines } = await home();
  for (const distinct of [true, false]) {
    const { id } = await ask({ query: `${query}, ${String(distinct)}`, distinct });
    t.is((await answer(`PUT ${id}/verdict`, { helped: true })).status, 204);
  }
  const golden = (await lines()) as readonly (Golden & { readonly is_distinct?: true })[];
  t.deepEqual(
    golden.map(({ is_distinct: isDistinct }) => isDistinct),
    [undefined, true],
  );
  const file = join(temporaryFolder(t), 'golden.jsonl');
  writeFileSync(file, golden.map((line) => `${JSON.stringify(line)}\n`).join(''));
  t.deepEqual(
    readGolden(file, 2).map(({ isDistinct }) => isDistinct),
    [undefined, true],
  );
});

test('the erasure of a ticket takes the golden lines whose answer quotes it, and no others', async (t) => {
  const { judged, golden, request, user, ask } = await home();
  const erase = async (ticketId: number) => {
    const { body } = await request(user, 'POST /erasures', { body: { ticket_ids: [ticketId] } });
    return () => provenErasure((endpoint) => request(user, endpoint), (body as { id: string }).id);
  };
  await judged(query, { helped: true, ticket_id: '2' });
  await judged(query, { helped: true, ticket_id: '1' });
  const lines = await golden();
  t.is(lines.length, 2);
  await (
    await erase(3)
  )();
  t.deepEqual(await golden(), lines, 'it was only among the similar tickets');
  const proven = await erase(2);
  t.deepEqual(await golden(), [], 'from the moment that it was requested');
  await proven();
  t.deepEqual(await golden(), []);
  requireOk(await ask());
  await judged(query, { helped: true, ticket_id: '1' });
  t.deepEqual(await golden(), [[query, '1', 1]]);
});

test('golden lines are of one collection, and of its owner alone; a deleted one has none', async (t) => {
  const { judged, golden, request, user } = await home();
  await judged(query, { helped: true, ticket_id: '2' });
  const stranger = await filledCollection(service().url);
  for (const v1 of [false, true]) {
    t.is((await request(stranger.user, 'GET /golden.jsonl', { v1 })).status, 404);
    t.is((await stranger.ask('GET /golden.jsonl', { v1 })).body, '');
  }
  t.is((await golden()).length, 1);
  requireOk(await request(user, 'DELETE '));
  t.is((await request(user, 'GET /golden.jsonl')).status, 404);
});

test('they come as a file of JSON Lines, in pages behind one another', async (t) => {
  const { judged, golden, request, user } = await home();
  for (let count = 0; count < 101; count += 1) await judged(`${query}, раз ${count}`, { helped: true, ticket_id: '1' });
  const found = await golden();
  t.is(found.length, 101);
  t.is(new Set(found.map(([question]) => question)).size, 101);
  const { headers } = await request(user, 'GET /golden.jsonl');
  t.is(headers.get('Content-Type'), 'application/x-ndjson; charset=utf-8');
  t.is(headers.get('Content-Disposition'), 'attachment; filename=golden.jsonl');
  const head = await request(user, 'HEAD /golden.jsonl');
  t.deepEqual([head.status, head.body], [200, '']);
});
