import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fairQueue, type FairQueue } from '../../concurrency/fair-queue.ts';
import { TooManyAttempts } from '../../domain/errors.ts';
import type { Passwords } from '../../ports/credentials.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id off the event loop. An unknown user takes as long as a wrong password, so that response times do not reveal which it was. */
export const argon2Passwords = (): Passwords => {
  let decoy: Promise<string> | undefined;
  const makeDecoy = () =>
    hash('a password that nobody has', cost).catch((error: unknown) => {
      decoy = undefined;
      throw error;
    });
  return {
    hash: (password) => hash(password, cost),
    matches: async (password, stored) => {
      const unknown = await (decoy ??= makeDecoy());
      const matched = await verify(stored ?? unknown, password);
      return stored !== undefined && matched;
    },
  };
};

/**
 * The queue of a process for hashing passwords. A hash keeps a core and one of the four threads of libuv's pool busy for about 30 ms, and the same
 * threads read and write files: two at a time, and one on fewer than three cores, leave room for uploads and searches.
 */
export const passwordQueue = (cores = availableParallelism()): FairQueue =>
  fairQueue({
    concurrency: cores < 3 ? 1 : 2,
    maxWaiting: 200,
    maxWaitingOfAccount: 20,
    onFull: () => new TooManyAttempts('Too many logins and registrations at once', 5),
  });
