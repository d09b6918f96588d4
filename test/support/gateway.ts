import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Behaviour, GatewayRequest } from './gateway-behaviours.ts';
import { answerFromContext, meaningOf } from './gateway-replies.ts';
import { streaming, streamsOf } from './gateway-streams.ts';

/** One of the gateway's two paths: its requests, and its next behaviours; by default it replies correctly. */
export type GatewayPath = {
  readonly requests: GatewayRequest[];
  /** The most requests that were open at one time. */
  readonly maxConcurrent: () => number;
  /** The next `times` requests meet this behaviour; orders are met one after the other. */
  readonly next: (behaviour: Behaviour, times?: number) => void;
  /** Every request that no order meets gets this behaviour. */
  readonly always: (behaviour: Behaviour) => void;
};

export type Gateway = {
  /** The value of GATEWAY_URL. */
  readonly url: string;
  readonly embeddings: GatewayPath;
  readonly chat: GatewayPath;
  /** Ends every open connection too. */
  readonly close: () => Promise<void>;
};

/** An OpenAI-compatible gateway over real HTTP on a free port: similar texts get near vectors, answers come from the given context, word by word if that is asked for. */
export const startGateway = async ({ dimensions = 256 }: { readonly dimensions?: number } = {}): Promise<Gateway> => {
  const embeddings = path(({ model, input = [], dimensions: asked = dimensions }) => ({
    object: 'list',
    model,
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(text, asked) })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  }));
  const chat = path(
    ({ model, messages = [] }) => ({
      object: 'chat.completion',
      model,
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answerFromContext(messages) } },
      ],
    }),
    ({ messages = [] }) => streaming(streamsOf.OpenAI(answerFromContext(messages).split(/(?<= )/))),
  );
  const paths: Readonly<Record<string, typeof chat>> = { '/v1/embeddings': embeddings, '/v1/chat/completions': chat };
  const server = createServer((request, response) => {
    const serve = paths[request.url ?? '']?.serve;
    if (!serve || request.method !== 'POST') return void response.writeHead(404).end();
    // A client that goes away in the middle of its request is no concern of the gateway.
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    embeddings: embeddings.control,
    chat: chat.control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const path = (
  usual: (body: GatewayRequest['body']) => unknown,
  streamed?: (body: GatewayRequest['body']) => Behaviour,
) => {
  const orders: Behaviour[] = [];
  const requests: GatewayRequest[] = [];
  let standing: Behaviour | undefined;
  let open = 0;
  let most = 0;

  const serve = async (request: IncomingMessage, response: Parameters<Behaviour>[0]['response']) => {
    most = Math.max(most, ++open);
    response.once('close', () => (open -= 1));
    const body = JSON.parse((await buffer(request)).toString()) as GatewayRequest['body'];
    const seen = { path: request.url ?? '', headers: request.headers, body };
    requests.push(seen);
    const reply = () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(usual(body)));
    };
    const behaviour = orders.shift() ?? standing ?? (body.stream === true ? streamed?.(body) : undefined);
    await (behaviour ?? reply)({ request: seen, response, reply, usual: () => usual(body) });
  };
  const control: GatewayPath = {
    requests,
    maxConcurrent: () => most,
    next: (behaviour, times = 1) => orders.push(...Array<Behaviour>(times).fill(behaviour)),
    always: (behaviour) => (standing = behaviour),
  };
  return { serve, control };
};
