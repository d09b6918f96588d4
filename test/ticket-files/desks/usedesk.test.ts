import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const comment = (id: number, from: string | undefined, message: string, more: object = {}) => ({
  id,
  ticket_id: 5,
  message,
  type: 'public',
  published_at: '2026-03-01 10:00:00',
  files: [],
  ...(from === undefined ? {} : { from }),
  ...more,
});

const ticket = (id: number, status: number, comments: readonly unknown[] | undefined) => ({
  ticket: {
    id: String(id),
    status_id: status,
    subject: 'Не проходит оплата',
    client_id: 44,
    assignee_id: 9,
    channel_id: 2,
    tags: ['оплата'],
    custom_fields: [],
    published_at: '2026-03-01 10:00:00',
    last_updated_at: '2026-03-02 11:00:00',
  },
  ...(comments ? { comments } : {}),
});

test('a ticket with its comments is read in their order, whoever comes first', async (t) => {
  const whole = ticket(5, 3, [
    comment(4, 'user', `<p>${solution}</p>`),
    comment(3, 'user', 'Для своих', { type: 'private' }),
    comment(2, 'trigger', 'Мы получили'),
    comment(1, 'client', 'Карта не проходит<br>уже час'),
    comment(5, undefined, 'Кто это'),
  ]);
  for (const content of [...layoutsOf([whole]), JSON.stringify(whole)]) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'usedesk');
    t.deepEqual(remarks, { private: 1, automated: 1, 'unknown-author': 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: '5',
        category: 'оплата',
        description: 'Не проходит оплата',
        messages: [
          { role: 'client', text: 'Карта не проходит\nуже час' },
          { role: 'support', text: solution },
        ],
        resolved_at: '2026-03-02T11:00:00.000Z',
      },
    ]);
  }
});

test('statuses that solve nothing are skipped with their reason', async (t) => {
  const statuses = [1, 2, 3, 4, 5, 7, 9, 10];
  const { skipped } = await read([...statuses.map((status) => ticket(status, status, [])), ticket(20, 2, undefined)]);
  t.deepEqual(skipped, {
    1: 'unresolved',
    4: 'deleted',
    5: 'unresolved',
    7: 'spam',
    9: 'no-request',
    10: 'merged',
    20: 'no-conversation',
  });
});
