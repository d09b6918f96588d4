import {
  changeGenerations,
  type GenerationCommand,
  type Generations,
  generationsInUse,
} from '../domain/generations.ts';
import { CheckpointBehind, type Generation, type ReadModel } from './read-model.ts';

/** The stored state of a read model's generations. */
export type StoredGenerations = {
  readonly generations: Generations;
  /** Stores what follows from them, in one step; false if they were changed since they were loaded. */
  readonly save: (next: Generations) => Promise<boolean>;
};

/** What a technology has to do for the generations of one read model in one version. */
export type GenerationStore<Change> = {
  /** Names the read model in errors. */
  readonly model: string;
  /** The name of a generation in the store. */
  readonly nameOf: (number: number) => string;
  readonly load: () => Promise<StoredGenerations>;
  /** Opens a generation for the projector; creates missing tables or indices. */
  readonly open: (name: string) => Promise<Generation<Change>>;
  /** The names of all generations of which there are data, this version's and those of other versions that may be dropped. */
  readonly existing: () => Promise<readonly string[]>;
  /** Removes the data of a generation; may end early when the signal aborts. */
  readonly drop: (name: string, signal?: AbortSignal) => Promise<void>;
};

/** A read model on a store of generations. Safe for several processes if the store's `save` is. */
export const readModelOn = <Change>(store: GenerationStore<Change>): ReadModel<Change> => {
  const { open, close } = openedGenerations(store);

  const change = async (command: GenerationCommand): Promise<Generations> => {
    for (;;) {
      const { generations, save } = await store.load();
      const next = changeGenerations(generations, command);
      if (next === generations || (await save(next))) return next;
    }
  };
  const ensure = async (role: 'current' | 'building') => {
    const { newest, [role]: number = newest } = await change({ type: 'ensure', role });
    return open(number);
  };

  return {
    current: () => ensure('current'),
    building: () => ensure('building'),
    promote: async (old) => {
      const { building } = (await store.load()).generations;
      if (building === undefined) throw new Error(`No replacement of ${store.model} to activate`);
      await (await open(building)).refresh();
      await change({ type: 'promote', building, old });
    },
    abortBuild: async () => {
      await change({ type: 'abort build' });
    },
    retained: async () => {
      const { retained } = (await store.load()).generations;
      return retained === undefined ? undefined : open(retained);
    },
    dropRetained: async () => {
      await change({ type: 'drop retained' });
    },
    dropUnused: (signal) => dropUnused(store, close, signal),
  };
};

const dropUnused = async (
  store: GenerationStore<never>,
  close: (name: string) => void,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const existing = await store.existing();
  // Loaded after them: a generation that was created in between is not among them.
  const used = generationsInUse((await store.load()).generations).map(store.nameOf);
  let dropped = 0;
  for (const name of existing) {
    if (signal?.aborted) break;
    if (used.includes(name)) continue;
    close(name);
    await store.drop(name, signal);
    dropped += 1;
  }
  return dropped;
};

/** Opens each generation once. */
const openedGenerations = <Change>({ nameOf, open }: GenerationStore<Change>) => {
  const opened = new Map<string, Promise<Generation<Change>>>();
  return {
    open: (number: number): Promise<Generation<Change>> => {
      const name = nameOf(number);
      const known = opened.get(name);
      if (known) return known;
      const generation = open(name).then((one) => forgottenIfBehind(one, () => opened.delete(name)));
      opened.set(name, generation);
      // The store failed: the next call tries again.
      generation.catch(() => opened.delete(name));
      return generation;
    },
    close: (name: string): void => {
      opened.delete(name);
    },
  };
};

/** A generation that has lost data may have lost tables or indices too: opening it again creates them. */
const forgottenIfBehind = <Change>(generation: Generation<Change>, forget: () => void): Generation<Change> => {
  const forgetting =
    <Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      try {
        await work(...args);
      } catch (error) {
        if (error instanceof CheckpointBehind) forget();
        throw error;
      }
    };
  return { ...generation, apply: forgetting(generation.apply), park: forgetting(generation.park) };
};
