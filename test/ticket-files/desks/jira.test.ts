import test from 'ava';
import { deskReader, layoutsOf, solution } from './desk-files.ts';

const read = await deskReader(test);

const person = (accountId: string, displayName: string, accountType = 'atlassian') => ({
  accountId,
  displayName,
  accountType,
});
const reporter = person('r-1', 'Анна Петрова', 'customer');
const assignee = person('a-1', 'Олег');

const comment = (author: object, body: unknown, more: object = {}) => ({
  self: 'https://team.atlassian.net/rest/api/2/issue/1/comment/5',
  id: '5',
  author,
  body,
  updateAuthor: author,
  created: '2026-03-01T10:00:00.000+0300',
  jsdPublic: true,
  ...more,
});

const issue = (key: string, comments: readonly unknown[] | undefined, fields: object = {}, more: object = {}) => ({
  expand: 'renderedFields,names',
  id: '10002',
  self: 'https://team.atlassian.net/rest/api/2/issue/10002',
  key,
  fields: {
    summary: 'Не открывается отчёт',
    description: 'Открываю отчёт, вижу пустую страницу',
    reporter,
    assignee,
    labels: ['отчёты'],
    components: [{ id: '1', name: 'Отчёты' }],
    issuetype: { name: 'Инцидент' },
    status: { name: 'Готово' },
    resolution: { name: 'Done' },
    resolutiondate: '2026-03-02T15:00:00.000+0300',
    ...(comments ? { comment: { comments, maxResults: comments.length, total: comments.length, startAt: 0 } } : {}),
    ...fields,
  },
  ...more,
});

const paragraph = (...content: readonly unknown[]) => ({ type: 'paragraph', content });
const word = (text: string) => ({ type: 'text', text });
const adf = (...content: readonly unknown[]) => ({ version: 1, type: 'doc', content });

test('an issue is read from an array, lines and a page of a search, with the address that people see', async (t) => {
  const whole = issue('SD-17', [
    comment(assignee, solution),
    comment(assignee, 'Только для своих', { jsdPublic: false }),
    comment(reporter, 'Спасибо'),
  ]);
  for (const content of layoutsOf([whole], 'issues')) {
    const { desk, tickets, remarks } = await read(content);
    t.is(desk?.name, 'jira');
    t.deepEqual(remarks, { private: 1 });
    t.deepEqual(tickets, [
      {
        ticket_id: 'SD-17',
        category: 'Отчёты',
        client: 'Анна Петрова',
        description: 'Не открывается отчёт\nОткрываю отчёт, вижу пустую страницу',
        messages: [
          { role: 'support', text: solution },
          { role: 'client', text: 'Спасибо' },
        ],
        resolved_at: '2026-03-02T12:00:00.000Z',
        url: 'https://team.atlassian.net/browse/SD-17',
      },
    ]);
  }
});

test('documents of version 3 become text with their lists and line breaks, and a picture is noticed', async (t) => {
  const steps = {
    type: 'orderedList',
    content: ['Первый', 'Второй'].map((text) => ({ type: 'listItem', content: [paragraph(word(text))] })),
  };
  const body = adf(
    paragraph(
      word('Сделайте '),
      { type: 'text', text: 'так', marks: [{ type: 'strong' }] },
      { type: 'hardBreak' },
      word('по шагам:'),
    ),
    steps,
    { type: 'codeBlock', content: [word('a\n  b')] },
    paragraph({ type: 'mention', attrs: { id: '1', text: '@Анна' } }, word(' проверьте')),
  );
  const { tickets, skipped } = await read([
    issue('A-1', [comment(assignee, body)], { description: adf(paragraph(word('Пусто'))) }),
    issue('A-2', [comment(assignee, adf({ type: 'mediaSingle', content: [{ type: 'media', attrs: { id: 'x' } }] }))]),
    issue('A-3', [comment(assignee, 'Вот: !снимок 1.png|thumbnail!'.replace('снимок', 'image'))]),
  ]);
  t.is(tickets[0]?.description, 'Не открывается отчёт\nПусто');
  t.is(tickets[0]?.messages?.[0]?.text, 'Сделайте так\nпо шагам:\n1. Первый\n2. Второй\na\nb\n@Анна проверьте');
  t.deepEqual(skipped, { 'A-2': 'screenshot-only', 'A-3': 'screenshot-only' });
});

test('comments that are internal in any of the ways, and those of apps, are on neither side', async (t) => {
  const { tickets, remarks } = await read([
    issue('A-1', [
      comment(assignee, 'а', { public: false }),
      comment(assignee, 'б', { visibility: { type: 'role', value: 'Service Desk Team' } }),
      comment(assignee, 'в', { properties: [{ key: 'sd.public.comment', value: { internal: true } }] }),
      comment(person('bot', 'Automation for Jira', 'app'), 'г'),
    ]),
  ]);
  t.deepEqual(tickets[0]?.messages, []);
  t.deepEqual(remarks, { private: 3, automated: 1 });
});

test('an author is an agent by the assignment, a note or a change of the resolution, a client by the portal; another is a remark', async (t) => {
  const [writer, closer, other, guest] = [
    person('w', 'В'),
    person('c', 'З'),
    person('o', 'Д'),
    person('g', 'Г', 'customer'),
  ];
  const comments = [
    comment(writer, '1'),
    comment(writer, 'x', { jsdPublic: false }),
    comment(closer, '2'),
    comment(other, '3'),
    comment(guest, '4'),
  ];
  const changelog = { histories: [{ author: closer, items: [{ field: 'resolution', toString: 'Done' }] }] };
  const { tickets, remarks, desk } = await read([issue('A-1', comments, {}, { changelog })]);
  t.deepEqual(
    tickets[0]?.messages?.map(({ role, text }) => role + text),
    ['support1', 'support2', 'client4'],
  );
  t.deepEqual(remarks, { private: 1, 'unknown-author': 1 });
  t.deepEqual(desk?.tickets, [{ ticketId: 'A-1', index: 0, row: null, remark: 'unknown-author' }]);
});

test('what is not resolved or is a duplicate is skipped, a block of comments that is cut is a remark', async (t) => {
  const cut = { comments: [comment(assignee, solution)], maxResults: 1, total: 30, startAt: 0 };
  const { skipped, remarks } = await read([
    issue('A-1', [], { resolution: null }),
    issue('A-2', [], { resolution: { name: 'Duplicate' } }),
    issue('A-3', undefined),
    issue('A-4', undefined, { comment: cut }),
  ]);
  t.deepEqual(skipped, { 'A-1': 'unresolved', 'A-2': 'merged', 'A-3': 'no-conversation' });
  t.deepEqual(remarks, { cut: 1 });
});
