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

/**
 * Resets a connection at once. Node waits with it until everything is written, which a frozen server never reads; and one that is being ended cannot be
 * reset: its handle then stays open, and the end of its thread waits for it for ever on a full core.
 */
export const resetConnection = (socket: Socket): void => {
  if (socket.connecting || socket.writableEnded || socket.writableLength > 0) socket.destroy();
  else socket.resetAndDestroy();
};

/** Ends the two sockets of a connection that is passed on together, whatever ends one of them; they are in `open` until then. */
export const endTogether = (client: Socket, upstream: Socket, open: Set<Socket>): void => {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
  }
};

/** Starts a link to a port of this machine; it closes with the test. */
export const startLink = async (t: Pick<ExecutionContext, 'teardown'>, target: number): Promise<BreakableLink> => {
  const open = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    open.add(socket);
    // What ends a connection ends both sockets through `close`.
    socket.on('error', ({ syscall }: NodeJS.ErrnoException) => {
      if (syscall === 'reset') throw new Error('A connection could not be reset');
    });
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isCut) {
      resetConnection(client);
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const resetAll = () => {
    for (const socket of open) resetConnection(socket);
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
