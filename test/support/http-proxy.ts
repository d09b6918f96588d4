import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';

/** An answer in the place of the server's. */
export type FalseAnswer = { readonly status: number; readonly body: unknown };

/** What becomes of a request, by its method and path; undefined: the server answers. */
export type Interference = (asked: string) => FalseAnswer | 'dropped' | undefined;

export type HttpProxy = {
  readonly url: string;
  /** Methods and paths of all requests so far. */
  readonly asked: readonly string[];
  /** From now on. */
  readonly interfere: (interference: Interference) => void;
};

/** A proxy in front of an Elasticsearch that answers some requests itself, or ends their connections; it closes with the test. */
export const startHttpProxy = async (t: Pick<ExecutionContext, 'teardown'>, target: string): Promise<HttpProxy> => {
  const asked: string[] = [];
  let interference: Interference = () => undefined;
  const server = createServer((incoming, response) => {
    const line = `${incoming.method ?? ''} ${incoming.url ?? ''}`;
    asked.push(line);
    const answer = interference(line);
    if (answer === undefined) pass(target, incoming, response);
    else if (answer === 'dropped') incoming.socket.destroy();
    else {
      incoming.resume();
      const headers = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    interfere: (next) => {
      interference = next;
    },
  };
};

const pass = (target: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { method, url = '', headers } = incoming;
  const outgoing = request(new URL(url, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
};
