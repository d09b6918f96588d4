import type { Client } from '@elastic/elasticsearch';
import type { Generations } from '../../domain/generations.ts';
import type { GenerationStore } from '../../ports/generation-store.ts';
import { ElasticsearchError, mapErrors, timeoutsMs } from './connection.ts';
import { ensureRoles, indicesUnder, rolesIndex, stateIndex, writeAlias } from './indices.ts';

/** Raised whenever the mappings or the meaning of the documents change: each version has its own generations, built from the log. */
const version = 11;

/** The roles of this version's generations, by their names: current, building (`next`) and retained (`kept`). */
export type StoredRoles = {
  /** The number of the newest generation. */
  readonly highest: number;
  readonly current?: string | undefined;
  readonly next?: string | undefined;
  readonly kept?: string | undefined;
};

const id = `tickets-${version}`;

/** The document with the roles, for a request that reads others too. */
export const rolesDocument = (prefix: string) => ({ _index: rolesIndex(prefix), _id: id });

/** The name of the current generation; undefined before there is one. */
export const currentName = async (client: Client, prefix: string): Promise<string | undefined> =>
  (await findRoles(client, prefix)).roles.current;

/** The names of the generations of this version that are read or written. */
export const generationsInUse = async (client: Client, prefix: string): Promise<readonly string[]> => {
  const { current, next, kept } = (await findRoles(client, prefix)).roles;
  return [current, next, kept].filter((name) => name !== undefined);
};

/**
 * The generations of the ticket index: two indices each, and one document with their roles, which is changed with optimistic concurrency and read
 * by id, so that every reader sees a change without a refresh.
 */
export const elasticsearchGenerations = (client: Client, prefix: string): Omit<GenerationStore<never>, 'open'> => {
  const nameOf = (number: number) => `${prefix}-tickets-${version}-${number}`;
  const named = (number: number | undefined) => (number === undefined ? undefined : nameOf(number));
  return {
    model: 'the ticket index',
    nameOf,
    load: async () => {
      const { roles, revision } = await findRoles(client, prefix);
      return {
        generations: generationsOf(roles),
        save: ({ newest, current, building, retained }) => {
          const names = { current: named(current), next: named(building), kept: named(retained) };
          return saveRoles(client, prefix, { roles: { highest: newest, ...names }, revision });
        },
      };
    },
    existing: () => existingGenerations(client, prefix),
    drop: async (generation, signal) => {
      for (const index of [generation, stateIndex(generation)]) {
        if (signal?.aborted) return;
        await mapErrors(client.indices.delete({ index }, { ignore: [404], requestTimeout: timeoutsMs.index }));
      }
    },
  };
};

type Revision = { readonly if_seq_no: number; readonly if_primary_term: number };
type FoundRoles = {
  readonly roles: StoredRoles;
  /** Undefined if there is no document yet. */
  readonly revision: Revision | undefined;
};

const findRoles = async (client: Client, prefix: string): Promise<FoundRoles> => {
  const found = await mapErrors(client.get<StoredRoles>({ index: rolesIndex(prefix), id }, { ignore: [404] }));
  const { _source: roles, _seq_no, _primary_term } = found;
  if (!roles || _seq_no === undefined || _primary_term === undefined) {
    return { roles: { highest: 0 }, revision: undefined };
  }
  return { roles, revision: { if_seq_no: _seq_no, if_primary_term: _primary_term } };
};

/** False if another process has changed the document since it was found. */
const saveRoles = async (client: Client, prefix: string, { roles, revision }: FoundRoles): Promise<boolean> => {
  if (!revision) await ensureRoles(client, prefix);
  const target = { index: writeAlias(rolesIndex(prefix)), require_alias: true, id };
  const condition = revision ?? ({ op_type: 'create' } as const);
  try {
    // No retries: after a lost response a retry would conflict with its own first attempt.
    await mapErrors(client.index({ ...target, ...condition, document: roles }, { maxRetries: 0 }));
    return true;
  } catch (error) {
    if (error instanceof ElasticsearchError && error.type === 'version_conflict_engine_exception') return false;
    throw error;
  }
};

const generationsOf = ({ highest, current, next, kept }: StoredRoles): Generations => ({
  newest: highest,
  current: numberOf(current),
  building: numberOf(next),
  retained: numberOf(kept),
});

const numberOf = (generation: string | undefined): number | undefined =>
  generation === undefined ? undefined : Number(generation.slice(generation.lastIndexOf('-') + 1));

/** The generations that have an index, of every version. */
const existingGenerations = async (client: Client, prefix: string): Promise<readonly string[]> => {
  const names = (await indicesUnder(client, prefix)).flatMap((index) => {
    const [, generation, owner] = /^((.+)-tickets-\d+-\d+)(?:-state)?$/.exec(index) ?? [];
    return generation !== undefined && owner === prefix ? [generation] : [];
  });
  return [...new Set(names)];
};
