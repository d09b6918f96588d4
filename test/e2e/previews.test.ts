import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { goodTicket } from '../support/api.ts';
import { startGateway } from '../support/gateway.ts';
import { formOf, startPreviews } from '../support/previews.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';

const started = async (t: ExecutionContext, environment: Readonly<Record<string, string>> = {}) => {
  const service = await startService(environment);
  t.teardown(service.stop);
  return { service, ...(await startPreviews(service.url)) };
};

/** Far more than a service reads while a test looks on. */
const count = sizeInGate(30_000, 10_000);
const manyTickets = JSON.stringify(Array.from({ length: count }, (_, index) => goodTicket(index)));
const large = () => formOf(manyTickets, 'tickets.json');

const tmp = ({ folder }: Service) => join(folder, 'tmp');
const spooled = (service: Service) => readdirSync(tmp(service));
const whole = (service: Service) =>
  spooled(service).filter((name) => statSync(join(tmp(service), name)).size === Buffer.byteLength(manyTickets));

const until = async (holds: () => boolean) => {
  while (!holds()) await setTimeout(10);
};

test('a preview asks the gateway nothing', async (t) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const { previewed } = await started(t, { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: 'key' });
  const before = gateway.embeddings.requests.length;
  t.like(await previewed({ tickets: [goodTicket(1)] }), { total: 1 } as never);
  t.is(gateway.embeddings.requests.length, before);
  t.is(gateway.chat.requests.length, 0);
});

test('a client that goes away ends its preview, and those that wait for their turn have it', async (t) => {
  const { service, path, user, previewed } = await started(t);
  const gone = new AbortController();
  const headers = { Authorization: `Bearer ${user.token}` };
  const address = `${service.url}${path}/tickets/preview`;
  const leaving = fetch(address, { method: 'POST', headers, body: large(), signal: gone.signal });
  await until(() => spooled(service).length > 0);
  const waiting = previewed(large());
  t.like(await previewed({ tickets: [goodTicket(1)] }), { total: 1 } as never, 'a small one waits for no turn');
  gone.abort();
  await t.throwsAsync(leaving, { name: 'AbortError' });
  t.like(await waiting, { total: count } as never);
  // Only the tenant's latest file is kept.
  await until(() => spooled(service).length === 1);
});

/** Stops a service while it reads two files: the answers, and the exit code. An answer that did not come is undefined. */
const stoppedPreviews = async (t: ExecutionContext) => {
  const { service, preview } = await started(t);
  let ended = 0;
  const ask = () =>
    preview(large())
      .catch(() => undefined)
      .finally(() => (ended += 1));
  const answers = Promise.all([ask(), ask()]);
  // A request that has not arrived is not answered.
  await until(() => whole(service).length === 2 || ended > 0);
  await setTimeout(300);
  const code = await service.stop();
  return { answers: (await answers).map((answer) => [answer?.status, answer?.body]), code };
};

test('a service that stops ends its previews and says so', async (t) => {
  const refused = [500, { detail: 'Service is stopping; nothing was stored' }];
  let stopped = await stoppedPreviews(t);
  // On busy cores one may have been read by then, or not have arrived.
  for (let attempt = 1; stopped.answers.some(([status]) => status !== 500) && attempt < 5; attempt += 1)
    stopped = await stoppedPreviews(t);
  t.deepEqual(stopped, { answers: [refused, refused], code: 0 });
});
