import { connect } from 'node:net';
import test from 'ava';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

/** Sends the bytes unchanged; returns the status and body of the answer. */
const send = (text: string) =>
  new Promise<readonly [status: number, body: unknown]>((resolve, reject) => {
    const { hostname, port } = new URL(service().url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.once('error', reject);
    socket.once('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n');
      resolve([Number(head.split(' ')[1]), body && (JSON.parse(body) as unknown)]);
    });
    socket.write(text);
  });

test('a request without a Host header is refused in JSON, as HTTP requires', async (t) => {
  t.deepEqual(await send('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'), [
    400,
    { detail: 'Host is required' },
  ]);
});

test('a request with two Host headers is refused, as HTTP requires', async (t) => {
  for (const target of ['/api/health', '/login']) {
    t.deepEqual(await send(`GET ${target} HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n`), [
      400,
      { detail: 'Host must be given once' },
    ]);
  }
});

test('a client that sends a body of 3 MB to its end before it reads gets its 413', async (t) => {
  const piece = `100000\r\n${' '.repeat(1024 * 1024)}\r\n`;
  const head = 'POST /api/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n';
  t.deepEqual(await send(`${head}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(3)}0\r\n\r\n`), [
    413,
    { detail: 'Request body is too large: at most 64 KB here' },
  ]);
});

test('a target that is not a valid URL is not found', async (t) => {
  t.deepEqual(await send('GET http://[/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), [
    404,
    { detail: 'Not found' },
  ]);
});

test('an unknown expectation is ignored', async (t) => {
  const request = 'GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
  t.deepEqual(await send(request), [200, { status: 'ok' }]);
});

test('a malformed request is answered with one line of JSON', async (t) => {
  const [status, body] = await send('HELLO\r\n\r\n');
  t.is(status, 400);
  t.is(typeof (body as { detail: unknown }).detail, 'string');
});
