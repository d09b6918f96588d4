import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, newUser, userPassword } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

/** Run by `npm run soak`. */
const service = ownServiceFor(test, { TRUST_PROXY: '1' });
const floodPerSecond = 84;
const logins = 67;

const logIn = (email: string, password: string, address: string) =>
  call(service().url, 'POST /api/login', { body: { email, password }, headers: { 'X-Forwarded-For': address } });

/** Logins from all addresses of one /56, with as many e-mails, until the signal is aborted; returns the statuses of the answers. */
const flood = async (signal: AbortSignal) => {
  const answers: Promise<number>[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    const address = `2001:db8:0:${(0x4200 + (index % 256)).toString(16)}::1`;
    answers.push(logIn(`nobody-${index}@example.com`, 'wrong', address).then(({ status }) => status));
    await setTimeout(1_000 / floodPerSecond);
  }
  return Promise.all(answers);
};

test('84 logins a second from one /56 refuse no login from another network', async (t) => {
  t.timeout(300_000);
  const { email } = await newUser(service().url);
  const end = new AbortController();
  const flooded = flood(end.signal);
  // Until the queue is full.
  await setTimeout(5_000);
  const times: number[] = [];
  const statuses: number[] = [];
  for (let index = 0; index < logins; index += 1) {
    const since = performance.now();
    statuses.push((await logIn(email, userPassword, '198.51.100.7')).status);
    times.push(performance.now() - since);
    await setTimeout(150);
  }
  end.abort();
  const refused = (await flooded).filter((status) => status === 429).length;
  const passed = statuses.filter((status) => status === 200).length;
  const slowest = Math.round(Math.max(...times));
  t.log(`${passed} of ${logins} logged in, the slowest after ${slowest} ms; ${refused} of the others were refused`);
  t.is(passed, logins);
  t.true(refused > 0, 'the flood was too slow to fill the queue');
});
