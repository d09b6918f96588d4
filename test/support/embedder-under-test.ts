import type { ExecutionContext } from 'ava';
import { gatewayEmbedder, type GatewayEmbedderOptions } from '../../src/adapters/gateway/embedder.ts';
import { startGateway } from './gateway.ts';

export const apiKey = 'sk-test-0123456789';

/** A gateway of its own for one test, an embedder that calls it, and the waits that the embedder would have made. */
export const setUp = async (t: ExecutionContext, options: Partial<GatewayEmbedderOptions> = {}, timeLimit = 30_000) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const waits: number[] = [];
  const pause = (milliseconds: number) => Promise.resolve(waits.push(milliseconds));
  const embedder = gatewayEmbedder({
    gateway: { url: gateway.url, apiKey },
    model: 'test-model',
    dimensions: undefined,
    maxCharacters: 8000,
    timing: { pause, random: () => 1, timeLimit, now: () => Date.UTC(2026, 0, 1) },
    ...options,
  });
  return { gateway, calls: gateway.embeddings, embedder, waits };
};
