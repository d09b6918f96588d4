import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { startService } from '../support/service.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 20);
const ticketsARound = 120;
const parts = 6;

type Counts = { readonly processed: number; readonly skipped: number; readonly collection_ticket_count: number };

/** Sends the tickets in several uploads side by side; returns which parts were acknowledged before the service died. */
const uploadParts = async (
  url: string,
  { token }: User,
  { collection, from }: { collection: string; from: number },
) => {
  const acknowledged: number[] = [];
  const size = ticketsARound / parts;
  await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const ids = Array.from({ length: size }, (_, index) => from + part * size + index);
      const body = { tickets: ids.map((id) => goodTicket(id)) };
      try {
        const { status } = await call(url, `POST /api/collections/${collection}/tickets`, { credential: token, body });
        if (status === 200) acknowledged.push(...ids);
      } catch (error) {
        // The connection broke with the service: nothing was acknowledged.
        if (!(error instanceof TypeError)) throw error;
      }
    }),
  );
  return acknowledged;
};

test(`kill -9 at ${rounds} random moments of uploads loses nothing acknowledged, and a repeat stores exactly the rest`, async (t) => {
  t.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-crash-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let service = await startService({}, folder);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const upload = async (ids: readonly number[]) => {
    const body = { tickets: ids.map((id) => goodTicket(id)) };
    const { status, body: counts } = await call(service.url, `POST /api/collections/${collection}/tickets`, {
      credential: user.token,
      body,
    });
    t.is(status, 200);
    return counts as Counts;
  };
  let cutOff = 0;
  let total = 0;
  for (let round = 0; round < rounds; round += 1) {
    const from = round * ticketsARound;
    const uploading = uploadParts(service.url, user, { collection, from });
    await setTimeout(Math.random() * 200);
    await service.kill();
    const acknowledged = await uploading;
    if (acknowledged.length < ticketsARound) cutOff += 1;

    service = await startService({}, folder);
    const { body } = await call(service.url, `GET /api/collections/${collection}`, { credential: user.token });
    const stored = (body as { ticket_count: number }).ticket_count - total;
    t.true(stored >= acknowledged.length && stored <= ticketsARound, `round ${round}: ${stored} stored`);
    if (acknowledged.length > 0) t.like(await upload(acknowledged), { processed: 0, skipped: acknowledged.length });
    const all = Array.from({ length: ticketsARound }, (_, index) => from + index);
    total += ticketsARound;
    t.deepEqual(await upload(all), {
      processed: ticketsARound - stored,
      skipped: stored,
      collection_ticket_count: total,
    });
  }
  t.true(cutOff > 0, 'no upload was cut off: the moments are not random enough');
  const { body } = await call(service.url, 'POST /api/search', {
    credential: user.token,
    body: { collection_id: collection, query: goodTicket(ticketsARound + 1).description, generate_answer: false },
  });
  t.is((body as { sources: unknown[] }).sources.length, 5);
  await service.stop();
});
