import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const [client, agent, colleague, copied] = [361, 902, 903, 777];

const comment = (authorId: number, body: string, more: object = {}) => ({
  id: 1,
  type: 'Comment',
  author_id: authorId,
  body,
  html_body: `<div class="zd-comment" dir="auto"><p>${body}</p></div>`,
  plain_body: body,
  public: true,
  attachments: [],
  via: { channel: 'web', source: { from: {}, to: {}, rel: null } },
  created_at: '2026-03-01T10:00:00Z',
  metadata: { system: { client: 'Mozilla/5.0', location: 'Москва' }, custom: {} },
  ...more,
});

const ticket = (id: number, comments: readonly unknown[] | undefined, more: object = {}) => ({
  url: `https://company.zendesk.com/api/v2/tickets/${id}.json`,
  id,
  external_id: null,
  via: { channel: 'email', source: { from: { address: 'a@example.com', name: 'Пётр Иванов' }, to: {}, rel: null } },
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-02T12:30:00Z',
  type: 'incident',
  subject: 'Не уходят письма',
  raw_subject: 'Не уходят письма',
  description: 'Письма не уходят с утра',
  priority: 'normal',
  status: 'solved',
  requester_id: client,
  submitter_id: client,
  assignee_id: agent,
  group_id: 5,
  brand_id: 6,
  tags: ['почта', 'исходящие'],
  custom_fields: [{ id: 22, value: 'x' }],
  is_public: true,
  ...(comments ? { comments } : {}),
  ...more,
});

const whole = ticket(35436, [
  comment(client, 'Письма не уходят с утра'),
  comment(colleague, 'Позвонил клиенту, секретный пароль 123', { public: false }),
  comment(agent, solution),
  comment(client, 'Спасибо, заработало'),
]);

test('a ticket is read from an array, lines and a page: sides by author, subject above, the agents’ page as its address', async (t) => {
  for (const content of layoutsOf([whole, whole])) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'zendesk');
    t.deepEqual(remarks, { private: 2 });
    t.deepEqual(tickets[1], {
      ticket_id: 35436,
      category: 'incident',
      client: 'Пётр Иванов',
      description: 'Не уходят письма',
      messages: [
        { role: 'client', text: 'Письма не уходят с утра' },
        { role: 'support', text: solution },
        { role: 'client', text: 'Спасибо, заработало' },
      ],
      resolved_at: '2026-03-02T12:30:00.000Z',
      url: 'https://company.zendesk.com/agent/tickets/35436',
    });
    t.false(JSON.stringify(tickets).includes('123'));
  }
});

test('a page of the incremental export has its list before or after its cursor', async (t) => {
  for (const page of [
    { tickets: [whole], after_url: 'https://x', after_cursor: 'MTU3', before_cursor: null, end_of_stream: true },
    { after_cursor: 'MTU3', end_of_stream: true, tickets: [whole] },
  ]) {
    t.is((await read(page)).tickets.length, 1);
  }
});

test('roles of the ticket’s people, the assignee and authors of notes tell agents; another author is a remark', async (t) => {
  const users = [
    { id: colleague, role: 'agent' },
    { id: copied, role: 'end-user' },
  ];
  const comments = [comment(client, 'а'), comment(colleague, 'б'), comment(copied, 'в'), comment(agent, 'г')];
  const roles = async (more: object, added: readonly unknown[] = []) => {
    const { tickets, ...rest } = await read([ticket(7, [...comments, ...added], more)]);
    return { sides: tickets[0]?.messages?.map(({ role, text }) => `${role} ${text}`), ...rest };
  };
  t.deepEqual((await roles({ users })).sides, ['client а', 'support б', 'client в', 'support г']);
  const { sides, remarks, desk } = await roles({});
  t.deepEqual(sides, ['client а', 'support г']);
  t.deepEqual(remarks, { 'unknown-author': 2 });
  t.deepEqual(desk?.tickets, [{ ticketId: '7', index: 0, row: null, remark: 'unknown-author' }]);
  const noted = await roles({}, [comment(colleague, 'заметка', { public: false })]);
  t.deepEqual(noted.sides, ['client а', 'support б', 'support г']);
});

test('what rules and the desk itself wrote is on neither side', async (t) => {
  const { tickets, remarks } = await read([
    ticket(8, [
      comment(client, 'а'),
      comment(agent, 'Мы получили ваше обращение', { via: { channel: 'rule', source: { rel: 'trigger' } } }),
      comment(-1, 'Система'),
    ]),
  ]);
  t.deepEqual(tickets[0]?.messages, [{ role: 'client', text: 'а' }]);
  t.deepEqual(remarks, { automated: 2 });
});

test('what is open, merged, deleted or without its comments is skipped with that reason', async (t) => {
  const { skipped, tickets } = await read([
    ticket(1, [], { status: 'open' }),
    ticket(2, [], { status: 'hold' }),
    ticket(3, [], { status: 'closed', tags: ['closed_by_merge'] }),
    ticket(4, [], { status: 'deleted' }),
    ticket(5, undefined),
    ticket(6, [], { status: 'closed' }),
  ]);
  t.deepEqual(skipped, { 1: 'unresolved', 2: 'unresolved', 3: 'merged', 4: 'deleted', 5: 'no-conversation' });
  t.is(tickets.length, 1);
});

test('a solution that is only a picture is skipped with that reason, one with a text beside it is not', async (t) => {
  const picture = { html_body: '<p>См. снимок</p><img src="https://x/a.png">', plain_body: 'См. снимок' };
  const attached = { attachments: [{ content_type: 'image/png', file_name: 'a.png' }] };
  const { skipped } = await read([
    ticket(1, [comment(client, 'а'), comment(agent, 'См. снимок', picture)]),
    ticket(2, [comment(client, 'а'), comment(agent, 'Вот', attached)]),
    ticket(3, [comment(client, 'а'), comment(agent, solution, attached)]),
    ticket(4, [comment(client, 'а', attached), comment(agent, 'Готово')]),
  ]);
  t.deepEqual(skipped, { 1: 'screenshot-only', 2: 'screenshot-only' });
});

test('the time of the solution is that of the metrics, if the export has them', async (t) => {
  const { tickets } = await read([ticket(1, [], { metric_set: { solved_at: '2026-03-01T18:00:00Z' } })]);
  t.is(tickets[0]?.resolved_at, '2026-03-01T18:00:00.000Z');
});

test('another reading can be chosen, and what is no ticket of the desk is a remark', async (t) => {
  const own = await read([whole], { readAs: 'own' });
  t.is(own.desk, undefined);
  t.deepEqual(own.tickets, [whole as never]);
  const mixed = await read([whole, { id: 5, name: 'Группа' }, 7, whole]);
  t.is(mixed.tickets.length, 2);
  t.deepEqual(mixed.remarks, { private: 2, 'no-ticket': 2 });
  const chosen = await read([whole], { readAs: 'freshdesk' });
  t.deepEqual([chosen.desk?.name, chosen.desk?.isChosen, chosen.remarks], ['freshdesk', true, { 'no-ticket': 1 }]);
});

test('a ticket without the fields that Zendesk is recognised by is read if the desk is chosen or known by an earlier one', async (t) => {
  const { url: _, raw_subject: __, submitter_id: ___, ...shortened } = whole as Readonly<Record<string, unknown>>;
  t.is((await read([shortened])).desk, undefined);
  const chosen = await read([shortened], { readAs: 'zendesk' });
  t.is(chosen.tickets.length, 1);
  t.deepEqual(chosen.remarks, { private: 1 });
  t.is((await read([whole, shortened])).tickets.length, 2);
});
