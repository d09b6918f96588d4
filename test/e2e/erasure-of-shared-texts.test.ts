import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { formOf } from '../support/previews.ts';
import { type Erasure, filledCollection, requireOk } from '../support/stored-tickets.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A text of its own, long enough to be looked for. */
const text = (name: string) => `Слово ${name} и ещё одно, да и третье`;

const names = [
  ...['client', 'category', 'ticket', 'collection', 'file', 'reason', 'question', 'preview'],
  ...['own client', 'own collection'],
];

type Own = (endpoint: string, body?: unknown) => ReturnType<typeof call>;

/** Asks in a collection of a tenant of its own. */
const ownCollection = async (url: string): Promise<Own> => {
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  return (endpoint, body) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return call(url, `${method} /api/collections/${collection}${path}`, { credential: user.token, body });
  };
};

/** Erases a ticket; returns what its receipt says of the files, of which no state before may say that they have a text. */
const foundByErasure = async (t: ExecutionContext, own: Own, ticketId: string) => {
  const { id } = (await own('POST /erasures', { ticket_ids: [ticketId] })).body as Erasure;
  for (const end = Date.now() + 60_000; ;) {
    const { state, steps } = (await own(`GET /erasures/${id}`)).body as Erasure;
    const reasons = steps.flatMap(({ reason }) => reason ?? []);
    for (const reason of reasons) t.notRegex(reason, /pieces|left|tmp/, ticketId);
    if (state === 'proven') return steps.find(({ step }) => step === 'read_models')?.found ?? {};
    if (Date.now() > end) throw new Error(JSON.stringify(steps));
    await setTimeout(200);
  }
};

test('an erasure is proven whatever else has its texts, and never says that anything has', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const { ask, ...other } = await filledCollection(service.url, [
    { ...goodTicket(1), client: text('client'), category: text('category') },
    goodTicket(text('ticket')),
    goodTicket('gone'),
  ]);
  const credential = other.user.token;
  await call(service.url, 'POST /api/collections', { credential, body: { name: text('collection') } });
  const file = formOf(JSON.stringify([goodTicket('from a file')]), `${text('file')}.json`);
  requireOk(await ask('POST /tickets/upload', { body: file }));
  await ask('POST /erasures', { body: { ticket_ids: ['gone'], requested_for: text('reason') } });
  const query = { collection_id: other.collection, query: text('question'), generate_answer: false };
  requireOk(await call(service.url, 'POST /api/search', { credential, body: query }));
  requireOk(await ask('POST /tickets/preview', { body: { tickets: [goodTicket('previewed', text('preview'))] } }));

  const own = await ownCollection(service.url);
  requireOk(await own('PATCH ', { name: text('own collection') }));
  const statement = 'CREATE TABLE events ( position INTEGER PRIMARY KEY AUTOINCREMENT,';
  const said = [...names.map(text), statement].map((each) => ({ role: 'client', text: each }));
  const ticket = goodTicket('shared', 'Об этом написано у всех');
  const tickets = [
    { ...ticket, messages: [...ticket.messages, ...said] },
    { ...goodTicket(2), client: text('own client') },
  ];
  requireOk(await own('POST /tickets', { tickets }));
  const found = await foundByErasure(t, own, 'shared');
  t.true((found['pieces'] ?? 0) > names.length);
  const preview = await call(service.url, `GET /api/collections/${other.collection}/uploads`, { credential });
  t.is(preview.status, 200);
});

test('nor by what the columns of others have side by side', async (t) => {
  const service = await startService({}, temporaryFolder(t));
  t.teardown(service.kill);
  const { ask, user } = await filledCollection(service.url, [
    { ...goodTicket('INC-2026-000123'), category: 'Billing questions' },
    { ...goodTicket(2), client: 'ООО Альфа Логистик 821' },
    { ...goodTicket('Здравствуйте'), category: ', коллеги! Мы посмотрели' },
  ]);
  const name = 'Перенос архива документов';
  const made = await call(service.url, 'POST /api/collections', { credential: user.token, body: { name } });
  const file = formOf(JSON.stringify([goodTicket('from a file')]), 'layoffs-2027-q1.json');
  requireOk(await ask('POST /tickets/upload', { body: file }));
  const own = await ownCollection(service.url);
  const guessed = {
    'id and category': 'INC-2026-000123Billing questions',
    'client and problem': 'ООО Альфа Логистик 821["',
    'both halves': 'Здравствуйте, коллеги! Мы посмотрели',
    'collection and time': name + (made.body as { created_at: string }).created_at.slice(0, 8),
    'file and format': 'layoffs-2027-q1.jsonjson',
  };
  const said = Object.entries(guessed).map(([id, guess]) => {
    const ticket = goodTicket(id, 'Вопрос');
    return { ...ticket, messages: [{ role: 'client', text: guess }, ...ticket.messages] };
  });
  requireOk(await own('POST /tickets', { tickets: said }));
  const all = await Promise.all(Object.keys(guessed).map((id) => foundByErasure(t, own, id)));
  for (const found of all) t.true((found['pieces'] ?? 0) > 0);
});
