import test from 'ava';
import { columnNames, type ColumnName } from '../../src/domain/ticket-fields.ts';
import { meaningOf, normalisedHeading } from '../../src/ticket-files/columns.ts';
import { type Assigned, headerColumns } from '../../src/ticket-files/header-columns.ts';
import { inspector, spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const assigned = (columns: Readonly<Record<string, ColumnName | null>>): Assigned => new Map(Object.entries(columns));

/** The columns that are read by their titles, and of those that are not, the titles that are in their way. */
const shown = (titles: readonly string[], columns = assigned({})) =>
  Object.fromEntries(
    headerColumns(titles, columns).map(({ title, column, displaced }) => [
      title,
      displaced ? `${displaced.column} in ${displaced.by}` : column,
    ]),
  );

test('of several titles for one column the more exact one is read, wherever it stands', (t) => {
  t.deepEqual(shown(['№', 'Тема', 'Категория', 'Ответ', 'Жалоба', 'Номер обращения', 'Проблема', 'Решение']), {
    '№': 'ticket_id in Номер обращения',
    Тема: 'category in Категория',
    Категория: 'category',
    Ответ: 'solution in Решение',
    Жалоба: 'problem in Проблема',
    'Номер обращения': 'ticket_id',
    Проблема: 'problem',
    Решение: 'solution',
  });
});

test('the number of whatever it is of is recognised, before or after the sign', (t) => {
  for (const heading of [
    '№ док.',
    'Заявка №',
    '№ обращения',
    'Обращение №',
    'Номер документа',
    'ID задачи',
    'Тикет ID',
  ])
    t.like(shown([heading, 'С чем обратились', 'Ответ заявителю']), { [heading]: 'ticket_id' }, heading);
  t.like(shown(['Номер обращения', 'Номер документа', 'Решение']), { 'Номер обращения': 'ticket_id' });
});

test('the headings of journals of 1C and of service desks are recognised', (t) => {
  t.deepEqual(shown(['№ п/п', 'Номер ЗНО', 'Инициатор', 'Услуга', 'Содержание обращения', 'Что сделано']), {
    ...{ '№ п/п': null, 'Номер ЗНО': 'ticket_id', Инициатор: 'client', Услуга: 'category' },
    ...{ 'Содержание обращения': 'problem', 'Что сделано': 'solution' },
  });
  t.deepEqual(shown(['Код', 'Тема заявки', 'Описание запроса', 'Результат выполнения', 'Дата исполнения']), {
    ...{ Код: 'ticket_id', 'Тема заявки': 'category', 'Описание запроса': 'description' },
    ...{ 'Результат выполнения': 'solution', 'Дата исполнения': 'resolved_at' },
  });
  t.deepEqual(shown(['Код', '№', 'Решение']), { Код: 'ticket_id in №', '№': 'ticket_id', Решение: 'solution' });
  t.deepEqual(shown(['Код ошибки', 'Код решения', 'Номер телефона']), {
    ...{ 'Код ошибки': null, 'Код решения': null, 'Номер телефона': null },
  });
});

test('the headings of journals of any trade are recognised, and what they only resemble is not', (t) => {
  const journals: readonly (readonly [number: string, problem: string, solution: string])[] = [
    ['Вх. №', 'Суть вопроса', 'Что ответили'],
    ['№ заявки', 'Неисправность', 'Принятые меры / результат'],
    ['Входящий номер', 'Содержание жалобы', 'Результат рассмотрения'],
    ['№ вызова', 'Причина вызова', 'Выполненные мероприятия'],
    ['Номер наряда', 'Описание поломки', 'Перечень выполненных работ'],
    ['Рекламация №', 'Вопрос покупателя', 'Ответ консультанта'],
    ['Талон №', 'Жалоба пациента', 'Заключение врача'],
    ['Номер карточки', 'О чём спросили', 'Чем закончилось'],
    ['Case #', 'Problem', 'Resolution'],
    ['Work order number', 'Issue', 'Answer'],
    ['Номер письма', 'Проблема/причина', 'Причина/Решение'],
  ];
  for (const [number, problem, solution] of journals) {
    const columns = shown([number, problem, solution]);
    t.deepEqual(columns, { [number]: 'ticket_id', [problem]: 'problem', [solution]: 'solution' });
  }
  const others = [
    ...['Номер телефона', 'Номер договора', 'Номер заказа', 'Серия/номер', '№ п/п', 'Вх. дата', 'Код жалобы', 'Л/с'],
    ...['Решение / срок', 'Решение / дата', 'Проблема / решение', 'Результат', 'Статус / результат', 'Меры/ФИО'],
    ...['Ответственный', 'Исполнитель', 'Дата вызова', 'Когда', 'Мастер', 'Жалоба/Решение/Ответ/Итог'],
  ];
  for (const title of others) t.deepEqual(shown([title]), { [title]: null });
  t.like(shown(['Меры', 'Решение', 'Когда решено']), { Меры: 'solution in Решение', 'Когда решено': 'resolved_at' });
  t.like(shown(['Номер обращения', 'Вх. №']), { 'Вх. №': 'ticket_id in Номер обращения' });
});

test('«Текст» is what the client wrote beside a solution, but not beside an author or a description', (t) => {
  t.like(shown(['Номер', 'Тема', 'Текст', 'Решение']), { Текст: 'problem' });
  t.like(shown(['Номер', 'Описание', 'Текст', 'Решение']), { Текст: 'text in Решение' });
  t.like(shown(['Номер', 'Автор', 'Текст']), { Текст: 'text' });
  t.like(shown(['Номер', 'Текст', 'Решение'], assigned({ Текст: 'description' })), { Текст: 'description' });
});

test('a column that is assigned is read before those that are recognised', (t) => {
  t.deepEqual(shown(['Номер', 'Категория', 'Тема', 'Ответ'], assigned({ Тема: 'category' })), {
    ...{ Номер: 'ticket_id', Категория: 'category in Тема', Тема: 'category', Ответ: 'solution' },
  });
  t.deepEqual(shown(['Номер', 'Категория', 'Тема'], assigned({ Категория: null })), {
    ...{ Номер: 'ticket_id', Категория: null, Тема: 'category' },
  });
});

test('of equal titles the first is read, also if it is assigned', (t) => {
  const columnsOf = (columns: Assigned) => headerColumns(['Тема', 'Тема'], columns).map(({ column }) => column);
  t.deepEqual(columnsOf(assigned({})), ['category', null]);
  t.deepEqual(columnsOf(assigned({ Тема: 'problem' })), ['problem', null]);
});

test('columns of a service desk that do not go together with problem and solution are left out', (t) => {
  t.deepEqual(shown(['Номер', 'Автор', 'Описание', 'Сообщение', 'История переписки', 'Решение']), {
    Номер: 'ticket_id',
    Автор: 'role in Решение',
    Описание: 'description',
    Сообщение: 'text in Решение',
    'История переписки': 'messages in Решение',
    Решение: 'solution',
  });
});

test('without a solution, a whole conversation is read: as JSON, or one row a message', (t) => {
  t.like(shown(['id', 'Проблема', 'messages', 'Автор']), {
    ...{ Проблема: 'problem in messages', messages: 'messages', Автор: 'role in messages' },
  });
  t.like(shown(['id', 'Проблема', 'Роль', 'Текст']), { Проблема: 'problem in Роль', Роль: 'role', Текст: 'text' });
  t.like(shown(['id', 'Проблема', 'Текст']), { Проблема: 'problem', Текст: 'text in Проблема' });
});

test('what is assigned decides how the conversation is read', (t) => {
  const titles = ['id', 'Проблема', 'Решение', 'Роль', 'Текст'];
  t.like(shown(titles, assigned({ Текст: 'text' })), { Решение: 'solution in Роль', Роль: 'role', Текст: 'text' });
});

test('a title that many columns displace is shortened', (t) => {
  const long = 'Т'.repeat(32_000);
  const columns = headerColumns(
    [long, ...Array.from({ length: 16_000 }, () => 'Тема')],
    assigned({ [long]: 'category' }),
  );
  t.is(columns[0]?.column, 'category');
  t.is(columns.at(-1)?.displaced?.by.length, 40);
});

test('every column can be assigned alone', (t) => {
  for (const name of columnNames) t.is(headerColumns(['Поле'], assigned({ Поле: name }))[0]?.column, name);
});

test('of two titles for one column the more exact one is read, and the other names it', async (t) => {
  const solution = 'Очередь печати сброшена';
  const { found, items } = await inspect(`Тема;Номер;Категория;Решение\nПечать;1;Принтеры;${solution}\n`);
  t.like(items[0], {
    value: { ticket_id: '1', category: 'Принтеры', messages: [{ role: 'support', text: solution }] },
  });
  t.deepEqual(found.columns?.[0], {
    ...{ title: 'Тема', column: null, assigned: false, samples: ['Печать'] },
    displaced: { column: 'category', by: 'Категория' },
  });
});

test('columns that are assigned as parts of one text are read as one, a line each, in any shape of table', async (t) => {
  const columns = { Тема: 'description', Описание: 'description', 'Что сделали': 'solution', Ответ: 'solution' };
  const { items, found } = await inspect(
    'Номер;Тема;Описание;Что сделали;Ответ\n1;Печать;Не печатает;Сняли ленту;\n2;;Не печатает;Сняли ленту;Готово\n',
    { columns },
  );
  t.deepEqual(
    found.columns?.map(({ column }) => column),
    [...['ticket_id', 'description', 'description', 'solution', 'solution']],
  );
  t.like(items, [
    { value: { description: 'Печать\nНе печатает', messages: [{ role: 'support', text: 'Сняли ленту' }] } },
    { value: { description: 'Не печатает', messages: [{ role: 'support', text: 'Сняли ленту\nГотово' }] } },
  ]);
  const messages = await inspect('Номер;Тема;Описание;Роль;Текст\n1;Печать;Не печатает;клиент;Помогите\n', {
    columns: { Тема: 'description', Описание: 'description' },
  });
  t.like(messages.items, [{ value: { description: 'Печать\nНе печатает' } }]);
});

/** A table of so many tickets, each with a subject. */
const subjectsOf = (tickets: number, subjectOf: (ticket: number) => string, heading = 'Тема') =>
  `Номер;${heading};Раздел;Решение\n${Array.from({ length: tickets }, (_, ticket) => `${ticket};${subjectOf(ticket)};Печать;Сняли ленту\n`).join('')}`;

test('a column that is guessed to be the category is none if nearly every ticket has a value of its own', async (t) => {
  const { found, items } = await inspect(
    subjectsOf(50, (ticket) => `Случай ${ticket}`).replace('Раздел', 'Тип обращения'),
  );
  t.like(found.columns?.[1], { column: null, varied: { values: 50, tickets: 50 } });
  t.like(found.columns?.[2], { column: 'category' });
  t.false('displaced' in (found.columns?.[2] ?? {}));
  t.like(items[0], { value: { category: 'Печать' } });
});

test('what is a category stays one: by its values, by its own name, by choice, and in a table too small to say', async (t) => {
  const readAs = async (content: string, columns?: Record<string, string>) =>
    (await inspect(content, columns && { columns })).found.columns?.[1]?.column;
  const own = (ticket: number) => `Случай ${ticket}`;
  t.is(await readAs(subjectsOf(50, (ticket) => `Случай ${ticket % 39}`).replace(';Раздел', ';Р')), 'category');
  t.is(await readAs(subjectsOf(50, (ticket) => `Случай ${ticket % 40}`).replace(';Раздел', ';Р')), null);
  t.is(await readAs(subjectsOf(50, own, 'Категория')), 'category');
  t.is(await readAs(subjectsOf(50, own), { Тема: 'category' }), 'category');
  t.is(await readAs(subjectsOf(19, own).replace(';Раздел', ';Р')), 'category');
  t.is(await readAs(subjectsOf(50, (ticket) => (ticket < 19 ? own(ticket) : '')).replace(';Раздел', ';Р')), 'category');
});

test('a ticket of several rows counts once for the variety of its subject', async (t) => {
  const rows = Array.from(
    { length: 60 },
    (_, row) => `${Math.floor(row / 2)};Случай ${Math.floor(row / 2)};клиент;Текст\n`,
  );
  const { found } = await inspect(`Номер;Тема;Роль;Текст\n${rows.join('')}`);
  t.like(found.columns?.[1], { column: null, varied: { values: 30, tickets: 30 } });
});

test('two columns that are assigned the same meaning, or ones that do not go together, are refused', async (t) => {
  const twice = await inspect('Код;Номер\n1;2\n', { columns: { Код: 'ticket_id', Номер: 'ticket_id' } });
  t.like(twice.items, [{ row: 1, message: 'row 1: columns "Код" and "Номер" both mean ticket_id; keep one of them' }]);
  t.is(twice.found.columns?.length, 2);
  const { items } = await inspect('Номер;A;B\n1;2;3\n', { columns: { A: 'messages', B: 'solution' } });
  const together = 'a table has either messages, or problem and solution, or role and text';
  t.like(items, [{ row: 1, message: `row 1: columns messages, solution do not go together; ${together}` }]);
});

test('what is longer than any heading is a text: it means nothing, and is not gone through', (t) => {
  const [longest, text] = [`Ё${' '.repeat(98)}Ё`, `Ё${' '.repeat(99)}Ё`];
  t.deepEqual([normalisedHeading(longest), normalisedHeading(text)], ['ее', text]);
  t.like(meaningOf(`Номер${' '.repeat(90)}`), { column: 'ticket_id' });
  t.is(meaningOf(`Номер${' '.repeat(100)}`), undefined);
  t.is(meaningOf(`${'Решение/'.repeat(20)}Ответ`), undefined);
});
