import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tableOf, uploader } from '../support/upload-script.ts';

const service = serviceFor(test);

const solution = goodTicket(1).messages.at(-1)?.text ?? '';

test('the export of a desk, also as gzip, is named with what was left out of it, and what it says is not solved is not sent', async (t) => {
  const { run, count } = await uploader(service().url);
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
