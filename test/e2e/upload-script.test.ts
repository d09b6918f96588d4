import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { type Fault, faultyProxy } from '../support/faulty-proxy.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyTickets, startUpload, tableOf, uploader } from '../support/upload-script.ts';
import { windows1251 } from '../ticket-files/code-pages.ts';
import { workbookOf } from '../ticket-files/zip-file.ts';

const service = serviceFor(test);
const open = () => uploader(service().url);

/** The command against the service behind a proxy whose first uploads meet these faults. */
const openBehind = async (t: ExecutionContext, faults: readonly (Fault | undefined)[]) => {
  const proxy = await faultyProxy(service().url, faults);
  t.teardown(proxy.close);
  return uploader(service().url, { PRECEDENT_URL: proxy.url });
};

const fileIn = (t: ExecutionContext, name: string, content: string | Uint8Array) => {
  const path = join(temporaryFolder(t), name);
  writeFileSync(path, content);
  return path;
};

const solution = goodTicket(1).messages.at(-1)?.text ?? '';
const rowsOf = (path: string) => readFileSync(path, 'utf8').replace('\ufeff', '').trim().split('\n');

test('a JSON file is stored, and the table says what was skipped and how to repair it', async (t) => {
  const { run, count, uploads } = await open();
  const file = fileIn(t, 'tickets.json', JSON.stringify(manyTickets(10)));
  const { status, output } = await run(file);
  t.is(status, 0, output);
  t.regex(output, /^Файл: JSON, обращений: 10, частей: 1\nЧасть 1 из 1: сохранено 8, пропущено 2\n/);
  t.deepEqual(tableOf(output).slice(0, 4), [
    'Сохранено                         8',
    'Пропущено                         2',
    '  номер уже есть                  1  уже в коллекции или выше в файле; другому обращению дайте другой номер',
    '  нет решения длиннее 100 знаков  1  впишите ответ поддержки длиннее 100 знаков',
  ]);
  const [upload] = await uploads();
  t.true(output.includes(`/uploads/${upload?.id ?? '-'}/skipped.csv`), output);
  t.is(await count(), 8);
  t.is((await run(file, '--strict')).status, 3);
  const empty = await run(fileIn(t, 'none.json', '[]'), '--strict');
  t.deepEqual([empty.status, tableOf(empty.output)], [0, ['Сохранено  0', 'Пропущено  0']]);
});

test('a table is read here as the service reads it, and what is skipped is named with its row', async (t) => {
  const { run, count } = await open();
  const folder = temporaryFolder(t);
  const skipped = join(folder, 'skipped.csv');
  const csv = `№ случая;Проблема;Решение\n\n1;Не работает вход;${solution}\n2;Не работает печать;Готово\n`;
  const columns = ['--columns', '{"№ случая":"ticket_id"}', '--skipped', skipped];
  const first = await run(fileIn(t, 'май.csv', windows1251(csv)), ...columns);
  t.is(first.status, 0, first.output);
  t.regex(first.output, /^Файл: CSV, кодировка windows-1251, разделитель ";", обращений: 2, частей: 1\n/);
  t.deepEqual(rowsOf(skipped), [
    'ticket_id,row,rule,sentence',
    '2,4,no-solution,"Нет ответа поддержки длиннее 100 знаков; впишите решение полностью."',
  ]);

  const cells = (texts: readonly string[]) =>
    `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const rows = [
    ['Номер', 'Проблема', 'Решение'],
    ['3', 'Не работает звук', 'Готово'],
    ['4', 'Не работает экран', solution],
  ];
  const book = fileIn(t, 'book.xlsx', workbookOf(rows.map(cells).join('')));
  const second = await run(book, '--skipped', skipped, '--lang', 'en');
  t.is(second.status, 0, second.output);
  t.regex(second.output, /^File: XLSX, tickets: 2, parts: 1\n/);
  t.is(rowsOf(skipped)[1]?.split(',').slice(0, 3).join(), '3,2,no-solution');
  t.is(await count(), 2);
});

test('killed in the middle and run again, it stores every ticket once and prints what one run prints', async (t) => {
  const size = sizeInGate(700, 200);
  const count = 4 * size + 200;
  const file = fileIn(t, 'tickets.json', JSON.stringify(manyTickets(count)));
  const parts = ['--part-tickets', String(size)];
  const whole = await open();
  const undisturbed = await whole.run(file, ...parts);
  t.is(undisturbed.status, 0, undisturbed.output);

  const broken = await openBehind(t, [undefined, undefined, 'never answered']);
  const first = broken.start(file, ...parts);
  await first.printed(/Часть 2 из 5: /);
  first.kill('SIGKILL');
  await first.ended;
  t.true((await broken.count()) < (await whole.count()));
  const again = await broken.run(file, ...parts);
  t.is(again.status, 0, again.output);
  const second = `Часть 2 из 5: сохранено ${(size * 4) / 5}, пропущено ${size / 5} (была готова)`;
  t.true(again.output.includes(second), again.output);
  t.deepEqual(tableOf(again.output), tableOf(undisturbed.output));
  t.is(await broken.count(), await whole.count());
  t.deepEqual(
    (await broken.uploads()).map(({ state, total }) => [state, total]),
    [200, size, size, size, size].map((total) => ['finished', total]),
  );

  const skipped = join(temporaryFolder(t), 'skipped.csv');
  const third = await broken.run(file, ...parts, '--skipped', skipped);
  t.deepEqual(tableOf(third.output), tableOf(undisturbed.output));
  const positions = rowsOf(skipped)
    .slice(1)
    .map((row) => row.split(',').slice(0, 3).join());
  const expected = Array.from({ length: count / 5 - 1 }, (_, index) => `${index * 5 + 4},${index * 5 + 5},no-solution`);
  t.deepEqual(positions, [...expected, `0,${count},duplicate`]);
});

test('Ctrl-C says that the stored stays, and the same command goes on', async (t) => {
  const { start, run, count } = await openBehind(t, [undefined, 'never answered']);
  const size = sizeInGate(500, 200);
  const file = fileIn(t, 'tickets.json', JSON.stringify(manyTickets(4 * size)));
  const parts = ['--part-tickets', String(size)];
  const first = start(file, ...parts);
  await first.printed(/Часть 1 из 4: /);
  first.kill('SIGINT');
  const { status, output } = await first.ended;
  t.is(status, 130, output);
  t.regex(output, /Прервано\.\nСохранённое остаётся\. Запустите ту же команду ещё раз/);
  t.is((await run(file, ...parts)).status, 0);
  t.is(await count(), (4 * size * 4) / 5);
});

test('a ticket that cannot be read is told with its row before anything is sent', async (t) => {
  const { run, uploads } = await open();
  const csv = `Номер;Проблема;Решение\n1;Не работает вход;${solution}\n;Не работает печать;${solution}\n3;Звук;лишняя;ячейка\n`;
  const { status, output } = await run(fileIn(t, 'tickets.csv', csv), '--part-tickets', '1');
  t.is(status, 1, output);
  t.regex(output, /row 3, column "Номер"/);
  t.regex(output, /row 4 has 4 cells/);
  t.regex(output, /Не читаются обращения: 2\. Ничего не отправлено/);
  t.deepEqual(await uploads(), []);
  const unknown = await run(fileIn(t, 'tickets.pdf', '%PDF-1.7'));
  t.is(unknown.status, 1);
  t.regex(unknown.output, /Unknown file format/);
  const columns = await run(fileIn(t, 'tickets.csv', csv), '--columns', '{"№":"ticket_id"}');
  t.is(columns.status, 1);
  t.regex(columns.output, /columns: the file has no column "№"/);
  const nowhere = await run(fileIn(t, 'tickets.json', '[]'), '--skipped', temporaryFolder(t));
  t.is(nowhere.status, 1);
  t.regex(nowhere.output, /EISDIR/);
});

test('a preview says what would become of a file of several parts and stores nothing', async (t) => {
  const { run, uploads, count } = await open();
  const csv = `Номер;Заметки;Проблема;Решение\n1;а;Не работает вход;${solution}\n2;б;Не работает печать;Готово\n;в;Звук;Готово\n4;г;Экран;Нет\n`;
  const { status, output } = await run(fileIn(t, 'tickets.csv', csv), '--preview', '--part-tickets', '2');
  t.is(status, 1, 'an upload would be refused');
  for (const said of [
    /Столбцы:\n {2}Номер → ticket_id\n {2}Заметки → не читается\n {2}Проблема → problem\n/,
    /Ничего не сохранено\. После загрузки было бы:\nСохранено +1\nПропущено +2\n {2}нет решения длиннее 100 знаков +2 /,
    /№1\n {4}Проблема: Не работает вход\n {4}Решение: Откройте настройки/,
    /Первые пропущенные:\n {2}строка 3, №2: нет решения длиннее 100 знаков \(6\)\n {2}строка 5, №4: нет решения длиннее 100 знаков \(3\)/,
    /Не читаются \(загрузка их не примет\): 1\n {2}row 4, column "Номер"/,
  ]) {
    t.regex(output, said);
  }
  t.deepEqual([await count(), await uploads()], [0, []]);
});

test('a wrong key, a wrong collection and a command that is not understood end at once', async (t) => {
  const { user, collection, run } = await open();
  const file = fileIn(t, 'tickets.json', JSON.stringify(manyTickets(3)));
  const wrongKey = await run(file, '--key', 'x'.repeat(32));
  t.deepEqual(wrongKey, { status: 1, output: 'Сервис отказал (401): Not authenticated\n' });
  const environment = { PRECEDENT_URL: service().url, PRECEDENT_API_KEY: user.key };
  const elsewhere = await startUpload([file, '--collection', randomUUID()], environment).ended;
  t.deepEqual(elsewhere, { status: 1, output: 'Сервис отказал (404): Collection not found\n' });
  const misused: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /Назовите один файл/],
    [[file], /Укажите коллекцию/],
    [[file, '--collection', collection, '--columns', '[]'], /--columns: нужен объект JSON/],
    [[file, '--collection', collection, '--skipped', file], /тот же файл/],
    [[file, '--collection', collection, '--url', 'ftp://here'], /http:\/\/ или https:\/\/: ftp:\/\/here/],
    [[file, '--collection', collection, '--attempts', '0'], /больше нуля: 0/],
    [[file, '--collection', collection, '--header-row', '21'], /--header-row: целое число от 1 до 20/],
    [[file, '--collection', collection, '--lang', 'de'], /--lang: ru или en/],
    [[`${file}.none`, '--collection', collection], /Такого файла нет/],
    [[file, '--colection', collection], /Unknown option '--colection'/],
  ];
  for (const [args, said] of misused) {
    const { status, output } = await startUpload(args, environment).ended;
    t.is(status, 2, output);
    t.regex(output, said);
    t.regex(output, /Использование: npm run upload -- ФАЙЛ --collection ID/);
  }
  const keyless = await startUpload([file, '--collection', collection, '--lang', 'en']).ended;
  t.deepEqual([keyless.status, /No API key: set PRECEDENT_API_KEY/.test(keyless.output)], [2, true]);
  const help = await startUpload(['--help']).ended;
  t.deepEqual([help.status, /Код завершения: 0/.test(help.output)], [0, true]);
});

test('the commands of docs/command-line.md work as they are', async (t) => {
  const { url } = service();
  const { user, collection } = await open();
  const document = readFileSync('docs/command-line.md', 'utf8');
  const lines = /```sh\n(npm run upload[\s\S]*?)```/.exec(document)?.[1]?.trim().split('\n') ?? [];
  t.is(lines.length, 2);
  const skipped = 'skipped.csv';
  t.teardown(() => rmSync(skipped, { force: true }));
  for (const line of lines) {
    t.true(line.startsWith('npm run upload -- '), line);
    const args = line
      .split(' ')
      .slice(4)
      .map((word) => (word === '$COLLECTION' ? collection : word));
    const { status, output } = await startUpload(args, { PRECEDENT_URL: url, PRECEDENT_API_KEY: user.key }).ended;
    t.is(status, 0, output);
    t.regex(output, /Сохранено +63\nПропущено +13\n/);
  }
  t.is(rowsOf(skipped).length, 1 + 13);
  const { body } = await call(url, `GET /api/v1/collections`, { credential: user.key });
  t.like((body as readonly unknown[])[0], { id: collection, ticket_count: 63 });
});
