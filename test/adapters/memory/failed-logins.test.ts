import test from 'ava';
import { memoryFailedLogins } from '../../../src/adapters/memory/failed-logins.ts';
import { failedLoginsContract } from '../../contracts/failed-logins.ts';

failedLoginsContract(test, 'memory', () => memoryFailedLogins());

const minute = 60_000;

test('a delay ends, and an hour after the last failure it is forgotten', async (t) => {
  let now = 0;
  const logins = memoryFailedLogins({ now: () => now });
  const attempt = { account: 'a', address: '1' };
  for (let failure = 0; failure < 6; failure += 1) await logins.failed(attempt);
  t.is(await logins.waitMs(attempt), 30_000);
  now += 30_000;
  t.is(await logins.waitMs(attempt), 0);
  now += 59 * minute;
  await logins.failed(attempt);
  t.is(await logins.waitMs(attempt), minute);
  now += 60 * minute;
  await logins.failed(attempt);
  t.is(await logins.waitMs(attempt), 0);
});

test('an address is known for 30 days after a login', async (t) => {
  let now = 0;
  const logins = memoryFailedLogins({ now: () => now });
  const known = { account: 'a', address: '1' };
  await logins.succeeded(known);
  const failElsewhere = async () => {
    for (let failure = 0; failure < 5; failure += 1) await logins.failed({ account: 'a', address: '2' });
  };
  now += 30 * 24 * 60 * minute - 1;
  await failElsewhere();
  t.is(await logins.waitMs(known), 0);
  now += 1;
  t.true((await logins.waitMs(known)) > 0);
});

test('of any number of made-up accounts and addresses the latest are kept in a bounded memory', async (t) => {
  const logins = memoryFailedLogins({ maxKeys: 100, now: () => 0 });
  const first = { account: 'first', address: 'first' };
  for (let failure = 0; failure < 5; failure += 1) await logins.failed(first);
  t.true((await logins.waitMs(first)) > 0);
  for (let made = 0; made < 50; made += 1) await logins.failed({ account: `a${made}`, address: `b${made}` });
  t.is(await logins.waitMs(first), 0);
});
