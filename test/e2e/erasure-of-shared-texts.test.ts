import { setTimeout } from 'node:timers/promises';
import test from 'ava';
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

  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const own = (endpoint: string, body?: unknown) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return call(service.url, `${method} /api/collections/${collection}${path}`, { credential: user.token, body });
  };
  requireOk(await own('PATCH ', { name: text('own collection') }));
  const statement = 'CREATE TABLE events ( position INTEGER PRIMARY KEY AUTOINCREMENT,';
  const said = [...names.map(text), statement].map((each) => ({ role: 'client', text: each }));
  const ticket = goodTicket('shared', 'Об этом написано у всех');
  const tickets = [
    { ...ticket, messages: [...ticket.messages, ...said] },
    { ...goodTicket(2), client: text('own client') },
  ];
  requireOk(await own('POST /tickets', { tickets }));
  const { id } = (await own('POST /erasures', { ticket_ids: ['shared'] })).body as Erasure;
  for (const end = Date.now() + 60_000; ;) {
    const { state, steps } = (await own(`GET /erasures/${id}`)).body as Erasure;
    const reasons = steps.flatMap(({ reason }) => reason ?? []);
    for (const reason of reasons) t.notRegex(reason, /pieces|left|tmp/);
    if (state === 'proven') {
      const found = steps.find(({ step }) => step === 'read_models')?.found ?? {};
      t.true((found['pieces'] ?? 0) > names.length);
      break;
    }
    if (Date.now() > end) throw new Error(JSON.stringify(steps));
    await setTimeout(200);
  }
  const preview = await call(service.url, `GET /api/collections/${other.collection}/uploads`, { credential });
  t.is(preview.status, 200);
});
