import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { JwtAlgorithm, Tokens } from '../../ports/credentials.ts';

/** Prepares the key once; with the secret as a string each token would do so again, at four times the cost. */
export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

type Signing = { readonly key: KeyObject; readonly algorithm: JwtAlgorithm; readonly lifetimeMinutes: number };

/** Bearer tokens with the claims sub, iat and exp only. */
export const jwtTokens = ({ key, algorithm, lifetimeMinutes }: Signing): Tokens => ({
  issue: (userId, iat) => jwt.sign({ iat }, key, { algorithm, subject: userId, expiresIn: lifetimeMinutes * 60 }),
});
