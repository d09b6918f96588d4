import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const post = (id: number, userId: number, text: string, date = '10:00:00 01.03.2026') => ({
  id,
  user_id: userId,
  text,
  date_created: date,
  files: [],
});

const ticket = (id: number, posts: unknown, more: object = {}) => ({
  id,
  unique_id: 'ABC-123',
  title: 'Не работает телефон',
  user_id: 31,
  user_name: 'Ирина',
  user_lastname: 'Смирнова',
  owner_id: 8,
  department_id: 2,
  type_id: 1,
  status_id: 'closed',
  tags: ['телефон'],
  custom_fields: [],
  ...(posts === undefined ? {} : { posts }),
  ...more,
});

const newestFirst = [
  post(12, 99, 'Неизвестно кто', '12:00:00 02.03.2026'),
  post(11, 8, `<p>${solution}</p>`),
  post(10, 31, 'Нет гудка'),
];
const notes = { data: [post(1, 77, 'Внутри')] };

const whole = ticket(300, { data: newestFirst, pagination: { total: 3 } }, { comments: notes });

test('a ticket with posts, newest first, is read from every layout, also as a member of data', async (t) => {
  const members = { data: { 300: whole }, pagination: { total: 1, per_page: 50 } };
  for (const content of [...layoutsOf([whole], 'data'), JSON.stringify(members), JSON.stringify({ data: whole })]) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'helpdeskeddy', content);
    t.deepEqual(remarks, { private: 1, 'unknown-author': 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: 300,
        category: 'телефон',
        client: 'Ирина Смирнова',
        description: 'Не работает телефон',
        messages: [
          { role: 'client', text: 'Нет гудка' },
          { role: 'support', text: solution },
        ],
        resolved_at: '2026-03-02T12:00:00.000Z',
      },
    ]);
  }
});

test('posts may be members of an object, and an author of internal comments is staff', async (t) => {
  const posts = { data: { 11: post(11, 77, solution), 10: post(10, 31, 'Нет гудка') } };
  const { tickets } = await read([ticket(1, posts, { comments: notes })]);
  t.deepEqual(
    tickets[0]?.messages?.map(({ role }) => role),
    ['client', 'support'],
  );
});

test('tickets that are not closed or have no posts are skipped', async (t) => {
  const { skipped } = await read([
    ticket(1, [], { status_id: 'open' }),
    ticket(2, [], { status_id: 'process' }),
    ticket(3, [], { status_id: 'наш-статус' }),
    ticket(4, undefined),
    ticket(5, [], { status_id: 'resolved' }),
  ]);
  t.deepEqual(skipped, { 1: 'unresolved', 2: 'unresolved', 3: 'unresolved', 4: 'no-conversation' });
});
