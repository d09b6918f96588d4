import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { filledCollection, historyOf, requireOk, solutionAbout } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const details = { resolved_at: '2023-05-24T12:30:00.000Z', url: 'https://desk.example.com/tickets/1' };
/** A ticket with all that one may have. */
const whole = (id: number) => ({ ...goodTicket(id), ...details });
const { category } = goodTicket(1);

type Texts = { readonly category: string; readonly resolved_at?: string; readonly url?: string };

const opened = async () => {
  const home = await filledCollection(service().url, [whole(1), whole(2), whole(3)]);
  const { url, user, collection, ask } = home;
  /** As sent, or as the first file of a form. */
  const send = async (path: string, content: readonly object[] | string, headers: Record<string, string> = {}) => {
    if (typeof content !== 'string') return ask(`POST /tickets${path}`, { body: { tickets: content }, headers });
    const body = new FormData();
    body.set('file', new Blob([content]), 'обращения.csv');
    const place = `/api/collections/${collection}/tickets${path.startsWith('?') ? `/upload${path}` : path}`;
    const authorised = { Authorization: `Bearer ${user.token}`, ...headers };
    const answer = await fetch(url + place, { method: 'POST', headers: authorised, body });
    return { status: answer.status, body: await answer.json() };
  };
  const shown = async (id: number): Promise<Texts> => {
    const { body } = await ask(`GET /tickets/${id}`);
    const { category: of, resolved_at, url: link } = body as Texts;
    return { category: of, ...(resolved_at && { resolved_at }), ...(link && { url: link }) };
  };
  return { ...home, send, shown };
};
type Opened = Awaited<ReturnType<typeof opened>>;

type Foretold = {
  readonly outcomes: Readonly<Record<string, number>>;
  readonly unchanged: number;
  readonly updates: {
    readonly changed_fields: readonly { readonly name: string; readonly tickets: number }[];
    readonly updated: readonly { readonly ticket_id: string; readonly changed: readonly { readonly name: string }[] }[];
  };
};

/** Previews, then sends; the preview has to foretell what the upload does. */
const updated = async ({ send, ask }: Opened, content: readonly object[] | string) => {
  const { body } = await send('/preview?on_duplicate=update', content);
  const sent = await send('?on_duplicate=update', content);
  requireOk(sent);
  const foretold = body as Foretold;
  const uploads = (await ask('GET /uploads?limit=1')).body as { uploads: readonly { outcomes: object }[] };
  return { foretold, outcomes: uploads.uploads[0]?.outcomes };
};

const without = (ticket: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(ticket).filter(([name]) => !names.includes(name)));
const names = Object.keys({ category, client: '', ...details });

test('an update keeps what the JSON leaves out or has as null, and empties what it has as an empty text', async (t) => {
  const home = await opened();
  const changed = {
    messages: [
      { role: 'client', text: 'Не печатает' },
      { role: 'support', text: solutionAbout('плёнка') },
    ],
  };
  const { foretold, outcomes } = await updated(home, [
    { ...without(whole(1), ...names), ...changed },
    { ...whole(2), category: null, client: ' ', resolved_at: null, url: null },
    { ...whole(3), category: '', resolved_at: '', url: ' ' },
  ]);
  t.deepEqual(await home.shown(1), { category, ...details });
  t.deepEqual((await historyOf(home, 1))[1]?.changed, ['problem', 'solution']);
  t.deepEqual(await home.shown(2), { category, ...details });
  t.is((await historyOf(home, 2)).length, 1);
  t.deepEqual(await home.shown(3), { category: '' });
  t.deepEqual((await historyOf(home, 3))[1]?.changed.toSorted(), ['category', 'resolved_at', 'url']);
  t.like(outcomes, { updated: 2, duplicate: 1 });
  t.deepEqual(foretold.outcomes, outcomes as never);
  t.is(foretold.unchanged, 1);
  t.deepEqual(
    foretold.updates.changed_fields.toSorted((one, other) => one.name.localeCompare(other.name)),
    ['category', 'problem', 'resolved_at', 'solution', 'url'].map((name) => ({ name, tickets: 1 })),
  );
});

const table = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  [titles, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n');
const [question, answer] = ['Не печатает принтер', solutionAbout('плёнка')];

test('an update from a table keeps the fields that have no column, and empties those of an empty cell', async (t) => {
  const home = await opened();
  const first = await updated(home, table(['Номер', 'Проблема', 'Решение'], [['1', question, answer]]));
  t.deepEqual(await home.shown(1), { category, ...details });
  t.deepEqual(
    first.foretold.updates.updated.map(({ changed }) => changed.map(({ name }) => name)),
    [['problem', 'solution']],
  );
  const same = await updated(home, table(['Номер', 'Проблема', 'Решение'], [['1', question, answer]]));
  t.like(same, { outcomes: { updated: 0, duplicate: 1 }, foretold: { unchanged: 1 } });
  const titles = ['Номер', 'Категория', 'Проблема', 'Решение', 'Дата решения'];
  const emptied = await updated(home, table(titles, [['1', '', question, answer, '']]));
  t.deepEqual(emptied.foretold.updates.changed_fields, [
    { name: 'category', tickets: 1 },
    { name: 'resolved_at', tickets: 1 },
  ]);
  t.deepEqual(await home.shown(1), { category: '', url: details.url });
});

test('a table with a row for each message keeps the fields that have no column too', async (t) => {
  const home = await opened();
  const rows = [
    ['1', 'клиент', question],
    ['1', 'поддержка', answer],
  ];
  await updated(home, table(['Номер', 'Роль', 'Текст'], rows));
  t.deepEqual(await home.shown(1), { category, ...details });
  t.is((await historyOf(home, 1)).length, 2);
});

test('the stored client stays masked in an update that has no client, which then changes nothing', async (t) => {
  const client = 'Лещ Игорь';
  const ticket = { ...goodTicket(1), client, description: 'Лещ не вернул товар' };
  const home = await filledCollection(service().url, [ticket]);
  const sent = without(ticket, 'client');
  const { body } = await home.ask('POST /tickets?on_duplicate=update', { body: { tickets: [sent] } });
  t.like(body, { processed: 0, skipped: 1 });
  const found = await home.search('товар');
  t.regex(found[0]?.full_text ?? '', /Проблема: \[ИМЯ\] не вернул товар/);
});

test('the undo of an update gives exactly the former fields back', async (t) => {
  const home = await opened();
  const before = await Promise.all([1, 2, 3].map(async (id) => home.shown(id)));
  const full = async (id: number) => (await home.ask(`GET /tickets/${id}`)).body as { readonly full_text: string };
  const texts = (await full(3)).full_text;
  const uploadId = randomUUID();
  const tickets = [
    { ...without(whole(1), ...names), description: 'Другое описание' },
    { ...whole(2), category: '', resolved_at: '2024-01-01', url: '' },
    { ...whole(3), category: 'Печать', description: question },
  ];
  requireOk(await home.send('?on_duplicate=update', tickets, { 'Upload-Id': uploadId }));
  t.deepEqual(await home.shown(2), { category: '', resolved_at: '2024-01-01T00:00:00.000Z' });
  const path = `/api/collections/${home.collection}/uploads/${uploadId}/undo`;
  await call(home.url, `POST ${path}`, { credential: home.user.token });
  for (;;) {
    const { body } = await call(home.url, `GET ${path}`, { credential: home.user.token });
    if ((body as { state: string }).state === 'finished') break;
    await setTimeout(50);
  }
  t.deepEqual(await Promise.all([1, 2, 3].map(async (id) => home.shown(id))), before);
  t.is((await full(3)).full_text, texts);
  t.like(await home.send('?on_duplicate=update', [whole(1), whole(2), whole(3)]), {
    body: { processed: 0, skipped: 3 },
  });
});
