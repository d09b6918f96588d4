import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyTickets, tableOf, uploader } from '../support/upload-script.ts';

const service = serviceFor(test);

test('with --on-duplicate update what has changed is corrected, each time the command runs; a broken run goes on', async (t) => {
  const { run, start, count, uploads } = await uploader(service().url);
  const tickets = (about: string) => JSON.stringify(Array.from({ length: 1_200 }, (_, id) => goodTicket(id, about)));
  const parts = ['--part-tickets', '400', '--on-duplicate', 'update'];
  const file = join(temporaryFolder(t), 'tickets.json');
  writeFileSync(file, tickets('вход'));
  t.is((await run(file, ...parts)).status, 0);
  const same = await run(file, ...parts);
  t.deepEqual(tableOf(same.output).slice(0, 2), ['Сохранено             0', 'Пропущено         1 200']);
  t.notRegex(same.output, /была готова/);

  writeFileSync(file, tickets('выход'));
  const preview = await run(file, ...parts, '--preview');
  t.is(tableOf(preview.output)[1], 'Обновлено  1 200', preview.output);
  const first = start(file, ...parts);
  await first.printed(/Часть 1 из 3: /);
  first.kill('SIGKILL');
  await first.ended;
  const again = await run(file, ...parts);
  t.is(again.status, 0, again.output);
  t.regex(again.output, /Часть 1 из 3: сохранено 400, пропущено 0 \(была готова\)/);
  t.is(tableOf(again.output)[1], 'Обновлено  1 200', again.output);
  t.is(await count(), 1_200);
  t.is((await uploads()).length, 9);
  t.is((await run(file, '--on-duplicate', 'replace')).status, 2);
});

test('a file whose upload was undone is sent anew', async (t) => {
  const { run, count, uploads, user, collection } = await uploader(service().url);
  const file = join(temporaryFolder(t), 'tickets.json');
  writeFileSync(file, JSON.stringify(manyTickets(50)));
  t.is((await run(file)).status, 0);
  const stored = await count();
  const [first] = await uploads();
  const path = `/api/collections/${collection}/uploads/${first?.id}/undo`;
  await call(service().url, `POST ${path}`, { credential: user.token });
  while ((await count()) > 0) await setTimeout(50);
  const preview = await run(file, '--preview');
  t.regex(preview.output, new RegExp(`Сохранено\\s+${stored}`));
  const again = await run(file);
  t.is(again.status, 0, again.output);
  t.is(await count(), stored);
  t.regex((await run(file)).output, /была готова/);
  t.is((await uploads()).length, 2);
});
