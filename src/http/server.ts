import type { RequestListener, Server } from 'node:http';
import { boundIdleConnections } from './idle-connections.ts';

/** Not imported: an import reads all that the module exports, and its WebSocket loads the whole HTTP client of Node, which takes a twentieth of a start. */
export const { createServer } = process.getBuiltinModule('node:http');

/** The time-out for the headers of a connection's first request and the interval of its check, in ms, and how many connections may have no request. */
const silentConnections = { headersMs: 20_000, checkMs: 5_000, maxIdle: 1_000 };

/** An HTTP server for the app, with time-outs for slow uploads and silent connections, and JSON answers even to malformed requests. */
export const httpServer = (listener: RequestListener, options: Partial<typeof silentConnections> = {}): Server => {
  const { headersMs, checkMs, maxIdle } = { ...silentConnections, ...options };
  const { app, watch } = boundIdleConnections(listener, maxIdle);
  // The app refuses a missing Host itself, in JSON; Node’s refusal has an empty body.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: checkMs }, app);
  watch(server);
  // The app sends 100 Continue after it has checked the credential; any other expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.requestTimeout = 15 * 60_000;
  server.headersTimeout = headersMs;
  // Longer than the idle time-out of common proxies, so that none sends on a connection that is being closed.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, detail, code] = refusals[error.code ?? ''] ?? malformed;
    const body = JSON.stringify({ detail });
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nError-Code: ${code}`;
    socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
  return server;
};

const malformed = ['400 Bad Request', 'Malformed HTTP request', 'invalid-request'] as const;

/** By the code of the parser: status, detail and code. */
const refusals: Readonly<Record<string, readonly [string, string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request headers are too large', 'headers-too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not sent in time', 'request-timeout'],
};
