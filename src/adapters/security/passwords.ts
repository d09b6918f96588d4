import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../../ports/credentials.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id off the event loop. An unknown user takes as long as a wrong password, so that response times do not reveal which it was. */
export const argon2Passwords = (): Passwords => {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    matches: async (password, stored) => {
      decoy ??= hash('a password that nobody has', cost);
      const matched = await verify(stored ?? (await decoy), password);
      return stored !== undefined && matched;
    },
  };
};
