import { setTimeout } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { filledCollection, requireOk, withTag } from '../support/stored-tickets.ts';
import type { Undo } from '../support/undoable-upload.ts';

const service = serviceFor(test);

const file = (about: string) => [1, 2, 3, 4].map((id) => goodTicket(id, about));

test('a preview counts the corrections and flags that the upload would replace, in an update and after an undo', async (t) => {
  const { ask } = await filledCollection(service().url, []);
  const headers = { 'Upload-Id': randomUUID() };
  requireOk(await ask('POST /tickets', { body: { tickets: file('чайник') }, headers }));
  requireOk(await ask('POST /tickets?on_duplicate=update', { body: { tickets: file('самовар').slice(0, 2) } }));
  requireOk(await ask('PUT /tickets/2', { body: { category: 'Быт' }, headers: withTag(2) }));
  requireOk(await ask('PUT /tickets/3', { body: { category: 'Быт' }, headers: withTag(1) }));
  requireOk(await ask('PUT /tickets/4/flag'));
  const replaced = async (about: string, query: string) => {
    const { body } = await ask(`POST /tickets/preview${query}`, { body: { tickets: file(about) } });
    const { replaced: found, outcomes } = body as Record<'replaced' | 'outcomes', Readonly<Record<string, number>>>;
    return { ...found, changed: (outcomes['stored'] ?? 0) + (outcomes['updated'] ?? 0) };
  };
  t.deepEqual(await replaced('утюг', ''), { corrected: 0, flagged: 0, ticket_ids: [], changed: 0 });
  const update = '?on_duplicate=update';
  const byHand = { corrected: 2, flagged: 1, ticket_ids: ['2', '3', '4'], changed: 4 };
  t.deepEqual(await replaced('утюг', update), byHand, 'an update is no work by hand');
  t.deepEqual(
    await replaced('чайник', update),
    { corrected: 1, flagged: 0, ticket_ids: ['2'], changed: 2 },
    'an equal text stays flagged, and a correction of what the file still has is left',
  );
  const undo = `/uploads/${headers['Upload-Id']}/undo`;
  t.is((await ask(`POST ${undo}`)).status, 202);
  while (((await ask(`GET ${undo}`)).body as Undo).state !== 'finished') await setTimeout(50);
  t.deepEqual(await replaced('утюг', ''), byHand);
});
