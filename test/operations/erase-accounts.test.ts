import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { accountTables } from '../../src/adapters/sqlite/rows/accounts.ts';
import { sqliteAccountErasures } from '../../src/adapters/sqlite/rows/account-erasure-tables.ts';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { accountEraser } from '../../src/operations/erase-accounts.ts';
import { searchEvents } from '../../src/operations/search-events.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { openEmbedded } from '../support/embedded.ts';
import { countingReads } from '../support/counting-reads.ts';
import { newEvent, ticketStored } from '../support/events.ts';
import { foundPieces, memoryPieces, until } from '../support/requested-erasure.ts';
import { erasedContentsIn, openViewsFiles } from '../support/views-files.ts';

type Context = Parameters<typeof accountEraser>[0];

const registered = (userId: string, email: string): Fact => {
  const keys = { sealedApiKey: `sealed of ${userId}`, apiKeyFingerprint: `fingerprint of ${userId}` };
  return { type: 'UserRegistered', data: { userId, email, passwordHash: '$argon2id$v=19$of', plan: 'free', ...keys } };
};

/** A folder with so many deleted accounts, and what an eraser needs of it. */
const deletedAccounts = async (t: ExecutionContext, count: number) => {
  const embedded = await openEmbedded(t, { purge: false });
  const { writer, store, folder, models: open } = embedded;
  const erasures = Array.from({ length: count }, () => ({ erasureId: randomUUID(), userId: randomUUID() }));
  const append = (stream: string, ...facts: readonly Fact[]) => ({
    ...{ stream, expected: 'no stream' as const, events: facts.map((fact) => newEvent(fact)) },
  });
  const shownUntil = new Date().toISOString();
  const outcomes = await writer.appendAll(
    erasures.flatMap(({ erasureId, userId }, index) => {
      const email = `owner-of-${index}@example.com`;
      const requested = { erasureId, userId, collections: 0, tickets: 0, tokenHash: 'of it', shownUntil };
      return [
        append(streamOf.accountErasure(erasureId), { type: 'AccountErasureRequested', data: requested }),
        append(streamOf.account(email), registered(userId, email), {
          ...{ type: 'AccountDeleted', data: { userId, erasureId } },
        }),
      ];
    }),
  );
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  await writer.waitForPosition(['accounts', 'collections'], positions);
  const views = await openViewsFiles(folder, accountTables);
  t.teardown(() => {
    views.writer.close();
    views.reader.close();
  });
  const accountErasures = views.reader.port(sqliteAccountErasures);
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const [collections, index, uploads, questions] = open;
  const context: Context = {
    ...{ now: () => new Date(), newId: randomUUID, settleMs: 0, erased: undefined, projected: writer },
    ...{ accounts: embedded.accounts, accountErasures, collections: embedded.collections },
    ...{ uploads: embedded.uploads, questions: embedded.questions, models: { collections, index, uploads, questions } },
    store: { ...store, appendAll: writer.appendAll, read: writer.read },
    keyUses: { of: () => Promise.resolve([]), remove: () => Promise.resolve() },
    contents: erasedContentsIn(t, folder),
    files: foundPieces(() => []),
    searchLog: searchEvents(store),
    eraseTraces: async (_tenants, before) => {
      await before();
      return undefined;
    },
    keptPieces: memoryPieces(),
    warn: () => undefined,
    leadership: singleProcess(stop.signal),
    signal: stop.signal,
  };
  const eventsOf = ({ erasureId }: { readonly erasureId: string }) => writer.read(streamOf.accountErasure(erasureId));
  const unproven = () => accountErasures.unproven(['closed', 'event_log', 'read_models', 'files']);
  const failed = (_service: string, error: unknown) => t.fail(String(error));
  return { context, failed, stop, erasures, eventsOf, unproven, writer };
};

test('one rewrite and one search of the files serve all erasures of accounts that wait for them, also beyond a hundred', async (t) => {
  const { context, failed, unproven, erasures } = await deletedAccounts(t, 120);
  let [rewrites, searches] = [0, 0];
  let isOurTurn = false;
  const eraseTraces: Context['eraseTraces'] = async (tenants, before) => {
    if (!isOurTurn) {
      isOurTurn = tenants.size === erasures.length;
      return idle;
    }
    rewrites += 1;
    await before();
    return undefined;
  };
  const search: Context['files']['search'] = (wanted) => {
    searches += 1;
    return context.files.search(wanted);
  };
  void runInBackground(accountEraser({ ...context, eraseTraces, files: { ...context.files, search } }).service, {
    ...context,
    failed,
  });
  await until(async () => (await unproven()).length === 0);
  t.deepEqual([rewrites, searches], [1, 1]);
});

test('after the last look an erasure of an account is held back, of which the operator is told; it is proven once the texts are gone and the service has started again', async (t) => {
  const { context, failed, unproven, erasures, eventsOf, stop } = await deletedAccounts(t, 1);
  const [erasure = { erasureId: '', userId: '' }] = erasures;
  const warnings: unknown[] = [];
  let isThere = true;
  const files = foundPieces((wanted) => (isThere ? wanted : []));
  const leftTexts = { first: 10, max: 20, looks: 3, afterLast: 600_000 };
  const warn: Context['warn'] = (message, fields) => void warnings.push({ message, ...fields });
  const running = runInBackground(accountEraser({ ...context, files, warn, leftTexts }).service, {
    ...context,
    failed,
  });
  await until(() => Promise.resolve(warnings.length > 0));
  t.like(warnings[0], { message: 'an account is not erased: files still have its texts', files: ['rows.db'] });
  const held = (await eventsOf(erasure)).filter(({ type }) => type === 'AccountErasureHeldBack');
  t.is(held.length, 1);
  t.true((await context.keptPieces.load(erasure.erasureId)).length > 0);
  stop.abort();
  await running;
  isThere = false;
  const again = new AbortController();
  t.teardown(() => again.abort());
  const next = { ...context, files, signal: again.signal, leadership: singleProcess(again.signal) };
  void runInBackground(accountEraser(next).service, { signal: again.signal, failed });
  await until(async () => (await unproven()).length === 0);
  t.deepEqual(await context.keptPieces.ids(), []);
});

test('a step of the erasure of an account that fails is logged with the class of its error, ever more seldom, and repeated', async (t) => {
  const { context, failed, unproven, erasures } = await deletedAccounts(t, 1);
  const warnings: unknown[] = [];
  let failures = 3;
  const left: Context['contents']['left'] = (erased) => {
    failures -= 1;
    if (failures >= 0) throw new RangeError('secret');
    return context.contents.left(erased);
  };
  const warn: Context['warn'] = (_message, fields) => void warnings.push(fields);
  const eraser = accountEraser({ ...context, contents: { left }, warn });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await unproven()).length === 0);
  const fields = { erasureId: erasures[0]?.erasureId, step: 'read_models', reason: 'RangeError' };
  t.deepEqual(
    warnings,
    [1, 2].map((times) => ({ ...fields, times })),
  );
  t.is(await eraser.trouble(fields.erasureId ?? ''), undefined);
});

test('the first round forgets what is kept of erasures that are proven, as a kill before that leaves it', async (t) => {
  const { context, failed, unproven } = await deletedAccounts(t, 1);
  await context.keptPieces.save('proven before', ['a piece of twenty-four b']);
  void runInBackground(accountEraser(context).service, { ...context, failed });
  await until(async () => (await unproven()).length === 0);
  t.deepEqual(await context.keptPieces.ids(), []);
});

test('few readings of the log serve all accounts whose events are erased at the same time', async (t) => {
  const { context, failed, unproven, erasures } = await deletedAccounts(t, 12);
  let readings = 0;
  // As a long log does, it takes many turns.
  const subscribe: Context['store']['subscribe'] = async function* (...from) {
    readings += 1;
    for await (const { events, caughtUp } of context.store.subscribe(...from))
      for (const event of events) {
        for (let turns = 0; turns < 10; turns += 1) yield { events: [], caughtUp: false };
        yield { events: [event], caughtUp: caughtUp && event === events.at(-1) };
      }
  };
  void runInBackground(accountEraser({ ...context, store: { ...context.store, subscribe } }).service, {
    ...context,
    failed,
  });
  await until(async () => (await unproven()).length === 0);
  // Each needs one that erases, and one that finds nothing more; not all join the same ones.
  t.true(readings >= 2 && readings <= erasures.length, String(readings));
});

test('an account with much to erase delays no other', async (t) => {
  const { context, failed, unproven, erasures, eventsOf, writer } = await deletedAccounts(t, 2);
  const [large, small] = erasures;
  if (!large || !small) throw new Error('There are two');
  const collectionId = randomUUID();
  const tickets = Array.from({ length: 1_000 }, (_, index) =>
    ticketStored({ tenantId: large.userId, collectionId, ticketId: String(index) }),
  );
  await writer.appendAll(
    tickets.map((fact) => ({
      ...{ stream: streamOf.ticket(collectionId, fact.data.recordId), expected: 'no stream' as const },
      events: [newEvent(fact)],
    })),
  );
  void runInBackground(accountEraser(context).service, { ...context, failed });
  await until(async () => (await unproven()).length === 0);
  const provenAt = async (erasure: typeof large) =>
    (await eventsOf(erasure)).find(({ type, data }) => type === 'AccountErasureProven' && data.step === 'event_log')
      ?.position ?? 0n;
  t.true((await provenAt(small)) < (await provenAt(large)));
});

test('an account whose stream is long, and goes on since its e-mail was registered again, is erased without reading that as a whole', async (t) => {
  const { context, failed, stop, erasures, unproven, writer } = await deletedAccounts(t, 1);
  const [userId = '', later] = [erasures[0]?.userId, randomUUID()];
  const stream = streamOf.account('owner-of-0@example.com');
  const ended = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      newEvent({ type: 'SessionsEnded', data: { userId: later, tokensFrom: index + 1 } }),
    );
  const again = [newEvent(registered(later, 'owner-of-0@example.com')), ...ended(1_200)];
  await writer.appendAll([{ stream, expected: 1, events: again }]);
  const { streams, reads } = countingReads(context.store);
  const store = { ...context.store, read: streams.read };
  const running = runInBackground(accountEraser({ ...context, store }).service, { signal: stop.signal, failed });
  await until(async () => (await unproven()).length === 0);
  // Of the stream of the erasure itself alone, which has a few events.
  t.true(reads().events < 100);
  const left = await writer.read(stream);
  t.is(left.length, again.length + 1);
  t.like(left[0], { type: 'AccountDeleted', data: { userId } });
  stop.abort();
  await running;
});
