import test from 'ava';
import { columnNames, columns } from '../../src/domain/ticket-fields.ts';
import { meaningOf } from '../../src/ticket-files/columns.ts';
import { fileReader, spoolFolder, valuesOf } from './spooled.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);

test('every header name means one column, whatever its case, blanks, underscores and ё', (t) => {
  for (const column of columnNames) {
    for (const name of columns[column].headings) t.is(meaningOf(name)?.column, column, name);
  }
  t.is(meaningOf('  Ticket-ID: ')?.column, 'ticket_id');
  t.is(meaningOf('ИМЯ_КЛИЕНТА')?.column, 'client');
  t.is(meaningOf('История сообщении\u0306')?.column, 'messages');
  t.is(meaningOf('Отчёт'), undefined);
  t.is(meaningOf(''), undefined);
});

test('a row with a conversation as JSON is a ticket; paths reach into the JSON', async (t) => {
  const messages = JSON.stringify([{ role: 'client', text: 'a, "b"' }, { role: 'support' }]);
  const [ticket, empty] = await read(
    `Номер,Тема,Переписка,Прочее\n 5 ,x,"${messages.replaceAll('"', '""')}",y\n6,,,\n`,
  );
  t.deepEqual(ticket?.value, {
    ticket_id: '5',
    category: 'x',
    messages: [{ role: 'client', text: 'a, "b"' }, { role: 'support' }],
  });
  t.is(said(ticket?.pathOf('messages[1].text')), 'row 2, column "Переписка", [1].text');
  t.is(said(ticket?.pathOf('messages')), 'row 2, column "Переписка"');
  t.is(said(ticket?.pathOf('category')), 'row 2, column "Тема"');
  t.is(said(ticket?.pathOf('client')), 'row 2');
  t.is(said(ticket?.pathOf('')), 'row 2');
  t.is((empty?.value as { messages: unknown }).messages, undefined);
});

test('a problem is the client’s message if there is a description, else it is the description', async (t) => {
  const [both] = await read('id,описание,проблема,решение\n1,d,p,s\n');
  t.deepEqual(valuesOf(both ? [both] : []), [
    {
      ticket_id: '1',
      description: 'd',
      messages: [
        { role: 'client', text: 'p' },
        { role: 'support', text: 's' },
      ],
    },
  ]);
  t.is(said(both?.pathOf('messages[0].text')), 'row 2, column "проблема"');
  t.is(said(both?.pathOf('messages[1].text')), 'row 2, column "решение"');
  t.is(said(both?.pathOf('description')), 'row 2, column "описание"');
  const [alone] = await read('id,проблема,решение\n1,p, \n');
  t.deepEqual(alone?.value, { ticket_id: '1', description: 'p', messages: [] });
  t.is(said(alone?.pathOf('description')), 'row 2, column "проблема"');
});

test('rows that follow each other with one id are one ticket; a later repeat is another', async (t) => {
  const tickets = await read(
    'id\tАвтор\tТекст\tклиент\n1\tКлиент\ta\tИван\n1\tСлужба  Поддержки\tb\t\n1\t\t\t\n2\tbot\tc\t\n1\tсотрудник\td\t\n',
  );
  t.deepEqual(valuesOf(tickets), [
    {
      ticket_id: '1',
      client: 'Иван',
      messages: [
        { role: 'client', text: 'a' },
        { role: 'support', text: 'b' },
      ],
    },
    { ticket_id: '2', client: '', messages: [{ role: 'bot', text: 'c' }] },
    { ticket_id: '1', client: '', messages: [{ role: 'support', text: 'd' }] },
  ]);
  const [first] = tickets;
  t.is(said(first?.pathOf('messages[1].role')), 'row 3, column "Автор"');
  t.is(said(first?.pathOf('messages[1].text')), 'row 3, column "Текст"');
  t.is(said(first?.pathOf('client')), 'row 2, column "клиент"');
  t.is(said(first?.pathOf('messages')), 'row 2');
});

test('a ticket of too many or too long message rows is refused before it is in memory', async (t) => {
  const rows = (count: number, text: string) => `id,role,text\n2,user,x\n${`1,user,${text}\n`.repeat(count)}`;
  t.is((await read(rows(2_000, 'x'))).length, 2);
  await t.throwsAsync(read(rows(2_001, '')), {
    message: 'the ticket that begins in row 3 has more than 2 000 messages',
  });
  await t.throwsAsync(read(rows(3, 'x'.repeat(100_000))), {
    message: 'the ticket that begins in row 3 is too large: description and messages may have 256 KiB together',
  });
});
