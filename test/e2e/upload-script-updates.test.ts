import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tableOf, uploader } from '../support/upload-script.ts';

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
