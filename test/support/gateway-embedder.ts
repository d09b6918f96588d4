import type { ExecutionContext } from 'ava';
import { gatewayEmbedder, type GatewayEmbedderOptions } from '../../src/adapters/gateway/embedder.ts';
import { startGateway } from './gateway.ts';

export const apiKey = 'sk-test-0123456789';

/** Starts a gateway and an embedder that calls it; `waits` records the waits in ms, which are skipped. */
export const startGatewayEmbedder = async (
  t: ExecutionContext,
  options: Partial<GatewayEmbedderOptions> = {},
  timeoutMs = 30_000,
) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const waits: number[] = [];
  const sleep = (milliseconds: number) => Promise.resolve(waits.push(milliseconds));
  const embedder = gatewayEmbedder({
    gateway: { url: gateway.url, apiKey },
    model: 'test-model',
    dimensions: undefined,
    maxCharacters: 8000,
    timing: { sleep, random: () => 1, timeoutMs, now: () => Date.UTC(2026, 0, 1) },
    ...options,
  });
  return { gateway, calls: gateway.embeddings, embedder, waits };
};
