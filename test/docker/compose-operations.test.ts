import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import ava from 'ava';
import { block } from '../support/documented-commands.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { inContainers } from './documented.ts';
import { all, containerOf, ours, stackUrl } from './stack.ts';

const test = stackUrl === '' ? ava.serial.skip : ava.serial;

const operate = (start: string) => inContainers(block('docs/operations.md', start));

/** Asks until the work is done; returns the statuses that were not 200, and errors. */
const failuresDuring = async (url: string, work: Promise<unknown>): Promise<readonly unknown[]> => {
  const failures: unknown[] = [];
  const ended = work.then(() => true);
  while (!(await Promise.race([ended, setTimeout(50, false)]))) {
    const status = await fetch(url).then((answer) => answer.status, String);
    if (status !== 200) failures.push(status);
  }
  return failures;
};

test('the stack is asked, operated and scavenged as the documents say', async (t) => {
  t.regex(
    await inContainers(block('docs/deploy.md', 'docker compose exec api-1 npm run demo')),
    /Основано на тикете №1010/,
  );
  const operated = await operate('docker compose exec projector npm run replay');
  t.is([...operated.matchAll(/hashes of ids the same; switched/g)].length, 5, operated);
  t.regex(operated, /The log and all read models agree[^]*is in use already; 0 tickets[^]*with a new API key: \d/);
  await operate('docker compose exec eventstore curl');
  await operate('docker compose stop\n');
  t.is((await fetch(`${stackUrl}/api/health`)).status, 200);
});

const containersOf = () => Promise.all(all.map(containerOf));

test('an upgrade makes one container after the other anew, and requests are answered meanwhile', async (t) => {
  const upgrade = block('docs/operations.md', 'docker compose up --detach --wait projector');
  // Another setting, since of the same image nothing would be made anew.
  const changed = (commands: string) => `export TENANT_MAX_TICKETS=1000000\n${commands}`;
  const before = await containersOf();
  t.deepEqual(await failuresDuring(`${stackUrl}/api/health`, inContainers(changed(upgrade))), []);
  const after = await containersOf();
  for (const [index, service] of all.entries()) t.is(before[index] !== after[index], ours.includes(service), service);
  // Of what has not changed a start makes nothing anew.
  await inContainers(changed('docker compose up --detach --wait'));
  t.deepEqual(await containersOf(), after);
});

test('a log that was saved is restored into empty volumes, with its read models', async (t) => {
  const folder = temporaryFolder(t);
  const saved = /ticket-index: (\d+) tickets, as in the log/;
  const count = async () => saved.exec(await operate('docker compose exec projector npm run replay'))?.[1];
  const before = await count();
  t.true(Number(before) >= 63);
  const run = (start: string, name = '') =>
    inContainers(block('docs/operations.md', start).replaceAll('~/precedent-backups', folder).replaceAll('NAME', name));
  await run('docker compose stop eventstore');
  const [name = ''] = readdirSync(folder);
  t.regex(name, /^eventstore-\d{4}-\d\d-\d\d-\d{4}\.tar$/);
  t.is(statSync(join(folder, name)).mode & 0o777, 0o600);
  await run('docker compose down --volumes', name);
  t.is(await count(), before);
});
