import type { Client } from '@elastic/elasticsearch';
import { type Advance, type Checkpoint, CheckpointBehind, requireCheckpoint } from '../../ports/read-model.ts';
import { ElasticsearchError, errorType, mapErrors } from './connection.ts';
import { stateIndex, writeAlias } from './indices.ts';

type StoredCheckpoint = { readonly log_id: string; readonly position: string };

/** A checkpoint as it was read, with the revision of its document. */
type Held = Checkpoint & { readonly revision: { readonly if_seq_no: number; readonly if_primary_term: number } };

const id = 'checkpoint';

/**
 * The checkpoint of a generation, read by id, which needs no refresh. It never moves backwards, for a lower position comes from a process that is behind, and
 * never across a gap: before each batch and after it, it must be at what the batch builds on or later.
 */
export const checkpointOf = (client: Client, generation: string) => {
  const read = () => readHeld(client, generation);
  return {
    read,
    /** The same before a batch is applied. Throws CheckpointBehind also if the index is gone; it is not created here, since the generation may have been dropped. */
    require: async (to: Advance): Promise<Held | undefined> => {
      const held = await read().catch((error: unknown) => {
        const isGone = error instanceof ElasticsearchError && error.type === 'index_not_found_exception';
        throw isGone && to.after !== undefined ? new CheckpointBehind() : error;
      });
      requireCheckpoint(held?.position, to);
      return held;
    },
    move: async (from: Held | undefined, to: Advance): Promise<void> => {
      for (let held = from; ; held = await read()) {
        if (held && held.position >= to.position) return;
        requireCheckpoint(held?.position, to);
        if (await store(client, generation, { held, to })) return;
      }
    },
  };
};

const readHeld = async (client: Client, generation: string): Promise<Held | undefined> => {
  const request = { index: stateIndex(generation), id };
  const found = await mapErrors(client.get<StoredCheckpoint>(request, { ignore: [404] }));
  if ('error' in found) throw new ElasticsearchError(404, errorType(found));
  const { _source: stored, _seq_no: if_seq_no, _primary_term: if_primary_term } = found;
  if (!stored || if_seq_no === undefined || if_primary_term === undefined) return undefined;
  return { logId: stored.log_id, position: BigInt(stored.position), revision: { if_seq_no, if_primary_term } };
};

type Move = { readonly held: Held | undefined; readonly to: Advance };

/** False if the document is not the one that was read any more. */
const store = async (client: Client, generation: string, { held, to }: Move): Promise<boolean> => {
  const target = { index: writeAlias(stateIndex(generation)), require_alias: true, id };
  const condition = held?.revision ?? ({ op_type: 'create' } as const);
  const document = { kind: 'checkpoint', log_id: to.logId, position: String(to.position) };
  try {
    // No retries: after a lost response a retry would conflict with its own first attempt.
    await mapErrors(client.index({ ...target, ...condition, document }, { maxRetries: 0 }));
    return true;
  } catch (error) {
    if (error instanceof ElasticsearchError && error.type === 'version_conflict_engine_exception') return false;
    throw error;
  }
};
