import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A request as it arrived; `body` is its JSON. */
export type GatewayRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model?: string;
    readonly input?: readonly string[];
    readonly dimensions?: number;
    readonly stream?: boolean;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
  };
};

/** What the gateway does with one request in place of its usual reply. */
export type Behaviour = (exchange: {
  readonly request: GatewayRequest;
  readonly response: ServerResponse;
  /** Sends the usual reply. */
  readonly reply: () => void;
  /** The usual reply as an object, to be changed. */
  readonly usual: () => unknown;
}) => void | Promise<void>;

/** Any status with an unchanged body. */
export const answering =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Behaviour =>
  ({ response }) => {
    response.writeHead(status, headers).end(body);
  };

/** The usual reply, so many ms later. */
export const late =
  (milliseconds: number): Behaviour =>
  async ({ reply }) => {
    await pause(milliseconds);
    reply();
  };

/** Takes the request and never says anything. */
export const hanging: Behaviour = () => undefined;

/** Drops the connection without a response. */
export const resetting: Behaviour = ({ response }) => {
  response.socket?.resetAndDestroy();
};

/** Says so much of a reply and then drops the connection. */
export const breakingOff =
  (status: number, beginning: string): Behaviour =>
  ({ response }) => {
    response.writeHead(status, { 'Content-Length': beginning.length + 1000 });
    response.write(beginning, () => setImmediate(() => response.destroy()));
  };

/** A body that does not end by itself: blanks until the client has had enough. */
export const flooding =
  (status = 200): Behaviour =>
  ({ response }) => {
    const blanks = Buffer.alloc(256 * 1024, ' ');
    const more = () => {
      while (!response.destroyed && response.write(blanks));
    };
    response.writeHead(status);
    response.on('drain', more);
    more();
  };

/** The usual reply to embeddings with its rows changed. */
export const rows =
  (change: (data: readonly EmbeddingRow[]) => unknown): Behaviour =>
  ({ usual, response }) => {
    const data = change((usual() as { readonly data: readonly EmbeddingRow[] }).data);
    response.writeHead(200).end(JSON.stringify({ data }));
  };

export type EmbeddingRow = { readonly index: number; readonly embedding: readonly number[] };

/** A reply of the chat model in these words. */
export const saying = (content: string): Behaviour =>
  answering(200, JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));

/** Refuses every batch with a text that contains `word`, as a gateway does with one text that is too long. */
export const refusing =
  (word: string, status = 400): Behaviour =>
  ({ request, response, reply }) => {
    if (request.body.input?.some((text) => text.includes(word))) response.writeHead(status).end();
    else reply();
  };
