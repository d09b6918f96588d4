import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { smallDisk } from '../support/small-disk.ts';

const megabyte = 1024 * 1024;
const disk = smallDisk(64);

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
      ((await call(url, 'GET /api/ready')).body as { stores: Record<string, { state: string; reason?: string }> })
        .stores;
    /** Readiness tries the disk once a second at most. */
    const readyIs = async (status: number) => {
      for (let wait = 0; wait < 600; wait += 1) {
        if ((await call(url, 'GET /api/ready')).status === status) return true;
        await setTimeout(100);
      }
      return false;
    };
    t.is((await upload(1)).status, 200);

    // Less than the reserve is free: uploads are refused, everything else goes on.
    disk.fill(8 * megabyte);
    t.deepEqual(answered(await upload(3)), full);
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify([goodTicket(5)])]), 'a.json');
    t.deepEqual(answered(await ask(`POST ${tickets}/upload`, form)), full);
    t.deepEqual(answered(await ask(`POST ${tickets}/preview`, { tickets: [] })), full);
    t.is((await newUser(url)).token.length > 0, true);
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
      const created = await ask('POST /api/collections', { name: 'я'.repeat(200) });
      if (created.status !== 201) refusals.push(answered(created));
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
