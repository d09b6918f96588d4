import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'ava';
import * as errors from '../../src/domain/errors.ts';
import { codeOf } from '../../src/http/errors.ts';
import { call, newCollection, newUser, userPassword } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

test('a refusal has its code in a header, and its body has the detail alone', async (t) => {
  const user = await newUser(url());
  const { token: credential, email } = user;
  const at = `/api/collections/${await newCollection(url(), user)}`;
  const other = randomUUID();
  const account = { email, password: userPassword, plan: 'free' };
  for (const [endpoint, more, status, code] of [
    ['GET /api/me', {}, 401, 'not-authenticated'],
    ['POST /api/login', { body: { email, password: 'another one' } }, 401, 'invalid-login'],
    ['POST /api/register', { body: account }, 400, 'email-taken'],
    ['POST /api/collections', { credential, body: { name: 3 } }, 400, 'invalid-input'],
    ['POST /api/collections', { credential, body: '{' }, 400, 'invalid-request'],
    ['POST /api/collections', { credential, body: { name: 'x'.repeat(1_100_000) } }, 413, 'body-too-large'],
    ['GET /api/nothing', { credential }, 404, 'not-found'],
    [`GET /api/collections/${other}`, { credential }, 404, 'collection-not-found'],
    [`GET ${at}/tickets/1`, { credential }, 404, 'ticket-not-found'],
    [`GET ${at}/uploads/${other}`, { credential }, 404, 'upload-not-found'],
    [`GET ${at}/erasures/${other}`, { credential }, 404, 'erasure-not-found'],
    [`PUT ${at}/tickets/1`, { credential, body: { solution: 'x' } }, 428, 'precondition-required'],
  ] as const) {
    const answer = await call(url(), endpoint, more);
    t.is(answer.status, status, endpoint);
    t.is(answer.headers.get('Error-Code'), code, endpoint);
    t.deepEqual(Object.keys(answer.body as object), ['detail'], endpoint);
  }
});

test('what is not refused has no code', async (t) => {
  t.is((await call(url(), 'GET /api/health')).headers.get('Error-Code'), null);
});

test('the codes of refusals are those of the contract', (t) => {
  const contract = readFileSync('docs/contract.md', 'utf8');
  for (const [name, Class] of Object.entries(errors)) {
    if (name === 'Refusal') continue;
    const error: unknown = Object.create(Class.prototype);
    const code = codeOf(error);
    t.not(code, 'internal-error', name);
    t.true(contract.includes(`\`${code}\``), `${code} is not in docs/contract.md`);
  }
});
