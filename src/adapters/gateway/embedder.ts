import { limitConcurrency } from '../../concurrency/limit.ts';
import { type Attempt, backOffMs, retry, type RetryPolicy } from '../../concurrency/retry.ts';
import { firstCharacters } from '../../domain/characters.ts';
import { EmbeddingFailed, EmbeddingRefused } from '../../domain/errors.ts';
import { identityOf, prefixedModel } from '../../domain/model-identity.ts';
import type { Embedder, SimilarityLevels } from '../../ports/embedder.ts';
import { type Call, type Gateway, post, type Reply } from './post.ts';
import { readVectors } from './read-vectors.ts';
import { reportingSent } from './sent.ts';

export type GatewayEmbedderOptions = {
  readonly gateway: Gateway;
  /** Its name with its prefixes (`identityOf`). */
  readonly model: string;
  /** The vector length to ask the gateway for (EMBEDDING_DIMENSIONS); undefined: the model's own. */
  readonly dimensions: number | undefined;
  /** Longer texts, each with its prefix, are cut before they are embedded (EMBEDDING_MAX_CHARACTERS). */
  readonly maxCharacters: number;
  /** Of this model (EMBEDDING_SIMILARITY_LEVELS). */
  readonly similarityLevels?: SimilarityLevels | undefined;
  /** For tests. */
  readonly timing?: Partial<Timing>;
};

type Timing = {
  /** Time-out of one request for tickets, and of all attempts together for a query. */
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep?: RetryPolicy['sleep'];
};

/** Lengths that are known before the first reply. */
const knownDimensions: Readonly<Record<string, number>> = { 'text-embedding-3-small': 1536 };

const maxConcurrentRequests = 4;
const maxAttempts = 5;
/** The longest wait that a gateway may ask for: rate limits are per minute. */
const maxWaitMs = 60_000;

/** Returns an embedder for a model of the gateway. Every reply is validated; time-outs, network errors, 429 and 5xx are retried. */
export const gatewayEmbedder = (options: GatewayEmbedderOptions): Embedder => {
  const timing: Timing = { timeoutMs: 30_000, now: Date.now, random: Math.random, ...options.timing };
  const limit = limitConcurrency(maxConcurrentRequests);
  const { name, prefixes } = prefixedModel(options.model);
  let dimensions = options.dimensions ?? knownDimensions[name];

  const ask: Ask = async (texts, { timeLeftMs, failed, onSent }) => {
    const { timeoutMs, now } = timing;
    const reply = await post(options.gateway, {
      path: 'embeddings',
      isRetry: failed > 0,
      body: requestBody({ ...options, model: name }, texts),
      maxReplyMiB: 64,
      maxErrorBodyMiB: 0,
      timeoutMs: Math.min(timeoutMs, timeLeftMs),
      reportedTimeoutMs: timeoutMs,
      onSent,
    });
    const attempt = attemptOf(reply, { count: texts.length, dimensions, now: now() });
    if (attempt.kind === 'done') dimensions ??= attempt.result[0]?.length;
    return attempt;
  };

  return {
    model: identityOf({ name, prefixes }),
    dimensions: () => dimensions,
    similarityLevels: options.similarityLevels,
    batchSize: 100,
    embedTickets: async (texts) => {
      const embed = batchEmbedder(ask, timing);
      const batches = batchesOf(texts.map((text) => prefixes.ticket + text)).map((batch) => limit(() => embed(batch)));
      // No request is left running when the call fails.
      await Promise.allSettled(batches);
      return (await Promise.all(batches)).flat();
    },
    embedQuery: (text, onSent) => {
      const reporting = reportingSent(options.gateway, name, onSent);
      return embedQuery((texts, asked) => ask(texts, { ...asked, onSent: reporting }), timing, prefixes.query + text);
    },
  };
};

/** `failed`: the attempts before. */
type Asked = { readonly timeLeftMs: number; readonly failed: number; readonly onSent?: Call['onSent'] };
type Ask = (texts: readonly string[], asked: Asked) => Promise<Attempt<readonly Float32Array[]>>;

/** Without `encoding_format`: float is its default, and several gateways refuse the field. */
const requestBody = ({ model, dimensions, maxCharacters }: GatewayEmbedderOptions, texts: readonly string[]) => ({
  model,
  input: texts.map((text) => firstCharacters(text, maxCharacters)),
  ...(dimensions === undefined ? {} : { dimensions }),
});

/** Each attempt has the whole time-out. After the first batch that fails, no further request is made for the same tickets. */
const batchEmbedder = (ask: Ask, { random, sleep }: Timing) => {
  let failure: Error | undefined;
  return async (batch: readonly string[]): Promise<readonly Float32Array[]> => {
    try {
      return await retry(
        (failed) => {
          if (failure) throw failure;
          return ask(batch, { timeLeftMs: Infinity, failed });
        },
        { waitMs: backOffPolicy({ firstMs: 500, random, timeLeftMs: () => Infinity }), sleep },
      );
    } catch (error) {
      failure ??= error as Error;
      throw failure;
    }
  };
};

/** All attempts and waits together stay within the time-out. */
const embedQuery = async (ask: Ask, { timeoutMs, random, sleep }: Timing, text: string): Promise<Float32Array> => {
  const end = performance.now() + timeoutMs;
  const timeLeftMs = () => end - performance.now();
  const waitMs = backOffPolicy({ firstMs: 200, random, timeLeftMs });
  const [vector] = await retry((failed) => ask([text], { timeLeftMs: timeLeftMs(), failed }), { waitMs, sleep });
  if (!vector) throw new Error('A valid reply to one text has one vector');
  return vector;
};

type Waits = {
  readonly firstMs: number;
  readonly random: () => number;
  readonly timeLeftMs: () => number;
};

/** Back-off with jitter, at least as long as the gateway has asked for; gives up when attempts or time are used up. */
const backOffPolicy =
  ({ firstMs, random, timeLeftMs }: Waits): RetryPolicy['waitMs'] =>
  ({ retryAfterMs = 0 }, failures) => {
    const backOff = backOffMs(failures, { firstMs, maxMs: maxWaitMs, random });
    const wait = Math.min(Math.max(backOff, retryAfterMs), maxWaitMs);
    return failures >= maxAttempts || wait >= timeLeftMs() ? undefined : wait;
  };

type Expected = {
  readonly count: number;
  readonly dimensions: number | undefined;
  /** In ms since 1970. */
  readonly now: number;
};

/** Returns the vectors of a reply, or a failure that may be retried. Throws EmbeddingRefused and EmbeddingFailed for final errors. */
const attemptOf = (reply: Reply, { count, dimensions, now }: Expected): Attempt<readonly Float32Array[]> => {
  if (reply.kind === 'unanswered') {
    const error = new EmbeddingFailed(`Embedding gateway ${reply.detail}`);
    if (!reply.isRetryable) throw error;
    return { kind: 'failed', error };
  }
  const { status } = reply;
  if (status === 200) {
    const read = readVectors(reply.body, count, dimensions);
    if (read.kind === 'unusable') throw new EmbeddingFailed(`Embedding gateway sent an unusable reply: ${read.detail}`);
    return { kind: 'done', result: read.vectors };
  }
  if (status === 400 || status === 413) throw new EmbeddingRefused(`Embedding gateway refused the text with ${status}`);
  const isRedirect = status >= 300 && status < 400;
  const error = new EmbeddingFailed(`Embedding gateway answered ${status}${isRedirect ? ', a redirect' : ''}`);
  if (status !== 429 && status < 500) throw error;
  return { kind: 'failed', error, retryAfterMs: retryAfterMs(reply.retryAfter, now) };
};

/** The wait in ms that a `Retry-After` header asks for, in seconds or as a date; 0 without a readable one. */
const retryAfterMs = (header: string | null, now: number): number => {
  if (header === null) return 0;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
};

const maxBatchTexts = 32;
const maxBatchCharacters = 128_000;

/** Divides texts into requests that common gateways accept: at most 32 texts and, except for a single longer text, 128 000 characters. */
const batchesOf = (texts: readonly string[]): readonly (readonly string[])[] => {
  const all: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = all.at(-1);
    room -= text.length;
    if (last && room >= 0 && last.length < maxBatchTexts) {
      last.push(text);
    } else {
      all.push([text]);
      room = maxBatchCharacters - text.length;
    }
  }
  return all;
};
