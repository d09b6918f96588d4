import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const solution =
  'Откройте «Настройки», раздел «Почта», включите вход по ключу и перезапустите программу: после этого письма уходят сразу.';

const comment = (from: number, body: string, more: object = {}) => ({
  author_id: from,
  html_body: `<p>${body}</p>`,
  public: true,
  ...more,
});
const ticket = (id: number, comments: readonly unknown[], more: object = {}) => ({
  id,
  url: `https://company.zendesk.com/api/v2/tickets/${id}.json`,
  subject: `Не уходят письма ${id}`,
  raw_subject: `Не уходят письма ${id}`,
  description: 'Не уходят',
  status: 'solved',
  requester_id: 1,
  assignee_id: 2,
  tags: [],
  comments,
  ...more,
});

const exported = {
  tickets: [
    ticket(1, [comment(1, 'Не уходят'), comment(2, 'Секрет отдела', { public: false }), comment(2, solution)]),
    ticket(2, [comment(1, 'Не уходят')], { status: 'open' }),
    ticket(3, [comment(1, 'Не уходят'), comment(2, 'Вот <img src="https://x/a.png">')]),
    ticket(4, [comment(1, 'Не уходят'), comment(9, solution)]),
  ],
  end_of_stream: true,
};

const start = async () => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const post = (path: string, fields: Readonly<Record<string, string>> = {}, content = JSON.stringify(exported)) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([content]), 'export.json');
    return call(url, `POST /api/collections/${collection}${path}`, { credential: user.token, body: form });
  };
  const get = (path: string) => call(url, `GET /api/collections/${collection}${path}`, { credential: user.token });
  return { post, get };
};

type Previewed = {
  readonly total: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly desk: object | null;
  readonly skipped: readonly {
    readonly ticket_id: string;
    readonly outcome: string;
    readonly excerpt: string | null;
  }[];
};

test('a preview names the desk, counts what it left out, and foretells what the upload then does', async (t) => {
  const { post, get } = await start();
  const preview = (await post('/tickets/preview')).body as Previewed;
  t.deepEqual(preview.desk, {
    name: 'zendesk',
    chosen: false,
    remarks: { private: 1, automated: 0, ai: 0, 'unknown-author': 1, cut: 0, 'no-ticket': 0 },
    tickets: [{ ticket_id: '4', index: 3, row: null, remark: 'unknown-author' }],
  });
  t.is(preview.total, 4);
  t.deepEqual(
    preview.skipped.map(({ ticket_id: id, outcome, excerpt }) => [id, outcome, excerpt]),
    [
      ['2', 'unresolved', 'Не уходят письма 2'],
      ['3', 'screenshot-only', 'Не уходят письма 3'],
      ['4', 'no-solution', 'Не уходят письма 4'],
    ],
  );
  const uploaded = await post('/tickets/upload');
  t.deepEqual(uploaded.body, { processed: 1, skipped: 3, collection_ticket_count: 1 });
  const { uploads } = (await get('/uploads')).body as {
    uploads: readonly { id: string; outcomes: Previewed['outcomes'] }[];
  };
  t.deepEqual(uploads[0]?.outcomes, preview.outcomes);
  const listed = (await get(`/uploads/${uploads[0]?.id ?? ''}/tickets?outcome=screenshot-only`)).body as {
    tickets: readonly { ticket_id: string }[];
  };
  t.deepEqual(
    listed.tickets.map(({ ticket_id: id }) => id),
    ['3'],
  );
  const stored = await get('/tickets/1');
  t.is((stored.body as { full_text: string }).full_text.includes('Секрет'), false);
});

test('another reading is part of the request: as own tickets the export cannot be read, an unknown name is 400', async (t) => {
  const { post } = await start();
  const own = (await post('/tickets/preview', { read_as: 'own' })).body as Previewed & {
    readonly unreadable_count: number;
  };
  t.deepEqual([own.desk, own.unreadable_count], [null, 4]);
  const unknown = await post('/tickets/preview', { read_as: 'hubspot' });
  t.is(unknown.status, 400);
  t.regex((unknown.body as { detail: string }).detail, /^read_as must be one of own, zendesk, /);
  const csv = await post('/tickets/upload', { read_as: 'zendesk' }, 'Номер;Проблема\n1;а\n');
  t.is(csv.status, 400);
});

test('a JSON body is never read as the export of a desk', async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const sent = await call(url, `POST /api/collections/${collection}/tickets`, {
    credential: user.token,
    body: exported,
  });
  t.deepEqual([sent.status, sent.body], [400, { detail: 'tickets[0].ticket_id is required' }]);
});
