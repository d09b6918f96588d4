import type { WatchCall } from '../adapters/gateway/post.ts';
import type { Config } from '../config.ts';
import type { GatewayCall } from '../domain/gateway-call.ts';
import { notify } from '../threads/thread.ts';

/** Tells the main thread of each call of the gateway; undefined without metrics, so that nothing is counted. */
export const gatewayWatch = ({ metrics }: Pick<Config, 'metrics'>): WatchCall | undefined =>
  metrics &&
  (async ({ path, isRetry = false }, send) => {
    const start = performance.now();
    const reply = await send({});
    const milliseconds = performance.now() - start;
    notify({ kind: 'gateway call', call: { path, isRetry, milliseconds, outcome: outcomeOf(reply) } });
    return reply;
  });

const outcomeOf = (reply: Awaited<ReturnType<Parameters<WatchCall>[1]>>): GatewayCall['outcome'] => {
  if (reply.kind === 'unanswered') return 'no-answer';
  return reply.status === 200 ? 'ok' : 'error';
};
