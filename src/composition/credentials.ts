import { sealedApiKeys } from '../adapters/security/api-keys.ts';
import { argon2Passwords, passwordQueue } from '../adapters/security/passwords.ts';
import { receiptSignatures } from '../adapters/security/receipt-signatures.ts';
import { jwtTokens, signingKey } from '../adapters/security/tokens.ts';
import type { FairQueue } from '../concurrency/fair-queue.ts';
import { loadCounter } from '../concurrency/load.ts';
import type { Config } from '../config.ts';
import type { Secrets } from './secrets.ts';

/** What passwords, tokens and API keys are made and checked with. */
export const openCredentials = ({ jwt }: Pick<Config, 'jwt'>, { dataKey, jwtSecret }: Secrets) => {
  const jwtKey = signingKey(jwtSecret);
  const queue = passwordQueue();
  const { count, load } = loadCounter();
  return {
    passwords: argon2Passwords(),
    hashing: ((origin, work, signal) => count(work, (counted) => queue(origin, counted, signal))) satisfies FairQueue,
    hashingLoad: load,
    apiKeys: sealedApiKeys(dataKey),
    receipts: receiptSignatures(dataKey),
    tokens: jwtTokens({ key: jwtKey, ...jwt }),
    jwtKey,
    jwtAlgorithm: jwt.algorithm,
  };
};
