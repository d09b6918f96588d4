import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { filledCollection, requireOk } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

type Listed = { readonly ticket_id: string; readonly index: number };
type Changed = { readonly name: string; readonly before: string | null; readonly after: string | null };
type Updates = Readonly<Record<'added' | 'unchanged', readonly Listed[]>> & {
  readonly updated: readonly (Listed & { readonly changed: readonly Changed[] })[];
};

const opened = async (stored: readonly object[]) => {
  const { ask } = await filledCollection(service().url, stored);
  const preview = async (tickets: readonly object[], query = '?on_duplicate=update') =>
    (await ask(`POST /tickets/preview${query}`, { body: { tickets } })).body as { readonly updates: Updates | null };
  return { ask, preview };
};

const solvedBy = (id: number | string, solution: string, more: object = {}) => ({
  ...goodTicket(id),
  messages: [
    { role: 'client', text: 'Не печатает' },
    { role: 'support', text: solution },
  ],
  ...more,
});

test('the preview of an update tells for each ticket whether it is new, changes or stays, with the old text beside the new', async (t) => {
  const words = 'Очистите очередь печати и перезапустите службу, затем отправьте документ снова. '.repeat(20);
  const { preview } = await opened([solvedBy(1, `${words}Снимите ленту.`), goodTicket(2), solvedBy(3, words)]);
  const tickets = [
    ...[goodTicket(7), solvedBy(1, `${words}Снимите плёнку.`, { category: 'Сеть' }), goodTicket(2)],
    solvedBy(3, words, { client: 'АО Василёк' }),
  ];
  const { updates } = await preview(tickets);
  t.deepEqual(updates?.added, [{ ticket_id: '7', index: 0, row: null }] as never);
  t.deepEqual(updates?.unchanged, [{ ticket_id: '2', index: 2, row: null }] as never);
  const [first, second] = updates?.updated ?? [];
  t.like(first, { ticket_id: '1', index: 1 });
  const [solution, category] = first?.changed.toSorted((one, other) => other.name.localeCompare(one.name)) ?? [];
  t.deepEqual(category, { name: 'category', before: 'Оплата', after: 'Сеть' });
  t.is(solution?.name, 'solution');
  t.regex(solution?.before ?? '', /^….{1,170}Снимите ленту\.$/u);
  t.regex(solution?.after ?? '', /^….{1,170}Снимите плёнку\.$/u);
  t.like(second, { ticket_id: '3', changed: [{ name: 'client', before: null, after: null }] });
  t.is((await preview(tickets, '')).updates, null);
});

test('what the preview of an update lists is bounded, and so are its texts', async (t) => {
  const long = 'Очистите очередь печати. '.repeat(200);
  const stored = Array.from({ length: 120 }, (_, id) => solvedBy(id, `старое ${long}`));
  const { ask, preview } = await opened(stored.slice(0, 60));
  requireOk(await ask('POST /tickets', { body: { tickets: stored.slice(60) } }));
  const tickets = [
    ...stored.map(({ ticket_id: id }) => solvedBy(id as number, `новое ${'😀'.repeat(600)}${long}`)),
    ...Array.from({ length: 110 }, (_, id) => goodTicket(`новый-${id}`)),
  ];
  const { updates } = await preview(tickets);
  t.is(updates?.updated.length, 100);
  t.is(updates?.added.length, 100);
  const { before, after } = updates?.updated[99]?.changed[0] ?? {};
  t.is(Array.from(before ?? '').length, 401);
  t.is(Array.from(after ?? '').length, 401);
  t.true(after?.startsWith('новое 😀'));
  t.true(after?.isWellFormed());
});
