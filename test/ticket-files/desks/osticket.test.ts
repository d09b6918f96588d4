import test from 'ava';
import { UnreadableFile } from '../../../src/ticket-files/ticket-item.ts';
import { inspector, spoolFolder } from '../spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const header = [
  'Ticket Number',
  'Date Created',
  'Subject',
  'From',
  'From Email',
  'Priority',
  'Department',
  'Help Topic',
  'Source',
  'Current Status',
  'Last Updated',
  'SLA Due Date',
];

test('an export of osTicket is refused with what to do instead, unless it has a column with the answers', async (t) => {
  const refused = await inspect(
    `${header.join(',')}\n123,2026-03-01,Не печатает,Анна,a@x,Normal,IT,Принтеры,Web,Closed,,\n`,
  );
  t.deepEqual(
    refused.items.map((item) => (item instanceof UnreadableFile ? item.message : 'a ticket')),
    ['An export of osTicket has no conversation; docs/import.md has the query that has it'],
  );
  const answered = await inspect(
    `${[...header, 'Решение'].join(',')}\n123,,Не печатает,Анна,a@x,,IT,П,Web,Closed,,,Включить\n`,
  );
  t.false(answered.items[0] instanceof UnreadableFile);
});
