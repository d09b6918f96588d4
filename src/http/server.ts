import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { isBodyless } from './bodies.ts';
import { boundIdleConnections } from './idle-connections.ts';
import { resetConnection } from './reset-connection.ts';
import { type BodyPace, bodyPace, limitBodyTime } from './slow-bodies.ts';
import { joinSmallPieces } from './small-pieces.ts';
import { boundUnreadConnections, unreadLimits, type UnreadLimits } from './unread-connections.ts';

/** Not imported: an import reads all that the module exports, and its WebSocket loads the whole HTTP client of Node, which takes a twentieth of a start. */
export const { createServer } = process.getBuiltinModule('node:http');

type Limits = {
  /** The time-out for the headers of a connection's first request, and the interval of its check. */
  readonly headersMs: number;
  readonly checkMs: number;
  /** How many connections may have no request. */
  readonly maxIdle: number;
  /** How long a client may take nothing of an answer. The kernel has room for megabytes: what is read slowly moves on in leaps. */
  readonly unreadMs: number;
  readonly unread: UnreadLimits;
  readonly bodyPace: BodyPace;
};

const limits: Limits = {
  headersMs: 20_000,
  checkMs: 5_000,
  maxIdle: 1_000,
  unreadMs: 60_000,
  unread: unreadLimits,
  bodyPace,
};

/** An HTTP server for the app, with time-outs for slow bodies, unread answers and silent connections, and JSON answers even to malformed requests. */
export const httpServer = (listener: RequestListener, options: Partial<Limits> = {}): Server => {
  const { headersMs, checkMs, maxIdle, unreadMs, unread, bodyPace: pace } = { ...limits, ...options };
  const { isBusy, watch, app } = boundIdleConnections((request, response) => {
    if (!isBodyless(request)) {
      limitBodyTime(request, response, pace, () => refuseBody(server, request, 'ERR_HTTP_REQUEST_TIMEOUT'));
      joinSmallPieces(request, () => {
        if (response.headersSent) request.socket.destroy();
        else refuseBody(server, request, 'ERR_SMALL_PIECES');
      });
    }
    listener(request, response);
  }, maxIdle);
  // The app refuses a missing Host itself, in JSON; Node’s refusal has an empty body.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: checkMs }, app);
  watch(server);
  boundUnreadConnections(unread).watch(server);
  // The app sends 100 Continue after it has checked the credential; any other expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.requestTimeout = 15 * 60_000;
  server.headersTimeout = headersMs;
  // Longer than the idle time-out of common proxies, so that none sends on a connection that is being closed.
  server.keepAliveTimeout = 65_000;
  // Also called when a connection has been idle for the time-out above. Node does not call it while an answer moves on.
  server.setTimeout(unreadMs, (socket) => {
    if (isBusy(socket) && socket.writableLength === 0) socket.setTimeout(unreadMs);
    else if (isBusy(socket) || socket.writableEnded) resetConnection(socket);
    else socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, detail, code] = (refusals as Refusals)[error.code ?? ''] ?? malformed;
    const body = JSON.stringify({ detail });
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nError-Code: ${code}`;
    socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
  return server;
};

/** Refuses a body that still comes, as Node refuses a request that exceeds its time-outs; the connection is closed even if the client goes on. */
const refuseBody = (server: Server, { socket }: IncomingMessage, code: keyof typeof refusals): void => {
  server.emit('clientError', Object.assign(new Error('refused body'), { code }), socket);
  setTimeout(() => socket.destroy(), 1_000).unref();
};

const malformed = ['400 Bad Request', 'Malformed HTTP request', 'invalid-request'] as const;

/** By the code of an error, the parser's or of `refuseBody`: status, detail and code. */
type Refusals = Readonly<Record<string, readonly [string, string, string]>>;

const refusals = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request headers are too large', 'headers-too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not sent in time', 'request-timeout'],
  ERR_SMALL_PIECES: ['400 Bad Request', 'The body comes in pieces of a few bytes; send larger ones', 'invalid-request'],
} satisfies Refusals;
