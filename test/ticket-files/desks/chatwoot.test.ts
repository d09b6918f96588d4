import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const message = (type: number, content: string | null, more: object = {}) => ({
  id: 5,
  content,
  message_type: type,
  content_type: 'text',
  private: false,
  created_at: 1_760_000_000,
  conversation_id: 12,
  content_attributes: {},
  ...(type === 1 ? { sender: { id: 2, name: 'Олег', type: 'user' } } : {}),
  ...(type === 0 ? { sender: { id: 3, name: 'Анна', type: 'contact' } } : {}),
  ...more,
});

const conversation = (id: number, messages: unknown, more: object = {}) => ({
  id,
  account_id: 1,
  inbox_id: 4,
  status: 'resolved',
  labels: ['доставка'],
  meta: { sender: { id: 3, name: 'Анна' }, channel: 'Channel::WebWidget' },
  custom_attributes: {},
  last_activity_at: 1_760_000_500,
  last_non_activity_message: null,
  messages,
  ...more,
});

const whole = conversation(12, [
  message(0, 'Где заказ?'),
  message(2, 'Разговор открыт'),
  message(3, 'Мы скоро ответим'),
  message(1, 'Ответ Captain', { sender: { id: 9, type: 'captain_assistant' } }),
  message(1, 'Бот', { sender: { id: 9, type: 'agent_bot' } }),
  message(1, 'Правило', { content_attributes: { automation_rule_id: 5 } }),
  message(1, 'Чьё?', { sender: undefined }),
  message(1, 'Нам', { private: true }),
  message(1, solution),
]);

test('a conversation with its messages is read from every layout, also as a list of the API', async (t) => {
  const page = { data: { meta: { all_count: 1, mine_count: 0 }, payload: [whole] } };
  const nested = conversation(12, { meta: {}, payload: whole.messages });
  for (const content of [...layoutsOf([whole], 'payload'), JSON.stringify(page), JSON.stringify([nested])]) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'chatwoot');
    t.deepEqual(remarks, { private: 1, automated: 4, ai: 1, 'unknown-author': 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: 12,
        category: 'доставка',
        client: 'Анна',
        description: '',
        messages: [
          { role: 'client', text: 'Где заказ?' },
          { role: 'support', text: solution },
        ],
        resolved_at: '2025-10-09T09:01:40.000Z',
      },
    ]);
  }
});

test('open conversations are skipped, and so is one of a list, which has its last message alone', async (t) => {
  const { skipped } = await read([
    conversation(1, [], { status: 'open' }),
    conversation(2, [], { status: 'pending' }),
    conversation(3, [message(1, solution)]),
  ]);
  t.deepEqual(skipped, { 1: 'unresolved', 2: 'unresolved', 3: 'no-conversation' });
});

test('as many messages as one answer has may be cut, fewer and more are not', async (t) => {
  const messages = (count: number) => [
    message(0, 'Где заказ?'),
    ...Array.from({ length: count - 1 }, () => message(1, solution)),
  ];
  const counts = [19, 20, 21, 100, 101];
  const { tickets, remarks, desk } = await read(counts.map((count) => conversation(count, messages(count))));
  t.is(tickets.length, counts.length);
  t.deepEqual(remarks, { cut: 2 });
  t.deepEqual(
    desk?.tickets.map(({ ticketId }) => ticketId),
    ['20', '100'],
  );
});
