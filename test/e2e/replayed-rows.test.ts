import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { changedCollection } from '../support/changed-collection.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('rows after undos, erasures, corrections and withdrawals are the same after restarts in their midst, and after a rebuild from the log', async (t) => {
  const folder = temporaryFolder(t);
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  const restart = async (how: 'kill' | 'stop', before = () => {}) => {
    await service[how]();
    before();
    service = await startService({}, folder);
  };
  const { change, begun, changeAgain, seen, expected } = await changedCollection(() => service.url, 400);
  await change();
  for (const { begin, end } of begun) {
    await begin();
    await restart('kill');
    await end();
  }
  await changeAgain();
  const rows = await seen();
  t.like(rows, expected);
  const withoutViews = () => {
    for (const name of readdirSync(folder)) if (name.startsWith('views')) rmSync(join(folder, name));
  };
  for (const [how, before] of [
    ['stop', withoutViews],
    ['kill', undefined],
  ] as const) {
    await restart(how, before);
    t.deepEqual(await seen(), rows, how);
  }
});
