import test from 'ava';
import { raceErasures } from '../support/erasure-races.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('erasing beside updates, undos, corrections and withdrawals of the same tickets leaves what a replay finds too, and verify agrees', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({ EVENTSTORE_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }, folder);
  t.teardown(service.kill);
  const { rounds, seen } = await raceErasures(service.url, Number(process.env['RACE_SECONDS'] ?? 6));
  t.log(`${rounds} rounds`);
  const before = await seen();
  for (const [script, args] of [
    ['scripts/verify.ts', []],
    ['scripts/replay.ts', ['--projection', 'all']],
    ['scripts/verify.ts', []],
  ] as const) {
    const { code, output } = await runFile(script, { args: [...args], environment: { DATA_DIR: folder } });
    t.is(code, 0, output);
  }
  t.deepEqual(await seen(), before);
});
