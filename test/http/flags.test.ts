import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import {
  type Details,
  filledCollection,
  historyOf,
  requireOk,
  solutionAbout,
  withTag,
} from '../support/stored-tickets.ts';

const service = serviceFor(test);

type Flagged = Details & { readonly flagged_at: string | null };
type Listed = { readonly tickets: readonly { readonly ticket_id: string; readonly flagged_at: string | null }[] };

const open = async () => {
  const home = await filledCollection(service().url);
  const flagged = async () => {
    const { tickets } = (await home.ask('GET /tickets?flagged=true')).body as Listed;
    return tickets.map(({ ticket_id: id }) => id);
  };
  const shown = async (id: number) => (await home.ask(`GET /tickets/${id}`)).body as Flagged;
  return { ...home, flagged, shown };
};

test('a ticket is flagged for review and confirmed on either surface, found meanwhile, and its history says so', async (t) => {
  const { ask, flagged, shown, search, user, collection } = await open();
  const before = await shown(1);
  t.is(before.flagged_at, null);
  const first = await ask('PUT /tickets/1/flag');
  t.is(first.status, 200);
  const { flagged_at: flaggedAt } = first.body as Flagged;
  t.is(typeof flaggedAt, 'string');
  t.like(first.body, {
    state: 'active',
    revision: 1,
    changed_at: before.changed_at,
    problem: before.problem,
  });
  requireOk(await ask('PUT /tickets/1/flag', { v1: true }));
  t.is((await shown(1)).flagged_at, flaggedAt, 'a second flag changes nothing');
  t.deepEqual(await flagged(), ['1']);
  t.like((await ask('GET /categories')).body, { flagged: 1 });
  const found = await search(goodTicket(1).description);
  const position = found.findIndex(({ ticket_id: id }) => id === '1') + 1;
  t.true(position > 0);
  const body = { collection_id: collection, query: goodTicket(1).description, generate_answer: false };
  const flags = async () =>
    (await call(service().url, 'POST /api/search', { credential: user.token, body })).headers.get('Flagged-Sources');
  t.is(await flags(), String(position));
  requireOk(await ask('DELETE /tickets/1/flag', { v1: true }));
  t.deepEqual(await flagged(), []);
  t.is(await flags(), null);
  t.is((await shown(1)).flagged_at, null);
  const history = await historyOf({ ask }, '1');
  t.deepEqual(
    history.map(({ change, surface }) => [change, surface]),
    [
      ['stored', 'web'],
      ['flagged', 'web'],
      ['confirmed', 'api'],
    ],
  );
});

test('a correction takes the flag away, a hidden ticket keeps it, and an update stores what the flag asked for', async (t) => {
  const { ask, flagged } = await open();
  for (const id of [1, 2, 3]) requireOk(await ask(`PUT /tickets/${id}/flag`));
  requireOk(await ask('PUT /tickets/1', { body: { solution: solutionAbout('рука') }, headers: withTag(1) }));
  requireOk(await ask('DELETE /tickets/2'));
  t.deepEqual((await flagged()).toSorted(), ['2', '3']);
  t.deepEqual(((await ask('GET /tickets?flagged=true&state=withdrawn')).body as Listed).tickets.length, 1);
  requireOk(await ask('POST /tickets?on_duplicate=update', { body: { tickets: [goodTicket(3, 'утюг')] } }));
  t.deepEqual(await flagged(), ['2']);
});

test('a flag of an unknown ticket, of another revision or of another tenant is refused', async (t) => {
  const { ask, request, flagged } = await open();
  const stranger = (await filledCollection(service().url)).user;
  for (const method of ['PUT', 'DELETE']) {
    t.is((await ask(`${method} /tickets/9/flag`)).status, 404);
    t.is((await ask(`${method} /tickets/1/flag`, { headers: withTag(2) })).status, 412);
    t.is((await request(stranger, `${method} /tickets/1/flag`)).status, 404);
  }
  t.is((await ask('GET /tickets?flagged=yes')).status, 400);
  t.deepEqual(await flagged(), []);
});

test('of two tickets that are as near, an answer is written from the one that is not flagged; their order stays', async (t) => {
  const { user, collection } = await filledCollection(service().url, [
    goodTicket(1),
    { ...goodTicket(1), ticket_id: 2 },
  ]);
  const body = { collection_id: collection, query: goodTicket(1).description };
  const found = async () => {
    const { body: reply } = await call(service().url, 'POST /api/search', { credential: user.token, body });
    const { answer, sources } = reply as { answer: string; sources: readonly { ticket_id: string }[] };
    return [answer.split('\n').at(-1), ...sources.map(({ ticket_id: id }) => id)];
  };
  const flag = (method: string, id: number) =>
    call(service().url, `${method} /api/collections/${collection}/tickets/${id}/flag`, { credential: user.token });
  t.deepEqual(await found(), ['Основано на тикете №1', '1', '2']);
  requireOk(await flag('PUT', 1));
  t.deepEqual(await found(), ['Основано на тикете №2', '1', '2']);
  requireOk(await flag('PUT', 2));
  t.deepEqual(await found(), ['Основано на тикете №1', '1', '2']);
});
