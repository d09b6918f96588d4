import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser, type User, userPassword } from '../support/api.ts';
import {
  type AccountErasure,
  deleteAccount,
  deletedAccount,
  deleteInTurn,
  provenAccountErasure,
} from '../support/deleted-accounts.ts';
import { until } from '../support/requested-erasure.ts';
import { onServers } from '../support/server-stores.ts';
import { ownServiceFor } from '../support/service.ts';

/** Of its own: five failed logins delay all others of an address, also those of other files. */
const service = ownServiceFor(test, { TRUST_PROXY: '1' });
const url = () => service().url;

const withTickets = async () => {
  const user = await newUser(url());
  const [collection, other] = [await newCollection(url(), user), await newCollection(url(), user, 'Вторая')];
  const body = { tickets: [goodTicket(1), goodTicket(2, 'вход по номеру телефона')] };
  await call(url(), `POST /api/v1/tickets?collection_id=${collection}`, { credential: user.key, body });
  const newKey = async (days: number) => {
    const expires = new Date(Date.now() + days * 86_400_000).toISOString();
    const key = { name: 'Виджет', scopes: ['search', 'read'], collections: [collection], expires_at: expires };
    const { body: created } = await call(url(), 'POST /api/keys', { credential: user.token, body: key });
    return created as { readonly id: string; readonly key: string };
  };
  const [extra, revoked] = [await newKey(30), await newKey(90)];
  await call(url(), `DELETE /api/keys/${revoked.id}`, { credential: user.token });
  return { ...user, collection, other, extra: extra.key };
};

let networks = 0;

/** An address of its own, for what fails: five failed logins delay all others of an address, whoever they are of. */
const elsewhere = () => {
  networks += 1;
  return { 'X-Forwarded-For': `2001:db8:12:${networks.toString(16)}::1` };
};

const show = (id: string, token: string, below = '') =>
  call(url(), `GET /api/account-erasures/${id}${below}`, { headers: { 'Erasure-Token': token } });

const assertRefusedEverywhere = async (t: ExecutionContext, user: User & { readonly extra: string }) => {
  for (const endpoint of ['GET /api/me', 'GET /api/collections', 'GET /api/keys'])
    t.is((await call(url(), endpoint, { credential: user.token })).status, 401, endpoint);
  for (const credential of [user.key, user.extra])
    t.is((await call(url(), 'GET /api/v1/collections', { credential })).status, 401);
  const again = { email: user.email, password: userPassword };
  t.is((await call(url(), 'POST /api/login', { body: again, headers: elsewhere() })).status, 401);
};

/** On servers the log's keeps what was erased until its operator has it removed, and the files are looked at after that. */
const ended = onServers ? 'waiting' : 'proven';

test('a deleted account is refused at once, all of it is erased step by step, and the receipt says so', async (t) => {
  const user = await withTickets();
  const stranger = await withTickets();
  const deleted = await deleteInTurn(url(), user);
  t.is(deleted.status, 202);
  const { token, ...erasure } = deleted.body as AccountErasure & { readonly token: string };
  t.is(deleted.headers.get('location'), `/api/account-erasures/${erasure.id}`);
  t.like(erasure, { state: 'running', user_id: user.id, collections: 2, tickets: 2, proven_at: null });
  await assertRefusedEverywhere(t, user);

  const proven = await provenAccountErasure(url(), erasure.id, token);
  t.deepEqual(
    proven.steps.map(({ step, state }) => [step, state]),
    [
      ['closed', 'verified'],
      ['event_log', 'verified'],
      ['read_models', 'verified'],
      ...(onServers ? [['log_disk', 'waiting']] : []),
      ['files', onServers ? 'waiting' : 'verified'],
      ['backups', 'outside'],
    ],
  );
  const receipt = await show(erasure.id, token, '/receipt');
  t.like(receipt.body, { state: ended, user_id: user.id, collections: 2, tickets: 2, proven_at: proven.proven_at });
  t.false(JSON.stringify(receipt.body).includes(user.email));
  const check = (body: unknown) => call(url(), 'POST /api/receipts/check', { credential: stranger.token, body });
  t.deepEqual((await check(receipt.body)).body, { whole: true, signed: true });
  t.deepEqual((await check({ ...(receipt.body as object), tickets: 3 })).body, { whole: false, signed: false });
  await assertRefusedEverywhere(t, user);
  const listed = await call(url(), `GET /api/v1/collections/${stranger.collection}/tickets`, {
    credential: stranger.key,
  });
  t.is((listed.body as { readonly tickets: readonly unknown[] }).tickets.length, 2);
});

test('the erasure is shown to its token alone', async (t) => {
  const user = await withTickets();
  const { id, token } = await deletedAccount(url(), user);
  const other = await deletedAccount(url(), await newUser(url()));
  t.is((await show(id, token)).status, 200);
  for (const wrong of ['', 'wrong', other.token, token.slice(1), user.token])
    for (const below of ['', '/receipt']) {
      const refused = await show(id, wrong, below);
      t.deepEqual([refused.status, refused.body], [404, { detail: 'Erasure not found' }]);
    }
  t.is((await show('nothing', token)).status, 404);
});

test('without the password nothing is deleted, and wrong ones are delayed as failed logins are', async (t) => {
  const user = await withTickets();
  const wrongly = { password: 'not this one, surely', headers: elsewhere() };
  const wrong = await deleteAccount(url(), user, wrongly);
  t.deepEqual([wrong.status, wrong.headers.get('error-code')], [403, 'wrong-password']);
  t.is((await call(url(), 'DELETE /api/me', { credential: user.token, body: {} })).status, 400);
  t.is((await call(url(), 'DELETE /api/me', { credential: user.key, body: { password: userPassword } })).status, 401);
  t.is(
    (await call(url(), 'DELETE /api/v1/me', { credential: user.key, body: { password: userPassword } })).status,
    404,
  );
  const statuses: number[] = [];
  for (let times = 0; times < 8; times += 1) statuses.push((await deleteAccount(url(), user, wrongly)).status);
  t.true(statuses.includes(429), String(statuses));
  t.is((await call(url(), 'GET /api/me', { credential: user.token })).status, 200);
});

test('the e-mail can be registered again at once, and the new account keeps what it makes while the old one is erased', async (t) => {
  const user = await withTickets();
  const { id, token } = await deletedAccount(url(), user);
  const body = { email: user.email, password: userPassword, plan: 'free' };
  const registered = await call(url(), 'POST /api/register', { body });
  t.is(registered.status, 201);
  const { access_token: credential } = registered.body as { readonly access_token: string };
  const collection = await newCollection(url(), { token: credential });
  await call(url(), `POST /api/collections/${collection}/tickets`, { credential, body: { tickets: [goodTicket(7)] } });
  await provenAccountErasure(url(), id, token);
  const me = await call(url(), 'GET /api/me', { credential });
  t.like(me.body, { email: user.email });
  t.not((me.body as { readonly id: string }).id, user.id);
  const found = await call(url(), `GET /api/collections/${collection}`, { credential });
  t.like(found.body, { ticket_count: 1 });
  t.is((await call(url(), 'POST /api/login', { body })).status, 200);
  // And deleted once more, which takes what the first deletion has left in the log.
  const again = await deletedAccount(url(), { token: credential });
  await provenAccountErasure(url(), again.id, again.token);
  t.like((await show(id, token)).body, { state: ended });
});

test('of racing deletions one succeeds, and of a race with a registration nothing is half there', async (t) => {
  const user = await withTickets();
  const body = { email: user.email, password: userPassword, plan: 'free' };
  const [first, second, registered] = await Promise.all([
    deleteAccount(url(), user),
    deleteAccount(url(), user),
    setTimeout(50).then(() => call(url(), 'POST /api/register', { body })),
  ]);
  const statuses = [first.status, second.status].toSorted();
  t.true(statuses[0] === 202 && [401, 429].includes(statuses[1] ?? 0), String(statuses));
  t.true([201, 400, 429].includes(registered.status), String(registered.status));
  const logIn = await call(url(), 'POST /api/login', { body, headers: elsewhere() });
  t.is(logIn.status, registered.status === 201 ? 200 : 401);
});

test('an upload that runs ends with the account', async (t) => {
  const user = await withTickets();
  const tickets = Array.from({ length: 20_000 }, (_, index) => goodTicket(`many-${index}`));
  const upload = call(url(), `POST /api/collections/${user.collection}/tickets`, {
    ...{ credential: user.token, body: { tickets } },
  });
  // Once it is recorded: a body that has only begun to arrive is refused with its account.
  const uploads = `GET /api/collections/${user.collection}/uploads`;
  await until(async () => {
    const { body } = await call(url(), uploads, { credential: user.token });
    return (body as { readonly uploads: readonly { readonly state: string }[] }).uploads[0]?.state === 'running';
  });
  const { id, token } = await deletedAccount(url(), user);
  const { status, body } = await upload;
  t.is(status, 404, JSON.stringify(body));
  t.is((await provenAccountErasure(url(), id, token)).state, ended);
});
