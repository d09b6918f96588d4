import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { FailedLogins, LoginAttempt } from '../../src/ports/failed-logins.ts';

const attemptAt = (address: string = randomUUID()): LoginAttempt => ({ account: randomUUID(), address });

const fail = async (logins: FailedLogins, attempt: LoginAttempt, times: number) => {
  for (let time = 0; time < times; time += 1) await logins.failed(attempt);
};

/** A wait that was set a moment ago. */
const isAbout = (waitMs: number, seconds: number) => waitMs > seconds * 1_000 - 3_000 && waitMs <= seconds * 1_000;

/** The promises of a count of failed logins. */
export const failedLoginsContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => FailedLogins | Promise<FailedLogins>,
): void => {
  test(`${name}: four failures have no consequence, the fifth delays the account everywhere, and each further one twice as long`, async (t) => {
    const logins = await open(t);
    const attempt = attemptAt();
    await fail(logins, attempt, 4);
    t.is(await logins.waitMs(attempt), 0);
    for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900]) {
      await logins.failed({ ...attempt, address: randomUUID() });
      const wait = await logins.waitMs({ ...attempt, address: randomUUID() });
      t.true(isAbout(wait, seconds), `${wait} ms instead of ${seconds} s`);
    }
  });

  test(`${name}: failures of one address count over all accounts, and delay no other address`, async (t) => {
    const logins = await open(t);
    const address = randomUUID();
    const attempts = Array.from({ length: 5 }, () => attemptAt(address));
    for (const attempt of attempts) await logins.failed(attempt);
    t.true(isAbout(await logins.waitMs(attemptAt(address)), 15));
    for (const { account } of attempts) t.is(await logins.waitMs({ account, address: randomUUID() }), 0);
  });

  test(`${name}: a success forgets the failures of its account, and as many of its address`, async (t) => {
    const logins = await open(t);
    const attempt = attemptAt();
    await fail(logins, attempt, 3);
    await logins.failed(attemptAt(attempt.address));
    await logins.succeeded(attempt);
    await fail(logins, attemptAt(attempt.address), 3);
    t.is(await logins.waitMs(attemptAt(attempt.address)), 0);
    await logins.failed(attemptAt(attempt.address));
    t.true((await logins.waitMs(attemptAt(attempt.address))) > 0);
  });

  test(`${name}: failures elsewhere do not delay an account at an address that it was logged in to from`, async (t) => {
    const logins = await open(t);
    const known = attemptAt();
    await logins.succeeded(known);
    const elsewhere = { ...known, address: randomUUID() };
    await fail(logins, elsewhere, 6);
    await fail(logins, attemptAt(known.address), 6);
    t.true((await logins.waitMs(elsewhere)) > 0);
    t.is(await logins.waitMs(known), 0);
    await fail(logins, known, 5);
    t.true(isAbout(await logins.waitMs(known), 15));
  });

  test(`${name}: a success at a known address does not forget the failures elsewhere`, async (t) => {
    const logins = await open(t);
    const known = attemptAt();
    await logins.succeeded(known);
    const elsewhere = { ...known, address: randomUUID() };
    await fail(logins, elsewhere, 5);
    await logins.succeeded(known);
    t.true((await logins.waitMs(elsewhere)) > 0);
  });
};
