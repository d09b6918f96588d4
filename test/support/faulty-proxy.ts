import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of one upload: an answer in the service's place, a line that breaks before or after the service got all of it, or
 * no answer until the client goes away.
 */
export type Fault =
  | { readonly status: number; readonly detail?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly breaks: 'before' | 'after' }
  | 'never answered';

/** A proxy in front of a service whose first uploads meet the faults, one each in their order; headers are added to every answer. */
export const faultyProxy = async (
  target: string,
  faults: readonly (Fault | undefined)[],
  headers: Readonly<Record<string, string>> = {},
) => {
  const waiting = [...faults];
  const server = createServer((incoming, response) => {
    const fault = incoming.method === 'POST' ? waiting.shift() : undefined;
    if (typeof fault === 'object' && 'status' in fault) {
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers });
      response.end(fault.detail === undefined ? '<html>' : JSON.stringify({ detail: fault.detail }));
    } else if (typeof fault === 'object' && fault.breaks === 'before') incoming.socket.destroy();
    else pass({ target, headers, fault }, incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const pass = (
  { target, headers, fault }: { target: string; headers: Readonly<Record<string, string>>; fault: Fault | undefined },
  incoming: IncomingMessage,
  response: ServerResponse,
) => {
  const { method, url, headers: sent } = incoming;
  const breaks = typeof fault === 'object';
  const outgoing = request(`${target}${url ?? ''}`, { method, headers: { ...sent, expect: '' } }, (answer) => {
    if (fault) {
      answer.resume();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...headers });
    response.flushHeaders();
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => {
    if (!breaks) outgoing.destroy();
  });
  // The service's side of the connection stays open.
  if (breaks) incoming.on('end', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
};
