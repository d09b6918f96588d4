import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of a connection that are not answered to their end. Who does not wait for answers sends more than a thousand in one piece, and Node routes all of them before
 * it reads from others.
 */
const maxRunning = 32;

/**
 * Keeps at most `max` connections that have no request: each costs memory and a file descriptor, and closing them after a time alone lets one client hold as many
 * as it opens in that time. The one that has been idle longest is closed, so that a flood closes its own connections and a client that asks is answered.
 * Returns the app with its requests counted: a connection with more than 32 at a time is closed.
 */
export const boundIdleConnections = (app: RequestListener, max: number) => {
  const running = new Map<Socket, number>();
  /** The longest idle first. */
  const idle = new Set<Socket>();
  const rest = (socket: Socket): void => {
    if (socket.destroyed) return;
    idle.add(socket);
    const [oldest] = idle;
    if (idle.size > max) oldest?.destroy();
  };
  /** Its requests may overlap if the client does not wait for answers. */
  const ended = (socket: Socket): void => {
    const left = (running.get(socket) ?? 1) - 1;
    if (left > 0) running.set(socket, left);
    else if (running.delete(socket)) rest(socket);
  };
  return {
    /** Whether a connection has a request that is not answered to its end. */
    isBusy: (socket: Socket): boolean => running.has(socket),
    watch: (server: Server): void => {
      server.on('connection', (socket) => {
        rest(socket);
        socket.once('close', () => {
          idle.delete(socket);
          running.delete(socket);
        });
      });
    },
    app: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      const before = running.get(socket) ?? 0;
      if (before === maxRunning) {
        socket.destroy();
        return;
      }
      idle.delete(socket);
      running.set(socket, before + 1);
      response.once('close', () => ended(socket));
      app(request, response);
    },
  };
};
