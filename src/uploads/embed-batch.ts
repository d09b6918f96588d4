import { EmbeddingFailed, EmbeddingRefused } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { searchText } from '../domain/ticket-record.ts';
import type { Embedder } from '../ports/embedder.ts';
import { checkLength, type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { chooseFirstModel, readLog } from '../commands/open-log.ts';
import type { PreparedTicket } from './upload.ts';

export type EmbeddedTicket = PreparedTicket & { readonly model: string; readonly vector: Float32Array };

type Dependencies = CommandContext & { readonly streams: Streams; readonly embedders: Embedders };

/** Where outcomes of calls are noted; a ticket that failed is neither stored nor skipped. */
type Failures = {
  readonly refused: (reason: string) => void;
  readonly failed: (reason: string) => void;
  readonly succeeded: () => void;
  /** So many calls went wrong in a row that another one is not worth it. */
  readonly hopeless: () => boolean;
};

/** Rule 7, first half: the vectors of a batch, without the tickets that the gateway refuses or fails on, which are noted. */
export const embedBatch = async (
  dependencies: Dependencies,
  tickets: readonly PreparedTicket[],
  failures: Failures,
): Promise<readonly EmbeddedTicket[]> => {
  if (tickets.length === 0) return [];
  const { model: chosen } = await readLog(dependencies.streams);
  const embedder = chosen ? embedderOf(dependencies.embedders, chosen) : dependencies.embedders.configured;
  const embedded = await embedAll(embedder, tickets, failures);
  const dimensions = embedded[0]?.vector.length;
  if (dimensions === undefined) return embedded;
  if (!chosen) await agree(dependencies, { model: embedder.model, dimensions });
  else checkLength(chosen, dimensions);
  return embedded;
};

/** The first reply of a model decides that it is the one in use, unless another instance was first. */
const agree = async (dependencies: Dependencies, ours: EmbeddingModel): Promise<void> => {
  const chosen = await chooseFirstModel(dependencies.streams, dependencies, ours);
  if (chosen.model !== ours.model || chosen.dimensions !== ours.dimensions) {
    throw new EmbeddingFailed(`The embedding model ${chosen.model} was chosen meanwhile; send the upload again`);
  }
};

/** A refused batch is halved down to the single ticket, so that one refused ticket keeps no other out. */
const embedAll = async (
  embedder: Embedder,
  tickets: readonly PreparedTicket[],
  failures: Failures,
): Promise<readonly EmbeddedTicket[]> => {
  if (failures.hopeless()) return [];
  try {
    const vectors = await embedder.embedTickets(tickets.map(({ ticket }) => searchText(ticket)));
    failures.succeeded();
    return tickets.flatMap((ticket, index) => {
      const vector = vectors[index];
      return vector ? [{ ...ticket, model: embedder.model, vector }] : [];
    });
  } catch (error) {
    if (error instanceof EmbeddingRefused) {
      if (tickets.length === 1) {
        failures.refused(error.message);
        return [];
      }
      const half = tickets.length >> 1;
      const first = await embedAll(embedder, tickets.slice(0, half), failures);
      return [...first, ...(await embedAll(embedder, tickets.slice(half), failures))];
    }
    if (!(error instanceof EmbeddingFailed)) throw error;
    failures.failed(error.message);
    return [];
  }
};
