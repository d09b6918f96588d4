import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { type Details, filledCollection, historyOf, requireOk, withTag } from '../support/stored-tickets.ts';
import type { Undo } from '../support/undoable-upload.ts';

const service = serviceFor(test);

type Outcomes = Readonly<Record<string, number>>;
type Foretold = {
  readonly outcomes: Outcomes;
  readonly unchanged: number;
  readonly replaced: { readonly corrected: number };
  readonly updates: { readonly kept_by_hand: number; readonly unchanged: readonly { readonly ticket_id: string }[] };
};

const opened = async (tickets: readonly object[] = [goodTicket(1), goodTicket(2)]) => {
  const home = await filledCollection(service().url, tickets);
  const shown = async (id = 1) =>
    (await home.ask(`GET /tickets/${id}`)).body as Details & { readonly category: string };
  const correct = async (category: string, id = 1) => {
    const headers = withTag((await shown(id)).revision);
    requireOk(await home.ask(`PUT /tickets/${id}`, { body: { category }, headers }));
  };
  /** Previews, then sends: the preview has to foretell what the upload does. */
  const update = async (sent: readonly object[], headers: Record<string, string> = {}) => {
    const body = { tickets: sent };
    const foretold = (await home.ask('POST /tickets/preview?on_duplicate=update', { body })).body as Foretold;
    requireOk(await home.ask('POST /tickets?on_duplicate=update', { body, headers }));
    const uploads = (await home.ask('GET /uploads?limit=1')).body as {
      uploads: readonly { outcomes: Outcomes; unchanged: number }[];
    };
    const [upload] = uploads.uploads;
    return { foretold, outcomes: upload?.outcomes, unchanged: upload?.unchanged };
  };
  return { ...home, shown, correct, update };
};

test('a ticket that was corrected by hand is left alone while the file has what it was uploaded with, and replaced once the file has something else', async (t) => {
  const { shown, correct, update, ask } = await opened();
  await correct('Рукой');
  await correct('Рукой ещё раз');
  for (const month of [1, 2]) {
    const { foretold, outcomes, unchanged } = await update([goodTicket(1), goodTicket(2)]);
    t.like(outcomes, { updated: 0, duplicate: 2 }, String(month));
    t.is(unchanged, 2);
    t.deepEqual(foretold.outcomes, outcomes as never);
    t.like(foretold, { unchanged: 2, replaced: { corrected: 0 } });
    t.is(foretold.updates.kept_by_hand, 1);
    t.deepEqual(
      foretold.updates.unchanged.map(({ ticket_id: id }) => id),
      ['1', '2'],
    );
  }
  t.is((await shown()).category, 'Рукой ещё раз');
  t.is((await historyOf({ ask }, 1)).length, 3);
  const other = await update([goodTicket(1, 'самовар'), goodTicket(2)]);
  t.like(other.foretold, { replaced: { corrected: 1 }, unchanged: 1 });
  t.is(other.foretold.updates.kept_by_hand, 0);
  t.like(other.outcomes, { updated: 1, duplicate: 1 });
  t.is((await shown()).category, goodTicket(1).category);
});

test('what the file brings is compared with the last upload, not with one before', async (t) => {
  const { shown, correct, update } = await opened();
  await update([goodTicket(1, 'самовар')]);
  await correct('Рукой');
  t.like((await update([goodTicket(1, 'самовар')])).outcomes, { updated: 0, duplicate: 1 });
  t.is((await shown()).category, 'Рукой');
  t.like((await update([goodTicket(1)])).outcomes, { updated: 1, duplicate: 0 });
});

test('fields that the file leaves out are not compared', async (t) => {
  const { shown, correct, update } = await opened();
  await correct('Рукой');
  const { category: _, client: _client, ...rest } = goodTicket(1);
  t.like((await update([rest])).outcomes, { updated: 0, duplicate: 1 });
  t.is((await shown()).category, 'Рукой');
});

test('an update that was undone has brought nothing: the text that it had replaced is left alone again, and the undo finds it', async (t) => {
  const { shown, correct, update, ask } = await opened();
  await correct('Рукой');
  const uploadId = randomUUID();
  await update([goodTicket(1, 'самовар')], { 'Upload-Id': uploadId });
  const undo = `/uploads/${uploadId}/undo`;
  t.is((await ask(`POST ${undo}`)).status, 202);
  while (((await ask(`GET ${undo}`)).body as Undo).state !== 'finished') await setTimeout(50);
  t.is((await shown()).category, 'Рукой');
  t.like((await update([goodTicket(1)])).outcomes, { updated: 0, duplicate: 1 });
  t.is((await shown()).category, 'Рукой');
  t.like((await update([goodTicket(1, 'самовар')])).outcomes, { updated: 1 });
});
