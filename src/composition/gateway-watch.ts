import type { WatchCall } from '../adapters/gateway/post.ts';
import type { Config } from '../config.ts';
import type { GatewayCall } from '../domain/gateway-call.ts';
import type { Tracing } from '../ports/tracing.ts';
import { notify } from '../threads/thread.ts';

/** Tells the main thread of each call of the gateway, and traces it there too; undefined without metrics and traces, so that nothing is watched. */
export const gatewayWatch = (
  { metrics }: Pick<Config, 'metrics'>,
  tracing: Tracing | undefined,
): WatchCall | undefined => {
  const traced = tracing && tracedCall(tracing);
  if (!metrics) return traced;
  return async (call, send) => {
    const start = performance.now();
    const reply = await (traced ? traced(call, send) : send({}));
    const { path, isRetry = false } = call;
    const milliseconds = performance.now() - start;
    notify({ kind: 'gateway call', call: { path, isRetry, milliseconds, outcome: outcomeOf(reply) } });
    return reply;
  };
};

/** The gateway alone gets the trace of a request. */
const tracedCall =
  ({ span, carrier }: Tracing): WatchCall =>
  ({ path, isRetry = false }, send) =>
    span(
      `gateway ${path}`,
      () => send(carrier() ?? {}),
      (reply) => ({ retry: isRetry, outcome: outcomeOf(reply), ...statusOf(reply) }),
    );

type Reply = Awaited<ReturnType<WatchCall>>;

const statusOf = (reply: Reply) => (reply.kind === 'answered' ? { 'http.response.status_code': reply.status } : {});

const outcomeOf = (reply: Reply): GatewayCall['outcome'] => {
  if (reply.kind === 'unanswered') return 'no-answer';
  return reply.status === 200 ? 'ok' : 'error';
};
