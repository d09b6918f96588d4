import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { closedLoop, joined, type Latencies, openLoop, percentile } from '../../scripts/bench/latencies.ts';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';
import type { Erasure } from '../support/stored-tickets.ts';

const service = ownServiceFor(test);

/** How long each part is measured, without and beside erasures, in turns: what else the machine does then concerns both alike. */
const seconds = Number(process.env['LOAD_SECONDS'] ?? 10);
const turns = 3;

const stored = 3_000;
const ticketsPerUpload = 50;
const searchesPerSecond = 10;
const erasureEveryMs = 2_000;

/** What others may lose by the erasures of one tenant, and how long an erasure of their own may take. */
const limits = { uploadsP95: 2, searchesP99: 1.5, ownErasureMs: 10_000 };

type Tenant = { readonly user: User; readonly collection: string };

const request = ({ user, collection }: Tenant, endpoint: string, body?: unknown) => {
  const [method, path] = endpoint.split(' ');
  return call(service().url, `${method} /api/collections/${collection}${path}`, { credential: user.token, body });
};

const filled = async (tickets: number): Promise<Tenant> => {
  const user = await newUser(service().url);
  const tenant = { user, collection: await newCollection(service().url, user) };
  for (let from = 0; from < tickets; from += 500) {
    const body = { tickets: Array.from({ length: 500 }, (_, index) => goodTicket(from + index)) };
    const { status } = await request(tenant, 'POST /tickets', body);
    if (status !== 200) throw new Error(`The upload answered ${status}`);
  }
  return tenant;
};

const erase = async (tenant: Tenant, ticketId: number): Promise<string> =>
  ((await request(tenant, 'POST /erasures', { ticket_ids: [ticketId] })).body as Erasure).id;

/** The ms from a request until all steps are verified. */
const erasureMs = async (tenant: Tenant, ticketId: number): Promise<number> => {
  const start = performance.now();
  const id = await erase(tenant, ticketId);
  while (((await request(tenant, `GET /erasures/${id}`)).body as Erasure).state !== 'proven') await setTimeout(50);
  return performance.now() - start;
};

test('one erasure every two seconds leaves others their uploads, searches and erasures', async (t) => {
  const attacker = await filled(stored);
  const other = await filled(1_000);
  let next = 100_000;
  const upload = async () => {
    const tickets = Array.from({ length: ticketsPerUpload }, () => goodTicket((next += 1)));
    const { status } = await request(other, 'POST /tickets', { tickets });
    if (status !== 200) throw new Error(`The upload answered ${status}`);
  };
  const search = (number: number) =>
    call(service().url, 'POST /api/search', {
      credential: other.user.token,
      body: {
        collection_id: other.collection,
        query: `оплата картой не проходит, случай ${number}`,
        generate_answer: false,
      },
    });
  const measured = async () => {
    const loop = { clients: 1, seconds, warmUpSeconds: 0 };
    let isRunning = true;
    const searching = openLoop(search, { rate: searchesPerSecond, running: () => isRunning });
    const uploads = await closedLoop(upload, loop);
    isRunning = false;
    return { uploads, searches: await searching };
  };
  let erased = 0;
  const beside = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const over = new AbortController();
    const isOver = () => over.signal.aborted;
    const erasing = (async () => {
      while (!isOver()) {
        await erase(attacker, (erased += 1));
        await setTimeout(erasureEveryMs);
      }
    })();
    const result = await work();
    over.abort();
    await erasing;
    return result;
  };
  await measured();
  const [alone, attacked]: [Awaited<ReturnType<typeof measured>>[], Awaited<ReturnType<typeof measured>>[]] = [[], []];
  const own: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    alone.push(await measured());
    attacked.push(
      await beside(async () => {
        const [result, ms] = await Promise.all([measured(), erasureMs(other, turn)]);
        own.push(ms);
        return result;
      }),
    );
    // What they have left to do ends before the next turn.
    await setTimeout(3_000);
  }
  const of = (parts: typeof alone, what: 'uploads' | 'searches', share: number): number =>
    percentile(joined(parts.map((part): Latencies => part[what])), share);
  const figures = {
    uploadsP95: [of(alone, 'uploads', 0.95), of(attacked, 'uploads', 0.95)],
    searchesP99: [of(alone, 'searches', 0.99), of(attacked, 'searches', 0.99)],
    ownErasures: own,
  };
  t.log(
    `alone and beside ${erased} erasures, in ms: ${JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? Math.round(value) : value))}`,
  );
  const times = ([before = 0, after = 0]: readonly number[]) => after / before;
  t.true(times(figures.uploadsP95) <= limits.uploadsP95, 'uploads');
  t.true(times(figures.searchesP99) <= limits.searchesP99, 'searches');
  t.true(Math.max(...own) <= limits.ownErasureMs, 'own erasures');
});
