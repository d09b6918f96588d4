import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import type { ExecutionContext } from 'ava';
import type { Certificate } from './certificates.ts';

/** Ends TLS in front of a server of this machine, as the server would itself; returns the port. It closes with the test. */
export const startTlsProxy = async (
  t: Pick<ExecutionContext, 'teardown'>,
  target: number,
  certificate: Certificate,
): Promise<number> => {
  const server = createServer({ ...certificate, ALPNProtocols: ['h2', 'http/1.1'] }, (client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
    t.teardown(() => client.destroy());
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};
