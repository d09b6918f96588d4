import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** A network link that a test may break: a TCP proxy on a port of its own. */
export type BreakableLink = {
  readonly port: number;
  /** Ends every connection with a reset, and every new one until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
};

/** Starts a link to a port of this machine; it closes with the test. */
export const startLink = async (t: Pick<ExecutionContext, 'teardown'>, target: number): Promise<BreakableLink> => {
  const open = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    open.add(socket);
    // A reset by either side ends both sockets through `close`.
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const resetAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    resetAll();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      resetAll();
    },
    mend: () => {
      isCut = false;
    },
  };
};
