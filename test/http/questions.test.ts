import { randomUUID } from 'node:crypto';
import test from 'ava';
import { questionsHome, query } from '../support/asked-questions.ts';
import { call } from '../support/api.ts';
import { postForEvents } from '../support/event-streams.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;
const home = (v1 = false) => questionsHome(url(), v1);

for (const v1 of [false, true]) {
  test(`a search is recorded with its answer, and judged at once (${v1 ? 'key' : 'token'})`, async (t) => {
    const { ask, answer, shown } = await home(v1);
    const asked = await ask({ query: `${query}, Иван Петров` });
    const { answer: text, sources } = asked.body as { answer: string; sources: readonly { ticket_id: string }[] };
    const helped = sources[0]?.ticket_id ?? '';
    const comment = 'Написал ivan@example.com: подошло';
    t.is((await answer(`PUT ${asked.id}/verdict`, { helped: true, ticket_id: helped, comment })).status, 204);
    const found = await shown(asked.id);
    t.like(found, {
      ...{ id: asked.id, answer: text, surface: v1 ? 'api' : 'web' },
      question: `${query}, [ИМЯ]`,
      outcome: /Недостаточно/.test(text) ? 'too-little' : 'answered',
      verdict: { helped: true, ticket_id: helped, comment: 'Написал [EMAIL]: подошло' },
      models: { embedding: 'local-2', chat: 'extractive', prompt_version: null },
      sent: [],
    });
    t.deepEqual(
      found.sources.map(({ ticket_id: id, revision }) => [id, revision]),
      sources.map(({ ticket_id: id }) => [id, 1]),
    );
    t.is((await answer(`PUT ${asked.id}/verdict`, { helped: false })).status, 204);
    t.like((await shown(asked.id)).verdict, { helped: false, ticket_id: null, comment: null });
    t.is((await answer(`DELETE ${asked.id}/verdict`)).status, 204);
    t.is((await shown(asked.id)).verdict, null);
    t.is((await answer(`DELETE ${asked.id}/verdict`)).status, 204);
  });
}

test('a followed answer has the id that its first event names, also in a header', async (t) => {
  const { collection, credential, shown } = await home();
  const { response, events } = await postForEvents(`${url()}/api/answers`, {
    credential,
    body: { collection_id: collection, query },
  });
  const all = await Array.fromAsync(events);
  const id = String(all[0]?.[1]['answer_id']);
  t.is(response.headers.get('Answer-Id'), id);
  t.is(response.headers.get('Answer-Model'), 'extractive');
  const { answer, outcome, sources } = await shown(id);
  t.deepEqual(answer, all.at(-1)?.[1]['answer']);
  t.is(sources.length, 3);
  t.true(['answered', 'too-little'].includes(outcome));
});

test('a recorded answer says what the scores of its sources mean, as its search did', async (t) => {
  const { ask, credential } = await home();
  const asked = await ask();
  const levels = 'very-similar=0.550, similar=0.470, first-very-similar=0.550, first-similar=0.460';
  t.is(asked.headers.get('Similarity-Levels'), levels);
  const shown = await call(url(), `GET /api/answers/${asked.id}`, { credential });
  t.is(shown.headers.get('Similarity-Levels'), levels);
});

test('with Do-Not-Record nothing is kept, and the answer has no id', async (t) => {
  const { ask, collection, credential, listed } = await home();
  const asked = await ask({}, { 'Do-Not-Record': '1' });
  t.is(asked.headers.get('Answer-Id'), null);
  const { response, events } = await postForEvents(`${url()}/api/answers`, {
    ...{ credential, body: { collection_id: collection, query } },
    headers: { 'Do-Not-Record': '1' },
  });
  t.is((await Array.fromAsync(events))[0]?.[1]['answer_id'], null);
  t.is(response.headers.get('Answer-Id'), null);
  const kept = await ask();
  t.is((await call(url(), `GET /api/answers/${kept.id}`, { credential })).status, 200);
  t.deepEqual(await listed(), [kept.id]);
});

test('a verdict that cannot be is refused, and so is an answer that is another’s or none', async (t) => {
  const { ask, answer } = await home();
  const { id } = await ask();
  for (const [body, detail] of [
    [{}, 'helped is required'],
    [{ helped: 'true' }, 'helped must be true or false'],
    [{ helped: true, ticket_id: '99' }, 'ticket_id must be one of the sources of the answer'],
    [{ helped: true, ticket_id: 1 }, 'ticket_id must be a string'],
    [{ helped: true, comment: 'я'.repeat(1_001) }, 'comment must have at most 1000 characters'],
  ] as const) {
    const refused = await answer(`PUT ${id}/verdict`, body);
    t.deepEqual([refused.status, refused.body], [400, { detail }]);
  }
  const other = await home();
  for (const endpoint of [
    `GET ${id}`,
    `PUT ${id}/verdict`,
    `DELETE ${id}/verdict`,
    'GET no-uuid',
    `GET ${randomUUID()}`,
  ]) {
    const found = await other.answer(endpoint, endpoint.startsWith('PUT') ? { helped: true } : undefined);
    t.deepEqual([found.status, found.body], [404, { detail: 'Answer not found' }], endpoint);
    t.is(found.headers.get('Error-Code'), 'answer-not-found');
  }
  t.deepEqual(await other.listed(), []);
});
