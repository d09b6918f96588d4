import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request as ServerRequest, RequestHandler, Response as ServerResponse } from 'express';
import { type Handler, requireIdentity } from '../authentication.ts';
import { clientGone } from '../client-gone.ts';
import { HttpRefusal } from '../errors.ts';
import type { WriteReply } from '../large-replies.ts';
import type { InTurns } from '../list-turns.ts';
import { askerOf } from '../search.ts';
import type { Tool, ToolCall } from './tools.ts';

type Dependencies = {
  readonly tools: readonly Tool[];
  readonly inTurns: InTurns;
  readonly writeReply: WriteReply;
  /** Called with an error that was not expected. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** Loaded on first use: the package takes 35 MB and a tenth of a second. */
const protocol = () => import('./serve.ts');

/**
 * The step that refuses requests of web pages: no page of another site may use the key of a person that its browser can reach the service for (the protocol,
 * "Security Warning"). The service has no page that uses this path.
 */
export const refusePages: RequestHandler = (request, _response, next) => {
  if (request.get('Origin') !== undefined)
    throw new HttpRefusal(403, 'Requests of web pages (Origin) are not accepted');
  next();
};

/** POST /api/v1/mcp: the Model Context Protocol over streamable HTTP, without sessions. */
export const mcpHandlers = ({ tools, inTurns, writeReply, failed }: Dependencies) => ({
  mcp: inTurns(async (request, response, turn) => {
    // A batch, which no version since 2025-06-18 has, would be many calls for one request of the rate limit.
    if (Array.isArray(request.body)) throw new HttpRefusal(400, 'body must be one JSON-RPC message, not a batch');
    const { serveMcp } = await protocol();
    const message: unknown = request.body;
    const serve = () =>
      serveMcp({
        request: webRequest(request, response),
        message,
        tools: tools.map((tool) => shownWhileIdentified(tool, response)),
        call: { asker: askerOf(request, response), turn, tell: telling(writeReply, response) },
        failed: (error) => failed(String(response.getHeader('X-Request-Id')), error),
      });
    // A tool takes turns for what it reads; all else is some milliseconds of work in one piece.
    await send(await (isCall(message) ? serve() : turn(serve)), response);
  }),

  /** Any other method: the protocol’s GET and DELETE are for sessions. */
  onlyPost: ((_request, response) => {
    response.set('Allow', 'POST');
    throw new HttpRefusal(405, 'Only POST is allowed here');
  }) satisfies Handler,
});

/** What is told holds its slot until the response that it becomes a part of is written. */
const telling =
  (writeReply: WriteReply, response: ServerResponse): ToolCall['tell'] =>
  (read) =>
    new Promise((resolve, reject) => {
      const reading = async (isAgain: boolean) => {
        const { tickets, text } = await read(isAgain);
        return { tickets, write: () => resolve(text()) };
      };
      writeReply(response, reading).catch(reject);
    });

/** The same tool, which shows nothing to a key that has ended while it waited for a model. */
const shownWhileIdentified = (tool: Tool, response: ServerResponse): Tool => ({
  ...tool,
  run: async (given, call) => {
    const text = await tool.run(given, call);
    await requireIdentity(response);
    return text;
  },
});

const isCall = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';

/** The request with the headers of the protocol and without its body; aborted when the client has gone. */
const webRequest = (request: ServerRequest, response: ServerResponse): Request => {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(?:accept|content-type|mcp-[\w-]+)$/.test(name) ? [[name, value]] : [],
  );
  return new Request(new URL(request.path, 'http://localhost'), {
    method: 'POST',
    headers,
    signal: clientGone(response),
  });
};

const send = async (reply: Response, response: ServerResponse): Promise<void> => {
  response.status(reply.status);
  const type = reply.headers.get('Content-Type');
  if (type !== null) response.set('Content-Type', type);
  if (!reply.body) {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(reply.body), response);
  } catch (error) {
    // A client that has gone is no failure.
    if (!response.closed && !response.destroyed) throw error;
  }
};
