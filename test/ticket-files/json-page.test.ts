import test from 'ava';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { leniently } from './scanned.ts';
import { fileReader, inspector, spoolFolder, valuesOf } from './spooled.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);
const inspect = inspector(spool);

const ticket = { ticket_id: 1 };
const other = { ticket_id: 2, messages: [{ role: 'support', text: 'а' }] };

test('pages of APIs give the tickets of their lists, wherever those stand', async (t) => {
  const pages: readonly unknown[] = [
    { tickets: [ticket, other] },
    { count: 2, next: null, users: [{ id: 5, tickets: [9] }], tickets: [ticket, other], end: true },
    { issues: [ticket], total: 2, results: [other] },
    { data: [ticket, other] },
    { data: { meta: { all: [3] }, payload: [ticket, other] } },
    { data: { 11: ticket, 12: other }, pagination: { page: 1, pages: [1] } },
    { 0: ticket, 1: other, total_count: 2 },
  ];
  for (const page of pages) {
    for (const text of [JSON.stringify(page), JSON.stringify(page, null, 2), ` \n${JSON.stringify(page)}\n`]) {
      t.deepEqual(valuesOf(await read(text, 'a.json')), [ticket, other], text);
    }
  }
});

test('pages may follow each other, an empty one too', async (t) => {
  const pages = [{ tickets: [ticket] }, { tickets: [] }, { tickets: [other], next: 5 }];
  t.deepEqual(valuesOf(await read(pages.map((page) => JSON.stringify(page)).join('\n'), 'a.json')), [ticket, other]);
  t.deepEqual(await read('{"tickets":[]}', 'a.json'), []);
});

test('a ticket with a list is no page, and what is in the lines after it decides nothing', async (t) => {
  const tickets = [
    { ticket_id: 7, conversations: [1], data: { 1: ticket } },
    { tickets: [ticket], description: '' },
  ];
  t.deepEqual(valuesOf(await read(tickets.map((one) => JSON.stringify(one)).join('\n'), 'a.json')), tickets);
  t.deepEqual(valuesOf(await read('{"tickets":{"ticket_id":1},"description":""}', 'a.json')), [
    { tickets: ticket, description: '' },
  ]);
});

test('a ticket that cannot be read is named, and those after it are read, in lists and among members', async (t) => {
  const { items } = await inspect('{"tickets":[{"ticket_id":1},{"a" 1},{"ticket_id":2}]}', { name: 'a.json' });
  t.deepEqual(
    items.map((item) => (item instanceof UnreadableFile ? item.message : said(item.pathOf('ticket_id')))),
    ['tickets[0].ticket_id', 'file is not valid JSON: expected ":" at byte 33', 'tickets[2].ticket_id'],
  );
  const members = '{"0":{"case":{"case_id":1}},"1":{"case":{x}},"2":{"case":{"case_id":3}},"total_count":3}';
  for (const size of [1, 3, 1_000]) {
    const chunks = Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
      Buffer.from(members.slice(index * size, (index + 1) * size)),
    );
    t.deepEqual(
      leniently('page', chunks).map((element) => (element instanceof UnreadableFile ? element.index : element)),
      [{ case: { case_id: 1 } }, 1, { case: { case_id: 3 } }],
    );
  }
});

test('a page that is cut off says so after its tickets', async (t) => {
  const { items } = await inspect('{"tickets":[{"ticket_id":1},{"ticket', { name: 'a.json' });
  t.is(items.length, 2);
  t.regex(items[1] instanceof UnreadableFile ? items[1].message : '', /^file is not valid JSON: unexpected end/);
});

test('a page larger than memory allows is read ticket by ticket', async (t) => {
  const many = `{"total":1,"tickets":[${Array.from({ length: 200_000 }, () => '{"ticket_id":1,"x":"жжжжжжжжжж"}').join(',')}]}`;
  const before = process.memoryUsage().heapUsed;
  const { items } = await inspect(many, { name: 'a.json' });
  t.is(items.length, 200_000);
  t.true(process.memoryUsage().heapUsed - before < 256 * 1024 * 1024);
});
