import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from './client-address.ts';
import { lingerAtEnd, resetConnection } from './reset-connection.ts';

/**
 * Requests of a connection that are not answered to their end. Who does not wait for answers sends more than a thousand in one piece, and Node routes all of them before
 * it reads from others; each that waits has its headers and 64 kB of its body in memory. No browser and no proxy sends a second one.
 */
const maxRunning = 4;

/**
 * Keeps at most `max` connections that have no request: each costs memory and a file descriptor, and closing them after a time alone lets one client hold as many
 * as it opens in that time. Of the address with the most, the one that has been idle longest is reset, so that a flood closes its own connections, a client that asks
 * is answered, and the kernel keeps no answer for one that does not read. Returns the app with its requests counted: a connection with more than 4 at a time is reset.
 */
export const boundIdleConnections = (app: RequestListener, max: number) => {
  const running = new Map<Socket, number>();
  const idle = idleSets(max);
  /** Its requests may overlap if the client does not wait for answers. */
  const ended = (socket: Socket): void => {
    const left = (running.get(socket) ?? 1) - 1;
    if (left > 0) running.set(socket, left);
    else if (running.delete(socket)) idle.add(socket);
  };
  return {
    /** Whether a connection has a request that is not answered to its end. */
    isBusy: (socket: Socket): boolean => running.has(socket),
    watch: (server: Server): void => {
      server.on('connection', (socket) => {
        lingerAtEnd(socket);
        idle.add(socket);
        socket.once('close', () => {
          idle.delete(socket);
          running.delete(socket);
        });
      });
    },
    app: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      // Of what it has sent in one piece, the rest is read all the same.
      if (socket.destroyed || socket.writableEnded) return;
      const before = running.get(socket) ?? 0;
      if (before === maxRunning) {
        resetConnection(socket);
        stopParsing(socket);
        return;
      }
      idle.delete(socket);
      running.set(socket, before + 1);
      response.once('close', () => ended(socket));
      whenFirst(response, () => app(request, response));
    },
  };
};

/**
 * Begins a request of a connection once those before it are answered, never if its client has left by then: what it found would wait for a client that reads slowly, in
 * the memory and in the slots of others.
 */
const whenFirst = (response: ServerResponse, begin: () => void): void => {
  if (response.socket) begin();
  // One that was reset just now has no address any more.
  else response.once('socket', (socket: Socket) => socket.destroyed || socket.remoteAddress === undefined || begin());
};

/** What a parser takes for an error of the method that it calls for each request. */
const parseError = -1;

/**
 * Ends the parsing of what was read from a connection in one piece. Node has no public way to: it would make a request and an answer of each of the hundreds that follow,
 * and then an error with its stack for each, since they are aborted. Without this property all of that happens, and nothing else.
 */
const stopParsing = (socket: Socket): void => {
  const { parser } = socket as { readonly parser?: { onIncoming?: unknown } | null };
  if (parser && 'onIncoming' in parser) parser.onIncoming = () => parseError;
};

/** At most `max` connections, by the addresses of their clients, of each in the order in which they were added. */
const idleSets = (max: number) => {
  const sets = new Map<string, Set<Socket>>();
  /** A closed connection has none any more. */
  const addresses = new Map<Socket, string>();
  const oldestOfMost = (): Socket | undefined => {
    let most: ReadonlySet<Socket> = new Set();
    for (const set of sets.values()) if (set.size > most.size) most = set;
    const [oldest] = most;
    return oldest;
  };
  return {
    delete: (socket: Socket): void => {
      const address = addresses.get(socket) ?? '';
      addresses.delete(socket);
      const set = sets.get(address);
      set?.delete(socket);
      if (set?.size === 0) sets.delete(address);
    },
    add: (socket: Socket): void => {
      if (socket.destroyed) return;
      const address = clientAddress(socket.remoteAddress);
      addresses.set(socket, address);
      sets.set(address, (sets.get(address) ?? new Set()).add(socket));
      const oldest = addresses.size > max ? oldestOfMost() : undefined;
      if (oldest) resetConnection(oldest);
    },
  };
};
