import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, readinessOf } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { smallDisk } from '../support/small-disk.ts';
import type { Erasure } from '../support/stored-tickets.ts';

const megabyte = 1024 * 1024;
const disk = smallDisk(160);

/** A client that sends a body of 40 MB before it reads: it ends with what it was answered, or with the error of its connection. */
const sendThenRead = async (url: string, path: string, token: string): Promise<string> => {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  socket.on('error', () => undefined);
  socket.once('close', () => resolve(undefined));
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${40 * megabyte}\r\n\r\n`,
  );
  const part = Buffer.alloc(megabyte, ' ');
  for (let sent = 0; sent < 40 && !socket.destroyed; sent += 1) {
    await new Promise((done) => socket.write(part, done));
  }
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.resume();
  await ended;
  return answer;
};

if (disk) {
  test.after.always(() => disk.remove());

  test('a disk that becomes full and has room again: what is refused is named at once, the rest is answered, and all goes on by itself', async (t) => {
    const service = await startService({ EVENTSTORE_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }, disk.folder);
    t.teardown(service.kill);
    const { url } = service;
    const user = await newUser(url);
    const collection = await newCollection(url, user);
    const tickets = `/api/collections/${collection}/tickets`;
    const ask = (endpoint: string, body?: unknown) => call(url, endpoint, { credential: user.token, body });
    const upload = (from: number) => ask(`POST ${tickets}`, { tickets: [goodTicket(from), goodTicket(from + 1)] });
    const full = [507, { detail: 'Disk is full' }];
    const answered = ({ status, body }: { status: number; body: unknown }) => [status, body];
    const spooled = () => readdirSync(join(disk.folder, 'tmp'));
    const stores = async () =>
      ((await readinessOf(url)).body as { stores: Record<string, { state: string; reason?: string }> }).stores;
    /** Readiness tries the disk once a second at most. */
    const readyIs = async (status: number) => {
      for (let wait = 0; wait < 600; wait += 1) {
        if ((await call(url, 'GET /api/ready')).status === status) return true;
        await setTimeout(100);
      }
      return false;
    };
    t.is((await upload(1)).status, 200);

    // A large upload takes all but the reserve; others withdraw, correct and request erasures, which wait for room and say how much.
    disk.fill(36 * megabyte);
    const many = Array.from({ length: 6_000 }, (_, index) => goodTicket(index + 100));
    const stopped = await ask(`POST ${tickets}`, { tickets: many });
    t.is(stopped.status, 500);
    t.regex(JSON.stringify(stopped.body), /[1-9][\d ]* of 6 000 tickets stored; Disk is full/);
    t.true(disk.free() > 8 * megabyte, String(disk.free()));
    t.is((await ask(`DELETE ${tickets}/100`)).status, 200);
    const correction = { credential: user.token, body: { category: 'Другое' }, headers: { 'If-Match': '"1"' } };
    t.is((await call(url, `PUT ${tickets}/101`, correction)).status, 200);
    const erasures = `/api/collections/${collection}/erasures`;
    const requested = await ask(`POST ${erasures}`, { ticket_ids: ['102'] });
    t.is(requested.status, 202);
    const erasure = async () => (await ask(`GET ${erasures}/${(requested.body as { id: string }).id}`)).body as Erasure;
    const waitsFor = async () => (await erasure()).steps.find(({ step }) => step === 'read_models')?.reason ?? '';
    for (let wait = 0; wait < 600 && (await waitsFor()) === ''; wait += 1) await setTimeout(100);
    t.regex(await waitsFor(), /\.db is rewritten when \d+ MB of the disk are free$/);
    const room = disk.free();
    disk.empty();
    for (let wait = 0; wait < 900 && (await erasure()).state !== 'proven'; wait += 1) await setTimeout(100);
    t.is((await erasure()).state, 'proven');
    t.true(disk.free() > room);

    // Less than the reserve is free: uploads are refused, everything else goes on.
    disk.fill(8 * megabyte);
    t.deepEqual(answered(await upload(3)), full);
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify([goodTicket(5)])]), 'a.json');
    t.deepEqual(answered(await ask(`POST ${tickets}/upload`, form)), full);
    t.deepEqual(answered(await ask(`POST ${tickets}/preview`, { tickets: [] })), full);
    t.is((await newUser(url)).token.length > 0, true);
    // So is what only adds, such as bulk restorations, which would take the reserve; what hides goes on.
    t.is((await ask(`DELETE ${tickets}/103`)).status, 200);
    t.deepEqual(answered(await ask(`POST ${tickets}/103/restore`)), full);
    t.deepEqual(answered(await ask('POST /api/collections', { name: 'Ещё одна' })), full);
    t.true(await readyIs(503));
    t.like(await stores(), { disk: { state: 'failing', reason: 'Disk is full' }, 'event-log': { state: 'ready' } });
    t.regex(await sendThenRead(url, tickets, user.token), /^HTTP\/1\.1 507 [^]*\r\n\r\n\{"detail":"Disk is full"\}$/);

    // A body of unknown length takes the room that there is: it is removed at once.
    disk.empty();
    disk.fill(20 * megabyte);
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(megabyte, ' ')),
    });
    const response = await fetch(url + tickets, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      body: chunks,
      duplex: 'half',
    });
    t.deepEqual([response.status, await response.json()], full);
    t.deepEqual(spooled(), []);

    // Nothing at all is free.
    disk.fill();
    // The write-ahead logs of SQLite may have room left from before.
    const refusals = [];
    for (let round = 0; refusals.length === 0 && round < 500; round += 1) {
      const body = { category: 'я'.repeat(400 + (round % 2)) };
      const corrected = await call(url, `PUT ${tickets}/101`, {
        ...{ credential: user.token, body, headers: { 'If-Match': `"${round + 2}"` } },
      });
      if (corrected.status !== 200) refusals.push(answered(corrected));
    }
    t.deepEqual(refusals[0]?.[0], 500);
    t.regex(JSON.stringify(refusals[0]?.[1]), /Disk is full/);
    t.is((await ask('POST /api/search', { collection_id: collection, query: 'оплата' })).status, 200);
    t.is((await ask('GET /api/collections')).status, 200);
    t.true(await readyIs(503));
    t.like(await stores(), { disk: { state: 'failing', reason: 'Disk is full' } });

    // There is room again.
    disk.empty();
    t.true(await readyIs(200));
    t.is((await upload(7)).status, 200);
    t.is(await service.stop(), 0);
  });
} else {
  test.skip('the service on a full disk needs the right to mount (Linux: CAP_SYS_ADMIN)', () => undefined);
}
