import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { call } from '../support/api.ts';
import { type Erasure, filledCollection, provenErasure, requireOk } from '../support/stored-tickets.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the receipts of a deleted collection are the same after a rebuild from the log', async (t) => {
  const folder = temporaryFolder(t);
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  const { ask, user, collection } = await filledCollection(service.url);
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['2'], requested_for: 'Письмо' } }))
    .body as Erasure;
  await provenErasure(ask, id);
  requireOk(await call(service.url, `DELETE /api/collections/${collection}`, { credential: user.token }));
  const seen = async () => {
    const get = async (path: string) =>
      (await call(service.url, `GET /api/erasures${path}`, { credential: user.token })).body;
    return [await get(''), await get(`/${id}`), await get(`/${id}/receipt`)];
  };
  const before = await seen();
  t.like(before[0], { erasures: { 0: { id, collection_deleted: true } } });
  await service.stop();
  for (const name of readdirSync(folder)) if (name.startsWith('views')) rmSync(join(folder, name));
  service = await startService({}, folder);
  t.deepEqual(await seen(), before);
});
