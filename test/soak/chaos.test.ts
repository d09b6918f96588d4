import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { type BreakableServer, startAllServers } from '../support/isolated-servers.ts';
import { type RestartableService, startRestartableService } from '../support/restartable-service.ts';
import { runFile } from '../support/run-file.ts';
import { startLink } from '../support/tcp-proxy.ts';

/** Run by `npm run soak -- --servers`, which sets the rounds; a seed repeats the faults of an earlier run. */
const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 100);
const seed = Number(process.env['CHAOS_SEED'] ?? randomBytes(4).readUInt32LE());
const perUpload = 20;
/** Work that has not gone on by then, on cores that are shared with all servers, hangs. */
const goesOnWithinMs = 180_000;

const numbered = (from: number) => Array.from({ length: perUpload }, (_, index) => goodTicket(from + index));

const searchIn = (target: RestartableService, { token: credential }: User, collection: string) =>
  target.insist('POST /api/search', {
    credential,
    body: { collection_id: collection, query: 'не приходит код', generate_answer: false },
  });

/** Uploads, searches and deletions side by side, each with a tenant and collections of its own; counts what succeeded. */
const startWork = (target: RestartableService, users: readonly User[], collections: readonly string[]) => {
  const done: Record<string, number> = {};
  const deleted: { readonly user: User; readonly collection: string }[] = [];
  let isWorking = true;
  const repeat = async (name: string, step: () => Promise<unknown>) => {
    done[name] = 0;
    while (isWorking) {
      await step();
      done[name] += 1;
    }
  };
  const workers = users.flatMap((user, index) => {
    const collection = collections[index] ?? '';
    const { token: credential } = user;
    // The uploads of every other tenant have an id, so that a repeat is answered as if nothing had been.
    const upload = async () => {
      const { processed, skipped } = (await target.insist(`POST /api/collections/${collection}/tickets`, {
        credential,
        body: { tickets: numbered((done[`upload ${index}`] ?? 0) * perUpload) },
        ...(index % 2 === 1 && { headers: { 'Upload-Id': crypto.randomUUID() } }),
      })) as { processed: number; skipped: number };
      if (processed + skipped !== perUpload || (index % 2 === 1 && skipped > 0))
        throw new Error(`An upload of ${perUpload}: ${processed} processed, ${skipped} skipped`);
    };
    const createAndDelete = async () => {
      const { id } = (await target.insist(
        'POST /api/collections',
        { credential, body: { name: 'short-lived' }, headers: { 'Idempotency-Key': crypto.randomUUID() } },
        201,
      )) as { id: string };
      await target.insist(`POST /api/collections/${id}/tickets`, { credential, body: { tickets: numbered(0) } });
      await remove(target, user, id);
      deleted.push({ user, collection: id });
    };
    return [
      repeat(`upload ${index}`, upload),
      repeat(`search ${index}`, () => searchIn(target, user, collection)),
      repeat(`delete ${index}`, createAndDelete),
    ];
  });
  const all = Promise.all(workers);
  all.catch(() => undefined);
  return {
    done,
    deleted,
    /** Waits until each kind of work has succeeded once more; rejects with the reason if one fails or hangs. */
    goesOn: async () => {
      const before = { ...done };
      const deadline = Date.now() + goesOnWithinMs;
      while (Object.entries(before).some(([name, count]) => (done[name] ?? 0) <= count + 1)) {
        if (Date.now() > deadline) throw new Error(`No progress: ${JSON.stringify({ before, done })}`);
        await Promise.race([all, setTimeout(20)]);
      }
    },
    stop: async () => {
      isWorking = false;
      await all;
    },
  };
};

/** A repeat of a deletion whose answer was lost finds nothing. */
const remove = async (target: RestartableService, { token: credential }: User, collection: string): Promise<void> => {
  try {
    await target.insist(`DELETE /api/collections/${collection}`, { credential });
  } catch (error) {
    if (!String(error).includes('Collection not found')) throw error;
  }
};

type Fault = { readonly name: string; readonly begin: () => unknown; readonly end: () => unknown };

const faultsOf = async (
  t: ExecutionContext,
  servers: Readonly<Record<string, BreakableServer>>,
  environment: Readonly<Record<string, string>>,
) => {
  const linked: Record<string, string> = { ...environment };
  const faults: Fault[] = [];
  for (const [name, { url, kill, start, freeze, thaw }] of Object.entries(servers)) {
    const port = /:(\d+)/.exec(url.replace(/^\w+:/, ''))?.[1] ?? '';
    const link = await startLink(t, Number(port));
    for (const [variable, value] of Object.entries(linked))
      linked[variable] = value.replace(`127.0.0.1:${port}`, `127.0.0.1:${link.port}`);
    faults.push({ name: `${name} killed`, begin: kill, end: start });
    faults.push({ name: `${name} frozen`, begin: freeze, end: thaw });
    faults.push({ name: `${name} cut off`, begin: link.cut, end: link.mend });
  }
  return { faults, linked };
};

const quantile = (sorted: readonly number[], share: number) =>
  ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(1);

test.serial(
  `${rounds} random kills, freezes and cuts of the service and its servers lose and double nothing`,
  async (t) => {
    t.timeout(6 * 3_600_000);
    const { servers, environment } = await startAllServers(t);
    const { faults, linked } = await faultsOf(t, servers, environment);
    const secrets = { JWT_SECRET: randomBytes(24).toString('hex'), DATA_KEY: randomBytes(32).toString('hex') };
    const target = await startRestartableService(t, { ...linked, ...secrets });
    faults.push({ name: 'service killed', begin: target.kill, end: target.start });
    faults.push({ name: 'service frozen', begin: () => target.signal('SIGSTOP'), end: () => target.signal('SIGCONT') });
    const users = [await newUser(target.url()), await newUser(target.url())];
    const collections = await Promise.all(users.map((user) => newCollection(target.url(), user)));
    const work = startWork(target, users, collections);
    await work.goesOn();

    t.log(`seed ${seed}`);
    const random = seededRandom(seed);
    const recoveries = new Map<string, number[]>();
    let reported = 0;
    for (let round = 0; round < rounds; round += 1) {
      const fault = faults[Math.floor(random() * faults.length)];
      if (fault === undefined) continue;
      await setTimeout(random() * 500);
      await fault.begin();
      await setTimeout(200 + random() * 4_000);
      await fault.end();
      const endedAt = performance.now();
      try {
        await work.goesOn();
      } catch (error) {
        // ava prints no cause.
        throw new Error(`round ${round + 1}, ${fault.name}, seed ${seed}: ${String(error)}\n${target.lastLines()}`, {
          cause: error,
        });
      }
      const took = performance.now() - endedAt;
      recoveries.set(fault.name, [...(recoveries.get(fault.name) ?? []), took]);
      const unexpected = target.unexpected();
      console.error(
        `round ${round + 1} of ${rounds}: ${fault.name}, went on after ${(took / 1000).toFixed(1)} s`,
        ...unexpected.slice(reported).map((line) => `\n  ${line}`),
      );
      reported = unexpected.length;
    }
    await work.stop();

    for (const [index, { token: credential }] of users.entries()) {
      const body = await target.insist(`GET /api/collections/${collections[index] ?? ''}`, { credential });
      t.is((body as { ticket_count: number }).ticket_count, (work.done[`upload ${index}`] ?? 0) * perUpload);
    }
    for (const { user, collection } of work.deleted) {
      const { status } = await call(target.url(), `GET /api/collections/${collection}`, { credential: user.token });
      t.is(status, 404);
    }
    t.deepEqual(target.unexpected(), []);
    t.is((await call(target.url(), 'GET /api/ready')).status, 200);
    await target.stop();
    const { code, output } = await runFile('scripts/verify.ts', { environment: target.environment });
    t.is(code, 0, output);

    const total = (kind: string) =>
      Object.entries(work.done).reduce((sum, [name, count]) => (name.startsWith(kind) ? sum + count : sum), 0);
    const [uploads, searches, deletions] = [total('upload'), total('search'), total('delete')];
    t.log(`acknowledged: ${uploads} uploads of ${perUpload} tickets, ${searches} searches, ${deletions} deletions`);
    for (const [name, times] of [...recoveries].toSorted()) {
      const sorted = times.toSorted((a, b) => a - b);
      const seconds = [0.5, 1].map((share) => quantile(sorted, share)).join(' s, at most ');
      t.log(`${name}: ${times.length} times; went on after ${seconds} s`);
    }
    for (const [detail, count] of [...target.refusals].toSorted((a, b) => b[1] - a[1])) t.log(`${count} × ${detail}`);
  },
);
