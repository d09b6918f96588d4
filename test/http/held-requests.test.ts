import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, userPassword } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

/** Sends a request but for the end of its body; the returned function sends that too, and gives the status. */
const hold = (endpoint: string, credential: string, body: object): (() => Promise<number | undefined>) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    Authorization: `Bearer ${credential}`,
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
  };
  const sent = request(url() + path, { method, headers });
  sent.write(bytes.subarray(0, 1));
  return async () => {
    sent.end(bytes.subarray(1));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
};

/** For so long a request goes on with what was found at its beginning. */
const afterThat = () => setTimeout(200);

test('a request whose body arrives after its session or key has ended is refused, and does nothing', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const made = await call(url(), 'POST /api/keys', {
    ...{ credential: user.token, body: { name: 'Бот', scopes: ['search', 'upload'] } },
  });
  const { id, key } = made.body as { readonly id: string; readonly key: string };
  const search = { collection_id: collection, query: 'не печатает принтер', generate_answer: false };
  const tickets = { tickets: [goodTicket(1)] };
  const bySession = [
    hold('POST /api/keys', user.token, { name: 'Чужой', scopes: ['read'] }),
    hold('POST /api/collections', user.token, { name: 'Чужая' }),
    hold('POST /api/search', user.token, search),
    hold(`POST /api/collections/${collection}/tickets`, user.token, tickets),
    hold(`POST /api/collections/${collection}/erasures`, user.token, { ticket_ids: ['1'] }),
  ];
  const byKey = [
    hold('POST /api/v1/search', key, search),
    hold(`POST /api/v1/tickets?collection_id=${collection}`, key, tickets),
    hold('POST /api/v1/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  ];
  await afterThat();
  const signedOut = await call(url(), 'POST /api/me/sign-out-everywhere', { credential: user.token });
  const { access_token: credential } = signedOut.body as { readonly access_token: string };
  t.is((await call(url(), `DELETE /api/keys/${id}`, { credential })).status, 204);
  for (const finish of [...bySession, ...byKey]) t.is(await finish(), 401);
  const listed = await call(url(), 'GET /api/collections', { credential });
  t.like(listed.body, { 0: { id: collection, ticket_count: 0 }, length: 1 });
  t.like((await call(url(), 'GET /api/keys', { credential })).body, { keys: { length: 0 } });
});

test('a request whose body arrives after its collection was deleted is refused, and does nothing', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const path = `/api/collections/${collection}`;
  const credential = user.token;
  await call(url(), `POST ${path}/tickets`, { credential, body: { tickets: [goodTicket(1)] } });
  const ids = { ticket_ids: ['1'] };
  const held = [
    hold(`PATCH ${path}`, credential, { name: 'Другая' }),
    hold(`POST ${path}/tickets/1/preview`, credential, { solution: 'Замените картридж и проверьте печать.' }),
    hold(`POST ${path}/withdrawals`, credential, ids),
    hold(`POST ${path}/restorations`, credential, ids),
    hold(`POST ${path}/erasures`, credential, ids),
  ];
  await afterThat();
  t.is((await call(url(), `DELETE ${path}`, { credential })).status, 200);
  for (const finish of held) t.is(await finish(), 404);
});

test('corrections that wait for their turn are not stored once their session has ended', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const path = `/api/collections/${collection}/tickets`;
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  await call(url(), `POST ${path}`, { credential: user.token, body: { tickets: ids.map((id) => goodTicket(id)) } });
  const solution = 'Иванов Пётр проверил печать и заменил картридж. '.repeat(2_500);
  const correct = (id: number) =>
    call(url(), `PUT ${path}/${id}`, { credential: user.token, body: { solution }, headers: { 'If-Match': '"1"' } });
  const corrections = ids.map(correct);
  await afterThat();
  const signedOut = await call(url(), 'POST /api/me/sign-out-everywhere', { credential: user.token });
  const { access_token: credential } = signedOut.body as { readonly access_token: string };
  const statuses = (await Promise.all(corrections)).map(({ status }) => status);
  t.true(statuses.includes(401), statuses.join());
  const tickets = await Promise.all(ids.map((id) => call(url(), `GET ${path}/${id}`, { credential })));
  const changed = tickets.filter(({ headers }) => headers.get('ETag') === '"2"').length;
  // Those that had ended, and one that was being appended.
  t.true(changed < ids.length, `${changed}`);
});

test('a request whose body takes its time is answered while its session lasts', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const finish = hold(`POST /api/collections/${collection}/tickets`, user.token, { tickets: [goodTicket(1)] });
  await afterThat();
  t.is(await finish(), 200);
});

test('who has a session without the password cannot use up what ends it', async (t) => {
  const user = await newUser(url());
  let { token } = user;
  for (let turn = 0; turn < 60; turn += 1) {
    const { status, body } = await call(url(), 'POST /api/me/sign-out-everywhere', { credential: token });
    t.is(status, 200);
    token = (body as { readonly access_token: string }).access_token;
  }
  t.is((await call(url(), 'POST /api/me/sign-out-everywhere', { credential: token })).status, 429);
  const body = { current: userPassword, new: 'another one, long enough' };
  let changed = await call(url(), 'PUT /api/me/password', { credential: token, body });
  // The queue of passwords is full at times, since all tests of the service are of one address.
  for (; changed.status === 429; changed = await call(url(), 'PUT /api/me/password', { credential: token, body })) {
    t.notRegex(JSON.stringify(changed.body), /of this account/);
    await setTimeout(500);
  }
  t.is(changed.status, 200);
});
