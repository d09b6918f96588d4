import { setImmediate } from 'node:timers/promises';
import { EmbeddingRefused } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { PresentTicket } from '../domain/ticket.ts';
import type { StoredVector } from '../domain/ticket-events.ts';
import { searchText } from '../domain/ticket-record.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { encodeVector, isVectorOf } from '../domain/vector.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { type ReadTicket, readTicket, ticketAppend } from '../ports/ticket-streams.ts';
import { appendWithRetry, type RetryLimit } from './command-handler.ts';

export type Reembedding = {
  readonly streams: Streams;
  readonly embedder: Embedder;
  readonly model: EmbeddingModel;
  readonly now: () => Date;
  /** Identifies the run in the metadata of its events. */
  readonly commandId: string;
  /** 30 s without another one. */
  readonly retryLimit?: RetryLimit;
};

/** Positions of the appended events, and how many tickets the model refuses. */
export type Reembedded = { readonly positions: readonly bigint[]; readonly refused: number };

/** Re-embedding runs for minutes and survives a restart of the log; no client waits for it. */
const defaultLimit: RetryLimit = { timeoutMs: 30_000 };

type Stored = ReadTicket & { readonly stream: string; readonly state: PresentTicket };

/**
 * Appends a vector of another model to each of the given ticket streams (some hundred at a time). A ticket that has it already, or was
 * erased or changed meanwhile, is skipped: a repeat is harmless. Throws EmbeddingFailed if the model cannot be reached.
 */
export const reembedTickets = async (
  { streams, embedder, model, now, commandId, retryLimit = defaultLimit }: Reembedding,
  ticketStreams: readonly string[],
): Promise<Reembedded> => {
  const read = await Promise.all(ticketStreams.map((stream) => presentIn(streams, stream)));
  const stored = read.filter((one) => one !== undefined && !isVectorOf(one.state.data.vector, model)) as Stored[];
  const vectors = await ticketVectors(
    embedder,
    stored.map(({ state }) => searchText(state.data)),
  );
  const at = now().toISOString();
  const appends = stored.flatMap((one, index): Append[] => {
    const vector = vectors[index];
    return vector ? [appendOf(one, { model: embedder.model, values: encodeVector(vector) }, { at, commandId })] : [];
  });
  const outcomes = appends.length === 0 ? [] : await appendWithRetry(streams, appends, retryLimit);
  return {
    positions: outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : [])),
    refused: stored.length - appends.length,
  };
};

const presentIn = async (streams: Streams, stream: string): Promise<Stored | undefined> => {
  const { state, ...read } = await readTicket(streams, stream);
  return 'data' in state ? { ...read, stream, state } : undefined;
};

/** The event id is derived from the previous event, so that two runs at the same time append the same event. */
const appendOf = (
  { stream, ...read }: Stored,
  vector: StoredVector,
  run: { readonly at: string; readonly commandId: string },
): Append => {
  const { id = '' } = read.last ?? {};
  const metadata = { ...run, causationId: id, tenantId: read.state.data.tenantId };
  const event = { id: uuidV5(id, `${vector.model} ${vector.values.length}`), metadata };
  return ticketAppend(stream, read, { type: 'ReembedTicket', vector }, event);
};

/** Returns a vector for each text of a ticket, undefined for one that the model refuses. A refused batch is halved until the text is found. Throws EmbeddingFailed. */
export const ticketVectors = async (
  embedder: Embedder,
  texts: readonly string[],
): Promise<readonly (Float32Array | undefined)[]> => {
  if (texts.length === 0) return [];
  try {
    // A model in this thread takes milliseconds a text, and the thread has other work.
    return await embedder.embedTickets(texts, () => setImmediate());
  } catch (error) {
    if (!(error instanceof EmbeddingRefused)) throw error;
    if (texts.length === 1) return [undefined];
    const half = texts.length >> 1;
    const first = await ticketVectors(embedder, texts.slice(0, half));
    return [...first, ...(await ticketVectors(embedder, texts.slice(half)))];
  }
};
