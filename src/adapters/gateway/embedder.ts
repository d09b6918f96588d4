import { setTimeout as pause } from 'node:timers/promises';
import { firstCharacters } from '../../domain/characters.ts';
import { EmbeddingFailed, EmbeddingRefused } from '../../domain/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { limitConcurrency } from '../../concurrency/limit.ts';
import { batches } from './batches.ts';
import { type Call, type Gateway, post, type Reply } from './post.ts';
import { retryAfter } from './retry-after.ts';
import { readVectors } from './vectors.ts';
import { type Attempt, type Patience, withRetries } from './with-retries.ts';

/** `timing` is for tests; its `timeLimit` in ms is the contract's 30 s. */
export type GatewayEmbedderOptions = {
  readonly gateway: Gateway;
  readonly model: string;
  /** The length that the gateway is asked for (EMBEDDING_DIMENSIONS), where set. */
  readonly dimensions: number | undefined;
  /** Where a text is cut before it is embedded (EMBEDDING_MAX_CHARACTERS). */
  readonly maxCharacters: number;
  readonly timing?: Partial<Timing>;
};

/** The default model's length is public knowledge; another model's is told by its first reply. */
const knownDimensions: Readonly<Record<string, number>> = { 'text-embedding-3-small': 1536 };

type Timing = Pick<Patience, 'pause' | 'random'> & { readonly timeLimit: number; readonly now: () => number };

const requestsAtOnce = 4;
const attempts = 5;

/** An upload has time: it waits as long as a gateway's limit per minute may ask for. A query waits only within its one time limit. */
const forTickets = { attempts, firstWait: 500, longestWait: 60_000, within: Infinity };
const forQuery = { attempts, firstWait: 200, longestWait: 60_000 };

/** Vectors of an embedding model behind the gateway; every reply is checked, and what may pass is tried again. */
export const gatewayEmbedder = (options: GatewayEmbedderOptions): Embedder => {
  const timing: Timing = { timeLimit: 30_000, pause, random: Math.random, now: Date.now, ...options.timing };
  const inTurn = limitConcurrency(requestsAtOnce);
  let dimensions = options.dimensions ?? knownDimensions[options.model];

  const ask = async (texts: readonly string[], timeLeft: number): Promise<Attempt<readonly Float32Array[]>> => {
    const reply = await post(options.gateway, request(options, texts, { ...timing, timeLeft }));
    if (reply.kind === 'unanswered') return unanswered(reply);
    if (reply.status !== 200) return refused(reply, timing.now());
    const read = readVectors(reply.body, texts.length, dimensions);
    if (read.kind === 'unusable') throw new EmbeddingFailed(`Embedding gateway sent an unusable reply: ${read.detail}`);
    dimensions ??= read.vectors[0]?.length;
    return { kind: 'done', result: read.vectors };
  };

  return {
    model: options.model,
    dimensions: () => dimensions,
    batchSize: 100,
    embedTickets: async (texts) => {
      const failures: unknown[] = [];
      const embedBatch = async (batch: readonly string[]) => {
        try {
          const attempt = (timeLeft: number) => {
            // The call is lost with its first failed batch: further requests would be paid for in vain.
            if (failures.length > 0) throw new EmbeddingFailed('Embedding gateway failed for another batch');
            return ask(batch, timeLeft);
          };
          return await withRetries(attempt, { ...timing, ...forTickets });
        } catch (error) {
          failures.push(error);
          return [];
        }
      };
      const vectors = await Promise.all(batches(texts).map((batch) => inTurn(() => embedBatch(batch))));
      if (failures.length > 0) throw failures[0];
      return vectors.flat();
    },
    embedQuery: async (text) => {
      const patience = { ...timing, ...forQuery, within: timing.timeLimit };
      const [vector] = await withRetries((timeLeft) => ask([text], timeLeft), patience);
      if (!vector) throw new Error('A checked reply to one text has one vector');
      return vector;
    },
  };
};

const request = (
  { model, dimensions, maxCharacters }: GatewayEmbedderOptions,
  texts: readonly string[],
  { timeLimit, timeLeft }: { readonly timeLimit: number; readonly timeLeft: number },
): Call => ({
  path: 'embeddings',
  // Without `encoding_format`: float is its default, and several gateways refuse the field.
  body: {
    model,
    input: texts.map((text) => firstCharacters(text, maxCharacters)),
    ...(dimensions === undefined ? {} : { dimensions }),
  },
  largestReply: 64,
  largestRefusal: 0,
  timeLimit: Math.min(timeLimit, timeLeft),
  namedLimit: timeLimit,
});

/** Throws what is final; returns what another attempt may overcome. */
const unanswered = ({ detail, isPassing }: Extract<Reply, { kind: 'unanswered' }>): Attempt<never> => {
  const error = new EmbeddingFailed(`Embedding gateway ${detail}`);
  if (!isPassing) throw error;
  return { kind: 'failed', error, askedWait: 0 };
};

const refused = (reply: Extract<Reply, { kind: 'answered' }>, now: number): Attempt<never> => {
  const { status } = reply;
  if (status === 400 || status === 413) throw new EmbeddingRefused(`Embedding gateway refused the text with ${status}`);
  const isRedirect = status >= 300 && status < 400;
  const error = new EmbeddingFailed(`Embedding gateway answered ${status}${isRedirect ? ', a redirect' : ''}`);
  if (status !== 429 && status < 500) throw error;
  return { kind: 'failed', error, askedWait: retryAfter(reply.retryAfter, now) };
};
