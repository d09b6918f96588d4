import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const message = (id: number, from: object, content: string, more: object = {}) => ({
  message: {
    message_id: id,
    user_id: 0,
    staff_id: 0,
    content,
    content_html: '',
    attachments: [],
    note: false,
    sent_via_rule: false,
    created_at: 'Mon, 02 Mar 2026 10:00:00 +0300',
    ...from,
    ...more,
  },
});
const [user, staff] = [{ user_id: 123 }, { staff_id: 7 }];

const wrapped = (messages: readonly unknown[]) => ({
  ...Object.fromEntries(messages.entries()),
  total_count: messages.length,
});

const ticket = (id: number, messages: readonly unknown[] | undefined, more: object = {}) => ({
  case: {
    case_id: id,
    case_number: '664-245651',
    subject: 'Не открывается сайт',
    user_id: 123,
    staff_id: 7,
    group_id: 3,
    status: 'closed',
    priority: 'normal',
    channel: 'email',
    deleted: false,
    spam: false,
    closed_at: 'Tue, 03 Mar 2026 12:30:00 +0300',
    created_at: 'Mon, 02 Mar 2026 10:00:00 +0300',
    labels: [101, 102],
    custom_fields: { cf_20: 'x' },
    ...more,
  },
  ...(messages ? { messages: wrapped(messages) } : {}),
});

const whole = ticket(2000, [
  message(1, user, 'Сайт не открывается'),
  message(2, staff, 'Мы получили обращение', { sent_via_rule: true }),
  message(3, staff, 'Между нами', { note: true }),
  message(10, staff, '', { content_html: `<p>${solution}</p>` }),
  message(11, {}, 'Ничьё'),
]);

const expected = {
  ticket_id: 2000,
  description: 'Не открывается сайт',
  messages: [
    { role: 'client', text: 'Сайт не открывается' },
    { role: 'support', text: solution },
  ],
  resolved_at: '2026-03-03T09:30:00.000Z',
};

test('a case is read from every layout, also as a member "0", "1" of an object as the API has it', async (t) => {
  for (const content of [...layoutsOf([whole], 'cases'), JSON.stringify(wrapped([whole])), JSON.stringify(whole)]) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'omnidesk', content);
    t.deepEqual(tickets, [expected]);
    t.deepEqual(remarks, { automated: 1, private: 1, 'unknown-author': 1 });
  }
});

test('messages are in the order of their ids, and may be in the case', async (t) => {
  const { case: inner, messages } = whole as { case: object; messages: Readonly<Record<string, unknown>> };
  const { total_count: _count, ...members } = messages;
  const reversed = Object.values(members).reverse();
  t.deepEqual((await read([{ case: { ...inner, messages: reversed } }])).tickets, [expected]);
});

test('open, waiting, deleted and spam cases, and those without messages, are skipped with that reason', async (t) => {
  const { skipped } = await read([
    ticket(1, [], { status: 'open', closed_at: '-' }),
    ticket(2, [], { status: 'waiting' }),
    ticket(3, [], { deleted: true }),
    ticket(4, [], { spam: true }),
    ticket(5, undefined),
  ]);
  t.deepEqual(skipped, { 1: 'unresolved', 2: 'unresolved', 3: 'deleted', 4: 'spam', 5: 'no-conversation' });
});

test('a reply that is a file with a picture is no solution in words', async (t) => {
  const attachments = [{ file_id: 345, file_name: 'снимок.PNG', url: 'https://x' }];
  const { skipped } = await read([ticket(1, [message(1, user, 'а'), message(2, staff, 'Вот', { attachments })])]);
  t.deepEqual(skipped, { 1: 'screenshot-only' });
});
