import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tableOf, uploader } from '../support/upload-script.ts';

const service = serviceFor(test);

const comment = (author: number, body: string, more: object = {}) => ({
  author_id: author,
  body,
  public: true,
  ...more,
});
const ticket = (id: number, status: string, comments: readonly object[]) => ({
  ...{ id, subject: 'Не уходят письма', raw_subject: 'Не уходят письма', requester_id: 1, assignee_id: 2, status },
  comments,
});

const solution = goodTicket(1).messages.at(-1)?.text ?? '';

test('the export of a desk, also as gzip, is named with what was left out of it, and what it says is not solved is not sent', async (t) => {
  const { run, count } = await uploader(service().url);
  const tickets = [
    ticket(1, 'open', []),
    ticket(2, 'solved', [comment(1, 'Не уходят'), comment(2, 'Нам', { public: false }), comment(2, solution)]),
    ticket(3, 'solved', [comment(1, 'Не уходят'), comment(9, solution), comment(2, solution)]),
  ];
  const file = join(temporaryFolder(t), 'zendesk.json.gz');
  writeFileSync(file, gzipSync(JSON.stringify({ tickets, end_of_stream: true })));
  const left = 'Выгрузка Zendesk. Не взято:\n  внутренние заметки: 1\n  сообщения, автора которых не узнать: 1 (№3)\n';
  for (const options of [['--preview'], ['--strict']]) {
    const { status, output } = await run(file, ...options);
    t.is(status, 0, output);
    t.true(output.includes(left), output);
    t.deepEqual(tableOf(output).slice(0, 3), [
      'Сохранено    2',
      'Пропущено    1',
      '  не решено  1  выгрузите снова, когда будет решено',
    ]);
  }
  t.is(await count(), 2);
  const own = await run(file, '--read-as', 'own');
  t.is(own.status, 1);
  t.is((await run(file, '--read-as', 'hubspot')).status, 2);
});

test('--skipped writes the tickets that the export says are not looked at beside those that rules skip, with their places in the file', async (t) => {
  const { run, count } = await uploader(service().url);
  const folder = temporaryFolder(t);
  const skipped = join(folder, 'skipped.csv');
  const write = (tickets: readonly object[]) => {
    const file = join(folder, 'zendesk.json');
    writeFileSync(file, JSON.stringify({ tickets }));
    return file;
  };
  const rows = () =>
    readFileSync(skipped, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').slice(0, 3).join());
  const replied = (id: number, text: string) => ticket(id, 'solved', [comment(1, 'Не уходят'), comment(2, text)]);
  // Parts of one ticket: what is skipped stands before, between and behind them.
  const file = write([
    ticket(1, 'open', []),
    replied(2, solution),
    ticket(3, 'deleted', []),
    replied(4, 'Готово'),
    { ...ticket(5, 'closed', []), tags: ['closed_by_merge'] },
  ]);
  const { status, output } = await run(file, '--skipped', skipped, '--part-tickets', '1');
  t.is(status, 0, output);
  t.deepEqual(rows(), ['1,1,unresolved', '3,3,deleted', '4,4,no-solution', '5,5,merged']);
  t.true(readFileSync(skipped, 'utf8').includes('Обращение объединили с другим; решение в том.'));
  t.is(await count(), 1);
  const open = write([ticket(6, 'open', [])]);
  t.true((await run(open)).output.endsWith('--skipped ФАЙЛ.csv (ничего не сохранится дважды)\n'));
  const english = await run(open, '--skipped', skipped, '--lang', 'en');
  t.is(english.status, 0, english.output);
  t.deepEqual(rows(), ['6,1,unresolved']);
  t.true(readFileSync(skipped, 'utf8').includes('still open in the export'));
});
