import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { openExport, ticketsOf } from '../support/exports.ts';
import { filledCollection, idsOf, requireOk, withTag } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const of = (id: string, category: string, resolvedAt?: string) => ({
  ...goodTicket(id),
  category,
  resolved_at: resolvedAt,
});
const tickets = [
  of('1', 'Оплата', '2022-05-01'),
  of('2', 'Оплата', '2023-05-01'),
  of('3', 'Доставка', '2023-05-01T10:00:00Z'),
  of('4', 'Доставка'),
];

const filled = async () => {
  const home = await filledCollection(service().url, tickets);
  const { url, user, collection } = home;
  const asked = (filter: unknown, more: object = {}, path = 'search') => {
    const body = {
      collection_id: collection,
      query: goodTicket('1').description,
      generate_answer: false,
      filter,
      ...more,
    };
    return call(url, `POST /api/${path}`, { credential: path.startsWith('v1') ? user.key : user.token, body });
  };
  const found = async (filter: unknown, path?: string) => {
    const { body } = await asked(filter, {}, path);
    return (body as { sources: readonly { ticket_id: string }[] }).sources.map(({ ticket_id: id }) => id).toSorted();
  };
  return { ...home, asked, found };
};

test('a search looks among the tickets that its filter names, and a request without one is as it was', async (t) => {
  const { found, ask } = await filled();
  const all = ['1', '2', '3', '4'];
  for (const filter of [undefined, null, {}, { category: [] }, { category: null, resolved_after: null }, { other: 1 }])
    t.deepEqual(await found(filter), all);
  t.deepEqual(await found({ category: ['Оплата'] }), ['1', '2']);
  t.deepEqual(await found({ category: ['Оплата', 'Доставка', 'Нет такой'] }, 'v1/search'), all);
  t.deepEqual(await found({ category: ['Нет такой'] }), []);
  t.deepEqual(await found({ resolved_after: '2023-05-01' }), ['2', '3']);
  t.deepEqual(await found({ resolved_before: '01.05.2023 10:00' }), ['1', '2']);
  t.deepEqual(await found({ resolved_after: '2023-05-01T12:00:00+03:00', resolved_before: '2999-01-01' }), ['3']);
  t.deepEqual(await found({ category: ['Доставка'], resolved_before: '2030-01-01' }), ['3']);
  requireOk(await ask('PUT /tickets/4', { body: { resolved_at: '2023-05-02' }, headers: withTag(1) }));
  t.deepEqual(await found({ category: ['Доставка'], resolved_after: '2023-05-01' }), ['3', '4']);
});

test('an answer is written from what the filter lets through, also one that is followed', async (t) => {
  const { asked } = await filled();
  const { body } = await asked({ category: ['Оплата'], resolved_before: '2023-01-01' }, { generate_answer: true });
  t.regex((body as { answer: string }).answer, /Основано на тикете №1$/);
  const none = await asked({ category: ['Нет такой'] }, { generate_answer: true });
  t.deepEqual(none.body, { answer: 'Недостаточно информации в истории обращений.', sources: [] });
  const followed = await asked({ category: ['Доставка'], resolved_after: '2020-01-01' }, {}, 'answers');
  t.regex(JSON.stringify(followed.body), /Основано на тикете №3/);
});

test('a filter that is not understood is 400 and names its place', async (t) => {
  const { asked } = await filled();
  const refused: readonly (readonly [unknown, string])[] = [
    ['Оплата', 'filter must be an object'],
    [['Оплата'], 'filter must be an object'],
    [{ category: 'Оплата' }, 'filter.category must be an array'],
    [{ category: ['Оплата', 5] }, 'filter.category[1] must be a string'],
    [{ category: [null] }, 'filter.category[0] must be a string'],
    [{ category: ['я'.repeat(501)] }, 'filter.category[0] must have at most 500 characters'],
    [{ category: Array.from({ length: 51 }, String) }, 'filter.category may have at most 50 categories'],
    [{ resolved_after: 5 }, 'filter.resolved_after must be a string'],
    [{ resolved_before: 'x'.repeat(101) }, 'filter.resolved_before must have at most 100 characters'],
    ...['вчера', '01/02/2023', '1969-01-01'].map(
      (time) =>
        [
          { resolved_after: time },
          'filter.resolved_after must be a date from 1970 on, such as 2023-05-24 or 2023-05-24T12:30:00Z',
        ] as const,
    ),
  ];
  for (const path of ['search', 'answers'])
    for (const [filter, detail] of refused) {
      const { status, body } = await asked(filter, {}, path);
      t.deepEqual([status, body], [400, { detail }]);
    }
});

test('lists and exports are limited to a time of resolution, together with their other filters', async (t) => {
  const { ask, url, user, collection } = await filled();
  const listed = async (query: string) => idsOf(await ask(`GET /tickets?${query}`)).toSorted();
  t.deepEqual(await listed('resolved_after=2023-05-01'), ['2', '3']);
  t.deepEqual(await listed('resolved_before=2023-05-01T10:00:00Z&sort=changed'), ['1', '2']);
  t.deepEqual(await listed(`resolved_after=2023-01-01&category=${encodeURIComponent('Оплата')}`), ['2']);
  t.deepEqual(await listed(`resolved_after=2023-01-01&text=${encodeURIComponent('оплаты')}`), ['2', '3']);
  t.deepEqual(await listed('resolved_after=2023-01-01&text=3'), ['3']);
  t.deepEqual(await listed('resolved_after=&resolved_before='), ['1', '2', '3', '4']);
  for (const id of ['1', '3', '4']) requireOk(await ask(`PUT /tickets/${id}/flag`));
  t.deepEqual(await listed('flagged=true&resolved_after=2023-01-01'), ['3']);
  t.deepEqual(await listed('flagged=true&resolved_before=2023-01-01&text=1'), ['1']);
  const { status, body } = await ask('GET /tickets?resolved_before=02/03/2023');
  t.is(status, 400);
  t.regex((body as { detail: string }).detail, /^resolved_before must be a date/);
  const query = '?resolved_after=2023-05-01';
  const lines = await (await openExport(url, { collection, credential: user.token, query })).text();
  t.deepEqual([...ticketsOf(lines).keys()].toSorted(), ['2', '3']);
});

test('a question that was asked of some tickets is recorded as that', async (t) => {
  const { asked, ask } = await filled();
  await asked({ category: ['Нет такой'] }, { generate_answer: true });
  await asked(undefined);
  let questions: readonly { readonly is_filtered?: true }[] = [];
  while (questions.length < 2)
    questions = ((await ask('GET /questions')).body as { questions: typeof questions }).questions;
  t.deepEqual(
    // Both may be of one append, whose streams have no order.
    questions.map(({ is_filtered: isFiltered }) => isFiltered).toSorted(),
    [true, undefined],
  );
});
