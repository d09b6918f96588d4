import { EmbeddingRefused } from '../domain/errors.ts';
import type { EmbeddingModel, NewEvent, RecordedEvent, StoredVector } from '../domain/events.ts';
import { ticket, type TicketState } from '../domain/ticket.ts';
import { searchText } from '../domain/ticket-record.ts';
import { uuidV5 } from '../domain/uuid.ts';
import { decodeVector, encodeVector } from '../domain/vector.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { appendUntilKnown } from './command-handler.ts';

export type Reembedding = {
  readonly streams: Streams;
  readonly embedder: Embedder;
  readonly model: EmbeddingModel;
  readonly now: () => Date;
  /** Names the run in the metadata of its facts. */
  readonly commandId: string;
};

/** Positions of the facts that were appended, and how many tickets the model refuses for good. */
export type Reembedded = { readonly positions: readonly bigint[]; readonly refused: number };

type Stored = {
  readonly past: readonly RecordedEvent[];
  readonly data: Extract<TicketState, { status: 'stored' }>['data'];
};

/**
 * Gives tickets, named by their streams (some hundred at a time), a vector of another model as a new fact each. One that has it already, or
 * was erased or written meanwhile, is passed over, so that a repeat is harmless. Throws EmbeddingFailed where the model cannot be reached.
 */
export const reembedTickets = async (
  { streams, embedder, model, now, commandId }: Reembedding,
  names: readonly string[],
): Promise<Reembedded> => {
  const pasts = await Promise.all(names.map((name) => streams.read(name)));
  const stored = pasts.flatMap((past): Stored[] => {
    const state = past.reduce((current, event) => ticket.evolve(current, event as never), ticket.initialState);
    return state.status === 'stored' && !isOf(state.data.vector, model) ? [{ past, data: state.data }] : [];
  });
  const vectors = await vectorsOf(embedder, stored);
  const at = now().toISOString();
  const appends = stored.flatMap((one, index): Append[] => {
    const vector = vectors[index];
    return vector ? [appendOf(one, { model: embedder.model, values: encodeVector(vector) }, { at, commandId })] : [];
  });
  const outcomes = appends.length === 0 ? [] : await appendUntilKnown(streams, appends);
  return {
    positions: outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : [])),
    refused: stored.length - appends.length,
  };
};

const isOf = ({ model: name, values }: StoredVector, { model, dimensions }: EmbeddingModel) =>
  name === model && decodeVector(values).length === dimensions;

/** The id follows from the event before it, so that two runs that meet append the same. */
const appendOf = (
  { past, data }: Stored,
  vector: StoredVector,
  said: { readonly at: string; readonly commandId: string },
): Append => {
  const last = past[past.length - 1] as RecordedEvent;
  const facts = ticket.decide({ type: 'ReembedTicket', vector }, { status: 'stored', data });
  const metadata = { ...said, causationId: last.id, tenantId: data.tenantId };
  const events = facts.map((fact): NewEvent => ({
    ...fact,
    id: uuidV5(last.id, `${vector.model} ${vector.values.length}`),
    metadata,
  }));
  return { stream: last.stream, expected: last.revision, events };
};

/** A vector for each ticket, undefined for one that the model refuses; a refused batch is halved down to the single ticket. */
const vectorsOf = async (
  embedder: Embedder,
  tickets: readonly Stored[],
): Promise<readonly (Float32Array | undefined)[]> => {
  if (tickets.length === 0) return [];
  try {
    return await embedder.embedTickets(tickets.map(({ data }) => searchText(data)));
  } catch (error) {
    if (!(error instanceof EmbeddingRefused)) throw error;
    if (tickets.length === 1) return [undefined];
    const half = tickets.length >> 1;
    const first = await vectorsOf(embedder, tickets.slice(0, half));
    return [...first, ...(await vectorsOf(embedder, tickets.slice(half)))];
  }
};
