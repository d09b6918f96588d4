import { noRateLimiter } from '../../src/adapters/memory/rate-limiter.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sealedApiKeys } from '../../src/adapters/security/api-keys.ts';
import { accountTables } from '../../src/adapters/sqlite/rows/accounts.ts';
import { rotateApiKey } from '../../src/commands/rotate-api-key.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { type KeyRotation, rotateKeys } from '../../src/operations/rotate-keys.ts';
import { requireDataKey, WrongDataKey } from '../../src/operations/require-data-key.ts';
import type { Streams } from '../../src/ports/event-store.ts';
import { modelIn, openEmbedded } from '../support/embedded.ts';
import { newEvent } from '../support/events.ts';

const [oldKeys, newKeys] = ['a', 'b'].map((digit) => sealedApiKeys(digit.repeat(64)));
const clock = { now: () => new Date(), newId: randomUUID };
const caughtUp = Promise.resolve();

/** A log with accounts whose API keys are sealed with the old data key, and what a rotation needs. */
const withAccounts = async (t: ExecutionContext, count: number) => {
  if (!oldKeys || !newKeys) throw new Error('There are no keys');
  const { folder, writer, accounts } = await openEmbedded(t);
  const emails = Array.from({ length: count }, (_, index) => `user-${index}@example.com`);
  const register = async (email: string, apiKeys = oldKeys) => {
    const key = apiKeys.generate();
    const data = {
      ...{ userId: randomUUID(), email, passwordHash: 'h', plan: 'free' },
      ...{ sealedApiKey: apiKeys.seal(key), apiKeyFingerprint: apiKeys.fingerprint(key) },
    };
    const events = [newEvent({ type: 'UserRegistered', data } as const)];
    const [outcome] = await writer.appendAll([{ stream: streamOf.account(email), expected: 'no stream', events }]);
    if (outcome?.outcome !== 'appended') throw new Error('Not registered');
    await writer.waitForPosition(['accounts'], [outcome.position]);
    return { key, fingerprint: data.apiKeyFingerprint };
  };
  const registered = await Promise.all(emails.map((email) => register(email)));
  const dependencies: KeyRotation = {
    ...clock,
    streams: writer,
    accounts,
    model: modelIn(t, folder, accountTables),
    running: {
      waitForPosition: (positions) => writer.waitForPosition(['accounts'], positions),
    },
    apiKeys: newKeys,
    notes: [],
    signal: new AbortController().signal,
  };
  /** The numbers of events that accounts have. */
  const eventCounts = async () => {
    const streams = await Promise.all(emails.map((email) => writer.read(streamOf.account(email))));
    return [...new Set(streams.map(({ length }) => length))].toSorted();
  };
  const rotate = (run: string = randomUUID(), changed: Partial<KeyRotation> = {}) =>
    rotateKeys({ ...dependencies, ...changed }, { run, progress: () => undefined });
  return {
    folder,
    writer,
    accounts,
    emails,
    register,
    registered,
    dependencies,
    eventCounts,
    rotate,
    oldKeys,
    newKeys,
  };
};

test('every account gets a new API key that opens with the present data key; the old one is refused', async (t) => {
  const { accounts, emails, registered, rotate, newKeys } = await withAccounts(t, 230);
  const { succeeded, lines } = await rotate();
  t.true(succeeded);
  t.is(lines[0], 'Accounts with a new API key: 230');
  const opened = new Set<string>();
  for (const [index, email] of emails.entries()) {
    t.is(await accounts.byApiKeyFingerprint(registered[index]?.fingerprint ?? ''), undefined);
    const account = await accounts.byEmail(email);
    const key = newKeys.open(account?.sealedApiKey ?? '');
    t.is((await accounts.byApiKeyFingerprint(newKeys.fingerprint(key)))?.email, email);
    opened.add(key);
    t.false(lines.join().includes(key));
  }
  t.is(opened.size, 230);
});

test('an interrupted rotation continues with the accounts that lack a new key', async (t) => {
  const { eventCounts, rotate, writer, dependencies } = await withAccounts(t, 230);
  let appended = 0;
  const appendAll: Streams['appendAll'] = (appends) => {
    appended += 1;
    // The first append begins the rotation.
    if (appended > 2) throw new Error('killed');
    return writer.appendAll(appends);
  };
  await t.throwsAsync(rotate(randomUUID(), { streams: { ...writer, appendAll } }), { message: 'killed' });
  t.deepEqual(await eventCounts(), [1, 2]);
  await t.throwsAsync(requireDataKey({ ...dependencies, caughtUp }), {
    instanceOf: WrongDataKey,
    message: /was interrupted; finish it with npm run rotate-keys/,
  });
  const { lines } = await rotate();
  t.is(lines[0], 'Accounts with a new API key: 130; 100 of 230 had one since this rotation began');
  t.deepEqual(await eventCounts(), [2]);
  await t.notThrowsAsync(requireDataKey({ ...dependencies, caughtUp }));
});

test('a repeat of a finished request changes nothing, a new request gives new keys again', async (t) => {
  const { eventCounts, rotate } = await withAccounts(t, 3);
  const run = randomUUID();
  await rotate(run);
  t.deepEqual(await rotate(run), { succeeded: true, lines: ['This rotation has finished already'] });
  t.deepEqual(await eventCounts(), [2]);
  t.is((await rotate()).lines[0], 'Accounts with a new API key: 3');
  t.deepEqual(await eventCounts(), [3]);
});

test('a user who replaces the key at the same moment keeps that one', async (t) => {
  const { accounts, emails, rotate, writer, newKeys } = await withAccounts(t, 2);
  const replace = rotateApiKey({
    ...clock,
    streams: writer,
    projected: writer,
    apiKeys: newKeys,
    rotations: noRateLimiter,
  });
  let own = '';
  const appendAll: Streams['appendAll'] = async (appends) => {
    const account = await accounts.byEmail(emails[0] ?? '');
    if (own === '' && account && appends.length === 2) own = await replace(account);
    return writer.appendAll(appends);
  };
  t.true((await rotate(randomUUID(), { streams: { ...writer, appendAll } })).succeeded);
  t.is(newKeys.open((await accounts.byEmail(emails[0] ?? ''))?.sealedApiKey ?? ''), own);
  t.is((await writer.read(streamOf.account(emails[1] ?? ''))).length, 2);
});

test('a command with another data key than the running service changes nothing', async (t) => {
  const { dependencies, eventCounts, oldKeys } = await withAccounts(t, 2);
  const { succeeded, lines } = await rotateKeys(dependencies, {
    ...{ run: randomUUID(), dataKeyId: oldKeys.dataKeyId, progress: () => undefined },
  });
  t.false(succeeded);
  t.regex(lines.join(), /has another DATA_KEY than this command; stop every process/);
  t.deepEqual(await eventCounts(), [1]);
});

test('a start with the data key of the log records it; with another one it is refused', async (t) => {
  const { dependencies, oldKeys, newKeys } = await withAccounts(t, 3);
  const start = (apiKeys: typeof oldKeys) => requireDataKey({ ...dependencies, apiKeys, caughtUp });
  // A log of an older release: nothing is recorded.
  const refused = {
    instanceOf: WrongDataKey,
    message: /put the right one back from a back-up, or run npm run rotate-keys/,
  };
  await t.throwsAsync(start(newKeys), refused);
  t.deepEqual(await start(oldKeys), { isRotating: false });
  const recorded = await dependencies.streams.read(streamOf.dataKey);
  t.deepEqual(
    recorded.map(({ type, data }) => ({ type, data })),
    [{ type: 'DataKeyChosen', data: { dataKeyId: oldKeys.dataKeyId } }],
  );
  await start(oldKeys);
  await t.throwsAsync(start(newKeys), refused);
  t.is((await dependencies.streams.read(streamOf.dataKey)).length, 1);
});

test('a log in which some accounts have lost their key already, as older releases let happen, starts as before', async (t) => {
  const { dependencies, register, newKeys } = await withAccounts(t, 3);
  await register('newest@example.com', newKeys);
  await t.notThrowsAsync(requireDataKey({ ...dependencies, caughtUp }));
});

test('without accounts any data key is taken', async (t) => {
  const { dependencies, oldKeys, newKeys } = await withAccounts(t, 0);
  await requireDataKey({ ...dependencies, apiKeys: oldKeys, caughtUp });
  await requireDataKey({ ...dependencies, apiKeys: newKeys, caughtUp });
  t.is((await dependencies.streams.read(streamOf.dataKey)).length, 2);
});

test('a rotation with the same data key lets the service start, which says that it has not finished', async (t) => {
  const { dependencies, oldKeys, rotate, writer } = await withAccounts(t, 2);
  const start = () => requireDataKey({ ...dependencies, apiKeys: oldKeys, caughtUp });
  await start();
  let appended = 0;
  const appendAll: Streams['appendAll'] = (appends) => {
    appended += 1;
    if (appended > 1) throw new Error('killed');
    return writer.appendAll(appends);
  };
  await t.throwsAsync(rotate(randomUUID(), { apiKeys: oldKeys, streams: { ...writer, appendAll } }), {
    message: 'killed',
  });
  t.deepEqual(await start(), { isRotating: true });
});

test('the operation makes a missing data key if it is asked to, and says so', async (t) => {
  const { folder, writer, accounts, emails } = await withAccounts(t, 1);
  const run = randomUUID();
  await t.throwsAsync(writer.operate({ operation: 'rotate keys', run }), { message: /data-key is missing/ });
  t.false(existsSync(join(folder, 'data-key')));
  const { succeeded, lines } = await writer.operate({ operation: 'rotate keys', run, makeDataKey: true });
  t.true(succeeded, lines.join());
  t.regex(lines[0] ?? '', /A new data key was made: .*data-key; keep a copy/);
  const made = sealedApiKeys(readFileSync(join(folder, 'data-key'), 'utf8').trim());
  t.regex(made.open((await accounts.byEmail(emails[0] ?? ''))?.sealedApiKey ?? ''), /^\w{32}$/);
});
