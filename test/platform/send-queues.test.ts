import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { readSendQueues, sendQueueKey } from '../../src/platform/send-queues.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Of a server's own address, its connections with one client each of which reads nothing. */
for (const [host, from] of [
  ['127.0.0.1', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '::1'],
] as const) {
  onLinux(`the bytes that a client of ${from} does not read at ${host} are found`, async (t) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(port, from).pause();
    const [socket] = await accepted;
    t.teardown(() => {
      client.destroy();
      socket.destroy();
      server.close();
    });
    const key = sendQueueKey(socket) ?? '';
    t.false((await readSendQueues()).has(key));
    socket.write(Buffer.alloc(50_000_000));
    await setTimeout(100);
    const { bytes = 0, isFull } = (await readSendQueues()).get(key) ?? {};
    t.true(bytes > 100_000 && bytes < 50_000_000, `${bytes} bytes`);
    t.true(isFull);
    client.destroy();
    await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    t.is(sendQueueKey(socket), undefined);
  });
}
