import { EmbeddingFailed, EmbeddingRefused } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { searchText } from '../domain/ticket-record.ts';
import { decodeVector, isVectorOf } from '../domain/vector.ts';
import type { Embedder } from '../ports/embedder.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { chooseFirstModel } from '../commands/open-log.ts';
import type { PreparedTicket, Upload } from './upload.ts';

export type EmbeddedTicket = PreparedTicket & { readonly model: string; readonly vector: Float32Array };

type Dependencies = CommandContext &
  Pick<Upload, 'yieldIfDue'> & {
    readonly streams: Streams;
    readonly embedders: Embedders;
    /** Undefined while the log has none. */
    readonly modelInUse: () => Promise<EmbeddingModel | undefined>;
  };

/** Failed batches in a row (time-out, network, an error of the gateway) after which an upload stops calling the gateway. */
const maxFailuresInARow = 3;
/** Refused single tickets in a row after which all are taken as refused. */
const maxRefusalsInARow = 20;

/** Counts failed calls in a row; a ticket whose call failed is neither stored nor skipped. */
export const embeddingFailures = () => {
  let failures = 0;
  let refusals = 0;
  let reason = '';
  return {
    succeeded: () => {
      failures = 0;
      refusals = 0;
    },
    refused: (message: string) => {
      reason = message;
      refusals += 1;
    },
    failed: (message: string) => {
      reason = message;
      failures += 1;
    },
    shouldGiveUp: () => failures >= maxFailuresInARow || refusals >= maxRefusalsInARow,
    /** The message of the last failure; '' without one. */
    reason: () => reason,
  };
};

type Failures = ReturnType<typeof embeddingFailures>;

/**
 * Rule 7, first half: returns a function that embeds the batches of one upload. It leaves out tickets that the gateway refuses or fails on, and counts
 * them as failures. The model in use is that of its beginning: if another one is chosen meanwhile, the tickets are embedded with that one at the end of the upload.
 */
export const batchEmbedder = (dependencies: Dependencies, failures: Failures) => {
  const { embedders, modelInUse, yieldIfDue } = dependencies;
  return async (prepared: readonly PreparedTicket[]): Promise<readonly EmbeddedTicket[]> => {
    if (prepared.length === 0) return [];
    const inUse = await modelInUse();
    const withVector = prepared.flatMap((ticket) => withStoredVector(ticket, inUse) ?? []);
    if (withVector.length === prepared.length) return withVector;
    const stored = new Set(withVector.map(({ index }) => index));
    const tickets = prepared.filter(({ index }) => !stored.has(index));
    const embedder = inUse ? embedderOf(embedders, inUse) : embedders.configured;
    const embedded = await embedAll({ embedder, failures, yieldIfDue }, tickets);
    const dimensions = embedded[0]?.vector.length;
    if (dimensions === undefined) return withVector;
    if (inUse) checkLength(inUse, dimensions);
    else await chooseModelOfFirstReply(dependencies, { model: embedder.model, dimensions });
    return [...withVector, ...embedded];
  };
};

/** A ticket that replaces one with the same embedded text keeps its vector, if that is of the model in use. */
const withStoredVector = (
  prepared: PreparedTicket,
  inUse: EmbeddingModel | undefined,
): readonly EmbeddedTicket[] | undefined => {
  const stored = prepared.replaces?.state.data;
  if (!inUse || !stored || !isVectorOf(stored.vector, inUse)) return undefined;
  if (searchText(stored) !== searchText(prepared.ticket)) return undefined;
  return [{ ...prepared, model: inUse.model, vector: decodeVector(stored.vector.values) }];
};

/** The first reply of a model makes it the one in use. Throws EmbeddingFailed if another instance has chosen another one meanwhile. */
const chooseModelOfFirstReply = async (dependencies: Dependencies, ours: EmbeddingModel): Promise<void> => {
  const chosen = await chooseFirstModel(dependencies.streams, dependencies, ours);
  if (chosen.model !== ours.model || chosen.dimensions !== ours.dimensions) {
    throw new EmbeddingFailed(`The embedding model ${chosen.model} was chosen meanwhile; send the upload again`);
  }
};

type Embedding = Pick<Upload, 'yieldIfDue'> & { readonly embedder: Embedder; readonly failures: Failures };

/** A refused batch is halved down to the single ticket, so that one refused ticket keeps no other out. */
const embedAll = async (context: Embedding, tickets: readonly PreparedTicket[]): Promise<readonly EmbeddedTicket[]> => {
  const { embedder, failures, yieldIfDue } = context;
  if (failures.shouldGiveUp()) return [];
  try {
    const vectors = await embedder.embedTickets(
      tickets.map(({ ticket }) => searchText(ticket)),
      yieldIfDue,
    );
    failures.succeeded();
    return tickets.flatMap((ticket, index) => {
      const vector = vectors[index];
      return vector ? [{ ...ticket, model: embedder.model, vector }] : [];
    });
  } catch (error) {
    if (error instanceof EmbeddingRefused) {
      if (tickets.length > 1) return embedHalves(context, tickets);
      failures.refused(error.message);
      return [];
    }
    if (!(error instanceof EmbeddingFailed)) throw error;
    failures.failed(error.message);
    return [];
  }
};

const embedHalves: typeof embedAll = async (context, tickets) => {
  const half = tickets.length >> 1;
  const first = await embedAll(context, tickets.slice(0, half));
  return [...first, ...(await embedAll(context, tickets.slice(half)))];
};
