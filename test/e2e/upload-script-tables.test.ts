import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { goodTicket } from '../support/api.ts';
import { csvReport, reportOfDesk } from '../support/report-files.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { uploader } from '../support/upload-script.ts';

const service = serviceFor(test);
const open = () => uploader(service().url);

const fileIn = (t: ExecutionContext, name: string, content: string | Uint8Array) => {
  const path = join(temporaryFolder(t), name);
  writeFileSync(path, content);
  return path;
};

const solution = goodTicket(1).messages.at(-1)?.text ?? '';

test('the sheet and the row of the header can be named, and a total below the tickets is left out', async (t) => {
  const { run, count } = await open();
  const book = fileIn(t, 'report.xlsx', Buffer.from(reportOfDesk()));
  const other = await run(book, '--sheet', 'Справочник');
  t.is(other.status, 0, other.output);
  t.regex(other.output, /обращений: 0/);
  t.is(await count(), 0);
  const lower = await run(book, '--sheet', 'Заявки', '--header-row', '3', '--preview');
  t.regex(lower.output, /обращений: 0/);
  const { output } = await run(fileIn(t, 'report.csv', `${csvReport()}Итого;;3;\r\n`), '--preview');
  t.regex(output, /Итог таблицы, а не обращения, пропущены строки: 7/);
});

test('of two columns for one part the more exact one is read, and the other is named with the option that chooses it', async (t) => {
  const { run, count } = await open();
  const file = fileIn(
    t,
    'two.csv',
    `Номер;Тема;Категория;Проблема;Решение\n1;Очередь;Печать;Не печатает;${solution}\n`,
  );
  const line = `  Тема → не читается из-за столбца «Категория»; иначе --columns '{"Тема":"category"}'`;
  const preview = await run(file, '--preview');
  t.true(preview.output.includes(line), preview.output);
  t.regex(preview.output, /№1 · Печать/);
  t.regex((await run(file, '--preview', '--columns', '{"Тема":"category"}')).output, /№1 · Очередь/);
  const { status, output } = await run(file);
  t.is(status, 0, output);
  t.true(output.includes(line), output);
  t.is(await count(), 1);
});
