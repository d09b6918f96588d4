import test from 'ava';
import { proveErasureRaces } from '../support/erasure-races.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('erasing beside updates, undos, corrections and withdrawals of the same tickets leaves what a replay finds too, and verify agrees', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({ EVENTSTORE_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }, folder);
  t.teardown(service.kill);
  const seconds = Number(process.env['RACE_SECONDS'] ?? 6);
  await proveErasureRaces(t, { urls: [service.url], seconds, environment: { DATA_DIR: folder } });
});
