import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most `max` connections that have no request: each costs memory and a file descriptor, and closing them after a time alone lets one client hold as many
 * as it opens in that time. The one that has been idle longest is closed, so that a flood closes its own connections and a client that asks is answered.
 * Returns the app with its requests counted.
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
      idle.delete(socket);
      running.set(socket, (running.get(socket) ?? 0) + 1);
      response.once('close', () => ended(socket));
      app(request, response);
    },
  };
};
