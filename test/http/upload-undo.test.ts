import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket, newUser } from '../support/api.ts';
import { filledCollection, historyOf, requireOk, solutionAbout, withTag } from '../support/stored-tickets.ts';
import { ticketOf, type Undo, undoableUpload } from '../support/undoable-upload.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const undoable = () => undoableUpload(service().url);

test('an upload is undone: what it added is found by nothing, what it updated is as before, and its record says so', async (t) => {
  const home = await undoable();
  const forecast = { total: 4, done: 0, withdrawn: 3, corrected: 0, taken_back: 1, left: 0, gone: 0 };
  t.deepEqual(await home.shown(), {
    state: 'not-started',
    ...forecast,
    hidden: 0,
    active: 3,
    restorable: false,
    by_hand: 0,
    kept: 0,
    started_at: null,
    finished_at: null,
  });
  t.is(await home.count(), 5);
  t.like(await ticketOf(home, 1), { revision: 2, corrected_by: 'upload' });
  const begun = await home.undo();
  t.is(begun.status, 202);
  t.like(begun.body, { state: 'running', total: 4 });
  t.like(await home.ended(), { ...forecast, done: 4 });
  t.is(await home.count(), 2);
  t.like(await ticketOf(home, 1), {
    state: 'active',
    revision: 3,
    corrected_by: null,
    problem: [goodTicket(1).description, goodTicket(1).messages[0]?.text].join('\n'),
  });
  t.is((await home.search('Не работает самовар')).length, 2);
  t.like(await ticketOf(home, 3), { state: 'withdrawn', revision: 1 });
  t.deepEqual(
    (await historyOf(home, 1)).map(({ change, surface }) => [change, surface]),
    [
      ['stored', 'web'],
      ['corrected', 'web'],
      ['corrected', 'web'],
    ],
  );
  const { body } = await home.ask(`GET ${home.path}`);
  t.like(body, {
    state: 'finished',
    on_duplicate: 'update',
    outcomes: { stored: 3, updated: 1, duplicate: 1 },
    undo: { state: 'finished', surface: 'web', withdrawn: 3, taken_back: 1, left: 0, gone: 0 },
  });
});

test('a second request joins the first, on either surface; after the end it changes nothing', async (t) => {
  const home = await undoable();
  const [one, other] = await Promise.all([home.undo(), home.undo({ v1: true })]);
  // The first may have ended before the second arrives.
  for (const { status, body } of [one, other]) t.is(status, (body as Undo).state === 'finished' ? 200 : 202);
  t.is((one.body as Undo).started_at, (other.body as Undo).started_at);
  const ended = await home.ended();
  requireOk(await home.ask('POST /tickets/3/restore'));
  const again = await home.undo();
  t.is(again.status, 200);
  t.deepEqual(again.body, { ...ended, hidden: null, active: null, restorable: null, by_hand: null });
  t.like(await ticketOf(home, 3), { state: 'active' });
  t.is((await ticketOf(home, 1)).revision, 3);
});

test('what was changed since is left or hidden, what is hidden already is passed over, and both are said before', async (t) => {
  const home = await undoable();
  const correct = async (id: number, revision: number) => {
    const body = { solution: solutionAbout('рука') };
    requireOk(await home.ask(`PUT /tickets/${id}`, { body, headers: withTag(revision) }));
  };
  await correct(1, 2);
  await correct(3, 1);
  requireOk(await home.ask('DELETE /tickets/4'));
  const figures = { withdrawn: 2, corrected: 1, taken_back: 0, left: 1, gone: 1 };
  t.like(await home.shown({ v1: true }), { state: 'not-started', ...figures });
  t.is((await home.undo()).status, 202);
  t.like(await home.ended(), figures);
  t.is((await ticketOf(home, 1)).revision, 3);
  t.like(await ticketOf(home, 3), { state: 'withdrawn', revision: 2 });
});

test('what a person has corrected or flagged is kept if that is asked for, and the corrected file leaves it', async (t) => {
  const home = await undoable();
  requireOk(await home.ask('PUT /tickets/3', { body: { category: 'Быт' }, headers: withTag(1) }));
  requireOk(await home.ask('PUT /tickets/4/flag'));
  t.like(await home.shown(), { withdrawn: 3, corrected: 1, by_hand: 2 });
  const wrong = await home.ask(`POST ${home.path}/undo?by_hand=no`);
  t.deepEqual([wrong.status, wrong.body], [400, { detail: 'by_hand must be hide or keep' }]);
  t.is((await home.ask(`POST ${home.path}/undo?by_hand=keep`)).status, 202);
  t.like(await home.ended(), { total: 4, done: 4, withdrawn: 1, taken_back: 1, kept: 2, active: 2, restorable: true });
  t.like((await home.ask(`GET ${home.path}`)).body, { undo: { kept: 2, active: 2 } });
  const tickets = [3, 4, 5].map((ticketId) => goodTicket(ticketId, 'утюг'));
  t.like((await home.ask('POST /tickets', { body: { tickets } })).body, { processed: 1, skipped: 2 });
  t.like(await ticketOf(home, 3), { state: 'active', category: 'Быт', corrected_by: 'person' });
  t.like(await home.ask('GET /tickets?flagged=true'), { body: { tickets: [{ ticket_id: '4', state: 'active' }] } });
  t.true((await ticketOf(home, 5)).problem.includes('утюг'));
});

test('two uploads that updated one ticket are undone in turn, what was erased meanwhile is gone, and both are said before', async (t) => {
  const home = await undoable();
  const second = randomUUID();
  const tickets = [goodTicket(1, 'чайник'), goodTicket(2, 'чайник')];
  const headers = { 'Upload-Id': second };
  requireOk(await home.ask('POST /tickets?on_duplicate=update', { body: { tickets }, headers }));
  const original = goodTicket(1).description;
  t.like(await home.shown(), { withdrawn: 3, taken_back: 0, left: 1, gone: 0 });
  const { status } = await home.ask('POST /erasures', { body: { ticket_ids: ['2'] } });
  t.is(status, 202);
  const forecast = { withdrawn: 0, taken_back: 1, left: 0, gone: 1 };
  const shownSecond = async () => (await home.ask(`GET /uploads/${second}/undo`)).body as Undo;
  t.like(await shownSecond(), { state: 'not-started', ...forecast });
  t.is((await home.ask(`POST /uploads/${second}/undo`)).status, 202);
  while ((await shownSecond()).state !== 'finished') await setTimeout(250);
  t.like(await shownSecond(), forecast);
  t.true((await ticketOf(home, 1)).problem.includes('самовар'));
  const { history } = (await home.ask('GET /tickets/1/history')).body as { readonly history: readonly object[] };
  t.like(history[0], { change: 'corrected', undo: true, upload_id: second });
  t.like(await home.shown(), { withdrawn: 3, taken_back: 1, left: 0, gone: 0 });
  t.is((await home.undo()).status, 202);
  t.like(await home.ended(), { withdrawn: 3, taken_back: 1, left: 0, gone: 0 });
  t.true((await ticketOf(home, 1)).problem.startsWith(original));
});

test('an upload that runs is not undone: 409 says what to do', async (t) => {
  const { ask } = await filledCollection(service().url, []);
  const id = randomUUID();
  const tickets = Array.from({ length: sizeOnServers(6_000, 1_000) }, (_, index) => goodTicket(index));
  const headers = { 'Upload-Id': id, Prefer: 'respond-async' };
  t.is((await ask('POST /tickets', { body: { tickets }, headers })).status, 202);
  const refused = await ask(`POST /uploads/${id}/undo`);
  t.is(refused.status, 409);
  t.deepEqual(refused.body, { detail: 'The upload is still running: stop it, then undo it' });
  requireOk(await ask(`POST /uploads/${id}/stop`));
  t.is((await ask(`POST /uploads/${id}/undo`)).status, 202);
  const again = await ask('POST /tickets', { body: { tickets }, headers });
  t.is(again.status, 400);
  t.deepEqual(again.body, { detail: 'This upload was undone; send it with another Upload-Id' });
});

test('an upload of another tenant, of another collection or of none is not found', async (t) => {
  const home = await undoable();
  const stranger = await newUser(home.url);
  const other = await filledCollection(home.url);
  for (const method of ['GET', 'POST']) {
    const endpoint = `${method} ${home.path}/undo`;
    t.is((await home.request(stranger, endpoint)).status, 404);
    t.is((await home.request(stranger, endpoint, { v1: true })).status, 404);
    t.deepEqual((await other.ask(endpoint)).body, { detail: 'Upload not found' });
    t.deepEqual((await home.ask(`${method} /uploads/${randomUUID()}/undo`)).body, { detail: 'Upload not found' });
    t.is((await home.ask(`${method} /uploads/none/undo`)).status, 404);
  }
  t.is((await home.shown()).state, 'not-started');
  t.is(await home.count(), 5);
});

test('the event stream of the upload tells of its undo, to its end', async (t) => {
  const home = await undoable();
  t.is((await home.undo()).status, 202);
  const response = await fetch(`${home.url}/api/collections/${home.collection}${home.path}/progress`, {
    headers: { Authorization: `Bearer ${home.user.token}` },
  });
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('event: '));
  const named = (name: string) => events.filter((event) => event.startsWith(`event: ${name}\n`));
  const [, data = '{}'] = /^data: (.*)$/m.exec(named('outcome')[0] ?? '') ?? [];
  t.like(JSON.parse(data), { id: home.id, undo: { state: 'finished', withdrawn: 3 } });
  for (const event of named('undo')) t.regex(event, /"state":"running"/);
});
