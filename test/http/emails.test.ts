import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;
const email = () => `${randomUUID()}@example.com`;
const register = (body: object) => call(url(), 'POST /api/register', { body });

test('an e-mail is taken in all its spellings, and each of them logs in', async (t) => {
  const name = email().split('@')[0];
  const body = { email: `${name}@пример.рф`, password: 'long enough by far' };
  t.is((await register(body)).status, 201);
  for (const other of [`${name}@xn--e1afmkfd.xn--p1ai`, `${name}@ПРИМЕР.РФ`]) {
    const again = await register({ ...body, email: other });
    t.deepEqual([again.status, again.body], [400, { detail: 'Email already registered' }]);
    t.is((await call(url(), 'POST /api/login', { body: { ...body, email: other } })).status, 200);
  }
});

for (const [title, address] of [
  ['a zero-width space', 'a\u200bb@example.com'],
  ['a joiner', 'a\u200d@example.com'],
  ['a bidirectional mark', '\u202ea@example.com'],
  ['a soft hyphen', 'a@exam\u00adple.com'],
  ['a byte order mark', '\ufeffa@example.com'],
  ['a variation selector', 'a\ufe0f@example.com'],
  ['a Hangul filler', '\u3164a@example.com'],
  ['a decomposed letter', 'и\u0306@example.com'],
]) {
  test(`register and login refuse an e-mail with ${title}`, async (t) => {
    const body = { email: address, password: 'long enough by far' };
    for (const endpoint of ['POST /api/register', 'POST /api/login']) {
      const answer = await call(url(), endpoint, { body });
      const detail = 'email must not contain invisible or decomposed characters';
      t.deepEqual([answer.status, answer.body], [400, { detail }], endpoint);
    }
  });
}

test('a very long e-mail of combining marks is refused without being normalised', async (t) => {
  const answer = await register({
    email: `a${'\u0300\u0316'.repeat(12_000)}@example.com`,
    password: 'long enough by far',
  });
  t.deepEqual([answer.status, answer.body], [400, { detail: 'email must be an e-mail address' }]);
});
