import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { filledCollection, idsOf, type Page, requireOk } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

test('a list of ids has the same tickets without their texts, up to 1 000 on a page', async (t) => {
  const { ask } = await filledCollection(
    service().url,
    Array.from({ length: 120 }, (_, index) => goodTicket(index + 1)),
  );
  requireOk(await ask('DELETE /tickets/7'));
  requireOk(await ask('PUT /tickets/9/flag'));
  const whole = await ask('GET /tickets?limit=100');
  for (const v1 of [false, true]) {
    const ids = await ask('GET /tickets?fields=ids&limit=1000', { v1 });
    t.deepEqual(idsOf(ids).slice(0, 100), idsOf(whole));
    const { tickets, next } = ids.body as Page;
    t.is(tickets.length, 120);
    t.is(next, null);
    const row = { ticket_id: '7', category: 'Оплата', state: 'withdrawn', flagged_at: null };
    t.deepEqual(
      tickets.find(({ ticket_id: id }) => id === '7'),
      row as never,
    );
    t.is(tickets.filter(({ flagged_at: at }) => at !== null).length, 1);
  }
  const first = await ask('GET /tickets?fields=ids&state=active&text=1&limit=10');
  const { next } = first.body as Page;
  const rest = await ask(`GET /tickets?fields=ids&state=active&text=1&limit=1000&after=${next}`);
  t.deepEqual([...idsOf(first), ...idsOf(rest)], idsOf(await ask('GET /tickets?state=active&text=1&limit=100')));
  const refused = async (query: string) => (await ask(`GET /tickets?${query}`)).body;
  t.deepEqual(await refused('limit=101'), { detail: 'limit must be a whole number from 1 to 100' });
  t.deepEqual(await refused('fields=ids&limit=1001'), { detail: 'limit must be a whole number from 1 to 1000' });
  t.deepEqual(await refused('fields=all'), { detail: 'fields must be ids or left out' });
});
