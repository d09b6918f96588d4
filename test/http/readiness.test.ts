import test from 'ava';
import { call, newUser, opsToken, readinessOf } from '../support/api.ts';
import { startService } from '../support/service.ts';

const keysOf = (body: unknown) => Object.keys(body as object);

test('readiness has details for the operator’s token only, which opens nothing else and is in no log', async (t) => {
  const service = await startService();
  t.teardown(service.stop);
  const { url } = service;
  t.deepEqual(keysOf((await readinessOf(url)).body), ['status', 'stores', 'model']);
  t.deepEqual((await call(url, 'GET /api/ready')).body, { status: 'ready' });
  const user = await newUser(url);
  const guesses = [user.token, user.key, '', opsToken.slice(0, -1), `${opsToken}x`, opsToken.toUpperCase(), 'я'];
  const headers = [...guesses.map((guess) => `Bearer ${guess}`), `Basic ${btoa(`operator:${opsToken}`)}`, opsToken];
  for (const header of headers) {
    const authorization = Buffer.from(header).toString('latin1');
    const { status, body } = await call(url, 'GET /api/ready', { headers: { authorization } });
    t.deepEqual([status, body], [200, { status: 'ready' }], header);
  }
  t.is((await call(url, 'GET /api/ready', { headers: { authorization: `bearer ${opsToken}` } })).status, 200);
  for (const endpoint of ['GET /api/me', 'GET /api/v1/me'])
    t.is((await call(url, endpoint, { credential: opsToken })).status, 401);
  t.false(service.output().includes(opsToken));
});

test('without OPS_TOKEN nobody gets the details', async (t) => {
  const service = await startService({ OPS_TOKEN: '' });
  t.teardown(service.stop);
  for (const credential of [opsToken, '', 'undefined'])
    t.deepEqual((await call(service.url, 'GET /api/ready', { credential })).body, { status: 'ready' });
});
