import { rmSync } from 'node:fs';
import { newCollection, newUser, type User } from '../../test/support/api.ts';
import { type Service, startService } from '../../test/support/service.ts';
import type { BenchStores } from './bench-stores.ts';

/** What load needs to know to reach a collection. */
export type Target = { readonly url: string; readonly token: string; readonly collectionId: string };

/** A running service with one user, which can be stopped and started again on the same folder and stores. */
export type BenchService = {
  readonly folder: string;
  readonly stores: BenchStores;
  readonly user: User;
  readonly running: () => Service;
  readonly target: (collectionId: string) => Target;
  readonly newCollection: () => Promise<string>;
  /** A new collection of another tenant. */
  readonly foreignCollection: () => Promise<Target>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it and removes its folder and what it has in its stores. */
  readonly remove: () => Promise<void>;
};

export const benchService = async (stores: BenchStores): Promise<BenchService> => {
  let service: Service | undefined = await startService(stores.environment);
  const { folder } = service;
  const user = await newUser(service.url);
  const running = () => {
    if (!service) throw new Error('The service is stopped');
    return service;
  };
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };
  return {
    folder,
    stores,
    user,
    running,
    target: (collectionId) => ({ url: running().url, token: user.token, collectionId }),
    newCollection: () => newCollection(running().url, user),
    foreignCollection: async () => {
      const { url } = running();
      const stranger = await newUser(url);
      return { url, token: stranger.token, collectionId: await newCollection(url, stranger) };
    },
    stop,
    start: async () => {
      service = await startService(stores.environment, folder);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
      await stores.drop();
    },
  };
};
