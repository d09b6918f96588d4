import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { startService } from '../support/service.ts';

/** `npm run soak` takes 300. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5);
const continuedRounds = Math.ceil(rounds / 2);
/** Uploads take about as long, so that some are cut off and some are not. */
const latestKillMs = 200;
const ticketsARound = 120;
const parts = 6;

type Counts = { readonly processed: number; readonly skipped: number; readonly collection_ticket_count: number };

const uploadIds = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Sends the tickets in several uploads side by side; returns which parts were acknowledged before the service died. */
const uploadParts = async (
  url: string,
  { token }: User,
  { collection, from, ids: uploads }: { collection: string; from: number; ids: readonly string[] },
) => {
  const acknowledged: number[] = [];
  const size = ticketsARound / parts;
  await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const ids = Array.from({ length: size }, (_, index) => from + part * size + index);
      const body = { tickets: ids.map((id) => goodTicket(id)) };
      try {
        const headers = { 'Upload-Id': uploads[part] ?? '' };
        const endpoint = `POST /api/collections/${collection}/tickets`;
        const { status } = await call(url, endpoint, { credential: token, body, headers });
        if (status === 200) acknowledged.push(...ids);
      } catch (error) {
        // The connection broke with the service: nothing was acknowledged.
        if (!(error instanceof TypeError)) throw error;
      }
    }),
  );
  return acknowledged;
};

/** The uploads of the service that died are interrupted, and not said to run, as soon as it is there again. */
const noneRuns = async (url: string, { token }: User, collection: string) => {
  for (;;) {
    const { body } = await call(url, `GET /api/collections/${collection}/uploads?limit=${parts}`, {
      credential: token,
    });
    const { uploads } = body as { uploads: readonly { readonly state: string }[] };
    if (uploads.every(({ state }) => state !== 'running')) return;
    await setTimeout(20);
  }
};

test(`kill -9 at ${rounds} random moments of uploads loses nothing acknowledged, and a repeat stores exactly the rest`, async (t) => {
  t.timeout(1_200_000);
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
    const ids = uploadIds(parts);
    const uploading = uploadParts(service.url, user, { collection, from, ids });
    // One random moment in each of as many equal parts: few rounds have an early and a late one too.
    await setTimeout(((round + Math.random()) / rounds) * latestKillMs);
    await service.kill();
    const acknowledged = await uploading;
    if (acknowledged.length < ticketsARound) cutOff += 1;

    service = await startService({}, folder);
    const { body } = await call(service.url, `GET /api/collections/${collection}`, { credential: user.token });
    const stored = (body as { ticket_count: number }).ticket_count - total;
    t.true(stored >= acknowledged.length && stored <= ticketsARound, `round ${round}: ${stored} stored`);
    await noneRuns(service.url, user, collection);
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

test('uploads that a kill -9 cut off go on with their ids: each is answered as if nothing had been', async (t) => {
  t.timeout(1_200_000);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-crash-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let service = await startService({}, folder);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  let continued = 0;
  for (let round = 0; round < continuedRounds; round += 1) {
    const ids = uploadIds(parts);
    const from = round * ticketsARound;
    const uploading = uploadParts(service.url, user, { collection, from, ids });
    await setTimeout(60 + Math.random() * 140);
    await service.kill();
    if ((await uploading).length < ticketsARound) continued += 1;
    service = await startService({}, folder);
    await noneRuns(service.url, user, collection);
    const size = ticketsARound / parts;
    for (const [part, uploadId] of ids.entries()) {
      const tickets = Array.from({ length: size }, (_, index) => goodTicket(from + part * size + index));
      const { status, body } = await call(service.url, `POST /api/collections/${collection}/tickets`, {
        ...{ credential: user.token, headers: { 'Upload-Id': uploadId }, body: { tickets } },
      });
      t.is(status, 200);
      t.like(body, { processed: size, skipped: 0 });
      const { body: upload } = await call(service.url, `GET /api/collections/${collection}/uploads/${uploadId}`, {
        credential: user.token,
      });
      t.like(upload, { state: 'finished', total: size, outcomes: { stored: size, duplicate: 0 } });
    }
  }
  t.true(continued > 0, 'no upload was cut off: the moments are not random enough');
  const { body } = await call(service.url, `GET /api/collections/${collection}`, { credential: user.token });
  t.is((body as { ticket_count: number }).ticket_count, continuedRounds * ticketsARound);
  await service.stop();
});

type Undone = { readonly state: string; readonly withdrawn: number };

test(`kill -9 at ${rounds} random moments of undos: each goes on by itself, and hides every ticket once`, async (t) => {
  t.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-crash-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let service = await startService({}, folder);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const size = 400;
  const ask = async <Body>(endpoint: string, more: object = {}) => {
    const [method, path] = endpoint.split(' ');
    const full = `${method} /api/collections/${collection}${path}`;
    return (await call(service.url, full, { credential: user.token, ...more })).body as Body;
  };
  let cutOff = 0;
  for (let round = 0; round < rounds; round += 1) {
    const from = round * size;
    const uploadId = randomUUID();
    const tickets = Array.from({ length: size }, (_, index) => goodTicket(from + index));
    await ask('POST /tickets', { body: { tickets }, headers: { 'Upload-Id': uploadId } });
    await ask(`POST /uploads/${uploadId}/undo`);
    // It begins within a second, and takes some tenths of one.
    await setTimeout(((round + Math.random()) / rounds) * 1_500);
    const before = await ask<Undone>(`GET /uploads/${uploadId}/undo`);
    await service.kill();
    if (before.state === 'running') cutOff += 1;
    service = await startService({}, folder);
    let undo = await ask<Undone>(`GET /uploads/${uploadId}/undo`);
    while (undo.state !== 'finished') {
      await setTimeout(50);
      undo = await ask<Undone>(`GET /uploads/${uploadId}/undo`);
    }
    t.is(undo.withdrawn, size);
    t.is((await ask<{ ticket_count: number }>('GET ')).ticket_count, 0);
    for (const id of [from, from + 199, from + size - 1]) {
      const { history } = await ask<{ history: readonly { change: string }[] }>(`GET /tickets/${id}`);
      t.deepEqual(
        history.map(({ change }) => change),
        ['stored', 'withdrawn'],
      );
    }
  }
  t.true(cutOff > 0, 'no undo was cut off: the moments are not random enough');
  await service.stop();
});
