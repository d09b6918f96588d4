import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { call, newUser } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

const secret = 'a secret of thirty-two characters or more';
const service = ownServiceFor(test, { JWT_SECRET: secret, TRUST_PROXY: '1' });
const url = () => service().url;
const email = () => `${randomUUID()}@example.com`;
const register = (body: unknown) => call(url(), 'POST /api/register', { body });
const part = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');
const sign = (header: object, claims: object, key = secret) => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

test('register answers 201 with a bearer token, login 200 with another one', async (t) => {
  const body = { email: email(), password: 'long enough by far', plan: 'pro' };
  const registered = await register(body);
  t.is(registered.status, 201);
  t.deepEqual(Object.keys(registered.body as object), ['access_token', 'token_type']);
  t.is((registered.body as { token_type: string }).token_type, 'bearer');
  const loggedIn = await call(url(), 'POST /api/login', { body });
  t.is(loggedIn.status, 200);
  t.is((loggedIn.body as { token_type: string }).token_type, 'bearer');
});

test('the token carries sub, iat and exp, no more, and is valid for 1 440 minutes', async (t) => {
  const { token, id } = await newUser(url());
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, number>;
  t.deepEqual(Object.keys(claims).toSorted(), ['exp', 'iat', 'sub']);
  t.is(claims['sub'] as unknown as string, id);
  t.is((claims['exp'] ?? 0) - (claims['iat'] ?? 0), 1440 * 60);
});

test('GET /api/me and GET /api/v1/me answer the same user record', async (t) => {
  const { token, key, email: address } = await newUser(url(), 'starter');
  const byToken = await call(url(), 'GET /api/me', { credential: token });
  const byKey = await call(url(), 'GET /api/v1/me', { credential: key });
  t.deepEqual(byToken.body, byKey.body);
  t.deepEqual(Object.keys(byToken.body as object), ['id', 'email', 'api_key', 'plan', 'created_at']);
  t.like(byToken.body, { email: address, plan: 'starter', api_key: key });
  t.regex(key, /^[0-9A-Za-z]{32}$/);
});

test('an e-mail is trimmed and lower-cased, and can be registered once', async (t) => {
  const address = email();
  const body = { email: `  ${address.toUpperCase()} `, password: 'long enough by far' };
  t.is((await register(body)).status, 201);
  const again = await register({ ...body, email: address });
  t.deepEqual([again.status, again.body], [400, { detail: 'Email already registered' }]);
  t.is((await call(url(), 'POST /api/login', { body })).status, 200);
});

test('of racing registrations of one e-mail exactly one wins', async (t) => {
  const body = { email: email(), password: 'long enough by far' };
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => register(body)))).map(({ status }) => status);
  t.deepEqual(statuses.toSorted(), [201, 400, 400, 400, 400, 400, 400, 400]);
});

const refused: readonly (readonly [string, object, RegExp])[] = [
  [
    'letters of two scripts in a word of an e-mail',
    { email: 'аdmin@example.com', password: 'long enough by far' },
    /^email must not mix letters of scripts that look alike$/,
  ],
  [
    'an e-mail that has two @ when compared',
    { email: 'a＠b@example.com', password: 'long enough by far' },
    /^email must be/,
  ],
  ['no e-mail', { password: 'long enough by far' }, /^email is required$/],
  [
    'an e-mail that is not an address',
    { email: 'somebody', password: 'long enough by far' },
    /^email must be an e-mail address$/,
  ],
  [
    'U+0000 in an e-mail',
    { email: 'a\0b@example.com', password: 'long enough by far' },
    /^email must be an e-mail address$/,
  ],
  ['a number for an e-mail', { email: 5, password: 'long enough by far' }, /^email must be a string$/],
  [
    'a password of 11 characters',
    { email: 'a@example.com', password: 'eleven here' },
    /^password must have 12 to 1024 characters$/,
  ],
  ['a password of 1 025 characters', { email: 'a@example.com', password: 'x'.repeat(1025) }, /^password must have/],
  [
    'a common password',
    { email: 'a@example.com', password: '1Q2w3e4r5t6y' },
    /^password is one of the most common passwords; choose another$/,
  ],
  ['no password', { email: 'a@example.com', password: null }, /^password is required$/],
  ['an unknown plan', { email: 'a@example.com', password: 'long enough by far', plan: 'gold' }, /^plan must be one of/],
];
for (const [title, body, detail] of refused) {
  test(`register refuses with 400: ${title}`, async (t) => {
    const answer = await register(body);
    t.is(answer.status, 400);
    t.deepEqual(Object.keys(answer.body as object), ['detail']);
    t.regex((answer.body as { detail: string }).detail, detail);
  });
}

test('each plan is accepted, and free is the default', async (t) => {
  for (const plan of ['free', 'starter', 'pro', 'enterprise'])
    t.is((await register({ email: email(), password: 'long enough by far', plan })).status, 201);
  const { body } = await register({ email: email(), password: 'long enough by far', plan: null });
  const me = await call(url(), 'GET /api/me', { credential: (body as { access_token: string }).access_token });
  t.like(me.body, { plan: 'free' });
});

test('a wrong password and an unknown e-mail answer the same 401', async (t) => {
  const { email: address } = await newUser(url());
  for (const wrong of [
    { email: address, password: 'not the one' },
    { email: email(), password: 'long enough by far' },
  ]) {
    const answer = await call(url(), 'POST /api/login', { body: wrong });
    t.deepEqual([answer.status, answer.body], [401, { detail: 'Invalid email or password' }]);
  }
});

/** Logins from an address, one after the other. */
const logInFrom = async (address: string, body: object, times = 1) => {
  const answers = [];
  for (let time = 0; time < times; time += 1) {
    answers.push(await call(url(), 'POST /api/login', { body, headers: { 'X-Forwarded-For': address } }));
  }
  return answers;
};

test('after five failures a login waits, with the same answer for an account that does not exist', async (t) => {
  const { email: known } = await newUser(url());
  const answersFor = async (address: string, account: string) => {
    const answers = await logInFrom(address, { email: account, password: 'not the one' }, 6);
    const last = answers.at(-1);
    // From the fifth failure, which may be seconds ago on a busy machine.
    const wait = Number(last?.headers.get('retry-after'));
    t.true(wait > 0 && wait <= 15, `${wait} s`);
    t.deepEqual(last?.body, { detail: `Too many failed logins; try again in ${wait} s` });
    return answers.map(({ status }) => status);
  };
  t.deepEqual(await answersFor('2001:db8:1::1', known), [401, 401, 401, 401, 401, 429]);
  t.deepEqual(await answersFor('2001:db8:2::1', email()), [401, 401, 401, 401, 401, 429]);
  const [sameNetwork] = await logInFrom('[2001:db8:1::2]:4711', { email: email(), password: 'long enough by far' });
  t.is(sameNetwork?.status, 429);
});

test('a stranger who fails keeps no token, no key and no known address out', async (t) => {
  const { email: account, token, key } = await newUser(url());
  const right = { email: account, password: 'long enough by far' };
  t.is((await logInFrom('198.51.100.1:5000', right))[0]?.status, 200);
  await logInFrom('203.0.113.1', { ...right, password: 'not the one' }, 5);
  t.is((await logInFrom('203.0.113.2', right))[0]?.status, 429);
  t.is((await logInFrom('198.51.100.1', right))[0]?.status, 200);
  t.is((await call(url(), 'GET /api/me', { credential: token })).status, 200);
  t.is((await call(url(), 'GET /api/v1/me', { credential: key })).status, 200);
});

test('a rotated key works, the previous one stops at once', async (t) => {
  const { key } = await newUser(url());
  const rotated = await call(url(), 'PATCH /api/v1/me/api-key', { credential: key });
  t.is(rotated.status, 200);
  t.deepEqual(Object.keys(rotated.body as object), ['api_key']);
  const next = (rotated.body as { api_key: string }).api_key;
  t.regex(next, /^[0-9A-Za-z]{32}$/);
  t.is((await call(url(), 'GET /api/v1/me', { credential: key })).status, 401);
  t.like((await call(url(), 'GET /api/v1/me', { credential: next })).body, { api_key: next });
});

test('of two racing rotations with one key one wins, the other is 401', async (t) => {
  const { key } = await newUser(url());
  const race = await Promise.all([1, 2].map(() => call(url(), 'PATCH /api/v1/me/api-key', { credential: key })));
  t.deepEqual(race.map(({ status }) => status).toSorted(), [200, 401]);
});

test('no file of the service holds an API key or a password in the clear', async (t) => {
  const { key } = await newUser(url());
  for (const name of readdirSync(service().folder)) {
    if (!name.includes('.db')) continue;
    const bytes = readFileSync(join(service().folder, name));
    t.false(bytes.includes(key), name);
    t.false(bytes.includes('long enough by far'), name);
  }
});

test('each surface accepts only its own credential', async (t) => {
  const { token, key } = await newUser(url());
  t.is((await call(url(), 'GET /api/v1/me', { credential: token })).status, 401);
  t.is((await call(url(), 'GET /api/me', { credential: key })).status, 401);
});

test('a missing, malformed, foreign, unsigned, expired or orphaned token is 401', async (t) => {
  const { id } = await newUser(url());
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, iat: now, exp: now + 60 };
  t.is((await call(url(), 'GET /api/me', { credential: sign({ alg: 'HS256', typ: 'JWT' }, claims) })).status, 200);
  const bad = [
    sign({ alg: 'HS256' }, claims, 'another secret of thirty-two characters'),
    sign({ alg: 'HS512' }, claims),
    `${part({ alg: 'none' })}.${part(claims)}.`,
    sign({ alg: 'HS256' }, { ...claims, exp: now - 1 }),
    sign({ alg: 'HS256' }, { ...claims, sub: randomUUID() }),
    sign({ alg: 'HS256' }, { ...claims, sub: 7 }),
    sign({ alg: 'HS256' }, { sub: id, iat: now }),
    `${sign({ alg: 'HS256' }, claims)} more`,
    'nonsense',
  ];
  for (const credential of bad) {
    const answer = await call(url(), 'GET /api/me', { credential });
    t.deepEqual([answer.status, answer.body], [401, { detail: 'Not authenticated' }]);
  }
  t.is((await call(url(), 'GET /api/me')).status, 401);
  t.is((await call(url(), 'GET /api/me', { headers: { Authorization: 'Basic YTpi' } })).status, 401);
});
