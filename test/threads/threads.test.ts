import test from 'ava';
import { parseConfig } from '../../src/config.ts';
import { remote, ThreadLost } from '../../src/threads/rpc.ts';
import { startThreads } from '../../src/threads/start-threads.ts';

type Writer = {
  say: (word: string) => Promise<string>;
  isRestarted: () => Promise<boolean>;
  hang: () => Promise<void>;
  die: () => Promise<void>;
};
type Ingest = { pass: (word: string) => Promise<string> };

test('a thread that dies is started again: calls it held fail, and its callers reach the new one', async (t) => {
  const writer = remote<Writer>();
  const ingest = remote<Ingest>();
  const lost: string[] = [];
  const threads = await startThreads({
    data: { config: parseConfig({}) },
    threads: {
      writer: { remote: writer, callers: ['ingest'] },
      ingest: { remote: ingest },
      search: { remote: remote() },
    },
    watch: { notice: () => undefined, lost: (name) => lost.push(name) },
    folder: new URL('../support/threads/', import.meta.url).href,
  });
  t.teardown(threads.stop);
  t.is(await writer.calls.say('a'), 'writer says a');
  t.is(await ingest.calls.pass('b'), 'ingest heard: writer says b');
  t.false(await writer.calls.isRestarted());

  const held = writer.calls.hang();
  await t.throwsAsync(writer.calls.die(), { instanceOf: ThreadLost });
  await t.throwsAsync(held, { instanceOf: ThreadLost });
  t.deepEqual(lost, ['writer']);

  t.is(await writer.calls.say('c'), 'writer says c');
  t.true(await writer.calls.isRestarted());
  t.is(await ingest.calls.pass('d'), 'ingest heard: writer says d');
});

test('a thread that cannot start ends the start with its reason, and is not said to be lost', async (t) => {
  const lost: string[] = [];
  const start = startThreads({
    data: { config: parseConfig({}) },
    threads: { failing: { remote: remote() } },
    watch: { notice: () => undefined, lost: (name) => lost.push(name) },
    folder: new URL('../support/threads/', import.meta.url).href,
  });
  // What the thread has sent and its end are learnt of at once, as on a busy machine.
  for (const end = Date.now() + 1_000; Date.now() < end;);
  await t.throwsAsync(start, { message: 'it cannot start' });
  t.deepEqual(lost, []);
});
