import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { filledCollection, requireOk, withTag } from '../support/stored-tickets.ts';
import { ticketOf, type Undo, type UndoableUpload, undoableUpload } from '../support/undoable-upload.ts';

const service = serviceFor(test);
const undoable = () => undoableUpload(service().url);

const outcomesOf = async ({ ask }: Pick<UndoableUpload, 'ask'>, id: string) => {
  const { body } = await ask(`GET /uploads/${id}/tickets`);
  const { tickets } = body as { readonly tickets: readonly { readonly ticket_id: string; readonly outcome: string }[] };
  return tickets.map(({ ticket_id: ticketId, outcome }) => [ticketId, outcome]);
};

test('the corrected file of an undone upload stores its tickets, and what a person hid stays hidden', async (t) => {
  const home = await undoable();
  requireOk(await home.ask('DELETE /tickets/5'));
  t.is((await home.undo()).status, 202);
  await home.ended();
  t.like(await home.shown(), { withdrawn: 2, gone: 1, hidden: 3 });
  const corrected = [3, 4, 5].map((ticketId) => goodTicket(ticketId, 'утюг'));
  for (const onDuplicate of ['', '?on_duplicate=update']) {
    const id = randomUUID();
    const preview = await home.ask(`POST /tickets/preview${onDuplicate}`, { body: { tickets: corrected } });
    t.like(preview.body, { outcomes: { stored: 2, withdrawn: 1 } });
    const options = { body: { tickets: corrected }, headers: { 'Upload-Id': id } };
    const { body } = await home.ask(`POST /tickets${onDuplicate}`, options);
    t.deepEqual(body, { processed: 2, skipped: 1, collection_ticket_count: 4 });
    const expected = [
      ['3', 'stored'],
      ['4', 'stored'],
      ['5', 'withdrawn'],
    ];
    t.deepEqual(await outcomesOf(home, id), expected);
    t.is((await home.search('Не работает утюг')).filter(({ full_text: text }) => text.includes('утюг')).length, 2);
    const row = await ticketOf(home, 3);
    t.like(row, { state: 'active', upload_id: id });
    t.true(row.problem.includes('утюг'));
    // Its own undo hides them again, and so does the next file find them absent.
    t.like((await home.ask(`GET /uploads/${id}/undo`)).body, { withdrawn: 2, corrected: 0, hidden: 0, active: 2 });
    t.is((await home.ask(`POST /uploads/${id}/undo`)).status, 202);
    while (((await home.ask(`GET /uploads/${id}/undo`)).body as Undo).state !== 'finished') await setTimeout(50);
    t.is(await home.count(), 2);
  }
  t.like(await home.shown(), { hidden: 1 });
  t.is((await ticketOf(home, 3)).revision, 3);
  const again = await home.ask('POST /tickets?on_duplicate=update', {
    body: { tickets: home.tickets },
    headers: { 'Upload-Id': home.id },
  });
  t.is(again.status, 400);
  t.deepEqual(again.body, { detail: 'This upload was undone; send it with another Upload-Id' });
});

test('a ticket that was stored again names the file of each text, and is not marked as corrected until a person does so', async (t) => {
  const { ask } = await filledCollection(service().url, []);
  const send = async (name: string, about: string) => {
    const id = randomUUID();
    const body = new FormData();
    body.set('file', new Blob([JSON.stringify([goodTicket(1, about)])]), name);
    requireOk(await ask('POST /tickets/upload', { body, headers: { 'Upload-Id': id } }));
    return id;
  };
  const first = await send('сентябрь.json', 'чайник');
  t.is((await ask(`POST /uploads/${first}/undo`)).status, 202);
  while (((await ask(`GET /uploads/${first}/undo`)).body as Undo).state !== 'finished') await setTimeout(50);
  const second = await send('исправленный.json', 'утюг');
  const { history } = (await ask('GET /tickets/1/history')).body as { readonly history: readonly object[] };
  t.like(history, [
    {
      change: 'stored',
      revision: 2,
      upload_id: second,
      file_name: 'исправленный.json',
      changed: ['problem', 'solution'],
    },
    { change: 'withdrawn', undo: true, upload_id: first, file_name: 'сентябрь.json', changed: [] },
    { change: 'stored', undo: false, revision: 1, upload_id: first, file_name: 'сентябрь.json', changed: [] },
  ]);
  const row = async () =>
    ((await ask('GET /tickets')).body as { readonly tickets: readonly object[] }).tickets[0] ?? {};
  t.like(await row(), { revision: 2, upload_id: second, corrected_by: null });
  requireOk(await ask('PUT /tickets/1', { body: { category: 'Быт' }, headers: withTag(2) }));
  t.like(await row(), { revision: 3, corrected_by: 'person' });
  t.like((await ask('GET /tickets/1')).body, { corrected_by: 'person' });
});

test('what an undo hid is restored, and nothing else of the upload', async (t) => {
  const home = await undoable();
  const restoring = (query = '', options = {}) => home.ask(`POST ${home.path}/restorations${query}`, options);
  const early = await restoring();
  t.is(early.status, 409);
  t.deepEqual(early.body, { detail: 'The upload was not undone: there is nothing to restore' });
  requireOk(await home.ask('DELETE /tickets/5'));
  await home.undo();
  await home.ended();
  // Hidden by the undo, then by a person.
  requireOk(await home.ask('DELETE /tickets/4'));
  t.is((await restoring('?after=x')).status, 400);
  t.like(await home.shown(), { hidden: 3, active: 0, restorable: true });
  const restored = await restoring('', { v1: true });
  t.deepEqual(restored.body, { restored: 1, left: 2, next: null });
  t.is(await home.count(), 3);
  t.like(await ticketOf(home, 3), { state: 'active', revision: 1 });
  t.like(await ticketOf(home, 4), { state: 'withdrawn' });
  t.deepEqual((await restoring()).body, { restored: 0, left: 3, next: null });
  t.like(await home.shown(), { hidden: 2, active: 1, restorable: false }, 'a person has hidden the others');
  t.like((await home.ask(`GET ${home.path}`)).body, { undo: { withdrawn: 2, active: 1 } });
  const { uploads } = (await home.ask('GET /uploads?limit=1')).body as { readonly uploads: readonly object[] };
  t.like(uploads[0], { id: home.id, undo: { state: 'finished', active: 1 } });
  t.false((await ticketOf(home, 1)).problem.includes('самовар'), 'a text that was taken back stays');
});
