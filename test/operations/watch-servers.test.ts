import test from 'ava';
import { troubleWith, type ServerTrouble } from '../../src/platform/server-trouble.ts';
import type { ServerName } from '../../src/platform/server-diagnoses.ts';
import { serverReports, ServerUnusable, waitForServers } from '../../src/operations/watch-servers.ts';

const refused = troubleWith('mongodb', 'refused', '127.0.0.1:27017');
const wrongPassword = troubleWith('mongodb', 'wrong credentials', '127.0.0.1:27017');

test('trouble is logged once, once a minute, when it changes, and once when it is over, however often it comes back', (t) => {
  const clock = { now: 0 };
  const lines: unknown[] = [];
  const { report, states } = serverReports(
    (level, message, { reason }) => lines.push([level, message, reason]),
    () => clock.now,
  );
  report('mongodb', undefined);
  t.deepEqual(states(), { mongodb: { state: 'ready' } });
  for (; clock.now < 61_000; clock.now += 2_000) report('mongodb', refused);
  report('mongodb', wrongPassword);
  t.deepEqual(states(), { mongodb: { state: 'failing', reason: wrongPassword.reason } });
  report('mongodb', undefined);
  report('mongodb', undefined);
  report('mongodb', wrongPassword);
  report('mongodb', undefined);
  const [failing, over] = ['MongoDB cannot be used', 'MongoDB can be used again'];
  t.deepEqual(lines, [
    ['warn', failing, refused.reason],
    ['warn', failing, refused.reason],
    ['warn', failing, wrongPassword.reason],
    ['info', over, undefined],
    ['warn', failing, wrongPassword.reason],
    ['info', over, undefined],
  ]);
});

test('without Redis the service is ready: its trouble is named as degraded, with what happens meanwhile', (t) => {
  const lines: unknown[] = [];
  const { report, states } = serverReports((_level, _message, fields) => lines.push(fields));
  const trouble = troubleWith('redis', 'refused', '127.0.0.1:6379');
  report('redis', trouble);
  t.deepEqual(states(), { redis: { state: 'degraded', reason: trouble.reason } });
  t.deepEqual(lines, [
    {
      reason: trouble.reason,
      where: '127.0.0.1:6379',
      meanwhile: 'each instance counts requests and failed logins by itself',
    },
  ]);
});

/** A server of which one trouble after the other is found, then none. */
const ailing = (server: ServerName, troubles: readonly ServerTrouble[]) => {
  const rest = [...troubles];
  return { server, diagnose: () => Promise.resolve(rest.shift()), close: () => undefined };
};

const waiting = (more: { readonly waitForever?: boolean } = {}) => {
  const reported: (string | undefined)[] = [];
  const report = (_server: ServerName, trouble: ServerTrouble | undefined) => reported.push(trouble?.diagnosis);
  return { reported, options: { report, signal: new AbortController().signal, waitForever: false, ...more } };
};

test('a start waits for what ends by itself, unless reads work meanwhile, and ends with one line for what does not', async (t) => {
  const mending = waiting();
  await waitForServers([ailing('mongodb', [refused])], mending.options);
  t.deepEqual(mending.reported, ['refused', undefined]);

  const final = waiting();
  await t.throwsAsync(waitForServers([ailing('mongodb', [refused, wrongPassword, refused])], final.options), {
    instanceOf: ServerUnusable,
    message: `MONGODB_URL: ${wrongPassword.reason} (127.0.0.1:27017)`,
  });
  t.deepEqual(final.reported, ['refused']);

  const readable = waiting();
  const blocked = troubleWith('elasticsearch', 'index blocked', '127.0.0.1:9200');
  await waitForServers([ailing('elasticsearch', [blocked, blocked])], readable.options);
  t.deepEqual(readable.reported, ['index blocked']);
});

test('a service that has started once waits for everything, and no start waits for Redis', async (t) => {
  const restarted = waiting({ waitForever: true });
  await waitForServers([ailing('mongodb', [wrongPassword])], restarted.options);
  t.deepEqual(restarted.reported, ['wrong credentials', undefined]);

  const withoutRedis = waiting();
  await waitForServers([ailing('redis', [refused, refused])], withoutRedis.options);
  t.deepEqual(withoutRedis.reported, ['refused']);
  await t.throwsAsync(waitForServers([ailing('redis', [wrongPassword])], withoutRedis.options));
});
