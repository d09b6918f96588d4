import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const article = (sender: string | undefined, body: string, more: object = {}) => ({
  id: 3,
  ticket_id: 19,
  subject: '',
  body,
  content_type: 'text/html',
  type: 'email',
  internal: false,
  attachments: [],
  created_at: '2026-03-01T10:00:00.000Z',
  ...(sender === undefined ? { sender_id: 1 } : { sender }),
  ...more,
});

const ticket = (id: number, articles: readonly unknown[] | undefined, more: object = {}) => ({
  id,
  number: `310${id}`,
  title: 'Нет доступа к диску',
  group: 'Поддержка',
  group_id: 1,
  owner: 'oleg@example.com',
  customer: 'anna@example.com',
  state: 'closed',
  state_id: 4,
  create_article_type_id: 5,
  create_article_sender_id: 2,
  article_count: 3,
  close_at: '2026-03-02T08:00:00.000Z',
  last_close_at: '2026-03-03T08:00:00.000Z',
  ...(articles ? { articles } : {}),
  ...more,
});

test('a ticket with its articles is read: quoted mail and signatures out, sides by sender', async (t) => {
  const whole = ticket(19, [
    article('Customer', 'Диск пропал', { content_type: 'text/plain' }),
    article('Customer', 'Я в отпуске', { preferences: { 'is-auto-response': true } }),
    article('System', 'Напоминание'),
    article('Agent', 'Между нами', { internal: true, type: 'note' }),
    article(
      'Agent',
      `<div>${solution}</div><div data-signature="true" data-signature-id="1">Олег</div><blockquote type="cite">Диск пропал</blockquote>`,
    ),
    article(undefined, 'Без expand'),
  ]);
  for (const content of layoutsOf([whole])) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'zammad');
    t.deepEqual(remarks, { automated: 2, private: 1, 'unknown-author': 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: 19,
        category: 'Поддержка',
        description: 'Нет доступа к диску',
        messages: [
          { role: 'client', text: 'Диск пропал' },
          { role: 'support', text: solution },
        ],
        resolved_at: '2026-03-02T08:00:00.000Z',
      },
    ]);
  }
});

test('states that solve nothing are skipped with their reason, ids of states and own ones as open', async (t) => {
  const states = ['new', 'open', 'pending reminder', 'pending close', 'merged', 'removed', 'toString', undefined];
  const { skipped } = await read([
    ...states.map((state, index) => ticket(index + 1, [], { state })),
    ticket(20, undefined),
  ]);
  const open = Object.fromEntries([1, 2, 3, 4, 7, 8].map((id) => [id, 'unresolved']));
  t.deepEqual(skipped, { ...open, 5: 'merged', 6: 'deleted', 20: 'no-conversation' });
});

test('a picture that is attached is noticed by its preferences', async (t) => {
  const attachments = [{ id: 1, filename: 'снимок', size: '9', preferences: { 'Content-Type': 'image/png' } }];
  const { skipped } = await read([ticket(1, [article('Customer', 'а'), article('Agent', 'Вот', { attachments })])]);
  t.deepEqual(skipped, { 1: 'screenshot-only' });
});
