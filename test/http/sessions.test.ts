import test from 'ava';
import { call, newUser, userPassword } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

/** Of its own: five failed logins delay all others of an address, also those of other files. */
const service = ownServiceFor(test, { TRUST_PROXY: '1' });
const url = () => service().url;

const statusOf = async (credential: string) => (await call(url(), 'GET /api/me', { credential })).status;
const tokenIn = (body: unknown) => (body as { readonly access_token: string }).access_token;
const change = (credential: string, body: object, headers = {}) =>
  call(url(), 'PUT /api/me/password', { credential, body, headers });
const logIn = (email: string, password: string, headers = {}) =>
  call(url(), 'POST /api/login', { body: { email, password }, headers });
/** What fails has an address of its own: five failed logins delay all others of an address, whoever they are of. */
const elsewhere = { 'X-Forwarded-For': '2001:db8:11::1' };
const chosen = 'another one, long enough';

test('a new password ends the sessions of before, and this one goes on with the token of the answer; keys stay', async (t) => {
  const { email, token, key } = await newUser(url());
  const other = tokenIn((await logIn(email, userPassword)).body);
  const changed = await change(token, { current: userPassword, new: chosen });
  t.is(changed.status, 200);
  t.deepEqual(Object.keys(changed.body as object), ['access_token', 'token_type']);
  t.deepEqual([await statusOf(token), await statusOf(other)], [401, 401]);
  t.is(await statusOf(tokenIn(changed.body)), 200);
  t.is((await call(url(), 'GET /api/v1/me', { credential: key })).status, 200);
  t.is((await logIn(email, userPassword, { 'X-Forwarded-For': '2001:db8:10::1' })).status, 401);
  // At once, within the second of the change too.
  t.is(await statusOf(tokenIn((await logIn(email, chosen)).body)), 200);
});

test('sessions can be ended many times within a second: each time all of before end', async (t) => {
  let { token } = await newUser(url());
  const ended: string[] = [];
  for (let times = 0; times < 4; times += 1) {
    ended.push(token);
    const answer = await call(url(), 'POST /api/me/sign-out-everywhere', { credential: token });
    t.is(answer.status, 200);
    token = tokenIn(answer.body);
    t.is(await statusOf(token), 200);
    for (const before of ended) t.is(await statusOf(before), 401);
  }
});

test('a wrong current password changes nothing, and delays further attempts as a failed login does', async (t) => {
  const { email, token } = await newUser(url());
  const tryWrong = () => change(token, { current: 'not this one, surely', new: chosen }, elsewhere);
  const wrong = await tryWrong();
  t.deepEqual([wrong.status, wrong.body], [403, { detail: 'The current password is wrong' }]);
  t.is(wrong.headers.get('error-code'), 'wrong-password');
  t.is(await statusOf(token), 200);
  const statuses: number[] = [];
  for (let times = 0; times < 8; times += 1) statuses.push((await tryWrong()).status);
  t.true(statuses.includes(429), String(statuses));
  t.is(await statusOf(token), 200);
  t.not((await logIn(email, 'not this one, surely', elsewhere)).status, 200);
});

test('of racing changes with the same password one wins', async (t) => {
  const { email, token } = await newUser(url());
  const passwords = ['the first of two long ones', 'the second of two long ones'];
  const race = () => Promise.all(passwords.map((password) => change(token, { current: userPassword, new: password })));
  let answers = await race();
  // The queue of passwords is full at times, since all tests of the service are of one address.
  while (answers.every(({ status }) => status === 429)) answers = await race();
  const statuses = answers.map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, 1, String(statuses));
  const winner = passwords[statuses.indexOf(200)] ?? '';
  t.is((await logIn(email, winner)).status, 200);
});

for (const [body, detail] of [
  [{ new: chosen }, /^current is required$/],
  [{ current: userPassword }, /^new is required$/],
  [{ current: userPassword, new: 'short' }, /^new must have 12 to 1024 characters$/],
  [{ current: userPassword, new: 'password1234' }, /^new is one of the most common passwords/],
] as const) {
  test(`a password is refused: ${JSON.stringify(body)}`, async (t) => {
    const { token } = await newUser(url());
    const refused = await change(token, body);
    t.is(refused.status, 400);
    t.regex((refused.body as { readonly detail: string }).detail, detail);
    t.is(await statusOf(token), 200);
  });
}
