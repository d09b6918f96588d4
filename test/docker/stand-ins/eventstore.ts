/**
 * The protocol double in the place of an EventStoreDB image: on port 2113 it answers gRPC, and of the HTTP interface the health check and the start of
 * a scavenge. What was acknowledged survives a kill.
 */
import { connect, createServer, type Socket } from 'node:net';
import { startDouble } from '../../support/eventstoredb-double/double.ts';

const { port, log } = await startDouble({ file: '/var/lib/eventstore/events' });

const answers: Readonly<Record<string, () => string>> = {
  'GET /health/live': () => '204 No Content',
  'POST /admin/scavenge': () => {
    log.scavenge();
    return '200 OK';
  },
};

/** gRPC begins with the preface of HTTP/2, `PRI * HTTP/2.0`. */
const serve = (socket: Socket): void => {
  socket.on('error', () => undefined);
  socket.once('data', (first: Buffer) => {
    const [, request = ''] = /^((?:GET|POST) [^ ?]+)/.exec(first.toString('latin1')) ?? [];
    if (request !== '') {
      socket.end(
        `HTTP/1.1 ${answers[request]?.() ?? '404 Not Found'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    upstream.write(first);
    socket.pipe(upstream).pipe(socket);
  });
};

createServer(serve).listen(2113, '0.0.0.0');
process.on('SIGTERM', () => process.exit());
