import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, newCollection, newUser, userPassword } from '../support/api.ts';
import { deleteInTurn } from '../support/deleted-accounts.ts';
import { serviceFor } from '../support/service.ts';

/** Long enough for a busy machine to open the streams, which are looked at a second later. */
const keyMs = 8_000;

const service = serviceFor(test);
const url = () => service().url;

/** Opens a stream that nothing comes to an end of; returns whether it was closed. */
const open = async (t: ExecutionContext, path: string, credential: string) => {
  const leaving = new AbortController();
  t.teardown(() => leaving.abort());
  const headers = { Authorization: `Bearer ${credential}` };
  const response = await fetch(url() + path, { headers, signal: leaving.signal });
  t.is(response.status, 200);
  const stream = { isClosed: false };
  const close = () => (stream.isClosed = true);
  void response.text().then(close, close);
  return stream;
};

/** The progress of an upload and of a preview that have not begun, of a surface. */
const openBoth = (t: ExecutionContext, collection: string, credential: string, surface = '/api/v1') => {
  const path = `${surface}/collections/${collection}`;
  const paths = [`${path}/uploads/${randomUUID()}/progress`, `${path}/previews/${randomUUID()}/progress`];
  return Promise.all(paths.map((each) => open(t, each, credential)));
};

const signedIn = async () => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const newKey = async (credential: string, expiresAt: string | null = null) => {
    const body = { name: 'Бот', scopes: ['upload'], expires_at: expiresAt };
    const made = await call(url(), 'POST /api/keys', { credential, body });
    return made.body as { readonly id: string; readonly key: string };
  };
  return { ...user, collection, newKey };
};

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** How a credential ends: what opens the streams, on which surface, and what ends it. */
const ends: Readonly<
  Record<
    string,
    (user: SignedIn) => Promise<readonly [credential: string, surface: string, end: () => Promise<unknown>]>
  >
> = {
  'a revoked key': async ({ newKey, token: credential }) => {
    const { id, key } = await newKey(credential);
    return [key, '/api/v1', () => call(url(), `DELETE /api/keys/${id}`, { credential })];
  },
  'a key whose time is over': async ({ newKey, token }) => {
    const endsAt = Date.now() + keyMs;
    const { key } = await newKey(token, new Date(endsAt).toISOString());
    return [key, '/api/v1', () => setTimeout(endsAt - Date.now())];
  },
  'a replaced API key': ({ key: credential }) =>
    Promise.resolve([credential, '/api/v1', () => call(url(), 'PATCH /api/v1/me/api-key', { credential })]),
  'a session that was signed out everywhere': ({ token: credential }) =>
    Promise.resolve([credential, '/api', () => call(url(), 'POST /api/me/sign-out-everywhere', { credential })]),
  'a session from before a new password': ({ token: credential }) => {
    const body = { current: userPassword, new: 'another one, long enough' };
    const end = async () => {
      // The queue of passwords is full at times, since all tests of the service are of one address.
      while ((await call(url(), 'PUT /api/me/password', { credential, body })).status === 429) await setTimeout(200);
    };
    return Promise.resolve([credential, '/api', end]);
  },
  'a deleted account': (user) => Promise.resolve([user.token, '/api', () => deleteInTurn(url(), user)]),
};

for (const [name, opened] of Object.entries(ends))
  test(`streams of ${name} end within two seconds, those of another account go on`, async (t) => {
    const [user, other] = [await signedIn(), await signedIn()];
    const [credential, surface, end] = await opened(user);
    const streams = await openBoth(t, user.collection, credential, surface);
    const others = await openBoth(t, other.collection, other.key);
    await setTimeout(1_100);
    t.false([...streams, ...others].some(({ isClosed }) => isClosed));
    await end();
    const endedAt = performance.now();
    while (!streams.every(({ isClosed }) => isClosed) && performance.now() - endedAt < 10_000) await setTimeout(20);
    const elapsed = performance.now() - endedAt;
    t.true(elapsed < 2_000, `${elapsed} ms`);
    t.false(others.some(({ isClosed }) => isClosed));
  });
