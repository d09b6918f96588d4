import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const part = (type: string, author: object, body: string | null, more: object = {}) => ({
  type: 'conversation_part',
  id: '3',
  part_type: type,
  body: body === null ? null : `<p>${body}</p>`,
  created_at: 1_760_000_000,
  author: { id: '274', name: 'Имя', email: 'a@example.com', ...author },
  attachments: [],
  redacted: false,
  ...more,
});
const [admin, user] = [{ type: 'admin' }, { type: 'user' }];

const conversation = (id: string, parts: readonly unknown[] | undefined, more: object = {}) => ({
  type: 'conversation',
  id,
  title: null,
  state: 'closed',
  open: false,
  source: {
    type: 'conversation',
    id: '403',
    delivered_as: 'customer_initiated',
    subject: '<p>Не приходит код</p>',
    body: '<p>Код не приходит</p><ul><li>ни в СМС</li><li>ни в почту</li></ul>',
    author: { type: 'user', id: '9', name: 'Ольга', email: 'o@example.com' },
  },
  tags: { type: 'tag.list', tags: [{ type: 'tag', id: '1', name: 'Вход' }] },
  statistics: { type: 'conversation_statistics', last_close_at: 1_760_000_500 },
  ...(parts
    ? { conversation_parts: { type: 'conversation_part.list', conversation_parts: parts, total_count: parts.length } }
    : {}),
  ...more,
});

test('a conversation is read from an array, lines and a page: HTML, notes out, what a bot or a model wrote on neither side', async (t) => {
  const whole = conversation('147', [
    part('assignment', admin, null),
    part('comment', { type: 'bot' }, 'Я бот'),
    part('comment', { type: 'admin', from_ai_agent: true, is_ai_answer: true }, 'Ответ Fin'),
    part('note', admin, 'Только нам'),
    part('comment', admin, solution),
    part('comment', user, 'Спасибо'),
    part('assignment', admin, 'Передаю'),
  ]);
  for (const content of layoutsOf([whole], 'conversations')) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'intercom');
    t.deepEqual(remarks, { private: 1, automated: 1, ai: 1, 'unknown-author': 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: '147',
        category: 'Вход',
        client: 'Ольга',
        description: 'Не приходит код',
        messages: [
          { role: 'client', text: 'Код не приходит\n- ни в СМС\n- ни в почту' },
          { role: 'support', text: solution },
          { role: 'client', text: 'Спасибо' },
        ],
        resolved_at: '2025-10-09T09:01:40.000Z',
      },
    ]);
  }
});

test('a reply of the model by its part alone is no solution either', async (t) => {
  const { tickets, remarks } = await read([
    conversation('1', [part('comment', admin, solution, { is_ai_answer: true })]),
  ]);
  t.deepEqual(
    tickets[0]?.messages?.map(({ role }) => role),
    ['client'],
  );
  t.deepEqual(remarks, { ai: 1 });
});

test('what stands in place of a redacted text is on neither side, a note stays a note', async (t) => {
  const deleted = '<i>This message was deleted</i>';
  const redacted = { redacted: true };
  const { source } = conversation('1', []);
  const { tickets, remarks } = await read([
    conversation(
      '1',
      [
        part('comment', user, deleted, redacted),
        part('comment', admin, deleted, redacted),
        part('note', admin, deleted, redacted),
        part('comment', admin, solution),
      ],
      { source: { ...source, body: `<p>${deleted}</p>`, ...redacted } },
    ),
  ]);
  t.deepEqual(tickets[0]?.messages, [{ role: 'support', text: solution }]);
  t.deepEqual(remarks, { automated: 3, private: 1 });
});

test('open and snoozed conversations are skipped, those of a list have no parts, and fewer parts than there are is a remark', async (t) => {
  const cut = { conversation_parts: { conversation_parts: [part('comment', admin, solution)], total_count: 501 } };
  const { skipped, remarks } = await read({
    type: 'conversation.list',
    pages: { type: 'pages', per_page: 20 },
    conversations: [
      conversation('1', [], { state: 'open' }),
      conversation('2', [], { state: 'snoozed' }),
      conversation('3', undefined),
      conversation('4', undefined, cut),
    ],
  });
  t.deepEqual(skipped, { 1: 'unresolved', 2: 'unresolved', 3: 'no-conversation' });
  t.deepEqual(remarks, { cut: 1 });
});

const ticket = (id: string, more: object = {}) => ({
  type: 'ticket',
  id,
  ticket_id: '53',
  category: 'Customer',
  ticket_attributes: { _default_title_: 'Не приходит код', _default_description_: '<p>Жду час</p>' },
  ticket_state: { type: 'ticket_state', id: '3', category: 'resolved', internal_label: 'Решено' },
  ticket_type: { type: 'ticket_type', id: '1', name: 'Вход' },
  contacts: { type: 'contact.list', contacts: [{ type: 'contact', id: '6' }] },
  ticket_parts: {
    type: 'ticket_part.list',
    total_count: 3,
    ticket_parts: [
      part('comment', admin, solution),
      part('note', admin, 'Нам'),
      part('ticket_state_updated_by_admin', admin, null, { ticket_state: 'resolved', created_at: 1_760_000_900 }),
    ],
  },
  ...more,
});

test('a ticket is read with the time of its resolution; those between colleagues and open ones are skipped', async (t) => {
  const { desk, tickets, skipped, remarks } = await read({
    type: 'ticket.list',
    tickets: [
      ticket('600'),
      ticket('601', { category: 'Back-office' }),
      ticket('602', { category: 'Tracker' }),
      ticket('603', { ticket_state: { category: 'in_progress' } }),
      conversation('604', []),
    ],
  });
  t.is(desk?.name, 'intercom');
  t.deepEqual(tickets[0], {
    ticket_id: '600',
    category: 'Вход',
    description: 'Не приходит код\nЖду час',
    messages: [{ role: 'support', text: solution }],
    resolved_at: '2025-10-09T09:08:20.000Z',
  });
  t.is(tickets[1]?.ticket_id, '604');
  t.deepEqual(skipped, { 601: 'no-request', 602: 'no-request', 603: 'unresolved' });
  t.deepEqual(remarks, { private: 1 });
});
