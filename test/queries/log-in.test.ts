import test from 'ava';
import { memoryFailedLogins } from '../../src/adapters/memory/failed-logins.ts';
import { argon2Passwords, passwordQueue } from '../../src/adapters/security/passwords.ts';
import { emailSpellings } from '../../src/domain/email.ts';
import { InvalidLogin, TooManyAttempts } from '../../src/domain/errors.ts';
import type { Account } from '../../src/ports/accounts.ts';
import { checkPassword } from '../../src/queries/check-password.ts';
import { logIn } from '../../src/queries/log-in.ts';

const account: Account = {
  id: 'id of somebody',
  email: 'somebody@example.com',
  passwordHash: 'hash of right',
  plan: 'free',
  sealedApiKey: '',
  apiKeyFingerprint: '',
  createdAt: '',
  tokensFrom: 0,
};

/** Log-in with passwords that are checked when `finish` is called, or at once. */
const opened = ({ atOnce = false, cores = 4, registered = account.email } = {}) => {
  const checks: (() => void)[] = [];
  const known: boolean[] = [];
  let running = 0;
  let most = 0;
  const passwords = {
    hash: (password: string) => Promise.resolve(`hash of ${password}`),
    matches: async (password: string, hash: string | undefined) => {
      known.push(hash !== undefined);
      most = Math.max(most, (running += 1));
      if (!atOnce) await new Promise<void>((resolve) => checks.push(resolve));
      running -= 1;
      return hash === `hash of ${password}`;
    },
  };
  const attempt = logIn({
    accounts: {
      byEmail: (email) => Promise.resolve(email === registered ? account : undefined),
    },
    checkPassword: checkPassword({
      passwords,
      hashing: passwordQueue(cores),
      failedLogins: memoryFailedLogins({ now: () => 0 }),
    }),
    now: () => new Date(0),
    tokens: { issue: (id) => `token of ${id}` },
  });
  const signal = new AbortController().signal;
  return {
    attempt: (email: string, password: string, address = '1', aborted = signal) =>
      attempt({ email: emailSpellings(email), password, address, network: address.split(':')[0] ?? '' }, aborted),
    /** Whether each check that has begun was that of a known account. */
    known,
    most: () => most,
    finish: () => checks.shift()?.(),
  };
};

const outcomeOf = (login: Promise<unknown>) =>
  login.then(
    () => 'in',
    (error: unknown) => (error instanceof Error ? error.constructor.name : 'unknown'),
  );
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('known and unknown accounts fail alike, after the same checks', async (t) => {
  for (const email of [account.email, 'nobody@example.com']) {
    const { attempt, known } = opened({ atOnce: true });
    const outcomes = [];
    for (let time = 0; time < 7; time += 1) outcomes.push(await outcomeOf(attempt(email, 'wrong')));
    t.deepEqual(outcomes, [...Array<string>(5).fill('InvalidLogin'), 'TooManyAttempts', 'TooManyAttempts']);
    t.is(known.length, 5);
  }
});

test('all spellings of an e-mail log in, and their failures count together', async (t) => {
  const { attempt } = opened({ atOnce: true });
  t.is(await outcomeOf(attempt('ＳＯＭＥＢＯＤＹ@example.com', 'right')), 'in');
  const spellings = ['nobody@пример.рф', 'nobody@xn--e1afmkfd.xn--p1ai', 'ｎobody@пример.рф'];
  for (let time = 0; time < 5; time += 1) await outcomeOf(attempt(spellings[time % 3] ?? '', 'wrong', String(time)));
  t.is(await outcomeOf(attempt('nobody@пример.рф', 'wrong', 'other')), 'TooManyAttempts');
});

test('an account of before e-mails were normalised is found as its e-mail was sent', async (t) => {
  const { attempt } = opened({ atOnce: true, registered: 'ｓomebody@example.com' });
  t.is(await outcomeOf(attempt('Ｓomebody@example.com', 'right')), 'in');
});

test('a delay refuses the right password too, without a check, and says for how long', async (t) => {
  const { attempt, known } = opened({ atOnce: true });
  for (let time = 0; time < 5; time += 1)
    await t.throwsAsync(attempt(account.email, 'wrong'), { instanceOf: InvalidLogin });
  const error = await t.throwsAsync(attempt(account.email, 'right', '2'), { instanceOf: TooManyAttempts });
  t.is(error.retryAfterSeconds, 15);
  t.is(known.length, 5);
});

test('logins at the same time get no more guesses than one after the other', async (t) => {
  const { attempt, finish, most, known } = opened();
  const outcomes = Promise.all(Array.from({ length: 30 }, () => outcomeOf(attempt(account.email, 'wrong'))));
  for (let time = 0; time < 30; time += 1) {
    await turn();
    finish();
  }
  const failed = (await outcomes).filter((outcome) => outcome === 'InvalidLogin').length;
  t.true(failed === 5 || failed === 6, `${failed} guesses`);
  t.is(known.length, failed);
  t.is(most(), 2);
});

test('two passwords are checked at a time, 200 wait, and one more is refused at once', async (t) => {
  const { attempt, finish, most } = opened();
  const logins = Array.from({ length: 202 }, (_, index) => outcomeOf(attempt(`user ${index}`, 'right', String(index))));
  await turn();
  const error = await t.throwsAsync(attempt(account.email, 'right'), { instanceOf: TooManyAttempts });
  t.is(error.message, 'Too many logins and registrations at once; try again in 5 s');
  const done = Promise.all(logins);
  for (let time = 0; time < 202; time += 1) {
    finish();
    await turn();
  }
  // Nobody but `account.email` exists.
  t.deepEqual(new Set(await done), new Set(['InvalidLogin']));
  t.is(most(), 2);
});

test('20 logins to one account wait, and many from one network do not refuse one from another', async (t) => {
  const { attempt, finish, known } = opened();
  const many = Array.from({ length: 300 }, (_, index) =>
    outcomeOf(attempt(`user ${index}`, 'wrong', `attacker:${index}`)),
  );
  await turn();
  const logins = Array.from({ length: 25 }, () => outcomeOf(attempt(account.email, 'right', 'customer')));
  await turn();
  while (known.length < 202) {
    finish();
    await turn();
  }
  finish();
  finish();
  const counts = Map.groupBy(await Promise.all(logins), (outcome) => outcome);
  t.deepEqual([counts.get('in')?.length, counts.get('TooManyAttempts')?.length], [20, 5]);
  // The two that ran, and 180 of the 200 places.
  const refused = (await Promise.all(many)).filter((outcome) => outcome === 'TooManyAttempts').length;
  t.is(refused, 118);
  // One of each in turn: all of the customer are among the first 42.
  t.is(known.slice(0, 42).filter(Boolean).length, 20);
});

test('on two cores one password is checked at a time', async (t) => {
  const { attempt, finish, most } = opened({ cores: 2 });
  const logins = Promise.all([attempt(account.email, 'right'), attempt(account.email, 'right')]);
  for (let time = 0; time < 2; time += 1) {
    await turn();
    finish();
  }
  await logins;
  t.is(most(), 1);
});

test('a client that has gone leaves the queue, and its password is not checked', async (t) => {
  const { attempt, finish, known } = opened();
  const gone = new AbortController();
  const first = [attempt(account.email, 'right'), attempt(account.email, 'right')];
  const waiting = attempt(account.email, 'right', '1', gone.signal);
  await turn();
  gone.abort(new Error('gone'));
  await t.throwsAsync(waiting, { message: 'gone' });
  finish();
  finish();
  await Promise.all(first);
  t.is(known.length, 2);
});

test('argon2 checks a wrong password and an unknown account alike, and only the right one matches', async (t) => {
  const { hash, matches } = argon2Passwords();
  const stored = await hash('right');
  t.deepEqual(await Promise.all([matches('right', stored), matches('wrong', stored), matches('right', undefined)]), [
    true,
    false,
    false,
  ]);
});
