import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { type Erasure, filledCollection, idsOf, provenErasure, requireOk, withTag } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';
import { onServers, sizeOnServers } from '../support/server-stores.ts';

const service = serviceFor(test);
const filled = (tickets?: readonly object[]) => filledCollection(service().url, tickets);
/** On servers the step that waits for a scavenge stays. */
const ended = onServers ? 'waiting' : 'proven';

test('an erased ticket is nowhere from the answer on, and every step of it is verified', async (t) => {
  const { ask, search, count, collection } = await filled();
  const query = 'Не работает оплата заказа картой, номер случая 2';
  requireOk(await ask('PUT /tickets/2', { body: { category: 'Другое' }, headers: withTag(1) }));
  const body = {
    ticket_ids: [2, '2', 'нет такого'],
    requested_for: '  Заявление \n клиента Ивана Петрова, ivan@example.com ',
  };
  const asked = await ask('POST /erasures', { body });
  t.is(asked.status, 202);
  const erasure = asked.body as Erasure;
  t.is(asked.headers.get('Location'), `/api/collections/${collection}/erasures/${erasure.id}`);
  t.like(erasure, {
    number: 1,
    surface: 'web',
    collection_name: 'Поддержка',
    unknown: 1,
    erased_before: 0,
    remaining: 0,
  });
  t.deepEqual(erasure.tickets, [{ ticket_id: '2', revisions: 2 }]);
  t.is(erasure.requested_for, 'Заявление клиента [ИМЯ], [EMAIL]');
  t.false((await search(query)).some(({ ticket_id: id }) => id === '2'));
  t.is(await count(), 2);
  t.deepEqual(idsOf(await ask('GET /tickets')).toSorted(), ['1', '3']);
  t.deepEqual(idsOf(await ask('GET /tickets?text=2')), []);
  const gone = await ask('GET /tickets/2');
  t.deepEqual([gone.status, gone.headers.get('Erasure-Id')], [410, erasure.id]);
  const proven = await provenErasure(ask, erasure.id);
  t.is(proven.state, ended);
  const steps = proven.steps.map(({ step, state }) => `${step} ${state}`);
  const expected = ['hidden', 'event_log', 'answers', 'read_models', 'index', 'uploads'].map(
    (step) => `${step} verified`,
  );
  t.deepEqual(steps, [...expected, ...(onServers ? ['log_disk waiting'] : []), 'backups outside']);
  t.like(proven.steps[1], { found: { streams: 1, events: 2, left: 0 } });
  t.like(proven.steps[3], { found: { left: 0 } });
  t.true((proven.steps[3]?.found['pieces'] ?? 0) > 0 && (proven.steps[3]?.found['files'] ?? 0) > 0);
  t.like(proven.steps[5], { found: { outcomes: 1, kept: 1 } });
  for (const endpoint of ['PUT /tickets/2', 'DELETE /tickets/2', 'POST /tickets/2/restore']) {
    const sent = endpoint.startsWith('PUT') ? { body: { category: 'x' }, headers: withTag(1) } : {};
    t.is((await ask(endpoint, sent)).status, 404, endpoint);
  }
});

test('a later upload of an erased ticket says so, also in a preview, and the record of the first one stays', async (t) => {
  const { ask, count } = await filled([]);
  const uploadId = randomUUID();
  const tickets = [goodTicket(1), goodTicket(2)];
  requireOk(await ask('POST /tickets', { body: { tickets }, headers: { 'Upload-Id': uploadId } }));
  const updateId = randomUUID();
  const changed = { ...goodTicket(2), description: 'Не открывается личный кабинет после смены тарифа' };
  const updating = { body: { tickets: [changed] }, headers: { 'Upload-Id': updateId } };
  t.like((await ask('POST /tickets?on_duplicate=update', updating)).body, { processed: 1 });
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['2'] }, v1: true })).body as Erasure;
  t.is((await provenErasure(ask, id)).surface, 'api');
  const preview = await ask('POST /tickets/preview', { body: { tickets } });
  t.like((preview.body as { outcomes: object }).outcomes, { erased: 1, duplicate: 1, stored: 0 });
  const again = await ask('POST /tickets', { body: { tickets } });
  t.deepEqual(again.body, { processed: 0, skipped: 2, collection_ticket_count: 1 });
  t.is(await count(), 1);
  const record = await ask(`GET /uploads/${uploadId}/tickets`);
  t.deepEqual(
    (record.body as { tickets: readonly { ticket_id: string; outcome: string }[] }).tickets.map((one) => [
      one.ticket_id,
      one.outcome,
    ]),
    [
      ['1', 'stored'],
      ['2', 'stored'],
    ],
  );
  const updated = (await ask(`GET /uploads/${updateId}/tickets`)).body as { tickets: readonly object[] };
  t.like(updated.tickets[0], { ticket_id: '2', outcome: 'updated' });
  t.like((await ask('POST /tickets?on_duplicate=update', { body: { tickets: [changed] } })).body, { processed: 0 });
  // The same texts under another id are another ticket.
  const other = { body: { tickets: [{ ...goodTicket(2), ticket_id: 'другой' }] } };
  t.like((await ask('POST /tickets', other)).body, { processed: 1, collection_ticket_count: 2 });
  t.is((await ask(`GET /tickets/${encodeURIComponent('другой')}`)).status, 200);
  t.is((await ask('GET /tickets/2')).status, 410);
});

test('a repeat joins the erasure that has all of its tickets; anything else is another one, which may be empty', async (t) => {
  const { ask } = await filled();
  const erase = async (...ids: readonly string[]) => {
    const { body } = await ask('POST /erasures', { body: { ticket_ids: ids } });
    return body as Erasure;
  };
  const atOnce = await Promise.all([erase('1'), erase('1'), erase('1')]);
  const [first] = atOnce;
  t.is(new Set(atOnce.map(({ id }) => id)).size, 1);
  t.is((await erase('1')).id, first.id);
  await provenErasure(ask, first.id);
  t.is((await erase('1')).id, first.id);
  const second = await erase('1', '2');
  t.like(second, { number: 2, erased_before: 1 });
  t.is(second.tickets.length, 1);
  const empty = await erase('1', '2', '99');
  t.like(empty, { number: 3, erased_before: 2, unknown: 1, tickets: [] });
  // On servers it waits for a moment, until it is found that no scavenge is needed.
  t.is((await provenErasure(ask, empty.id, ['proven'])).state, 'proven');
  const list = (await ask('GET /erasures?limit=2')).body as { erasures: readonly Erasure[]; next: string };
  t.deepEqual(
    list.erasures.map(({ id, number }) => [id, number]),
    [
      [empty.id, 3],
      [second.id, 2],
    ],
  );
  const rest = (await ask(`GET /erasures?limit=2&after=${list.next}`, { v1: true })).body as typeof list;
  t.like(rest.erasures[0], { id: first.id, number: 1, tickets: 1, first_ticket_id: '1', state: ended });
  t.is(rest.next, null as never);
});

test('all tickets of a client are erased; one that is stored masked is refused, since others look the same', async (t) => {
  const tickets = [
    { ...goodTicket(1), client: '  Пётр   Сергеев ' },
    { ...goodTicket(2), client: 'Пётр Сергеев' },
    { ...goodTicket(3), client: 'Сергеев' },
    { ...goodTicket(4), client: 'Пётр, +7 912 345-67-89' },
    { ...goodTicket(5), client: 'Андрей Йод & К°' },
  ];
  const { ask } = await filled(tickets);
  requireOk(await ask('DELETE /tickets/2'));
  for (const client of ['Пётр, +7 912 345-67-89', 'Пётр, [ТЕЛЕФОН]', 'a@example.com', 'Сергеев https://a.example/1']) {
    const refused = await ask('POST /erasures', { body: { client } });
    t.is(refused.status, 400);
    t.regex((refused.body as { detail: string }).detail, /^client holds/);
  }
  for (const client of ['\u0000', '\u200b\u202e', '\u0007 \u0000']) {
    const refused = await ask('POST /erasures', { body: { client } });
    t.deepEqual(refused.body, { detail: 'client must have 1 to 500 characters' });
    t.is(refused.status, 400);
  }
  const asked = (await ask('POST /erasures', { body: { client: 'Пётр Сергеев' } })).body as Erasure;
  t.deepEqual(asked.tickets.map(({ ticket_id: id }) => id).toSorted(), ['1', '2']);
  await provenErasure(ask, asked.id);
  t.deepEqual(idsOf(await ask('GET /tickets')).toSorted(), ['3', '4', '5']);
  // As an export may have it, which an upload stores as the same text.
  const exported = 'Андрей&nbsp;Йод\u200b &amp;\u0000 К°'.normalize('NFD');
  const found = (await ask('POST /erasures', { body: { client: exported } })).body as Erasure;
  t.deepEqual(
    found.tickets.map(({ ticket_id: id }) => id),
    ['5'],
  );
  const none = (await ask('POST /erasures', { body: { client: 'Никто' } })).body as Erasure;
  t.like(none, { tickets: [], unknown: 0 });
});

test('searches during erasures give whole answers, and uploads of the same ids never bring one back', async (t) => {
  const erasedInAll = sizeOnServers(50, 20);
  const tickets = Array.from({ length: erasedInAll + 10 }, (_, index) => goodTicket(index));
  const { ask, search, count } = await filled(tickets);
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  const searching = (async () => {
    const sizes: number[] = [];
    while (!isOver()) {
      const found = await search('Не работает оплата заказа картой');
      sizes.push(found.length);
      if (found.some(({ full_text: text }) => !text.includes('Проблема: '))) t.fail('half a ticket');
    }
    return sizes;
  })();
  const uploading = (async () => {
    while (!isOver()) requireOk(await ask('POST /tickets', { body: { tickets } }));
  })();
  const ids: string[] = [];
  for (let first = 0; first < erasedInAll; first += 10) {
    const ticket_ids = Array.from({ length: 10 }, (_, index) => first + index);
    ids.push(((await ask('POST /erasures', { body: { ticket_ids } })).body as Erasure).id);
    await setTimeout(50);
  }
  over.abort();
  t.true((await searching).every((size) => size === 5));
  await uploading;
  for (const id of ids) t.is((await provenErasure(ask, id)).state, ended);
  t.is(await count(), 10);
  requireOk(await ask('POST /tickets', { body: { tickets } }));
  t.is(await count(), 10);
});
