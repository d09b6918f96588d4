import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const conversation = (body: string, more: object = {}) => ({
  body: `<div>${body}</div>`,
  body_text: `${body}\n> старое письмо`,
  id: 4,
  incoming: false,
  private: false,
  user_id: 48,
  support_email: 'help@example.com',
  source: 0,
  category: 3,
  ticket_id: 20,
  automation_id: null,
  automation_type_id: null,
  auto_response: false,
  attachments: [],
  created_at: '2026-02-01T10:00:00Z',
  ...more,
});

const ticket = (id: number, conversations: readonly unknown[] | undefined, more: object = {}) => ({
  cc_emails: [],
  fr_escalated: false,
  spam: false,
  email_config_id: null,
  priority: 1,
  requester_id: 47,
  responder_id: 48,
  source: 1,
  status: 5,
  subject: 'Не печатает',
  company_id: null,
  id,
  type: 'Вопрос',
  due_by: '2026-02-05T10:00:00Z',
  custom_fields: { cf_x: null },
  created_at: '2026-02-01T09:00:00Z',
  updated_at: '2026-02-03T09:00:00Z',
  tags: ['принтер'],
  description: '<div>Принтер не печатает<br>второй день</div>',
  description_text: 'Принтер не печатает второй день',
  requester: { id: 47, name: 'Анна', email: 'anna@example.com' },
  stats: { resolved_at: '2026-02-02T08:00:00Z', closed_at: '2026-02-03T09:00:00Z' },
  ...(conversations ? { conversations } : {}),
  ...more,
});

test('a ticket with conversations is read: HTML over text, quoted replies out, incoming is the client', async (t) => {
  const quote = '<div class="freshdesk_quote"><blockquote>Принтер не печатает</blockquote></div>';
  const whole = ticket(20, [
    conversation(`${solution}${quote}`),
    conversation('Только между нами', { private: true, source: 2 }),
    conversation('Спасибо', { incoming: true, user_id: 47 }),
  ]);
  for (const content of layoutsOf([whole], 'results')) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'freshdesk');
    t.deepEqual(remarks, { private: 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: 20,
        category: 'Вопрос',
        client: 'Анна',
        description: 'Не печатает\nПринтер не печатает\nвторой день',
        messages: [
          { role: 'support', text: solution },
          { role: 'client', text: 'Спасибо' },
        ],
        resolved_at: '2026-02-02T08:00:00.000Z',
      },
    ]);
  }
});

test('open, pending, spam and deleted tickets, and those without conversations, are skipped with that reason', async (t) => {
  const { skipped } = await read([
    ticket(1, [], { status: 2 }),
    ticket(2, [], { status: 3 }),
    ticket(3, [], { spam: true }),
    ticket(4, [], { deleted: true }),
    ticket(5, undefined),
    ticket(6, [], { status: 4 }),
    ticket(7, [], { status: 12 }),
  ]);
  const open = { 1: 'unresolved', 2: 'unresolved', 7: 'unresolved' };
  t.deepEqual(skipped, { ...open, 3: 'spam', 4: 'deleted', 5: 'no-conversation' });
});

test('automations are on neither side, a conversation without a side is a remark, and ten of them may be cut', async (t) => {
  const { tickets, remarks, desk } = await read([
    ticket(1, [
      conversation('Мы получили обращение', { auto_response: true }),
      conversation('Правило', { automation_id: 9 }),
      conversation('Кто?', { incoming: null }),
      ...Array.from({ length: 7 }, () => conversation('Ответ')),
    ]),
  ]);
  t.is(tickets[0]?.messages?.length, 7);
  t.deepEqual(remarks, { automated: 2, 'unknown-author': 1, cut: 1 });
  t.deepEqual(
    desk?.tickets.map(({ remark, ticketId }) => [remark, ticketId]),
    [
      ['cut', '1'],
      ['unknown-author', '1'],
    ],
  );
});

test('the first text of a ticket that an agent has opened is the agent’s', async (t) => {
  const { tickets } = await read([ticket(1, [conversation('Да', { incoming: true })], { source: 10 })]);
  t.deepEqual(
    tickets[0]?.messages?.map(({ role }) => role),
    ['support', 'client'],
  );
  t.is(tickets[0]?.description, 'Не печатает');
});
