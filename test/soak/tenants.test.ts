import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { openLoop, percentile } from '../../scripts/bench/latencies.ts';
import { memoryOf, peakMemoryOf } from '../../scripts/bench/process-memory.ts';
import { call, goodTicket, newCollection } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';
import { filledCollection, requireOk, solutionAbout, withTag } from '../support/stored-tickets.ts';

/** Run by `npm run soak`: eight tenants use all of the service for ten minutes. */

const seconds = Number(process.env['TENANTS_SECONDS'] ?? 600);
const tenants = 8;

/** Tickets that each tenant keeps, and those of its uploads into collections that it deletes again. */
const kept = 500;
const ticketsPerUpload = 100;
const uploadsPerCollection = 5;

/** Between two requests of a tenant. */
const pauseMs = 250;
/** Of all tenants together, who take turns. */
const searchesPerSecond = 10;

const limits = { megabytes: 1_024, searchesP99: 3 };

const service = ownServiceFor(test);
type Tenant = Awaited<ReturnType<typeof filledCollection>>;

const ticketsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => goodTicket(first + index, `оплата заказа ${first + index}`));

/** What a tenant does in each round: ends with a tenant that has as many collections, and one ticket less. */
const workOf = async ({ ask, user }: Tenant, round: number): Promise<void> => {
  const { url } = service();
  const credential = user.token;
  const collection = await newCollection(url, user, `Раунд ${round}`);
  for (let upload = 0; upload < uploadsPerCollection; upload += 1) {
    const body = { tickets: ticketsFrom((round * uploadsPerCollection + upload) * ticketsPerUpload, ticketsPerUpload) };
    requireOk(await call(url, `POST /api/collections/${collection}/tickets`, { credential, body }));
    await setTimeout(pauseMs);
  }
  const corrected = kept - round;
  const solution = solutionAbout(`раунд ${round}`);
  requireOk(await ask(`PUT /tickets/${corrected}`, { body: { solution }, headers: withTag(1) }));
  await setTimeout(pauseMs);
  requireOk(await ask('GET /tickets?limit=50'));
  await setTimeout(pauseMs);
  const { status } = await ask('POST /erasures', { body: { ticket_ids: [round] } });
  if (status !== 202) throw new Error(`The erasure answered ${status}`);
  await setTimeout(pauseMs);
  const deleted = await call(url, `DELETE /api/collections/${collection}`, { credential });
  requireOk(deleted);
  await setTimeout(pauseMs);
};

test(`eight tenants for ${seconds} s leave searches their time, and the service its memory`, async (t) => {
  t.timeout((seconds + 600) * 1_000);
  const { url, pid } = service();
  const all: Tenant[] = [];
  for (let tenant = 0; tenant < tenants; tenant += 1) all.push(await filledCollection(url, ticketsFrom(1, kept)));
  const search = async (number: number) => {
    const { user, collection } = all[number % tenants] as Tenant;
    const body = { collection_id: collection, query: `не проходит оплата ${number}`, generate_answer: false };
    requireOk(await call(url, 'POST /api/search', { credential: user.token, body }));
  };
  const searches = async (forSeconds: number) => {
    const end = performance.now() + forSeconds * 1_000;
    return openLoop(search, { rate: searchesPerSecond, running: () => performance.now() < end });
  };
  await searches(5);
  const idle = await searches(Math.min(60, seconds));
  const end = performance.now() + seconds * 1_000;
  let rounds = 0;
  const working = all.map(async (tenant) => {
    // Half of its tickets are erased at most, the others are corrected once.
    for (let round = 1; performance.now() < end && round <= kept / 2; round += 1) {
      await workOf(tenant, round);
      rounds += 1;
    }
  });
  const [busy] = await Promise.all([searches(seconds), ...working]);
  const p99 = [percentile(idle, 0.99), percentile(busy, 0.99)].map(Math.round);
  const megabytes = { end: Math.round(memoryOf(pid) ?? 0), peak: Math.round(peakMemoryOf(pid) ?? 0) };
  t.log(
    `${rounds} rounds; searches p99 idle and beside them: ${p99.join(', ')} ms; memory ${JSON.stringify(megabytes)} MB`,
  );
  t.true(percentile(busy, 0.99) <= limits.searchesP99 * percentile(idle, 0.99), `searches: ${p99.join(', ')} ms`);
  t.true(megabytes.end < limits.megabytes, 'memory');
});
