import test from 'ava';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { fileReader, inspector, spoolFolder, valuesOf } from './spooled.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);
const inspect = inspector(spool);

test('a file with an object a line is read by its content, with or without an end of the last line', async (t) => {
  const tickets = [{ ticket_id: 1, text: 'ё\n"' }, { ticket_id: 'б' }];
  for (const [between, end] of [
    ['\n', ''],
    ['\r\n', '\r\n'],
    ['\n\n \n', '\n'],
  ] as const) {
    const bytes = `\ufeff${tickets.map((ticket) => JSON.stringify(ticket)).join(between)}${end}`;
    for (const name of ['a.jsonl', 'a.ndjson', 'a.json', 'a.txt', 'noname'])
      t.deepEqual(valuesOf(await read(bytes, name)), tickets, name);
  }
});

test('lines of any length are put together from the chunks of the file', async (t) => {
  const tickets = Array.from({ length: 300 }, (_, index) => ({ ticket_id: index, text: 'жю'.repeat(index * 7) }));
  const bytes = tickets.map((ticket) => `${JSON.stringify(ticket)}\n`).join('');
  t.deepEqual(valuesOf(await read(bytes, 'a.jsonl')), tickets);
});

test('a line that cannot be read is named and the next is read; limits are those of a JSON body', async (t) => {
  const long = `{"ticket_id":2,"text":"${'x'.repeat(9 * 1024 * 1024)}"}`;
  const deep = `${'['.repeat(21)}${']'.repeat(21)}`;
  const lines = ['{"ticket_id":1}', '{"ticket_id":', '', '7', long, deep, '{"ticket_id":9007199254740993}'];
  const { items, found } = await inspect(lines.join('\n'), { name: 'a.jsonl' });
  t.deepEqual(found, { format: 'json' });
  t.deepEqual(
    items.map((item) =>
      item instanceof UnreadableFile ? [item.row, item.index, item.message] : [item.row, item.index],
    ),
    [
      [1, 0],
      [2, 1, 'row 2 is not valid JSON: unexpected end at byte 13'],
      [4, 2],
      [5, 3, 'row 5 has more than 8 MiB'],
      [6, 4, 'row 6 is nested deeper than 20 levels'],
      [7, 5],
    ],
  );
  const [first, , , , , last] = items;
  t.is(first instanceof UnreadableFile ? '' : said(first?.pathOf('messages[0].text')), 'row 1, messages[0].text');
  t.deepEqual(last instanceof UnreadableFile ? undefined : last?.value, { ticket_id: 9007199254740993n });
});

test('a file that is not UTF-8, and a table that begins with a brace, are no JSON Lines', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"ticket_id":1}\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  await t.throwsAsync(read(bytes, 'a.jsonl'), { message: 'file is not valid JSON: not UTF-8 at byte 22' });
  t.is((await read('{id};problem\n1;x\n'.replace('{id}', '{"x"};id'), 'a.csv')).length, 1);
});
