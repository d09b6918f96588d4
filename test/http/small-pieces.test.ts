import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { joinSmallPieces } from '../../src/http/small-pieces.ts';
import { httpServer } from '../../src/http/server.ts';
import { newCollection, newUser } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { listening } from '../support/small-servers.ts';

const chunked = (pieces: readonly string[]) =>
  pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');

type Seen = { readonly body: string; readonly pieces: number; readonly mostKept: number };

/** A server that reads bodies, as slowly as it is told, and answers what it has seen. */
const serve = async (t: ExecutionContext, pause: () => Promise<unknown> = () => Promise.resolve()) => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let [body, pieces, mostKept] = ['', 0, 0];
    try {
      for await (const piece of request as AsyncIterable<Buffer>) {
        body += piece.toString('latin1');
        pieces += 1;
        mostKept = Math.max(mostKept, request.readableLength);
        await pause();
      }
      response.end(JSON.stringify({ body, pieces, mostKept }));
    } catch {
      // The connection has been closed.
    }
  };
  const port = await listening(
    t,
    httpServer((request, response) => void answer(request, response)),
  );
  return async (encoded: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')));
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${encoded}`);
    await once(socket, 'close');
    return text;
  };
};

const seenIn = (answer: string): Seen => JSON.parse(/\r\n\r\n[^{]*(\{.*\})/s.exec(answer)?.[1] ?? '{}') as Seen;

test('a body in pieces of a byte is refused, and its connection closed', async (t) => {
  const send = await serve(t);
  const answer = await send(chunked(Array.from({ length: 5_000 }, () => 'x')));
  t.regex(answer, /^HTTP\/1\.1 400 [^]*Error-Code: invalid-request[^]*The body comes in pieces of a few bytes/);
});

test('chunks of 64 bytes are taken, also where packets of 536 bytes divide them', (t) => {
  let taken = 0;
  const request = {
    push: (piece: Buffer) => (taken += piece.length) > 0,
    readableLength: 0,
    readableHighWaterMark: 65_536,
  };
  joinSmallPieces(request as unknown as IncomingMessage, () => t.fail('refused'));
  const perPacket = 536 / (64 + '40\r\n\r\n'.length);
  for (let chunk = 0; chunk < 5_000; chunk += 1) {
    const isDivided = Math.floor(chunk / perPacket) < Math.floor((chunk + 1) / perPacket);
    for (const bytes of isDivided ? [20, 44] : [64]) request.push(Buffer.alloc(bytes));
  }
  t.true(taken > 0);
});

test('a short body in pieces of a byte is read', async (t) => {
  const send = await serve(t);
  const { body } = seenIn(await send(`${chunked(Array.from({ length: 900 }, () => 'x'))}0\r\n\r\n`));
  t.is(body, 'x'.repeat(900));
});

test('small pieces that come together are one for who reads them, and wait for a slow one in the network', async (t) => {
  const send = await serve(t, () => setImmediate());
  const sent = Array.from({ length: 40_000 }, (_, index) => String(index).padStart(100, '.'));
  const { body, pieces, mostKept } = seenIn(await send(`${chunked(sent)}0\r\n\r\n`));
  t.true(body === sent.join(''));
  t.true(pieces < 2_000, String(pieces));
  t.true(mostKept < 512 * 1_024, String(mostKept));
});

test('a body is the same in pieces of any size', async (t) => {
  const send = await serve(t);
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 900, max: 5_000 })), {
    ...{ minLength: 1, maxLength: 400 },
  });
  const isSame = async (lengths: readonly number[]) => {
    const sent = lengths.map((length, index) => String.fromCharCode(97 + (index % 26)).repeat(length));
    return seenIn(await send(`${chunked(sent)}0\r\n\r\n`)).body === sent.join('');
  };
  await t.notThrowsAsync(fc.assert(fc.asyncProperty(sizes, isSame), { numRuns: 50 }));
});

test('a form that is refused for its pieces, all of which have come, is no failure of the service', async (t) => {
  const service = await startService();
  t.teardown(service.kill);
  const user = await newUser(service.url);
  const path = `/api/collections/${await newCollection(service.url, user)}/tickets/upload`;
  const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'x'.repeat(5_000)}\r\n--b--\r\n`;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunked(form.split(''))}0\r\n\r\n`);
  t.regex(await text(socket), /^HTTP\/1\.1 400 /);
  t.is(await service.stop(), 0);
  t.notRegex(service.output(), /unexpected|"level":50/);
});
