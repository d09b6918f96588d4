import test from 'ava';
import { inspector, spoolFolder, valuesOf } from './spooled.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import type { TicketItem } from '../../src/ticket-files/ticket-item.ts';
import { workbookWith } from '../support/report-files.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const values = (items: readonly TicketItem[]) =>
  valuesOf(items.flatMap((item) => (item instanceof UnreadableFile ? [] : [item])));

test('HTML in the texts of a workbook is read as text, and the tickets that had some are counted', async (t) => {
  const rows = [
    ['Номер', 'Категория', 'Описание', 'Решение'],
    ['<b>1</b>', 'Печать &quot;А4&quot;', '<p>Не печатает</p>', '<div><b>Решение:</b><br/>Полосы давал барабан</div>'],
    ['2', 'Печать', 'Ошибка <имя> в List<String>', 'Добавили тег <br>'],
    ['3', 'Печать', 'Не печатает', 'Сменили ленту.<br>Проверили.'],
  ];
  const { items, found } = await inspect(workbookWith({ name: 'Заявки', rows }));
  t.like(values(items), [
    {
      ...{ ticket_id: '<b>1</b>', category: 'Печать "А4"', description: 'Не печатает' },
      messages: [{ role: 'support', text: 'Решение:\nПолосы давал барабан' }],
    },
    { description: 'Ошибка <имя> в List<String>', messages: [{ text: 'Добавили тег <br>' }] },
    { messages: [{ text: 'Сменили ленту.\nПроверили.' }] },
  ]);
  t.is(found.htmlTickets, 2);
});

test('a ticket of several messages of HTML counts once', async (t) => {
  const { items, found } = await inspect(
    'id;role;text\n1;client;<p>Не печатает</p>\n1;support;<p>Сменили</p>\n2;client;<p>Шумит</p>\n',
  );
  t.is(items.length, 2);
  t.is(found.htmlTickets, 2);
});

test('texts of JSON, also in a cell, stay as they were sent', async (t) => {
  const messages = [{ role: 'support', text: '<p>Сменили</p>' }];
  const json = await inspect(JSON.stringify([{ ticket_id: '1', description: '<p>x</p>', messages }]), {
    name: 'a.json',
  });
  t.like(values(json.items), [{ description: '<p>x</p>', messages }]);
  const cell = await inspect(`id\tmessages\n1\t${JSON.stringify(messages)}\n`);
  t.like(values(cell.items), [{ messages }]);
  t.is(cell.found.htmlTickets, undefined);
});
