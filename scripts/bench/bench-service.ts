import { rmSync } from 'node:fs';
import { newCollection, newUser, type User } from '../../test/support/api.ts';
import { type Service, startService } from '../../test/support/service.ts';

/** The service under test on a folder of its own, one user in it, and how to stop and start it on the same folder. */
export type BenchService = {
  readonly folder: string;
  readonly user: User;
  readonly running: () => Service;
  /** What load needs to know to reach a collection. */
  readonly target: (collectionId: string) => {
    readonly url: string;
    readonly token: string;
    readonly collectionId: string;
  };
  readonly newCollection: () => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>;
};

export const benchService = async (): Promise<BenchService> => {
  let service: Service | undefined = await startService();
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
    user,
    running,
    target: (collectionId) => ({ url: running().url, token: user.token, collectionId }),
    newCollection: () => newCollection(running().url, user),
    stop,
    start: async () => {
      service = await startService({}, folder);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
