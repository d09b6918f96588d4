import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { filledCollection, requireOk, withTag } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = (tickets: readonly object[] = []) => filledCollection(service().url, tickets);

/** «Ольга» is a printer that the cleaning takes for a person. */
const description = 'Ольга не печатает. Писал Глеб Мороз, https://firma.ru и shop.example.com';
const about = (id: number, text = description) => ({ ...goodTicket(id), description: text });
const masked = '[ИМЯ] не печатает. Писал [ИМЯ], и';

type Home = Awaited<ReturnType<typeof filled>>;
const problemOf = async ({ ask }: Pick<Home, 'ask'>, id: number) =>
  ((await ask(`GET /tickets/${id}`)).body as { readonly problem: string }).problem.split('\n')[0];
const recordOf = async ({ ask }: Pick<Home, 'ask'>) =>
  ((await ask('GET /uploads?limit=1')).body as { readonly uploads: readonly object[] }).uploads[0];

test('words that are no names are kept in uploads, corrections and questions from then on, and names beside them are not', async (t) => {
  const home = await filled([about(1)]);
  const { ask } = home;
  t.is(await problemOf(home, 1), masked);
  t.like((await ask('GET /settings', { v1: true })).body, { not_names: [] });
  const listed = await ask('PATCH ', { body: { not_names: ['Ольга', 'ОЛЬГА', 'Рутокен'] } });
  t.like(listed.body, { not_names: ['Ольга', 'Рутокен'], name: 'Поддержка' });
  t.deepEqual((await ask('GET /settings')).body, listed.body);
  t.is(await problemOf(home, 1), masked, 'what is stored stays as it is');

  const kept = masked.replace('[ИМЯ]', 'Ольга');
  const preview = await ask('POST /tickets/preview', { body: { tickets: [about(2)] } });
  t.like((preview.body as { tickets: object[] }).tickets[0], {
    problem_parts: [kept, goodTicket(2).messages[0]?.text],
  });
  requireOk(await ask('POST /tickets', { body: { tickets: [about(2)] } }));
  t.is(await problemOf(home, 2), kept);

  const correction = { body: { problem: description } };
  const foretold = await ask('POST /tickets/1/preview', correction);
  t.like(foretold.body, {
    problem: kept,
    removed: { links: 2, link_texts: ['https://firma.ru', 'shop.example.com'], names: ['Глеб Мороз'] },
  });
  t.is(await problemOf(home, 1), masked, 'a preview stores nothing');
  requireOk(await ask('PUT /tickets/1', { ...correction, headers: withTag(1), v1: true }));
  t.is(await problemOf(home, 1), kept);

  const body = { collection_id: home.collection, query: 'Ольга не печатает', generate_answer: false };
  const asked = await call(home.url, 'POST /api/search', { credential: home.user.token, body });
  const questions = async () =>
    (await ask('GET /questions')).body as { readonly questions: readonly { readonly question: string }[] };
  t.is(asked.status, 200);
  while ((await questions()).questions.length === 0);
  t.is((await questions()).questions[0]?.question, body.query);
  t.like((await ask('PATCH ', { body: { not_names: [] } })).body, { not_names: [] });
  t.like((await ask('POST /tickets/1/preview', correction)).body, { problem: masked });
});

test('a list of too many words, or of what is no word, is refused', async (t) => {
  const { ask } = await filled();
  const words = (count: number) => Array.from({ length: count }, (_, index) => `слово${index}`);
  requireOk(await ask('PATCH ', { body: { not_names: words(100) } }));
  const wrong = [words(101), ['два слова'], ['ivan@firma.ru'], [''], [5], ['я'.repeat(51)], 'Алиса', null, [null]];
  for (const not_names of wrong) t.is((await ask('PATCH ', { body: { not_names } })).status, 400, String(not_names));
  t.is(((await ask('GET /settings')).body as { not_names: string[] }).not_names.length, 100);
});

test('a preview of a correction tells what the correction would be refused for, and of no other ticket', async (t) => {
  const { ask } = await filled([goodTicket(1)]);
  t.is((await ask('POST /tickets/1/preview', { body: { solution: 'Коротко' } })).status, 422);
  t.is((await ask('POST /tickets/9/preview', { body: {} })).status, 404);
  t.like((await ask('POST /tickets/1/preview', { body: { category: 'Связь https://a.ru' } })).body, {
    category: 'Связь',
    removed: { links: 1, link_texts: ['https://a.ru'], names: [] },
  });
});

test('a preview and the record of an upload count removed links, copies under another id and what is unchanged', async (t) => {
  const home = await filled([about(1)]);
  t.like(await recordOf(home), { removed_links: 2, copies: 0, unchanged: 0 });
  const { ask } = home;
  const copy = { ...goodTicket(3), ticket_id: 'копия' };
  const tickets = [about(1), about(2), goodTicket(3), copy, copy];
  const previewed = (await ask('POST /tickets/preview?on_duplicate=update', { body: { tickets } })).body;
  t.like(previewed, {
    ...{ unchanged: 1, copies: { count: 1, tickets: [{ ticket_id: 'копия', index: 3, row: null, copy_of: '3' }] } },
    removed: {
      links: 2,
      link_texts: [
        { text: 'https://firma.ru', tickets: 1 },
        { text: 'shop.example.com', tickets: 1 },
      ],
      names: [
        { name: 'Ольга', tickets: 1 },
        { name: 'Глеб Мороз', tickets: 1 },
      ],
    },
  });
  const { skipped, outcomes } = previewed as { skipped: readonly object[]; outcomes: object };
  t.like(outcomes, { stored: 3, updated: 0, duplicate: 2 });
  t.deepEqual(
    skipped.map((each) => (each as { ticket_id: string }).ticket_id),
    ['копия'],
    'what is unchanged is no remark',
  );
  t.deepEqual((previewed as { stored_copies: unknown }).stored_copies, {
    count: 1,
    tickets: [{ ticket_id: '2', index: 1, row: null, copy_of: '1' }],
  });
  requireOk(await ask('POST /tickets?on_duplicate=update', { body: { tickets } }));
  t.like(await recordOf(home), { removed_links: 2, copies: 1, unchanged: 1, outcomes: { stored: 3, duplicate: 2 } });
});

test('a preview tells the tickets whose texts a stored one has under another id, on both surfaces, but no hidden one and not itself', async (t) => {
  const home = await filled([goodTicket(1), goodTicket(2), goodTicket(3)]);
  const { ask } = home;
  requireOk(await ask('POST /withdrawals', { body: { ticket_ids: ['3'] } }));
  const renamed = (id: number) => ({ ...goodTicket(id), ticket_id: `новый ${id}` });
  const tickets = [renamed(1), renamed(3), goodTicket(4), { ...goodTicket(2), category: 'Иная' }];
  const { stored_copies: ofKey } = (
    await call(home.url, `POST /api/v1/tickets/preview?collection_id=${home.collection}`, {
      credential: home.user.key,
      body: { tickets },
    })
  ).body as { stored_copies: object };
  const previewed = async (query: string) =>
    (await ask(`POST /tickets/preview${query}`, { body: { tickets } })).body as { stored_copies: object };
  const expected = { count: 1, tickets: [{ ticket_id: 'новый 1', index: 0, row: null, copy_of: '1' }] };
  t.deepEqual((await previewed('')).stored_copies, expected);
  t.deepEqual((await previewed('?on_duplicate=update')).stored_copies, expected);
  t.deepEqual(ofKey, expected);
});
