import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { httpServer } from '../../src/http/server.ts';

const listening = async (t: ExecutionContext) => {
  const server = httpServer((_request, response) => response.end('answered'), { headersMs: 200, checkMs: 50 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** What a connection was sent until it was closed. */
const answerTo = async (port: number, sent: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  socket.write(sent);
  await once(socket, 'close');
  return text;
};

test('a connection that does not send the headers of a request is closed', async (t) => {
  const port = await listening(t);
  for (const sent of ['', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ']) {
    t.regex(await answerTo(port, sent), /^HTTP\/1\.1 408 [^]*The request was not sent in time/);
  }
});

test('a connection that sends them is answered', async (t) => {
  const port = await listening(t);
  t.regex(await answerTo(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /answered$/);
});
